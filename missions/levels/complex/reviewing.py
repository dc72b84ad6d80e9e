"""The nodes after the parts: put them together, have the draft reviewed, take words in, deliver."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from missions import afterwards, refining, subgoals
from missions.brief import Brief
from missions.levels import changing
from missions.levels.asking import abandon, asked_anew, step_of, unanswered, wait_for
from missions.levels.choosing import NOT_UNDERSTOOD
from missions.levels.complex import drafts, shaping
from missions.levels.complex.part_desk import foreseen_for, planner_of
from missions.levels.complex.planning import plan_in_words
from missions.levels.complex.retaking import exchanged_on_draft, named_on_draft
from missions.levels.complex.shaping import shape_of, shaped
from missions.levels.complex.telling import at_all, lasting, told
from missions.levels.desk import Desk
from missions.levels.state import State, moved_on, node
from missions.limits import limits_suggested
from missions.models import Mission
from missions.plugins.complex import Draft, Part, with_dependants
from missions.raising import Raisable, Raise
from trust.decisions import Question
from trust.models import Activity, Decision

S = Mission.Status
MOST_TOLD = 3
"""How many checks that a draft fails, but need not keep, are told with its question."""

CANNOT = "cannot"
"""In what was understood: what of the last words about the draft could not be done, in sentences."""
SAID_WHEN = ("date", "duration")
"""Slots of when it is: words that change none of them leave the days of the draft as they are."""


@node
def synthesise(desk: Desk, state: State) -> State:
    """Put the parts together into a draft, and keep it as a version."""
    mission, version = desk.mission, desk.mission.round + 1
    brief = desk.brief()
    done = subgoals.done_of(mission)
    planned = planner_of(desk).draft(brief, done, version)
    settled = subgoals.settled_of(mission)
    for row in settled:
        subgoals.look_closer(row, planner_of(desk).closer_look(subgoals.part_of(row), brief, done))
    draft, by = shaping.worded(desk, planned, brief)
    name = planner_of(desk).draft_name
    drafts.keep_draft(mission, draft, version, name, by.model_dump(mode="json"))
    parts = [subgoals.part_of(row) for row in subgoals.rows_of(mission)]
    plan = plan_in_words(mission, parts, shape_of(mission.understood), draft=draft)
    drafts.keep_plan(mission, plan, f"{version}:found")
    desk.move(
        S.REFLECTING,
        _("Draft %(n)s is ready") % {"n": version},
        key=f"draft:{version}",
        kind=Activity.Kind.AGENT_COMPLETED,
        confidence=subgoals.confidence_of(settled),
        understood={**mission.understood, "draft": version},
    )
    return {"next": "review", "round": mission.round}


@node
def review(desk: Desk, state: State) -> State:
    """Show the draft; take a yes, words that change it (as often as wished), or a no."""
    number = state.get("round", desk.mission.round)
    step = step_of(state, "review", number)
    answer = wait_for(desk, step, lambda: _question(desk, unclear=state.get("unclear", False)))
    if not answer.given:
        return unanswered(desk, state, answer, back="review")
    if answer.verdict == Decision.Verdict.APPROVE:
        _agree_to_the_budget(desk, step)
        return {"next": "deliver", "unclear": False}
    if moved_on(desk, state):
        return {"next": "supervise", "round": desk.mission.round, "unclear": False}
    if answer.text:
        if _retaken(desk, answer.text, step) or _changed(desk, answer.text, step):
            return {"next": "supervise", "round": desk.mission.round, "unclear": False}
        _keep_what_cannot_be(desk, answer.text)
        return {**asked_anew(state, "review"), "unclear": True}
    return abandon(desk, _("Stopped here, as you wished. The drafts are kept."))


def _question(desk: Desk, *, unclear: bool) -> Question:
    version = desk.mission.round + 1
    draft, path = _draft(desk), drafts.path_of(desk.mission, version)
    over = _over(desk, draft)
    title, yes = _asked(version, over, desk.brief().language)
    words = desk.mission.adjustments.get("words", [])
    return Question(
        kind=Decision.Kind.REVIEW,
        domain=desk.mission.mission_type,
        title=title,
        payload={
            "draft": {"version": version, "title": draft.data.get("title", "")},
            "document": path,
            "document_url": reverse("mission_file", args=[desk.mission.pk, path]),
            "why": _why(desk, draft, unclear=unclear),
            "approve_words": yes,
            **({"raises": over.as_slot()} if over else {}),
            "reject_words": _("No, stop here"),
            "refine_suggestions": [
                *limits_suggested(desk.brief()),
                *planner_of(desk).suggested_for_draft(draft),
            ],
        },
        refine_allowed=True,
        attempt=version,
        history=list(words),
    )


def _why(desk: Desk, draft: Draft, *, unclear: bool) -> str:
    """What of the last words could not be done, what of the wish does not fit, and what is not sure."""
    cannot = desk.mission.understood.get(CANNOT, [])
    if unclear:
        return " ".join(cannot) or str(NOT_UNDERSTOOD)
    return " ".join([*cannot, *draft.misfits, *_doubts(desk.mission, draft)])


def _doubts(mission: Mission, draft: Draft) -> list[str]:
    """What a person should look at before a yes: parts that were taken though they fit only in part, and
    checks that are only told. Their own runs have looked another way before, and asked."""
    said = []
    if unsure := subgoals.doubtful(mission):
        words = _("Least sure: %(parts)s. What was found fits only in part.")
        said.append(words % {"parts": ", ".join(unsure)})
    told = [one for one in draft.data.get("checks", []) if not (one["ok"] or one.get("hard", True))]
    return said + [f"{one['name']}: {one['detail']}." for one in told[:MOST_TOLD]]


def _keep_what_cannot_be(desk: Desk, words: str) -> None:
    """Note what of some words cannot be done, for the question that is asked next."""
    cannot = planner_of(desk).cannot(words, desk.brief())
    if cannot != desk.mission.understood.get(CANNOT, []):
        desk.save(understood={**desk.mission.understood, CANNOT: cannot})


def _asked(version: int, over: Raise | None, language: str) -> tuple[str, str]:
    """What is asked about a draft, and what a yes says: one that is over the budget raises it."""
    if over is None:
        return _("Draft %(n)s: go with this one?") % {"n": version}, _("Yes, this one")
    words = {"n": version, "amount": over.words(language)}
    return (
        _("Draft %(n)s needs a budget of %(amount)s. Raise it?") % words,
        _("Raise the budget to %(amount)s and go with it") % words,
    )


def _over(desk: Desk, draft: Draft) -> Raise | None:
    """The budget that a draft would take, where it takes more than it may."""
    planner = planner_of(desk)
    return planner.proposed(draft) if isinstance(planner, Raisable) else None


def _agree_to_the_budget(desk: Desk, step: str) -> None:
    """A yes to a draft that takes more than it may raises the budget; the draft under it is a version too."""
    mission, brief = desk.mission, desk.brief()
    version = mission.round + 1
    draft = drafts.draft_of(mission, version)
    planner = planner_of(desk)
    if not isinstance(planner, Raisable) or (over := planner.proposed(draft)) is None:
        return
    words = _("budget: %(amount)s") % {"amount": over.words(brief.language)}
    raised = planner.raised(draft, over, brief.language)
    drafts.keep_draft(mission, raised, version + 1, planner.draft_name, draft.data.get("worded", {}))
    desk.save(
        _("The budget is %(amount)s now, as you agreed") % {"amount": over.words(brief.language)},
        key=f"raised:{step}",
        round=mission.round + 1,
        slots={**mission.slots, "budget": over.as_slot()},
        understood={
            **mission.understood,
            "draft": version + 1,
            "changes": _changes(mission, words, [words], set()),
        },
    )


def _changed(desk: Desk, words: str, step: str) -> bool:
    """Take words in: open again only the parts that they touch. False: not understood."""
    before, kind = desk.brief(), planner_of(desk)
    draft = _draft(desk)
    heard = told(desk, words, before, in_plan=kind.offers_in(draft))
    taken = _taken(desk, before, heard.rest, draft) if at_all(heard.rest) else None
    shape, back = shape_of(desk.mission.understood), _back_in(desk, before, words)
    if taken is None and not back and not heard.wishes:
        return False
    after, said = taken or (refining.with_words(before, words), [])
    if any(before.slots.get(name) != after.slots.get(name) for name in SAID_WHEN):
        after = kind.possible(after)
    said = [*said, *heard.said, *(_("with: %(part)s") % {"part": title} for title in back.values())]
    shape = shaping.without(shape, set(back))
    parts = shaped(kind, after, shape)
    wishes = {part.key: heard.wishes[part.key] for part in parts if part.key in heard.wishes}
    affected = with_dependants(kind.affected(before, after, parts) | set(back) | set(wishes), parts)
    _draft_anew(desk, words, said, step, after, parts, affected, shape, wishes)
    return True


def _draft(desk: Desk) -> Draft:
    return drafts.draft_of(desk.mission, desk.mission.round + 1)


def _retaken(desk: Desk, words: str, step: str) -> bool:
    """Take what the words name of all that a part has shown; what waits for that part is looked at again."""
    pairs = planner_of(desk).exchanged(words)
    found = exchanged_on_draft(desk.mission, pairs) if pairs else named_on_draft(desk.mission, words)
    if found is None:
        return False
    row, one, place = found
    after, shape = refining.with_words(desk.brief(), words), shape_of(desk.mission.understood)
    parts = shaped(planner_of(desk), after, shape)
    affected = with_dependants({row.key}, parts) - {row.key}
    said = [_("%(part)s: %(title)s") % {"part": row.title, "title": one["option"]["title"]}]
    with transaction.atomic():
        subgoals.take_shown(row, one, place)
        _draft_anew(desk, words, said, step, after, parts, affected, shape)
    return True


def _draft_anew(
    desk: Desk,
    words: str,
    said: list[str],
    step: str,
    after: Brief,
    parts: list[Part],
    affected: set[str],
    shape: shaping.Shape,
    wishes: dict[str, dict[str, Any]] | None = None,
) -> None:
    """Begin the next draft, by new wishes, those of parts alone by their keys; the parts in `affected` run
    again, and keep what was said on their own cards."""
    mission, kind, before = desk.mission, planner_of(desk), desk.brief()
    rows = [row for row in subgoals.rows_of(mission) if row.key in affected]
    kept = {row.key: own for row in rows if (own := lasting(row, before, after)) is not None}
    drafts.keep_plan(mission, plan_in_words(mission, parts, shape, again=affected), str(mission.round + 1))
    with transaction.atomic():
        desk.move(
            S.EXECUTING,
            _("Changing the draft: %(words)s") % {"words": ", ".join(said) or words},
            key=f"refine:{step}",
            round=mission.round + 1,
            slots=after.slots,
            adjustments=after.adjustments.model_dump(mode="json"),
            understood={
                **mission.understood,
                "changes": _changes(mission, words, said, affected),
                CANNOT: kind.cannot(words, before),
                **foreseen_for(desk, after),
                "shape": shape.model_dump(mode="json"),
            },
        )
        subgoals.write_down(mission, parts)
        subgoals.reopen(mission, affected)
        subgoals.keep_wishes(mission, kept | (wishes or {}))


def _back_in(desk: Desk, brief: Brief, words: str) -> dict[str, str]:
    """The parts that the goal left out and the words ask for by name: titles by key."""
    kind, left_out = planner_of(desk), shape_of(desk.mission.understood).left_out
    known = {part.key: part for part in kind.decompose(brief)} if left_out else {}
    return {key: known[key].title for key in left_out if key in known and kind.asked_for(known[key], words)}


def _taken(desk: Desk, before: Brief, words: str, draft: Draft) -> tuple[Brief, list[str]] | None:
    """The goal with the words taken in, by the rules of all types and its own; None: not understood."""
    kind = planner_of(desk)
    of_draft = kind.refine_draft(words, draft, before)
    now, said, rest = of_draft or (before, [], words)
    if of_draft and not at_all(rest):
        return refining.with_words(now, words), said
    refinement = kind.meant(rest, changing.read_words(desk, rest, []), now)
    found = refining.taken_in(
        now, rest, refinement, lambda after: kind.refine(rest, refinement, after), shown=[]
    )
    if found is None:
        return (refining.with_words(now, words), said) if of_draft else None
    return found[0], [*said, *found[1]]


def _changes(mission: Mission, words: str, said: list[str], affected: set[str]) -> list[dict[str, Any]]:
    """What was changed after which draft, and why: shown where versions are compared."""
    before: list[dict[str, Any]] = mission.understood.get("changes", [])
    change = {"after": mission.round + 1, "words": words, "said": said, "parts": sorted(affected)}
    return [*before, change]


@node
def deliver(desk: Desk, state: State) -> State:
    """Make the files of the package and say what came of it."""
    version = int(desk.mission.understood["draft"])
    draft = drafts.draft_of(desk.mission, version)
    files = planner_of(desk).package(draft, desk.brief())
    paths = drafts.keep_package(desk.mission, files, version)
    over_on = planner_of(desk).over_on(draft)
    if over_on is not None:
        afterwards.ask_later(desk.mission, over_on)
    desk.save(
        _("%(n)s files are ready") % {"n": len(paths)},
        key="delivered",
        result={
            "title": draft.data.get("title") or desk.mission.wording,
            "words": _delivered(draft),
            "version": version,
            "files": paths,
            **({afterwards.OVER_ON: over_on.isoformat()} if over_on else {}),
        },
    )
    return {"next": "end"}


def _delivered(draft: Draft) -> str:
    return _("Your plan with all its files is below.") if not draft.misfits else " ".join(draft.misfits)
