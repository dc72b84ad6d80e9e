"""What the parts of a mission are called and came to, as its newest draft has it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from missions.brief import Brief
from missions.levels.briefs import brief_of
from missions.models import Mission, Subgoal
from missions.plugins.complex import ComplexMission, Draft
from missions.plugins.discovery import is_built, type_named
from missions.subgoals import part_of


def kind_of(mission: Mission) -> ComplexMission | None:
    """The type of a mission of parts; None where it is not built."""
    kind = type_named(mission.mission_type) if is_built(mission.mission_type) else None
    return kind if isinstance(kind, ComplexMission) else None


def titles_now(mission: Mission, rows: Sequence[Subgoal]) -> dict[str, str]:
    """What the parts are called once something was chosen for them, by key."""
    kind = kind_of(mission)
    brief = brief_of(mission, []) if kind is not None and any(row.chosen for row in rows) else None
    return {row.key: titled(kind, row, brief) for row in rows}


def titled(kind: ComplexMission | None, row: Subgoal, brief: Brief | None) -> str:
    """What one part is called now."""
    if kind is None or brief is None or not row.chosen:
        return str(row.title)
    return kind.title_of(part_of(row), {str(one["kind"]) for one in row.chosen}, brief)


def used_in(mission: Mission, draft: Draft | None) -> set[str] | None:
    """The ids of the offers that a draft is made of; None where there is none, or it does not say."""
    kind = kind_of(mission) if draft is not None else None
    return kind.offers_in(draft) if kind is not None and draft is not None else None


def came_to(row: Subgoal, used: Collection[str] | None) -> list[str]:
    """What of a part is in the newest draft (`used`); without a draft what was chosen. Each name once."""
    offers = row.chosen
    if used is not None:
        shown = [*row.chosen, *(one["offer"] for one in row.options)]
        alone = row.chosen if len(row.chosen) == 1 else []
        offers = [one for one in shown if one["source_id"] in used] or alone
    return list(dict.fromkeys(str(one["title"]) for one in offers))
