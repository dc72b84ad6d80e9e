"""Words about the options of one part that change the whole, such as when a trip is.

What depends on that is looked for again: parts of which something is asked have their questions closed and
their runs ended. All of it is one transaction, in which the run that takes the words in loses its part, too:
one that runs again, and one that takes in other words at the same moment, find it gone.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from agency.reasoning.skills.refinement import Refinement
from agency.runtime.threads import cancel_thread, wake_thread
from missions import subgoals
from missions.brief import Brief
from missions.levels.changing import read_words
from missions.levels.complex import drafts
from missions.levels.complex.part_desk import PartDesk, foreseen_for
from missions.levels.complex.planning import plan_in_words
from missions.levels.complex.shaping import shape_of, shaped
from missions.levels.complex.telling import told
from missions.models import Mission
from missions.plugins.complex import Part, with_dependants
from missions.refining import with_words
from trust import activity, decisions
from trust.models import Activity, Decision

_READ = ("slots", "adjustments", "understood", "round")
"""What of a mission its new wishes are made of."""


class _Overtaken(Exception):
    """Somebody else changed the mission after it was read."""


def change_the_whole(desk: PartDesk, words: str, read: Refinement) -> bool:
    """Change the mission by what the words say of it; False, and nothing is done, where that is nothing.

    The part's run is over then. Raises `Stopped` where another run has the part by now.
    """
    while True:
        try:
            return _change(desk, words, read)
        except _Overtaken:  # by words on a card of which this part knows nothing: both hold
            desk.mission.refresh_from_db(fields=_READ)


def _change(desk: PartDesk, words: str, read: Refinement) -> bool:
    planner, before = desk.planner, desk.whole()
    heard = told(desk, words, before, own=desk.row.key)
    if heard.wishes:
        read = read_words(desk, heard.rest, [one["option"] for one in desk.row.options])
    found = planner.refine_whole(desk.part, heard.rest, read, before)
    if found is None and not heard.wishes:
        return False
    changed, news = found or (before, [])
    news = [*news, *heard.said]
    after, said = with_words(planner.possible(changed), words), ", ".join(news) or words
    shape = shape_of(desk.mission.understood)
    parts = shaped(planner, after, shape)
    about = {desk.row.key, *heard.wishes}
    touched = with_dependants(planner.affected(before, after, parts) | _known(about, parts), parts)
    plan = plan_in_words(desk.mission, parts, shape, again=touched)
    with transaction.atomic(), activity.told_last():
        _end_runs(desk, touched | _gone(desk.mission, parts), said)
        if not desk.is_as_read(_READ):
            raise _Overtaken
        _move(desk, after, words, news, touched)
        desk.check_still_ours()
        subgoals.write_down(desk.mission, parts)
        subgoals.reopen(desk.mission, touched, wishes=True)
        subgoals.keep_wishes(desk.mission, heard.wishes)
        _keep_own_words(desk, heard.rest, read)
    drafts.keep_plan(desk.mission, plan, f"whole:{desk.row.pk}:{desk.row.round}")
    return True


def _known(keys: Collection[str], parts: list[Part]) -> set[str]:
    return {part.key for part in parts if part.key in keys}


def _gone(mission: Mission, parts: list[Part]) -> set[str]:
    """The parts that are none of the mission any more."""
    return {row.key for row in subgoals.rows_of(mission)} - {part.key for part in parts}


def _end_runs(desk: PartDesk, keys: Collection[str], said: str) -> None:
    """Close what the other parts among `keys` ask, saying why; end their runs and wake the supervisor, which
    begins the parts anew."""
    runs = desk.other_runs(keys)
    if questions := desk.questions_of(runs):
        why = _("You changed the plan: %(words)s. So this is searched and asked again.") % {"words": said}
        decisions.close(decision_ids=questions, status=Decision.Status.SUPERSEDED, why=why)
    for run in runs:
        cancel_thread(run)
    if desk.thread.parent_id is not None:
        wake_thread(desk.thread.parent_id)


def _move(desk: PartDesk, after: Brief, words: str, said: list[str], touched: set[str]) -> None:
    """Write the mission's new slots, with a line that says what is looked for again."""
    mission = desk.mission
    titles = ", ".join(row.title for row in subgoals.rows_of(mission) if row.key in touched)
    changed = {"words": ", ".join(said) or words, "parts": titles}
    understood = {**mission.understood, **foreseen_for(desk, after)}
    if mission.round:  # a draft was there before: what is different in the next is told of
        change = {"after": mission.round, "words": words, "said": said, "parts": sorted(touched)}
        understood = {**understood, "changes": [*understood.get("changes", []), change]}
    desk.move(
        Mission.Status.EXECUTING,
        _("%(words)s. Searching again: %(parts)s") % changed if titles else changed["words"],
        key=f"whole:{desk.row.pk}:{desk.row.round}",
        kind=Activity.Kind.STATUS_CHANGED,
        slots=after.slots,
        adjustments=after.adjustments.model_dump(mode="json"),
        understood=understood,
    )


def _keep_own_words(desk: PartDesk, words: str, read: Refinement) -> None:
    """Keep what the same words say of the part itself: "two days later, and not a hostel"."""
    brief = desk.brief()
    own = desk.planner.refine_part(desk.part, desk.planner.of_part_alone(words), read, brief)
    if own is None:
        return
    after = with_words(own[0], words)
    slots = {name: value for name, value in after.slots.items() if desk.mission.slots.get(name) != value}
    kept = {"adjustments": after.adjustments.model_dump(mode="json"), "slots": slots}
    desk.keep_wishes(kept)
