"""Whether a plan may start unasked: the one place that says so. Pure."""

from __future__ import annotations

from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.desires.findings import Review
from trust.autonomy import AUTONOMY_TITLES
from trust.models import Decision, User
from trust.reviewing import starts_unasked
from trust.tools import Risk


class Verdict(BaseModel):
    """The reviews joined: `unasked` it starts by itself; `reason` says why, or why the person is to look."""

    unasked: bool
    reason: str
    safety: int
    alignment: int


def verdict_of(
    *, autonomy: str, setting: str, risk: str, safety: Review, alignment: Review, criticised: bool = False
) -> Verdict:
    """Join the reviews with what the person allows. What was made after their critique (`criticised`) is
    shown to them, whatever they allow: words about a plan are no OK for the next."""
    passed = safety.passed and alignment.passed
    allowed = starts_unasked(autonomy=autonomy, setting=setting, risk=risk, safe=passed)
    if allowed and criticised:
        reason = _("You said what is to be different, so you see the plan again.")
        return Verdict(unasked=False, reason=reason, safety=safety.score, alignment=alignment.score)
    unasked, reason = allowed, _why(allowed, autonomy, setting, risk, safety, alignment)
    return Verdict(unasked=unasked, reason=reason, safety=safety.score, alignment=alignment.score)


def _why(unasked: bool, autonomy: str, setting: str, risk: str, safety: Review, alignment: Review) -> str:
    facts = {"risk": str(Decision.Risk(risk).label), "autonomy": AUTONOMY_TITLES[User.Autonomy(autonomy)]}
    if unasked and setting == User.Review.ALWAYS:
        return _("You let every plan start without showing it; no review found anything against it.")
    if unasked:
        return _("Its risk is %(risk)s, and autonomy “%(autonomy)s” starts such plans by itself.") % facts
    if autonomy == User.Autonomy.OBSERVE:
        return _("You have set OwnYou to observe only, so it starts nothing.")
    for review in (safety, alignment):
        if not review.passed:
            return next(finding.words for finding in review.findings if finding.stops)
    if risk == Risk.CRITICAL:
        return _("Its risk is critical; I always show you such plans first.")
    if setting == User.Review.NEVER:
        return _("You want to see every plan first.")
    return _("Its risk is %(risk)s; with autonomy “%(autonomy)s” you look at such plans first.") % facts
