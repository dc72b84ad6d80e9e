"""The rule of the gate: may this be done, must a person be asked, or is it not done at all.

Pure: everything it looks at comes in as `Circumstances`. The rules stand in order of strictness, and the
first that applies decides, so the stricter rule always wins. Source of the level table: trust levels 1 new,
2 known, 3 autonomous, per agent and kind of act (docs/adr/acting.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from django.utils.translation import gettext, gettext_noop

from trust.models import Decision, User
from trust.tools import Kind, Risk

READ, OBSERVE = Kind.READ, User.Autonomy.OBSERVE.value
GRAVE = frozenset({Risk.HIGH, Risk.CRITICAL})
KNOWN, AUTONOMOUS = 2, 3


class Verdict(StrEnum):
    """What the gate says of an act."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """All that a ruling depends on.

    `level` is the trust in this agent for this kind of act; `egress`: a read whose arguments leave the
    machine; `private`: a read of a mailbox or of others' calendars; `new_recipient`: it goes to
    somebody to whom nothing went before; `forbidden_by`: the words of the
    person's own rule that it breaks; `refused`: why the address it would call is not opened; `cap_spent`:
    as much ran without asking today as may; `grant`: whether a standing OK covers it, or the one it
    relied on was taken back; `automatic_at_most`: the highest level that its tool takes; `caution`: why who
    proposes it wants it asked for, in words (the person said no to the like before, or it was done before).
    """

    kind: Kind
    level: int = 1
    risk: Decision.Risk = Risk.NONE
    tainted: bool = False
    egress: bool = False
    private: bool = False
    costs: bool = False
    new_recipient: bool = False
    reversible: bool = False
    autonomy: str = User.Autonomy.SUGGEST
    enabled: bool = True
    forbidden_by: str = ""
    refused: str = ""
    cap_spent: bool = False
    grant: Literal["none", "standing", "revoked"] = "none"
    automatic_at_most: int = AUTONOMOUS
    caution: str = ""

    @property
    def own_read(self) -> bool:
        """It only looks at what is here already and the person's own."""
        return self.kind is READ and not (self.egress or self.private or self.costs)

    def below(self, level: int) -> bool:
        """Whether the trust that counts for this tool is less than `level`."""
        return self.level < level or self.automatic_at_most < level


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided, by which rule and why."""

    decision: Verdict
    rule: str
    circumstances: Circumstances

    @property
    def reason(self) -> str:
        """Why, in a sentence for the person, in their language. (Looked up only where it is told: slow.)"""
        facts = self.circumstances
        return gettext(_REASONS[self.rule]) % {
            "forbidden_by": facts.forbidden_by,
            "refused": facts.refused,
            "caution": facts.caution,
            "risk": str(Decision.Risk(facts.risk).label),
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of the table. `reason` may name fields of the circumstances; `liftable`: by a standing OK."""

    name: str
    decision: Verdict
    applies: Callable[[Circumstances], bool]
    reason: str
    liftable: bool = False


DENY, ASK, ALLOW = Verdict.DENY, Verdict.ASK, Verdict.ALLOW

RULES: tuple[Rule, ...] = (
    Rule("tool_off", DENY, lambda c: not c.enabled, gettext_noop("This tool is switched off here.")),
    Rule(
        "observing",
        DENY,
        lambda c: c.autonomy == OBSERVE and not c.own_read,
        gettext_noop("You have set OwnYou to observe only, so it does nothing by itself."),
    ),
    Rule(
        "own_rule",
        DENY,
        lambda c: bool(c.forbidden_by),
        gettext_noop("Your own rule says no: “%(forbidden_by)s”."),
    ),
    Rule("address", DENY, lambda c: bool(c.refused), gettext_noop("%(refused)s")),
    Rule(
        "grant_revoked",
        DENY,
        lambda c: c.grant == "revoked",
        gettext_noop("You took back the standing OK that this relied on."),
    ),
    Rule(
        "cap_spent",
        DENY,
        lambda c: c.cap_spent and not c.own_read,
        gettext_noop("As much ran without asking today as you allow."),
    ),
    Rule(
        "caution",
        ASK,
        lambda c: bool(c.caution) and not c.own_read,
        gettext_noop("%(caution)s"),
    ),
    Rule(
        "risk",
        ASK,
        lambda c: c.risk in GRAVE,
        gettext_noop("It asks because the risk is %(risk)s; that always needs your OK."),
    ),
    Rule(
        "tainted",
        ASK,
        lambda c: c.tainted and not c.own_read,
        gettext_noop("It asks because text from outside shaped it."),
    ),
    Rule(
        "costs",
        ASK,
        lambda c: c.costs and (c.kind is not READ or c.below(KNOWN)),
        gettext_noop("It asks because it costs money."),
        liftable=True,
    ),
    Rule(
        "new_recipient",
        ASK,
        lambda c: c.new_recipient and c.kind is not READ,
        gettext_noop("It asks because nothing was sent to this address before."),
        liftable=True,
    ),
    Rule(
        "private_read",
        ASK,
        lambda c: c.kind is READ and c.private and c.below(KNOWN),
        gettext_noop("It asks because it reads what is private."),
        liftable=True,
    ),
    Rule(
        "new_reader",
        ASK,
        lambda c: c.kind is READ and c.below(KNOWN),
        gettext_noop("It asks because you want to be asked before this is read."),
        liftable=True,
    ),
    Rule("read", ALLOW, lambda c: c.kind is READ, gettext_noop("Reading this needs no OK.")),
    Rule(
        "not_autonomous",
        ASK,
        lambda c: c.kind is not READ and c.below(AUTONOMOUS),
        gettext_noop("It asks because this may not be done without you yet."),
        liftable=True,
    ),
    Rule(
        "final",
        ASK,
        lambda c: c.kind is not READ and not c.reversible,
        gettext_noop("It asks because this cannot be taken back."),
        liftable=True,
    ),
)

_AUTONOMOUS = Rule(
    "autonomous",
    ALLOW,
    lambda c: True,
    gettext_noop("You let this agent do this by itself; it can be undone."),
)
_GRANTED = Rule("grant", ALLOW, lambda c: True, gettext_noop("You gave a standing OK for this."))
_REASONS = {rule.name: rule.reason for rule in (*RULES, _AUTONOMOUS, _GRANTED)}


def decide(circumstances: Circumstances) -> Ruling:
    """Rule on an act. The strictest rule that applies wins; a standing OK lifts only what is liftable."""
    for rule in RULES:
        if rule.applies(circumstances):
            break
    else:
        rule = _AUTONOMOUS
    if rule.liftable and circumstances.grant == "standing":
        rule = _GRANTED
    return Ruling(rule.decision, rule.name, circumstances)
