"""What a plan starts from, changed by the person: only what depends on it is done again.

While the mission goes on, it goes on with the new value. One that is over stays as it is: a new mission takes
its plan on, with all that was found, and does again what the change touches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from pydantic import BaseModel, JsonValue

from agency.models import Asset, Plan, Thread, ToolStep
from agency.plans.acts import MAY_HAVE_HAPPENED, acts_by_step
from agency.plans.changing import change_input, dependants, reworded
from agency.plans.copying import copy_plan
from agency.plans.titles import in_order, words_of_hops
from agency.runtime.threads import wake_thread
from missions import lifecycle, open_goals, services
from missions.lifecycle import Line
from missions.models import Mission
from missions.runs import thread_of
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.text import shorten
from trust import activity, decisions
from trust.models import Action, Decision, User

S = Mission.Status
OVER = (S.COMPLETED, S.ABANDONED)
KEPT = timedelta(days=30)
"""How long what a plan found is good enough to build on."""
AT_WORK = (Thread.Status.RUNNING, Thread.Status.READY)


class PlanInput(BaseModel):
    """One input of a plan. `text`: its value as it is edited, of a list one to a line; `again`: the hops that
    a change does again; `acts`: what was done already and would be asked for once more."""

    name: str
    label: str
    value: JsonValue
    text: str
    many: bool
    again: list[str]
    acts: list[str]
    url: str


def inputs_of(mission: Mission, plan: Plan) -> list[PlanInput]:
    """The inputs of a mission's plan, each with what a change of it would do again; in as many statements
    for one input as for many."""
    prefetch_related_objects([plan], "hops__steps")
    hops = sorted(plan.hops.all(), key=lambda hop: hop.position)
    steps = [step for hop in hops for step in in_order(hop)]
    words, acts = words_of_hops(plan), acts_by_step(plan, steps)
    inputs = plan.assets.filter(role=Asset.Role.INPUT)
    return [_input(asset, dependants(steps, asset.name), words, acts, mission) for asset in inputs]


def _input(
    asset: Asset,
    touched: list[ToolStep],
    words: Mapping[UUID, str],
    acts: Mapping[UUID, list[Action]],
    mission: Mission,
) -> PlanInput:
    done = (act for step in touched for act in acts[step.pk] if act.status in MAY_HAVE_HAPPENED)
    return PlanInput(
        name=asset.name,
        label=capfirst(asset.description or asset.name.replace("_", " ")),
        value=asset.value,
        text=_as_text(asset.value),
        many=bool(asset.collection),
        again=list(dict.fromkeys(words[step.hop_id] for step in touched)),
        acts=[act.title for act in done],
        url=reverse("mission_plan_input", args=[mission.pk, asset.name]),
    )


def _as_text(value: JsonValue) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def why_fixed(mission: Mission) -> str:
    """Why nothing can be changed now, in a sentence; empty where it can."""
    if mission.status in OVER:
        ended = mission.completed_at or mission.updated_at
        if ended < timezone.now() - KEPT:
            return _(
                "This ended more than a month ago, so what was found may be out of date. Start it again."
            )
        return ""
    thread = thread_of(mission)
    if thread is not None and thread.status in AT_WORK:
        return _("I am at work on it. Pause it, or wait until it asks or is done; then it can be changed.")
    return ""


def change_plan_input(
    *, user: User, mission_id: UUID, name: str, value: JsonValue, request_key: UUID | None = None
) -> Mission:
    """Give an input of a mission's plan another value; returns the mission that goes on with it.

    That is the mission itself, or a new one where it was over. An act that was done already is asked for
    before it is done again. Raises `NotFound`, `InvalidInput` for a value that does not fit or is what it
    was, `TooMany`, and `Conflict` while it is worked on, after a month, or while an act of it is not settled.
    """
    mission = services.mission_of(user, mission_id)
    plan = open_goals.plan_of(mission)
    if plan is None:
        raise NotFound(_("This mission has no plan."))
    if reason := why_fixed(mission):
        raise Conflict(reason, status=mission.status)
    if mission.status in OVER:
        return _in_a_new_mission(mission, plan, name, value, request_key)
    _in_place(mission, plan, name, value)
    if mission.status == S.FAILED:
        return services.retry_mission(user=user, mission_id=mission.pk)
    return mission


def read_value(plan: Plan, name: str, text: str) -> JsonValue:
    """The value that a person typed for an input: of a list one to a line, numbers as such.

    Raises `NotFound` and `InvalidInput`.
    """
    asset = plan.assets.filter(name=name, role=Asset.Role.INPUT).first()
    if asset is None:
        raise NotFound(_("This plan has no input “%(name)s”.") % {"name": name})
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InvalidInput(_("Say what it should be instead."), field=name)
    if asset.collection:
        return [_plain(line, asset) for line in lines]
    return _plain(text.strip(), asset)


def _plain(text: str, asset: Asset) -> JsonValue:
    base = asset.type.partition(":")[0]
    if base == "boolean":
        return text.casefold() in ("yes", "true", "1", _("yes"))
    if base != "number":
        return text
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise InvalidInput(
            _("“%(text)s” is no number.") % {"text": shorten(text, 40)}, field=asset.name
        ) from None


def _in_place(mission: Mission, plan: Plan, name: str, value: JsonValue) -> None:
    with transaction.atomic(), activity.told_last():
        thread = _held(mission)
        again = _changed(plan, name, value)
        lifecycle.tell(mission, _line(again))
        if thread is None:
            return
        if _asks_what_failed(thread):
            decisions.close(thread_id=thread.pk, status=Decision.Status.SUPERSEDED)
        if thread.status == Thread.Status.WAITING:
            wake_thread(thread.pk)


def _held(mission: Mission) -> Thread | None:
    """Lock what a change touches, in the order of all locks: open questions, the run. Raises `Conflict`."""
    newest = thread_of(mission)
    if newest is None:
        return None
    list(Decision.objects.filter(thread_id=newest.pk).open().select_for_update().order_by("pk"))
    thread = Thread.objects.select_for_update().get(pk=newest.pk)
    if thread.status in AT_WORK:
        raise Conflict(why_fixed(mission), status=mission.status)
    return thread


def _asks_what_failed(thread: Thread) -> bool:
    """Whether the run asks what to do about a part that did not work: the change is the answer to that."""
    rows = Decision.objects.filter(thread_id=thread.pk).open()
    return rows.filter(kind=Decision.Kind.CLARIFICATION).exists()


def _changed(plan: Plan, name: str, value: JsonValue) -> list[str]:
    """Change the input; returns the names of the hops that are done again. Raises `InvalidInput`."""
    asset = plan.assets.filter(name=name, role=Asset.Role.INPUT).first()
    if asset is not None and asset.value == value:
        raise InvalidInput(_("That is what it says already."), field=name)
    touched = {step.hop_id for step in change_input(plan, name, value)}
    return [words for hop, words in words_of_hops(plan).items() if hop in touched]


def _line(again: Iterable[str]) -> Line:
    hops = ", ".join(again)
    return Line(
        _("You changed what the plan starts from. Done again: %(hops)s") % {"hops": hops or _("nothing")}
    )


def _in_a_new_mission(
    mission: Mission, plan: Plan, name: str, value: JsonValue, request_key: UUID | None
) -> Mission:
    def take_on(fresh: Mission) -> None:
        copy = copy_plan(plan, subject=lifecycle.subject_of(fresh))
        lifecycle.tell(fresh, _line(_changed(copy, name, value)))

    before = plan.assets.filter(name=name, role=Asset.Role.INPUT).first()
    goal = goal_with(mission.wording, before.value if before else None, value)
    return services.create_mission(
        user=mission.user,
        goal=goal,
        mission_type=open_goals.TYPE,
        like=mission,
        request_key=request_key,
        prepare=take_on,
    )


def goal_with(goal: str, before: JsonValue, after: JsonValue) -> str:
    """The goal with the new value in its words; where it does not say the old one, the new one is added."""
    said = reworded(goal, before, after)
    if said == goal:
        news = ", ".join(map(str, after)) if isinstance(after, list) else str(after)
        said = _("%(goal)s (now with: %(value)s)") % {"goal": goal.rstrip(". "), "value": news}
    return shorten(said, services.LONGEST_GOAL)
