"""What can be asked of missions: create, pause, resume, cancel, retry, again, archive."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.desires.noticing import hearing
from agency.models import Heard, Thread
from agency.reasoning import model
from agency.reasoning.routing import MISSION_TYPES
from agency.reasoning.wish_rules import may_hold_a_wish
from agency.runtime.threads import (
    cancel_thread,
    direct_thread,
    new_thread,
    pause_thread,
    resume_thread,
    start_thread,
)
from memory.ahead import hand_on
from missions import levels, lifecycle, open_goals, outside, runs, subgoals
from missions.completing import complete, learn_from
from missions.levels import SIMPLE
from missions.lifecycle import Line
from missions.models import Mission
from missions.plugins.discovery import is_built, type_named
from missions.understanding import Understanding, by_rules, context_of
from ownyou.lib import queues
from ownyou.lib.errors import Conflict, InvalidInput, NotFound, TooMany
from ownyou.lib.fields import seal
from ownyou.lib.prepared import (
    Along,
    insert,
    insertions,
    mark_stored,
    prepared_cursor,
    row_values,
    update_of,
    update_values,
)
from ownyou.lib.text import bounded, shorten
from trust import activity, decisions, ledger
from trust.models import Activity, Decision, User

S = Mission.Status
LONGEST_GOAL = 2_000
LEVEL_OF_PARTS = 3


def create_mission(
    *,
    user: User,
    goal: str,
    mission_type: str | None = None,
    request_key: UUID | None = None,
    like: Mission | None = None,
    prepare: Callable[[Mission], None] | None = None,
    locks: bool = False,
    hears: bool = True,
) -> Mission:
    """Take on a goal: store it, so that its first card is seen; understand it by rules; start its thread.

    Should this process die in between, the watchdog starts the thread and its first node understands.
    The same `request_key` gives the mission that it made before. Of a type that is known but not built yet
    the mission asks about the nearest that is. `prepare` does what belongs to the new mission's rows in the
    transaction that makes it, before anything runs; with `locks` it may lock rows that others lock before the
    feed, so the mission's line is written last. `hears`: wishes in the goal are noticed. Raises
    `InvalidInput` for an empty or overlong goal or an unknown type, `TooMany` when ten missions work already.
    """
    goal = bounded(goal, name=_("Your goal"), most=LONGEST_GOAL)
    if mission_type is not None and not (mission_type in MISSION_TYPES or is_built(mission_type)):
        raise InvalidInput(
            _("There is no mission type “%(mission_type)s” here.") % {"mission_type": mission_type[:40]},
            field="mission_type",
        )
    try:
        with transaction.atomic(), activity.told_last() if locks else nullcontext():
            _check_room(user)
            mission, thread = _store(user, goal, request_key, like, given=mission_type)
            if prepare is not None:
                prepare(mission)
            if hears and like is None and may_hold_a_wish(goal):
                hearing.hear(
                    user=user,
                    text=goal,
                    origin=Heard.Origin.GOAL,
                    about=mission.pk,
                    tainted=outside.shaped_goal(mission),
                )
    except (IntegrityError, TooMany):  # asking twice is rare: whether it was is looked up where it could be
        made = _made_before(user, request_key) if request_key else None
        if made is None:
            raise
        return made
    found = by_rules(goal, context_of(user, timezone.now()), mission_type)
    if found.level > 1:  # its run looks into memory
        hand_on(user.pk, goal)
    _direct(mission, thread, found)
    return mission


def _made_before(user: User, request_key: UUID) -> Mission | None:
    return Mission.objects.filter(user=user, request_key=request_key).first()


def _check_room(user: User) -> None:
    """Raise `TooMany` where as many missions work as may at once.

    Asked wherever a person sets one to work: by a new goal, a retry, a resume. An answer to a question always
    goes on. Counted under the person's row lock, so that what is asked at the same moment is counted, too.
    """
    with prepared_cursor() as cursor:
        cursor.execute(_LOCK, {"user": user.pk})
        cursor.execute(_COUNT, {"user": user.pk, "working": [status.value for status in Mission.WORKING]})
        (working,) = cursor.fetchone()
    if working >= settings.MISSIONS_AT_ONCE:
        raise TooMany(
            _("%(most)s missions are working already. Let one finish, or stop one.")
            % {"most": settings.MISSIONS_AT_ONCE}
        )


_LOCK = f"SELECT FROM {User._meta.db_table} WHERE id = %(user)s FOR NO KEY UPDATE"
_COUNT = (
    f"SELECT count(*) FROM {Mission._meta.db_table} WHERE user_id = %(user)s AND status = ANY(%(working)s)"
)


def _store(
    user: User, goal: str, request_key: UUID | None, like: Mission | None, *, given: str | None
) -> tuple[Mission, Thread]:
    """Store a mission, its thread and the first line about it, in one statement where nothing else is to come
    before the feed."""
    mission = Mission(
        user=user,
        goal=goal,
        request_key=request_key,
        mission_type=given or "",
        provisional=True,
        understood={"given": given is not None},
        like=like,
    )
    thread = new_thread(
        user_id=user.pk,
        graph=SIMPLE,  # its first node understands, and hands over where another graph fits
        subject=lifecycle.subject_of(mission),
        queue=queues.INTERACTIVE,
    )
    line = Line(
        _("Mission: %(goal)s") % {"goal": shorten(goal, 160)},
        Activity.Kind.AGENT_STARTED,
        key=f"mission:{mission.pk}:created",
    )
    if activity.tells_last():
        insert(mission)
        insert(thread)
        lifecycle.tell(mission, line, status=S.CREATED)
        return mission, thread
    rows = insertions(("mission", Mission), ("thread", Thread))
    values = row_values("mission", mission) | row_values("thread", thread)
    lifecycle.tell(mission, line, status=S.CREATED, change=activity.Change(rows, "mission", values))
    for row in (mission, thread):
        mark_stored(row)
    return mission, thread


DIRECTED = (
    "restated",
    "understood",
    "slots",
    "mission_type",
    "level",
    "provisional",
    "estimated_completion",
    "updated_at",
)
"""What of a mission is written once its goal was read by rules."""


def _direct(mission: Mission, thread: Thread, found: Understanding) -> None:
    """Note what was understood, and let the graph for it begin; nothing if it has begun without."""
    found = open_goals.as_plan(found, mission.wording, mission.user)
    kind = found.mission_type or found.domain
    facts = found.model_dump(mode="json", include={"domain", "confidence", "source", "level_reason"})
    changes: dict[str, Any] = {
        "understood": {**mission.understood, **facts, "sure": found.sure},
        "slots": found.slots,
    }
    plain: dict[str, Any] = {
        "mission_type": kind,
        "level": found.level,
        "provisional": model.configured(),
        "estimated_completion": timezone.now() + timedelta(minutes=_minutes(kind, found.level)),
    }
    queue = queues.INTERACTIVE if found.level == 1 else queues.MISSIONS
    if found.slips and kind != open_goals.TYPE:
        changes["understood"]["slips"] = [slip.model_dump() for slip in found.slips]
        plain["restated"] = found.read_as
    for name, value in (changes | plain).items():
        setattr(mission, name, value)
    noted = update_of("mission", Mission, DIRECTED, only="directed")
    noting = Along(f"noted AS ({noted})", update_values("mission", mission, DIRECTED))
    if not direct_thread(thread, graph=graph_for(kind, found.level), queue=queue, noting=noting):
        mission.refresh_from_db()


def graph_for(kind: str, level: int) -> str:
    """The graph that runs missions of a type at a level; types not built are answered by level 1's."""
    if not is_built(kind):
        return levels.SIMPLE
    return type_named(kind).graph[level]


def _minutes(kind: str, level: int) -> int:
    return type_named(kind).config.minutes.get(level, 2) if is_built(kind) else 1


def mission_of(user: User, mission_id: UUID) -> Mission:
    """Return a mission of this person. Raises `NotFound` for anybody else's."""
    mission = Mission.objects.filter(user=user, pk=mission_id).first()
    if mission is None:
        raise NotFound(_("There is no such mission here."))
    return mission


def pause_mission(*, user: User, mission_id: UUID) -> Mission:
    """Stop working until resumed; open questions stay. Raises `NotFound` and `Conflict`."""
    mission = mission_of(user, mission_id)
    return runs.stopped(mission, _pause)


def _pause(mission: Mission, threads: list[Thread]) -> None:
    for thread in threads:
        pause_thread(thread.pk)
    runs.check_none_begun(mission, threads)
    if not lifecycle.move(mission, S.PAUSED, Line(_("Paused")), paused_from=F("status")):
        raise _cannot(mission, _("paused"))


def resume_mission(*, user: User, mission_id: UUID) -> Mission:
    """Go on where it was paused. Raises `NotFound`, `Conflict`, and `TooMany` where it would work."""
    mission = mission_of(user, mission_id)
    if mission.status != S.PAUSED:
        raise _cannot(mission, _("resumed"))
    with transaction.atomic():
        if mission.paused_from in Mission.WORKING:
            _check_room(user)
        for thread in runs.threads_of(mission):
            resume_thread(thread.pk)
        if not lifecycle.move(mission, S(mission.paused_from), Line(_("Going on")), paused_from=""):
            raise _cannot(mission, _("resumed"))
    return mission


def cancel_mission(*, user: User, mission_id: UUID) -> Mission:
    """Give a mission up; its open questions are cancelled. Raises `NotFound` and `Conflict`."""
    mission = runs.stopped(mission_of(user, mission_id), _give_up)
    # A node may have asked while this waited for the mission's row; it cannot ask any more.
    decisions.close(subject_id=mission.pk, status=Decision.Status.CANCELLED)
    return mission


def _give_up(mission: Mission, threads: list[Thread]) -> None:
    decisions.close(subject_id=mission.pk, status=Decision.Status.CANCELLED)
    for thread in threads:
        cancel_thread(thread.pk)
    runs.check_none_begun(mission, threads)
    if not lifecycle.move(mission, S.ABANDONED, Line(_("Given up, as you wished"))):
        raise _cannot(mission, _("cancelled"))
    ledger.cancel_acts(subject_id=mission.pk)  # approved ones that are held back, too


def retry_mission(*, user: User, mission_id: UUID) -> Mission:
    """Try a failed mission again, from its last finished step. Raises `NotFound`, `Conflict`, `TooMany`."""
    mission = mission_of(user, mission_id)
    if mission.status != S.FAILED:
        raise _cannot(mission, _("tried again"))
    with transaction.atomic():
        _check_room(user)
        thread = runs.thread_of(mission)
        if thread is None or thread.status in _LEFT:
            thread = _run_anew(mission)
        resume_thread(thread.pk)
        ledger.ask_anew_for(thread.pk)
        if not lifecycle.move(mission, S.PLANNING, Line(_("Trying again")), problem=None, archived_at=None):
            raise _cannot(mission, _("tried again"))
    return mission


_LEFT = (Thread.Status.DONE, Thread.Status.CANCELLED)
"""How a run ends that cannot be resumed, though its mission has no result."""


def _run_anew(mission: Mission) -> Thread:
    """A run for a mission whose former one ended without a result; it begins from what rows say."""
    return start_thread(
        user_id=mission.user_id,
        graph=graph_for(mission.mission_type, mission.level),
        subject=lifecycle.subject_of(mission),
    )


def repeat_mission(*, user: User, mission_id: UUID, request_key: UUID | None = None) -> Mission:
    """Start a new mission like this one. Raises `NotFound`, and what `create_mission` raises."""
    mission = mission_of(user, mission_id)
    kind = mission.mission_type if is_built(mission.mission_type) else None
    return create_mission(
        user=user, goal=mission.wording, mission_type=kind, like=mission, request_key=request_key
    )


def archive_mission(*, user: User, mission_id: UUID) -> Mission:
    """Put an ended mission out of sight; it can still be found in the archive."""
    mission = mission_of(user, mission_id)
    if mission.status not in Mission.ENDED:
        raise _cannot(mission, _("archived"))
    Mission.objects.filter(pk=mission.pk).update(archived_at=timezone.now())
    return mission


def _cannot(mission: Mission, done: str) -> Conflict:
    mission.refresh_from_db(fields=["status"])
    words = S(mission.status).label
    return Conflict(
        _("A mission that is %(words)s cannot be %(done)s.") % {"words": words, "done": done},
        status=mission.status,
    )


def thread_moved(thread: Thread, to: str) -> None:
    """Move the mission with its thread, in the same transaction."""
    mission = lifecycle.row_to_move(thread.subject_id)
    if mission is None or mission.status in (S.ABANDONED, S.PAUSED):
        return
    mission.user = thread.user  # whom a claim has found already
    if mission.status == S.COMPLETED:  # by its last node: a person sees that before the run lets go
        return learn_from(mission)
    if to == Thread.Status.WAITING:
        _wait(mission)
    elif to == Thread.Status.FAILED and not _handed_over(thread):
        with override(mission.user.language):
            fail(mission, thread.error or _("Something went wrong."))
    elif to == Thread.Status.DONE and mission.result is not None:
        with override(mission.user.language):
            if complete(mission, mission.result.get("title", "")):
                learn_from(mission)
    elif to in (Thread.Status.DONE, Thread.Status.CANCELLED) and not _handed_over(thread):
        with override(mission.user.language):
            fail(mission, _("The work came to an end without a result."))


def _wait(mission: Mission) -> None:
    """A mission whose run waits waits for the person, unless it waits for parts that work, or for an act
    that has its OK and is held back."""
    if mission.level == LEVEL_OF_PARTS:
        subgoals.stand(mission)
    elif mission.mission_type != open_goals.TYPE or _asks(mission):
        lifecycle.move(mission, S.INTERRUPTED)


def _asks(mission: Mission) -> bool:
    return Decision.objects.open().filter(subject_id=mission.pk).exists()


def _handed_over(thread: Thread) -> bool:
    """Whether another thread has taken this one's mission on."""
    rows = Thread.objects.about("mission", thread.subject_id)
    return rows.filter(created_at__gt=thread.created_at).exists()


def fail(mission: Mission, reason: str) -> bool:
    """End a mission as failed, with the reason in words; False where it is over or stands otherwise."""
    line = Line(
        _("Did not work: %(reason)s What was found so far is kept.") % {"reason": reason},
        Activity.Kind.AGENT_ERROR,
    )
    return lifecycle.move(mission, S.FAILED, line, problem=seal(mission.user_id, reason))
