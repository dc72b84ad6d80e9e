"""What an open goal comes to: read by the words of the tools there are, planned, and told when it is done."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from agency import artifacts
from agency.acting.desk import ActingDesk
from agency.acting.looking_up import LookedUp, look_up
from agency.desires.critique import read_critique
from agency.models import Artifact, Asset, Hop, Plan, ToolStep
from agency.plans.acts import latest_acts
from agency.plans.entering import entry_in
from agency.plans.goal import ONESELF, GoalRead, GoalToRead, read_open_goal
from agency.plans.keeping import kept_words
from agency.plans.mailing import ADDRESS, is_oneself, mail_in
from agency.plans.readable import text_of
from agency.plans.reading import looking_through, says_how
from agency.plans.toolview import ToolView, toolbox
from agency.reasoning import model
from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.slots.numbers import languages_of
from agency.tools.recipients import known_for
from missions.models import Mission
from missions.plugins.discovery import is_built
from missions.understanding import Understanding
from ownyou.lib.text import shorten
from trust import decisions
from trust.activity import Subject
from trust.models import Action, Decision, User
from trust.tools import Kind

TYPE = "open_goal"
FAILED = "failed"
"""The step of a run that asks whether to try again what did not work."""
RESEARCH, ANSWER = "research", "answer.md"
LOOKING_UP = 3
"""The level whose budget looking up has: several turns, and an answer from long texts."""
OURS = frozenset({"missions", "research", "email", "other", "briefing", "tasks"})
"""Domains whose goals may be reached with tools while the domain itself is not built."""
LOOKED_UP = frozenset({RESEARCH, "other"})
"""Domains of goals that are reached by reading alone. What others are about is a person's own, or is to be
done: what an inbox is is no summary of theirs."""
EMAIL, RECIPIENT = "email", "to"


def as_plan(found: Understanding, text: str, user: User) -> Understanding:
    """A goal that fits no type that is built, but that a plan of tools can reach, is an open goal.

    By rules, no model is asked; where one is configured, it can look up what no plan reaches. Nothing changes
    for goals whose type is built and certain. Words to be kept as they are said are a note, whatever they
    are about, and so is what is put into the calendar, or sent by mail, as it is said.
    """
    built = found.sure and is_built(found.mission_type)
    ours = found.domain in OURS and not built
    whole = is_said_whole(text, user, found.domain)
    if not is_built(TYPE) or not (ours or whole):
        return found
    question = _question(text, user)
    read = read_open_goal.rules(question)
    reached = read.mission is not None and (whole or (not read.missing and _reaches(found, question, read)))
    if not reached and not (found.domain == RESEARCH and model.configured()):
        return found
    reason = _("a plan of tools reaches it") if read.mission else _("a language model can look it up")
    changes = {
        "domain": "missions",
        "mission_type": TYPE,
        "level": 2,
        "level_reason": reason,
        "confidence": 1.0,
    }
    return found.model_copy(update=changes)


def read_goal(text: str, user: User, asker: Asker, tools: list[ToolView] | None = None) -> GoalRead:
    """What the goal wants and gives with all tools, or with some, and what must be asked. Words to be kept
    are read here, by rules."""
    question = _question(text, user, tools)
    return (
        read_open_goal.rules(question)
        if is_said_whole(text, user)
        else reason(read_open_goal, question, asker=asker).value
    )


def _reaches(found: Understanding, question: GoalToRead, read: GoalRead) -> bool:
    """Whether a plan does what a goal is about, and not only looks something up that its words name."""
    if found.domain in LOOKED_UP or says_how(question):
        return True
    used = {step.tool for _hop, step in read.way.steps()} if read.way else set()
    done = {tool.kind for tool in question.tools if tool.acts and tool.name in used}
    if found.domain == EMAIL:
        return Kind.SEND in done
    kept = any(
        type_.base == "file" for tool in question.tools if tool.name in used for type_ in tool.gives.values()
    )
    return kept or bool(done) or (found.domain == "missions" and bool(used & looking_through(question.tools)))


def is_said_whole(text: str, user: User, domain: str = EMAIL) -> bool:
    """Whether a goal says as it is what is to be kept, to stand in the calendar or to be mailed: rules read
    that. `domain` tells of words that may be no mail at all."""
    if kept_words(text) is not None:
        return True
    mail = mail_in(text)
    if mail is not None and (mail.sure or domain == EMAIL):
        return True
    now = timezone.now().astimezone(user.zone)
    return entry_in(text, now=now, languages=languages_of(text, user.language)) is not None


def _question(text: str, user: User, tools: list[ToolView] | None = None) -> GoalToRead:
    now = timezone.now().astimezone(user.zone).replace(second=0, microsecond=0)
    there = toolbox(user) if tools is None else tools
    mail = mail_in(text)
    known = known_for(user, mail.name) if mail and not mail.address else None
    return GoalToRead(text=text, language=user.language, now=now, tools=there, addresses=known or [])


def told(wording: str, asked: str, answer: str, user: User) -> str:
    """The goal with an answer to what it left open. Whom a mail goes to is an address or leads to one: other
    words would become part of what is written."""
    if asked == RECIPIENT and mail_in(wording) is not None:
        answer = _address_in(answer, user)
    return f"{wording.rstrip('. ')}. {answer}" if answer else wording


def _address_in(answer: str, user: User) -> str:
    """The address that an answer says, or that is the only one known for the name in it; else empty."""
    if said := re.search(ADDRESS, answer):
        return said[0]
    known = known_for(user, answer) or []
    return ONESELF if is_oneself(answer) else known[0] if len(known) == 1 else ""


def refused_tools(plan: Plan, said: str) -> set[str]:
    """The tools of a plan that an answer wants left out (“no Wikipedia, just keep the note”)."""
    used = set(ToolStep.objects.filter(hop__plan=plan).values_list("tool", flat=True))
    return set(read_critique(said, [tool for tool in toolbox(plan.user) if tool.name in used]).without)


def is_left(plan: Plan, refused: set[str]) -> bool:
    """Whether steps of a plan are not done yet, beside those of the `refused` tools."""
    steps = ToolStep.objects.filter(hop__plan=plan).exclude(status=ToolStep.Status.DONE)
    return steps.exclude(tool__in=refused).exists()


def left_words(plan: Plan) -> str:
    """What is said where a plan that failed is left as it is."""
    made = plan.assets.filter(status=Asset.Status.READY).exclude(role=Asset.Role.INPUT)
    if made.exists():
        return _("Left there, as you wished. What was found is kept.")
    return _("Left there, as you wished. Nothing was found.")


def looked_up(mission: Mission, asker: Asker) -> LookedUp:
    """What a model finds about a goal that no plan reaches, and the answer written from it."""
    subject = Subject("mission", mission.pk)
    return look_up(
        mission.wording, user=mission.user, asker=replace(asker, level=LOOKING_UP), subject=subject
    )


def answer_of(mission: Mission, found: LookedUp, thread_id: UUID) -> dict[str, Any]:
    """Keep an answer as a file, once for its run; returns the mission's result, which says who wrote it."""
    by_model = found.written_by == "model"
    words = (
        _("Written by a language model from: %(sources)s. Check what matters.")
        if by_model
        else _(
            "The language model looked it up; its answer could not be used, so the rules quote: %(sources)s."
        )
    ) % {"sources": ", ".join(found.sources)}
    text = f"{found.text.strip()}\n\n*{words}*"
    row = artifacts.keep(
        user=mission.user,
        subject=Subject("mission", mission.pk),
        path=ANSWER,
        content=f"# {found.title}\n\n{text}\n".encode(),
        tainted=True,
        made_by=thread_id,
    )
    return {
        "title": found.title,
        "words": f"{words} " + _("Saved: %(path)s") % {"path": row.path},
        "option": {},
        "link": "",
        "booking_link": "",
        "text": shorten(text, 20_000),
    }


def plan_of(mission: Mission) -> Plan | None:
    """The newest version of a mission's plan."""
    return Plan.objects.filter(user_id=mission.user_id).about("mission", mission.pk).first()


def result_of(mission: Mission, plan: Plan) -> dict[str, Any]:
    """What came of a plan, for the mission's card."""
    return {
        "title": plan.name,
        "words": " ".join(done_words(mission)) or _("Done."),
        "made": made_by_acts(mission),
        "option": {},
        "link": "",
        "booking_link": "",
        "text": text_of(plan),
    }


def done_words(mission: Mission) -> list[str]:
    """What was done for a mission and which files it has, a sentence each."""
    files = Artifact.objects.filter(user_id=mission.user_id).about("mission", mission.pk).newest()
    saved = (_("Saved: %(path)s") % {"path": row.path} for row in files)
    return [*(one["words"] for one in made_by_acts(mission)), *saved]


def made_by_acts(mission: Mission) -> list[dict[str, str]]:
    """What each act of a mission that was done came to (`words`), with the id of the act (`act`)."""
    rows = Action.objects.filter(
        user_id=mission.user_id, subject_id=mission.pk, status=Action.Status.SUCCEEDED
    ).order_by("ended_at")
    return [{"act": str(action.pk), "words": action.receipt or action.title} for action in rows]


def is_taken_back(action: Action, to: str) -> bool:
    """Whether an act of a mission is undone, which its result is to say."""
    return action.subject_kind == "mission" and to == Action.Status.UNDONE


def tell_taken_back(action: Action) -> None:
    """Let the result that tells of an act say that it was undone. Runs with the act's end."""
    rows = Mission.objects.filter(user_id=action.user_id).select_for_update(of=("self",))
    mission = rows.filter(id=action.subject_id).first() if action.subject_id else None
    result = (mission.result if mission else None) or {}
    for one in result.get("made", []):
        if mission and one["act"] == str(action.pk):
            words = _("Taken back: %(title)s.") % {"title": action.title}
            result["words"] = result["words"].replace(one["words"], words, 1)
            one["words"] = words
            mission.save(update_fields=["result", "updated_at"])


def learn(thread_id: UUID) -> None:
    """Keep what the acts of a run that ended so far teach."""
    ActingDesk(thread_id).reflect()


def failed_hops(plan: Plan) -> list[Hop]:
    """The hops that did not work, in their order."""
    return list(plan.hops.filter(status=Hop.Status.FAILED).order_by("position"))


def were_refused(hops: list[Hop]) -> bool:
    """Whether hops ended since the person wanted it so, or did not answer, and nothing went wrong in them."""
    steps = ToolStep.objects.filter(hop__in=hops)
    return bool(hops) and not steps.filter(status=ToolStep.Status.FAILED).exists()


def were_denied(plan: Plan, hops: list[Hop]) -> bool:
    """Whether what failed in hops is what policy denies, so that trying again changes nothing: all of it
    for who only observes, else where each step had an act, and that was denied."""
    if plan.user.autonomy == User.Autonomy.OBSERVE:
        return bool(hops)
    steps = ToolStep.objects.filter(hop__in=hops, status=ToolStep.Status.FAILED)
    acts = [latest_acts(step)[:1] for step in steps.select_related("hop__plan__user")]
    return bool(acts) and all(one and one[0].status == Action.Status.DENIED for one in acts)


def may_end_late(action: Action, to: str) -> bool:
    """Whether a run may have given up on this act: it was asked again apart from the run, or was unknown."""
    apart = action.thread_id is None or action.status == Action.Status.UNKNOWN
    return action.subject_kind == "mission" and apart


def take_late_end(action: Action) -> None:
    """Let the run look again that asks about an act which had failed, when the act ends differently.

    Runs before the act is locked, for acts that `may_end_late`.
    """
    asked = Decision.objects.open().filter(
        subject_kind="mission", subject_id=action.subject_id, key__contains=f":{FAILED}:"
    )
    for thread_id in asked.values_list("thread_id", flat=True):
        decisions.close(thread_id=thread_id, status=Decision.Status.SUPERSEDED)


def acts_under_way(mission: Mission, thread_id: UUID) -> list[str]:
    """The ids of the run's acts that are approved and held back, or being done."""
    going_on = (Action.Status.APPROVED, Action.Status.CLAIMED)
    rows = Action.objects.filter(user_id=mission.user_id, thread_id=thread_id, successor=None)
    return [str(pk) for pk in rows.filter(status__in=going_on).values_list("pk", flat=True)]
