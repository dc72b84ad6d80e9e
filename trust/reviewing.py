"""Whether a plan starts without the person's look at it. Pure; the acts in it meet the gate all the same."""

from __future__ import annotations

from trust.models import Decision, User

Risk = Decision.Risk
Autonomy = User.Autonomy

UNASKED: dict[str, frozenset[str]] = {
    Autonomy.OBSERVE: frozenset(),
    Autonomy.SUGGEST: frozenset(),
    Autonomy.SUPERVISED_AUTO: frozenset({Risk.NONE, Risk.LOW}),
    Autonomy.BOUNDED_AUTO: frozenset({Risk.NONE, Risk.LOW, Risk.MEDIUM}),
    Autonomy.ADAPTIVE_AUTO: frozenset({Risk.NONE, Risk.LOW, Risk.MEDIUM, Risk.HIGH}),
}
"""By autonomy, the risks of plans that start without asking under the setting `trust_based`."""


def starts_unasked(*, autonomy: str, setting: str, risk: str, safe: bool = True) -> bool:
    """Whether a plan of this risk starts without asking.

    In this order: who only observes starts nothing; what failed its safety review or is of critical risk is
    always looked at; then the person's setting; then the table.
    """
    if autonomy == Autonomy.OBSERVE or not safe or risk == Risk.CRITICAL:
        return False
    if setting == User.Review.NEVER:
        return False
    if setting == User.Review.ALWAYS:
        return True
    return risk in UNASKED[autonomy]
