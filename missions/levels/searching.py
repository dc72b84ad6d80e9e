"""The nodes that search: which sources are asked, and whether what they said is enough."""

from __future__ import annotations

from django.utils.translation import gettext as _

from missions.levels import landmarks, shortlist
from missions.levels.desk import Desk
from missions.levels.state import State, moved_on, node
from missions.models import Mission, SourceReport
from missions.when import slots_in_words

S = Mission.Status
ENOUGH = 0.7
REPLANS_AT_MOST = 2


@node
def execute(desk: Desk, state: State) -> State:
    """Level 1: ask the sources one after the other, filter and rank."""
    return executed(desk, state)


def executed(desk: Desk, state: State) -> State:
    """The work of `execute`, for a step that does it after its own."""
    names = _begin(desk)
    request = desk.kind.request(desk.brief())
    for name in names:
        desk.search(name, request)
    shortlist.make(desk)
    return {"next": "present", "round": desk.mission.round}


@node
def plan(desk: Desk, state: State) -> State:
    """Level 2: decide which sources to ask."""
    return planned(desk, state)


def planned(desk: Desk, state: State) -> State:
    """The work of `plan`, for a step that does it after its own."""
    if desk.mission.status == S.CREATED:
        desk.move(S.PLANNING, _("Planning the search"), key="plan", followed=True)
    _begin(desk)
    return {"next": "search", "round": desk.mission.round}


@node
def remember(desk: Desk, state: State) -> State:
    """Level 2: recall what else was learned about the goal, while the sources are asked."""
    desk.save(understood={**desk.mission.understood, "recalled": desk.recalled()})
    return {}


def _begin(desk: Desk) -> list[str]:
    """Start a round of searching: note what was understood and which sources are asked."""
    landmarks.settle(desk)
    names = desk.sources()
    applied = desk.kind.applied(desk.brief())
    words = slots_in_words(desk.mission.slots, desk.user.language)
    text = _("Looking for %(many)s") % {"many": desk.kind.config.noun(2)} + (f": {words}" if words else "")
    desk.begin_round(names, text, applied)
    return names


@node
def search(desk: Desk, state: State) -> State:
    """Level 2: ask one source. Runs side by side with its siblings."""
    desk.search(state["source"], desk.kind.request(desk.brief()))
    return {}


@node
def aggregate(desk: Desk, state: State) -> State:
    """Merge, filter, and reflect: is this enough for the goal? If not, search another way, at most twice.

    What is enough is scored in the same step: both are made from rows, and a repetition changes nothing.
    """
    if moved_on(desk, state):
        return {"next": "plan"}
    kept, _left_out, reports = shortlist.kept_of(desk)
    fitting = desk.kind.fitting(kept, desk.brief())
    confidence = confidence_in(fitting, [report.status for report in reports])
    widened = None
    if confidence < ENOUGH and desk.mission.replans < REPLANS_AT_MOST and _any_answered(reports):
        widened = desk.kind.widen(desk.brief(), desk.mission.replans + 1)
    if widened is None:
        shortlist.make(desk, to=S.REFLECTING, confidence=confidence)
        return {"next": "present"}
    adjustments, words = widened
    desk.move(
        S.REFLECTING,
        (_("Only %(kept)s fit; trying %(words)s") if fitting else _("Nothing fits; trying %(words)s"))
        % {"kept": fitting, "words": words},
        key=f"reflect:{desk.mission.round}",
        confidence=confidence,
    )
    desk.move(
        S.REPLANNING,
        _("Searching again, %(words)s") % {"words": words},
        key=f"replan:{desk.mission.round}",
        adjustments=adjustments.model_dump(mode="json"),
        round=desk.mission.round + 1,
        replans=desk.mission.replans + 1,
    )
    return {"next": "plan"}


def confidence_in(fits: int, statuses: list[str]) -> float:
    """How far what was found is enough (0-1): four fifths by how many fit, one by who answered."""
    answered = sum(status == SourceReport.Status.ANSWERED for status in statuses) / max(len(statuses), 1)
    return round(0.8 * min(1.0, fits / 3) + 0.2 * answered, 2)


def _any_answered(reports: list[SourceReport]) -> bool:
    """Whether looking wider can help: where nobody answered, nobody will by asking for more."""
    return any(report.status == SourceReport.Status.ANSWERED for report in reports)


@node
def rank(desk: Desk, state: State) -> State:
    """Score what was kept and keep the best as options. Runs that stood before it go on here."""
    shortlist.make(desk)
    return {"next": "present"}
