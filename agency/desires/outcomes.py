"""How an execution is judged: its success criteria, what went wrong, and what follows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from pydantic import BaseModel, Field

from agency.models import DesireOutcome

V = DesireOutcome.Verdict
MOST_RETRIES, MOST_PLANS = 1, 3


class Wrong(StrEnum):
    """What can go wrong with a step."""

    FAILED = "failed"
    AWAY = "away"
    """What it asks cannot be reached now: neither the plan nor the tool is to blame."""
    REFUSED = "refused"
    STOPPED = "stopped"
    DENIED = "denied"
    UNKNOWN = "unknown"


class Fault(BaseModel):
    """A step that did not work: which tool, how, and in words (where a mission of it was `STOPPED`, a whole
    sentence); `reason`: what the person said to it;
    `again`: whether the same once more may help."""

    tool: str
    wrong: Wrong
    words: str
    reason: str = ""
    again: bool = True


class Met(BaseModel):
    """One success criterion, and whether it is met."""

    words: str
    met: bool


class Executed(BaseModel):
    """What came of one execution. `retries`: of this plan; `plans`: how many were made of late."""

    criteria: list[Met]
    faults: list[Fault] = []
    retries: int = 0
    plans: int = 1
    recurring: bool = False
    crashed: str = ""


class Insights(BaseModel):
    """What the next plan is to know: in words, and the tools to do without. `said`: the person's own words
    to what was refused; those of tools are never read with the wish."""

    words: list[str] = []
    said: str = ""
    without: list[str] = []


class Judged(BaseModel):
    """The verdict, why, and what was learned."""

    verdict: V
    words: str
    insights: Insights = Insights()


def judge(done: Executed) -> Judged:
    """Judge an execution against its criteria. The first of these that holds decides."""
    wrong = {fault.wrong: fault for fault in reversed(done.faults)}
    if Wrong.UNKNOWN in wrong:
        return _judged(V.ESCALATE, _("I cannot tell whether this happened: %(what)s"), wrong[Wrong.UNKNOWN])
    if done.criteria and all(one.met for one in done.criteria):
        if done.recurring:
            return Judged(
                verdict=V.CONTINUE, words=_("You have everything that was agreed, until next time.")
            )
        return Judged(verdict=V.COMPLETED, words=_("You have everything that was agreed."))
    if Wrong.DENIED in wrong:
        return _judged(V.ABANDON, _("It is not allowed: %(what)s"), wrong[Wrong.DENIED])
    if Wrong.REFUSED in wrong:
        return _refused(done, wrong[Wrong.REFUSED])
    if Wrong.STOPPED in wrong:
        return Judged(verdict=V.ESCALATE, words=wrong[Wrong.STOPPED].words)
    if Wrong.AWAY in wrong:
        facts = {"what": wrong[Wrong.AWAY].words, "again": _("Try again")}
        words = _("A source cannot be reached now: %(what)s “%(again)s” goes on from there.")
        return Judged(verdict=V.ESCALATE, words=words % facts)
    return _failed(done, wrong.get(Wrong.FAILED))


def _refused(done: Executed, fault: Fault) -> Judged:
    if not fault.reason:
        return _judged(V.ESCALATE, _("You said no to a part of it: %(what)s"), fault)
    if done.plans >= MOST_PLANS:
        return _judged(V.ESCALATE, _("Several plans did not suit you: %(what)s"), fault)
    insights = Insights(words=[fault.reason], said=fault.reason, without=[fault.tool])
    return _judged(V.LOOP_BACK, _("You said what is to be different: %(what)s"), fault, insights)


def _failed(done: Executed, fault: Fault | None) -> Judged:
    what = fault or Fault(tool="", wrong=Wrong.FAILED, words=done.crashed or _("a part of it is missing."))
    if done.retries < MOST_RETRIES and what.again:
        return _judged(V.RETRY, _("I try once more, since this did not work: %(what)s"), what)
    if done.plans < MOST_PLANS:
        without = [what.tool] if what.tool else []
        insights = Insights(words=[what.words], without=without)
        return _judged(
            V.LOOP_BACK, _("I make another plan, since this did not work: %(what)s"), what, insights
        )
    return _judged(V.ESCALATE, _("I tried several plans and none worked: %(what)s"), what)


RANKS: Final = {V.COMPLETED: 0, V.CONTINUE: 0, V.RETRY: 1, V.LOOP_BACK: 2, V.ESCALATE: 3, V.ABANDON: 4}
"""How strict a verdict is."""


class Opinion(BaseModel):
    """A verdict, why, the numbers of criteria that are not met after all, and tools to do without."""

    verdict: V
    words: str = Field(min_length=1, description="one sentence")
    unmet: list[int] = []
    without: list[str] = []


def stricter(done: Executed, judged: Judged, said: Opinion, tools: Sequence[str]) -> Judged:
    """A verdict of the rules, or the stricter one of a model. Nothing is given up, repeated or ended by a
    model: where it names no tool (of the plan's `tools`) to do without, the person is asked.

    What hangs on an act that may have happened, or on what the person said, stands as the rules say.
    """
    by_rules = judged.insights.said or RANKS[judged.verdict] >= RANKS[V.ESCALATE]
    if by_rules or RANKS[said.verdict] <= RANKS[judged.verdict]:
        return judged
    without = [tool for tool in said.without if tool in tools]
    if RANKS[said.verdict] <= RANKS[V.LOOP_BACK] and without and done.plans < MOST_PLANS:
        insights = Insights(words=[said.words], without=without)
        return Judged(
            verdict=V.LOOP_BACK,
            words=_("I make another plan: %(what)s") % {"what": said.words},
            insights=insights,
        )
    words = _("It may not be what you wanted: %(what)s") % {"what": said.words}
    return Judged(verdict=V.ESCALATE, words=words)


def unmet(criteria: Sequence[Met], numbers: Sequence[int]) -> list[Met]:
    """Criteria, of which those with these numbers (from 0) are not met after all."""
    return [
        Met(words=one.words, met=one.met and number not in numbers) for number, one in enumerate(criteria)
    ]


def _judged(verdict: V, words: str, fault: Fault, insights: Insights | None = None) -> Judged:
    return Judged(verdict=verdict, words=words % {"what": fault.words}, insights=insights or Insights())
