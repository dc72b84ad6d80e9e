"""The tables behind desires, every cell: moves, autonomy by setting by risk by safety, and outcomes."""

from __future__ import annotations

from itertools import product

import pytest

from agency.desires import executing, lifecycle
from agency.desires.critique import Wanted, read_critique
from agency.desires.findings import Finding, Review
from agency.desires.outcomes import Executed, Fault, Met, Wrong, judge
from agency.desires.verdict import verdict_of
from agency.models import Desire, DesireOutcome
from agency.plans.toolview import view_of
from ownyou.lib.errors import Conflict
from tests.plans import kit
from trust.models import Activity, AuditEntry, User

S = Desire.Stage
RISKS = ("none", "low", "medium", "high", "critical")
MOST = {"observe": -1, "suggest": -1, "supervised_auto": 1, "bounded_auto": 2, "adaptive_auto": 3}
"""By autonomy, the index of the highest risk that starts unasked under the setting `trust_based`."""
LEGAL = {
    "nascent": "pending rejected abandoned",
    "pending": "planning rejected abandoned",
    "planning": "reviewing escalated pending rejected abandoned",
    "reviewing": "approved planning pending rejected abandoned",
    "approved": "executing planning pending rejected abandoned",
    "executing": "assessing approved abandoned",
    "assessing": "completed dormant executing planning escalated failed approved abandoned",
    "dormant": "pending completed rejected abandoned",
    "escalated": "executing planning pending completed rejected abandoned",
    "failed": "pending",
    "rejected": "pending",
    "abandoned": "pending",
    "completed": "dormant",
}


def review(passed: bool) -> Review:
    return Review(findings=[] if passed else [Finding(name="others", words="It reaches others.", stops=True)])


@pytest.mark.parametrize(
    ("autonomy", "setting", "risk", "safe", "aligned"),
    list(product(User.Autonomy.values, User.Review.values, RISKS, (True, False), (True, False))),
)
def test_whether_a_plan_starts_unasked(
    autonomy: str, setting: str, risk: str, safe: bool, aligned: bool
) -> None:
    found = verdict_of(
        autonomy=autonomy, setting=setting, risk=risk, safety=review(safe), alignment=review(aligned)
    )
    barred = autonomy == "observe" or not safe or not aligned or risk == "critical" or setting == "never"
    by_table = RISKS.index(risk) <= MOST[autonomy]
    assert found.unasked == (not barred and (setting == "always" or by_table))
    assert found.reason


@pytest.mark.django_db
@pytest.mark.parametrize("before", S.values)
def test_every_move_of_a_desire_is_made_and_written_down_or_leaves_no_trace(owner: User, before: str) -> None:
    for to in S.values:
        desire = Desire.objects.create(user=owner, title="a wish", description="a wish", stage=before)
        legal = to in LEGAL[before].split()
        assert lifecycle.move(desire, S(to), f"now {to}") == legal, to
        assert Desire.objects.get(pk=desire.pk).stage == (to if legal else before)
        assert [line.text for line in Activity.objects.filter(subject_id=desire.pk)] == [f"now {to}"] * legal
        moved = AuditEntry.objects.filter(subject_id=desire.pk, event="desire_moved")
        assert [(one.facts["before"], one.facts["to"]) for one in moved] == [(before, to)] * legal
        if not legal:
            with pytest.raises(Conflict):
                lifecycle.must_move(desire, S(to), "must")


@pytest.mark.django_db
def test_a_move_that_another_run_was_faster_with_changes_nothing(owner: User) -> None:
    desire = Desire.objects.create(user=owner, title="a wish", description="a wish", stage=S.REVIEWING)
    stale = Desire.objects.get(pk=desire.pk)
    assert lifecycle.move(desire, S.REJECTED, "no")
    assert not lifecycle.move(stale, S.APPROVED, "yes")
    assert Desire.objects.get(pk=desire.pk).stage == S.REJECTED


def test_a_reset_goes_where_a_move_may_go() -> None:
    for before, to in lifecycle.RESETS.items():
        assert to in lifecycle.MOVES[before]


HALF, WHOLE = [Met(words="a", met=True), Met(words="b", met=False)], [Met(words="a", met=True)]


def fault(wrong: Wrong, reason: str = "") -> Fault:
    return Fault(tool="mail.send", wrong=wrong, words="It did not work.", reason=reason)


@pytest.mark.parametrize(
    ("done", "verdict"),
    [
        (Executed(criteria=WHOLE), "completed"),
        (Executed(criteria=WHOLE, recurring=True), "continue"),
        (Executed(criteria=WHOLE, faults=[fault(Wrong.UNKNOWN)]), "escalate"),
        (Executed(criteria=HALF, faults=[fault(Wrong.FAILED)]), "retry"),
        (Executed(criteria=HALF, faults=[fault(Wrong.FAILED)], retries=1), "loop_back"),
        (Executed(criteria=HALF, faults=[fault(Wrong.FAILED)], retries=1, plans=3), "escalate"),
        (Executed(criteria=HALF, faults=[fault(Wrong.FAILED), fault(Wrong.AWAY)]), "escalate"),
        (Executed(criteria=HALF, faults=[fault(Wrong.REFUSED)]), "escalate"),
        (Executed(criteria=HALF, faults=[fault(Wrong.REFUSED, "shorter")]), "loop_back"),
        (Executed(criteria=HALF, faults=[fault(Wrong.REFUSED, "shorter")], plans=3), "escalate"),
        (Executed(criteria=HALF, faults=[fault(Wrong.DENIED)]), "abandon"),
        (Executed(criteria=HALF, faults=[fault(Wrong.DENIED), fault(Wrong.UNKNOWN)]), "escalate"),
        (Executed(criteria=[], crashed="It was stopped."), "retry"),
        (Executed(criteria=[]), "retry"),
    ],
)
def test_how_an_execution_is_judged(done: Executed, verdict: str) -> None:
    found = judge(done)
    assert found.verdict == verdict
    assert found.words
    assert found.insights.without == (["mail.send"] if verdict == "loop_back" else [])


def test_every_verdict_leads_somewhere_legal() -> None:
    further = {"retry": S.EXECUTING, "loop_back": S.PLANNING}
    for verdict in DesireOutcome.Verdict.values:
        to = executing.ENDS.get(DesireOutcome.Verdict(verdict)) or further[verdict]
        assert to in lifecycle.MOVES[S.ASSESSING]


def test_a_plan_made_after_a_critique_is_shown_again_whatever_is_allowed() -> None:
    found = verdict_of(
        autonomy="adaptive_auto",
        setting="always",
        risk="none",
        safety=review(True),
        alignment=review(True),
        criticised=True,
    )
    assert not found.unasked
    assert "different" in found.reason


def test_a_critique_keeps_addresses_whole() -> None:
    assert (
        read_critique("mail it to eve@evil.example. thanks", []).words
        == "mail it to eve@evil.example. thanks"
    )


def test_a_critique_of_a_plan_without_tools_is_read() -> None:
    assert read_critique("do not mail it. keep it short", []).words == "keep it short"


VIEWS = [view_of(spec) for spec in kit.TOOLS if spec.name in ("mail.send", "notes.keep", "guide.look_up")]


@pytest.mark.parametrize(
    ("critique", "wanted"),
    [
        ("keep it as a note, not a mail", "keep it as a note"),
        ("keep it as a note and not a mail", "keep it as a note"),
        ("keep it as a note - no mail please", "keep it as a note"),
        ("keep it as a note instead of a mail", "keep it as a note"),
        ("keep it as a note rather than sending a mail", "keep it as a note"),
        ("don't send a mail, just keep it as a note", "just keep it as a note"),
        ("do not send a mail, but keep it as a note", "keep it as a note"),
        ("more about its gardens, without the mail", "more about its gardens"),
        ("mehr über die Gärten, keine Mail", "mehr über die Gärten"),
        ("keine Mail, sondern mehr über die Gärten", "mehr über die Gärten"),
        ("plus sur les jardins, pas de mail", "plus sur les jardins"),
        ("do not send a mail", ""),
    ],
)
def test_both_parts_of_a_critique_are_read(critique: str, wanted: str) -> None:
    found = read_critique(critique, VIEWS)
    assert (found.without, found.words) == (("mail.send",), wanted)


@pytest.mark.parametrize(
    "critique",
    [
        "more about its gardens, without the crowds",
        "keep it short, no longer than two pages",
        "une pizza, sans gluten",
    ],
)
def test_a_limit_that_is_no_tool_stays_with_what_it_limits(critique: str) -> None:
    assert read_critique(critique, VIEWS) == Wanted((), critique)
