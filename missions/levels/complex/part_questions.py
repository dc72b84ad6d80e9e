"""What a part asks: to choose, what may be different, or whether the little that was found will do."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from missions.levels.changing import TRY_AGAIN
from missions.levels.choosing import NOT_UNDERSTOOD, no_others
from missions.levels.complex.part_desk import PartDesk
from missions.limits import limits_suggested
from trust.decisions import Question, clarification
from trust.models import Decision

CANNOT = "cannot"
"""In a part's facts: what of the last words could not be done, in sentences."""
WITHOUT, WITH_THESE = gettext_lazy("Go on without it"), gettext_lazy("Go on with these")


def question_of(desk: PartDesk, *, refused: bool) -> Callable[..., Question]:
    """What makes the question of a part as it stands; `refused`: none of the options was wanted."""
    if refused or not desk.row.options:
        return _why_none
    return _too_few if desk.row.chosen else _choice


def _choice(desk: PartDesk, *, unclear: bool) -> Question:
    facts, words = desk.row.facts, (desk.row.adjustments or {}).get("adjustments", {}).get("words", [])
    left_out = _("Left out: %(words)s.") % {"words": facts["left_out"]} if facts.get("left_out") else ""
    said = [desk.foreseen(), no_others(facts), left_out, *desk.row.risks]
    return Question(
        kind=Decision.Kind.CHOICE,
        domain=desk.mission.mission_type,
        title=facts.get("question") or desk.row.title,
        payload={
            "options": [one["option"] for one in desk.row.options],
            "most": 1,
            "why": _unclear(desk) if unclear else " ".join(filter(None, said)),
            "refine_suggestions": [*limits_suggested(desk.whole()), *desk.planner.suggested(desk.part)],
            "part": desk.row.key,
        },
        refine_allowed=True,
        attempt=len(words) + 1,
        history=list(words),
    )


def _unclear(desk: PartDesk) -> str:
    """Why nothing was done with the last words."""
    return " ".join(desk.row.facts.get(CANNOT, [])) or str(NOT_UNDERSTOOD)


def _why_none(desk: PartDesk, *, unclear: bool) -> Question:
    title = (
        _("%(part)s: none of these. What should be different?")
        if desk.row.options
        else _("%(part)s: nothing fits. What may I change?")
    ) % {"part": desk.row.title}
    planner, part = desk.planner, desk.part
    suggested = planner.suggested(part) if desk.row.options else planner.suggested_for_none(part)
    return clarification(
        title,
        domain=desk.mission.mission_type,
        why=_unclear(desk) if unclear else " ".join(filter(None, _told_of_none(desk))),
        suggestions=[*suggested[:3], TRY_AGAIN, WITHOUT],
        part=desk.row.key,
    )


def _told_of_none(desk: PartDesk) -> list[str]:
    """What was left out, who could not be asked, and what it means to go on without the part."""
    facts, contingency = desk.row.facts, desk.part.contingency
    unreachable = facts.get("unreachable") or []
    without = _("Without it: %(words)s.") % {"words": contingency} if contingency else ""
    return [desk.foreseen(), str(facts.get("left_out") or ""), *map(str, unreachable), without]


def _too_few(desk: PartDesk, *, unclear: bool) -> Question:
    count = len(desk.row.chosen)
    words = ngettext(
        "%(part)s: only %(n)d is known. Is that enough?",
        "%(part)s: only %(n)d are known. Is that enough?",
        count,
    )
    title = words % {"part": desk.row.title, "n": count}
    return clarification(
        title,
        domain=desk.mission.mission_type,
        why=_unclear(desk) if unclear else ", ".join(str(one["title"]) for one in desk.row.chosen),
        suggestions=[WITH_THESE, TRY_AGAIN, WITHOUT],
        part=desk.row.key,
    )
