"""The nodes that take a goal apart, and start each part when it is ready."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from langgraph.types import interrupt

from agency.reasoning.engine import collected_calls, count_costs
from missions import part_titles, subgoals
from missions.levels import unbuilt
from missions.levels.asking import abandon, asked_anew, step_of, unanswered, wait_for
from missions.levels.changing import TRY_AGAIN
from missions.levels.complex import drafts, shaping
from missions.levels.complex.part_desk import FORESEEN, foreseen_for, planner_of
from missions.levels.complex.shaping import Shape
from missions.levels.desk import Desk
from missions.levels.state import State, node
from missions.models import Mission, Subgoal
from missions.plugins.complex import Draft, Part
from missions.trips.markdown import plain
from trust.decisions import Question, clarification, is_answer
from trust.models import Decision

S = Mission.Status
WITHOUT = gettext_lazy("Go on without it")


@node
def decompose(desk: Desk, state: State) -> State:
    """Take the goal apart, recall what may matter, and write the plan down."""
    kind = planner_of(desk)
    brief = kind.possible(desk.brief())
    with collected_calls() as calls:
        parts, shape = shaping.taken_apart(desk, brief)
    understood = {
        **desk.mission.understood,
        "recalled": desk.recalled(),
        "shape": shape.model_dump(mode="json"),
        **foreseen_for(desk, brief),
    }
    desk.move(
        S.PLANNING,
        _("Planning"),
        key="plan",
        beside=subgoals.written_along(desk.mission, parts, calls),
        understood=understood,
        slots=brief.slots,
    )
    count_costs(calls)
    first = desk.drive.begins
    if not first:
        subgoals.leave_only(desk.mission, parts)
    plan = plan_in_words(desk.mission, parts, shape, again={part.key for part in parts} if first else ())
    drafts.keep_plan(desk.mission, plan, str(desk.mission.round), first=first)
    titles = ", ".join(part.title for part in parts)
    desk.move(
        S.EXECUTING,
        " ".join([_("The parts: %(titles)s") % {"titles": titles}, *_missing(understood)]),
        key="parts:0",
        applied=kind.applied(brief),
    )
    return {"next": "supervise", "round": desk.mission.round}


def _missing(understood: dict[str, Any]) -> list[str]:
    return [f"— {words}" for words in [" ".join(understood[FORESEEN])] if words]


def plan_in_words(
    mission: Mission,
    parts: list[Part],
    shape: Shape,
    *,
    again: Collection[str] = (),
    draft: Draft | None = None,
) -> str:
    """The plan as a page of Markdown: each part, what it waits for, what was settled (unless it is looked for
    `again`) and of that is in the `draft`, what could go wrong, and what is done if it fails."""
    titles = {part.key: part.title for part in parts}
    kept = subgoals.rows_of(mission) if any(part.key not in again for part in parts) else ()
    settled = {row.key: row for row in kept if row.key not in again}
    titles |= part_titles.titles_now(mission, list(settled.values()))
    used = part_titles.used_in(mission, draft)
    lines = [f"# {mission.wording}", "", " ".join(shaping.shape_in_words(shape, titles)), ""]
    for number, part in enumerate(parts, start=1):
        lines.append(f"{number}. **{plain(titles[part.key])}**")
        said = _found_words(settled[part.key], used) if part.key in settled else []
        if part.depends_on:
            after = ", ".join(titles[key] for key in part.depends_on)
            said.insert(0, _("after: %(parts)s") % {"parts": after})
        if part.contingency:
            said.append(_("if nothing is found: %(words)s") % {"words": part.contingency})
        lines += [f"   - {words}" for words in said]
    return "\n".join(lines) + "\n"


def _found_words(row: Subgoal, used: set[str] | None) -> list[str]:
    """What came of a part, and its pre-mortem. Sources wrote some of it: it is no Markdown."""
    return [plain(words) for words in _said_of(row, used)]


def _said_of(row: Subgoal, used: set[str] | None) -> list[str]:
    chosen = ", ".join(part_titles.came_to(row, used)[:3])
    said = [_("settled: %(what)s") % {"what": chosen}] if chosen else []
    said += [row.note] if row.note else []
    return said + [_("what could go wrong: %(words)s") % {"words": risk} for risk in row.risks]


@node
def supervise(desk: Desk, state: State) -> State:
    """Start what is ready and wait for it; go on when every part is settled."""
    under_way = subgoals.start_ready(desk.mission, desk.thread)
    if under_way:
        if desk.mission.status != S.EXECUTING:  # else it stands as its parts do once the run lets go
            subgoals.stand(desk.mission)
        interrupt({"children": [str(pk) for pk in under_way]})
        return {"next": "supervise"}
    failed = subgoals.failed_of(desk.mission)
    return {"next": "rescue" if failed else "synthesise", "round": desk.mission.round}


@node
def rescue(desk: Desk, state: State) -> State:
    """A part's run broke down: what is spare takes its contingency, the rest is asked about."""
    failed = _without_spare(desk)
    if not failed:
        return {"next": "supervise"}
    keys = [row.key for row in failed]
    step = step_of(state, f"rescue:{_rounds_of(failed)}", desk.mission.round)
    answer = wait_for(desk, step, lambda: _what_broke(desk, failed))
    if not answer.given:
        return unanswered(desk, state, answer, back="rescue")
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return abandon(desk)
    if is_answer(answer.text, TRY_AGAIN):
        with transaction.atomic():
            desk.move(S.EXECUTING, _("Trying again"), key=f"rescue:{step}")
            subgoals.reopen(desk.mission, keys)
        return {"next": "supervise"}
    if is_answer(answer.text, WITHOUT):
        _go_on_without(desk, failed)
        return {"next": "supervise"}
    return asked_anew(state, "rescue")


def _without_spare(desk: Desk) -> list[Subgoal]:
    """Let the parts that broke down and are spare take their contingency, and say so; returns the others."""
    kind, brief = planner_of(desk), desk.brief()
    failed = subgoals.failed_of(desk.mission)
    spare = [row for row in failed if kind.spare(subgoals.part_of(row), brief)]
    for row in spare:
        words = {"part": row.title, "contingency": row.contingency or _("it is left out")}
        with transaction.atomic():
            desk.save(
                _("%(part)s did not work, so instead: %(contingency)s") % words,
                key=f"contingency:{_rounds_of([row])}:{desk.mission.round}",
            )
            _go_on_without(desk, [row])
    return [row for row in failed if row not in spare]


def _go_on_without(desk: Desk, failed: list[Subgoal]) -> None:
    """Let what the type holds ready stand in for the parts that broke down; leave out the others."""
    brief, done = desk.brief(), subgoals.done_of(desk.mission)
    for row in failed:
        found = planner_of(desk).instead(subgoals.part_of(row), brief, done)
        if found is not None:
            subgoals.stand_in(desk.mission, found)
    subgoals.leave_out(desk.mission, [row.key for row in failed])


def _rounds_of(failed: list[Subgoal]) -> str:
    """A short name of these parts in their rounds: a part that breaks again is asked about again."""
    named = ":".join(f"{row.key}{row.round}" for row in failed)
    return blake2b(named.encode(), digest_size=8).hexdigest()


def _what_broke(desk: Desk, failed: list[Subgoal]) -> Question:
    names = ", ".join(row.title for row in failed)
    return clarification(
        _("%(parts)s did not work. What now?") % {"parts": names},
        domain=desk.mission.mission_type,
        why=" ".join(row.problem or "" for row in failed),
        suggestions=[TRY_AGAIN, WITHOUT, unbuilt.STOP],
    )
