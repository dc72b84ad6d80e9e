"""What the gate rules: by the table of levels, and, whatever else holds, by the strictest rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trust.models import User
from trust.policy import RULES, Circumstances, Verdict, decide
from trust.tools import Kind, Risk

STRICTNESS = {Verdict.ALLOW: 0, Verdict.ASK: 1, Verdict.DENY: 2}
ACTS = (Kind.WRITE, Kind.SEND, Kind.DELETE)

calmly = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
circumstances = st.builds(
    Circumstances,
    kind=st.sampled_from(Kind),
    level=st.integers(1, 3),
    risk=st.sampled_from(list(Risk)),
    tainted=st.booleans(),
    egress=st.booleans(),
    private=st.booleans(),
    costs=st.booleans(),
    new_recipient=st.booleans(),
    reversible=st.booleans(),
    autonomy=st.sampled_from(User.Autonomy.values),
    enabled=st.booleans(),
    forbidden_by=st.sampled_from(["", "Never write to my boss"]),
    refused=st.sampled_from(["", "That address is private."]),
    cap_spent=st.booleans(),
    grant=st.sampled_from(["none", "standing", "revoked"]),
    automatic_at_most=st.integers(1, 3),
    caution=st.sampled_from(["", "You said no to this."]),
)


def plain(kind: Kind, level: int, **changes: object) -> Circumstances:
    return replace(Circumstances(kind=kind, level=level, reversible=True), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "one", "two", "three"),
    [
        (Kind.READ, "ask", "allow", "allow"),
        (Kind.WRITE, "ask", "ask", "allow"),
        (Kind.SEND, "ask", "ask", "allow"),
        (Kind.DELETE, "ask", "ask", "allow"),
    ],
)
def test_the_table_of_levels(kind: Kind, one: str, two: str, three: str) -> None:
    assert [decide(plain(kind, level)).decision for level in (1, 2, 3)] == [one, two, three]


@pytest.mark.parametrize(
    ("changes", "rule", "decision"),
    [
        ({"enabled": False}, "tool_off", "deny"),
        ({"autonomy": "observe"}, "observing", "deny"),
        ({"forbidden_by": "Never to Bob"}, "own_rule", "deny"),
        ({"refused": "That is a private address."}, "address", "deny"),
        ({"grant": "revoked"}, "grant_revoked", "deny"),
        ({"cap_spent": True}, "cap_spent", "deny"),
        ({"risk": Risk.HIGH}, "risk", "ask"),
        ({"risk": Risk.CRITICAL}, "risk", "ask"),
        ({"caution": "You said no to this."}, "caution", "ask"),
        ({"tainted": True}, "tainted", "ask"),
        ({"costs": True}, "costs", "ask"),
        ({"new_recipient": True}, "new_recipient", "ask"),
        ({"reversible": False}, "final", "ask"),
        ({"automatic_at_most": 2}, "not_autonomous", "ask"),
        ({}, "autonomous", "allow"),
    ],
)
def test_each_rule_of_an_act_at_level_three(changes: dict[str, object], rule: str, decision: str) -> None:
    ruling = decide(plain(Kind.SEND, 3, **changes))
    assert (ruling.rule, ruling.decision) == (rule, decision)
    assert ruling.reason.endswith((".", "”."))
    assert "%(" not in ruling.reason


@pytest.mark.parametrize(
    ("level", "changes", "rule", "decision"),
    [
        (1, {"private": True}, "private_read", "ask"),
        (2, {"private": True}, "read", "allow"),
        (1, {"costs": True}, "costs", "ask"),
        (2, {"costs": True}, "read", "allow"),
        (1, {}, "new_reader", "ask"),
        (3, {"tainted": True}, "read", "allow"),
        (3, {"tainted": True, "egress": True}, "tainted", "ask"),
        (3, {"tainted": True, "private": True}, "tainted", "ask"),
        (2, {"autonomy": "observe"}, "read", "allow"),
        (2, {"autonomy": "observe", "egress": True}, "observing", "deny"),
        (1, {"private": True, "grant": "standing"}, "grant", "allow"),
        (2, {"risk": Risk.HIGH}, "risk", "ask"),
    ],
)
def test_each_rule_of_a_read(level: int, changes: dict[str, object], rule: str, decision: str) -> None:
    ruling = decide(plain(Kind.READ, level, **changes))
    assert (ruling.rule, ruling.decision) == (rule, decision)


@calmly
@given(circumstances)
def test_the_strictest_rule_that_applies_wins(given_: Circumstances) -> None:
    ruling = decide(replace(given_, grant="none") if given_.grant == "standing" else given_)
    applying = [rule.decision for rule in RULES if rule.applies(ruling.circumstances)]
    stricter = [rule for rule in applying if rule is not Verdict.ALLOW]
    if stricter:
        assert ruling.decision == max(stricter, key=STRICTNESS.__getitem__)
    else:
        assert ruling.decision is Verdict.ALLOW


@calmly
@given(circumstances)
def test_nothing_that_changes_the_world_goes_without_autonomy_or_a_standing_ok(given_: Circumstances) -> None:
    if given_.kind in ACTS and decide(given_).decision is Verdict.ALLOW:
        autonomous = given_.level == 3 and given_.automatic_at_most == 3 and given_.reversible
        assert autonomous or given_.grant == "standing"


@calmly
@given(circumstances)
def test_nothing_grave_or_tainted_goes_without_a_person(given_: Circumstances) -> None:
    tainted = given_.tainted and not given_.own_read
    if tainted or (given_.caution and not given_.own_read) or given_.risk in (Risk.HIGH, Risk.CRITICAL):
        assert decide(given_).decision is not Verdict.ALLOW


@calmly
@given(circumstances)
def test_no_standing_ok_lifts_what_is_grave_tainted_or_denied(given_: Circumstances) -> None:
    without, with_one = (decide(replace(given_, grant=grant)) for grant in ("none", "standing"))
    if without.decision is Verdict.DENY or without.rule in ("risk", "tainted", "caution"):
        assert with_one == replace(without, circumstances=with_one.circumstances)
    assert STRICTNESS[with_one.decision] <= STRICTNESS[without.decision]


@calmly
@given(circumstances)
def test_everything_that_forbids_forbids_whatever_else_holds(given_: Circumstances) -> None:
    for changes in ({"enabled": False}, {"forbidden_by": "No"}, {"refused": "No."}, {"grant": "revoked"}):
        assert decide(replace(given_, **changes)).decision is Verdict.DENY  # type: ignore[arg-type]


@calmly
@given(circumstances, st.integers(1, 3))
def test_more_trust_never_makes_a_ruling_stricter(given_: Circumstances, level: int) -> None:
    lower, higher = sorted((given_.level, level))
    rulings = [decide(replace(given_, level=one)).decision for one in (lower, higher)]
    assert STRICTNESS[rulings[1]] <= STRICTNESS[rulings[0]]


def test_a_ruling_takes_microseconds() -> None:
    from timeit import repeat

    slowest = plain(Kind.WRITE, 3)
    fastest = min(repeat(lambda: decide(slowest), number=50, repeat=400)) / 50
    assert fastest < 20e-6
