"""Why a new version of a plan was made: what the person said, or what the execution before it taught."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agency.desires.outcomes import Insights
from agency.models import Desire, DesireOutcome, Plan
from agency.plans.wishing import WISHED

SAID, LEARNED = "said", "learned"
WORDS: Final = {
    SAID: gettext_noop("Because you said: “%(words)s”"),
    LEARNED: gettext_noop("Because of what the last try showed: %(words)s"),
    WISHED: gettext_noop("Because of what you wished before: %(words)s"),
}


def reasons_of(desire: Desire, before: Plan | None) -> list[dict[str, str]]:
    """What the next version of a plan is made for: what came since the version `before`, oldest first."""
    since = before.created_at if before is not None else desire.created_at
    reasons = [] if before is None else _learned(desire, before)
    if desire.critique and desire.critique_at and desire.critique_at >= since:
        reasons.append({"by": SAID, "words": desire.critique})
    return reasons


def _last_of(desire: Desire, before: Plan) -> DesireOutcome | None:
    """The outcome that asked for another plan than `before`."""
    last = desire.outcomes.filter(plan_version=before.version).order_by("-execution").first()
    return last if last is not None and last.verdict == DesireOutcome.Verdict.LOOP_BACK else None


def _learned(desire: Desire, before: Plan) -> list[dict[str, str]]:
    last = _last_of(desire, before)
    if last is None:
        return []
    insights = Insights.model_validate(last.insights)
    return [{"by": LEARNED, "words": words} for words in insights.words if words != insights.said]


def lacked(desire: Desire, before: Plan | None) -> list[str]:
    """What the last try with a plan did not bring about, and the tools that it is tried without. In the
    product's words: what tools and pages said is not among them."""
    last = _last_of(desire, before) if before is not None else None
    if last is None:
        return []
    unmet = [str(one["words"]) for one in last.judged if not one["met"]]
    without = Insights.model_validate(last.insights).without
    return [*unmet, *(_("This time without %(tool)s.") % {"tool": tool} for tool in without)]


def reason_words(reasons: Sequence[dict[str, str]] | None) -> list[str]:
    """Reasons, a sentence each."""
    return [_(WORDS.get(one["by"], WORDS[LEARNED])) % {"words": one["words"]} for one in reasons or ()]
