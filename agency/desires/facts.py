"""A plan as its reviewers see it: what each step does, to whom, with what. Nothing of the title is in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import JsonValue

from agency.desires.persons.looking import asked_for, looked_up, own_names
from agency.plans.essence import LiteralValue, PlanLite, ToolStepLite
from agency.tools.mail import ME
from ownyou.lib.errors import OwnYouError
from trust.ledger.weighing import Ground
from trust.models import User
from trust.tools import AnyTool, Kind, Risk, tool_named

_UNKNOWN = (AttributeError, TypeError, ValueError, KeyError)
"""What asking a declaration raises where arguments are not known yet."""
RECIPIENTS = (
    "recipient",
    "to",
    "recipients",
    "attendees",
    "guests",
    "invite",
    "cc",
    "bcc",
    "channel",
    "chat",
)
AMOUNTS = ("amount", "price", "total", "cost", "budget", "fee", "tip")


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What one tool step does. `recipients`: who gets it, without the person; `nobody_yet`: it goes to
    somebody who is not known yet; `outside`: text from outside shapes it; `own`: what is the person's own and
    private goes into it; `about_person`: whom it looks up; `forbidden`, `refused`: the words of the rule or
    guard that says no."""

    tool: str
    title: str
    kind: Kind = Kind.READ
    risk: Risk = Risk.NONE
    recipients: tuple[str, ...] = ()
    nobody_yet: bool = False
    amount: float = 0.0
    costs: bool = False
    egress: bool = False
    reversible: bool = True
    outside: bool = False
    own: bool = False
    about_person: str = ""
    enabled: bool = True
    forbidden: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """What a plan does. `outside`: the wish itself came from text from outside; `said`: all words that the
    plan takes as given or says itself, for rules that mention words."""

    steps: tuple[StepFacts, ...]
    risk: Risk = Risk.NONE
    outside: bool = False
    said: tuple[str, ...] = ()

    @property
    def does(self) -> list[str]:
        """Each different thing that it does, to whom and about whom, in words."""
        done = (", ".join([step.title, *step.recipients]) for step in self.steps)
        about = (f"look up a person, {step.about_person}" for step in self.steps if step.about_person)
        return list(dict.fromkeys([*done, *about]))


def facts_of(plan: PlanLite, *, user: User, risk: Risk, outside: bool) -> PlanFacts:
    """Look at every step of a plan, in order, following what it makes. Raises `NotFound` for a tool that is
    gone."""
    ground = Ground(user)
    given = {asset.name: asset.value for asset in plan.mission.inputs}
    tainted = set(given) if outside else set()
    private: set[str] = set()
    persons = _Persons(plan.mission.goal, given, own_names(user.name or ""))
    steps = []
    for _, step in plan.steps():
        spec = tool_named(step.tool, user)
        uses = set(step.uses())
        facts = _step(step, spec, given, ground, outside=bool(uses & tainted), own=bool(uses & private))
        steps.append(replace(facts, about_person=persons.of(step, spec)))
        if spec.untrusted or uses & tainted:
            tainted |= set(step.makes())
        if reads_own(spec) or uses & private:
            private |= set(step.makes())
    return PlanFacts(tuple(steps), risk, outside, _said(plan, given))


@dataclass(frozen=True, slots=True)
class _Persons:
    """Whom the steps of a plan look up, step by step: by what they are given, by the wish, and by what steps
    that stay on this machine made of a name (`told`, by asset)."""

    wish: str
    given: Mapping[str, JsonValue]
    own: frozenset[str]
    told: dict[str, str] = field(default_factory=dict)

    def of(self, step: ToolStepLite, spec: AnyTool) -> str:
        """Whom one step looks up outside; empty where that is nobody."""
        public = spec.published
        named = looked_up(self._texts(step), published=public, own=self.own)
        named = named or next(filter(None, (self.told.get(name, "") for name in step.uses())), "")
        if not spec.egress:
            self.told.update(dict.fromkeys(step.makes(), named))
        if spec.kind is not Kind.READ or not spec.egress:
            return ""
        return named or asked_for(self.wish, published=public, own=self.own)

    def _texts(self, step: ToolStepLite) -> Iterator[str]:
        fixed = [one.value for one in step.parameters.values() if isinstance(one, LiteralValue)]
        return _strings([*fixed, *(self.given.get(name) for name in step.uses())])


def _said(plan: PlanLite, given: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """All words that a plan takes as given, or that its steps say in fixed words; each once."""
    fixed = [
        mapping.value
        for _hop, step in plan.steps()
        for mapping in step.parameters.values()
        if isinstance(mapping, LiteralValue)
    ]
    return tuple(dict.fromkeys(_strings([*given.values(), *fixed])))


def reads_own(spec: AnyTool) -> bool:
    """Whether a tool takes what is the person's own out of where it is kept: mail, notes, days, files."""
    own = spec.agent in OWN_AGENTS or spec.name in OWN_TOOLS
    return spec.kind is Kind.READ and (spec.private or (not spec.egress and own))


OWN_AGENTS = frozenset({"notes", "calendar", "contacts", "tasks", "email", "memory"})
OWN_TOOLS = frozenset({"files.find"})


def _step(
    step: ToolStepLite,
    spec: AnyTool,
    given: Mapping[str, JsonValue],
    ground: Ground,
    *,
    outside: bool,
    own: bool,
) -> StepFacts:
    known = _known(step, given)
    arguments = spec.arguments.model_construct(**known)
    scope: dict[str, Any] = {}
    with suppress(*_UNKNOWN):
        scope = spec.scope_of(arguments)
    named = [value for name in RECIPIENTS for value in _strings([known.get(name), scope.get(name)])]
    others = tuple(dict.fromkeys(one for one in named if not _oneself(one, ground.user)))
    sends = spec.kind is Kind.SEND
    return StepFacts(
        tool=spec.name,
        title=spec.title,
        kind=spec.kind,
        risk=_risk(spec, arguments),
        recipients=others,
        nobody_yet=sends and not named,
        amount=_amount(known, scope),
        costs=spec.costs,
        egress=spec.egress,
        reversible=spec.reversible or spec.kind is Kind.READ,
        outside=outside,
        own=own,
        enabled=spec.name not in ground.off,
        **_refusals(spec, arguments, ground),
    )


def _known(step: ToolStepLite, given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {
        name: mapping.value if isinstance(mapping, LiteralValue) else given[mapping.state_asset]
        for name, mapping in step.parameters.items()
        if isinstance(mapping, LiteralValue) or (mapping.state_asset in given and not mapping.path)
    }


def _risk(spec: AnyTool, arguments: Any) -> Risk:
    try:
        return spec.risk_of(arguments)
    except _UNKNOWN:
        return Risk.MEDIUM


def _refusals(spec: AnyTool, arguments: Any, ground: Ground) -> dict[str, str]:
    try:
        weighed = ground.circumstances(spec, arguments)
    except (*_UNKNOWN, OwnYouError):
        return {}
    return {"forbidden": weighed.forbidden_by, "refused": weighed.refused}


def _oneself(recipient: str, user: User) -> bool:
    return recipient.casefold() in (ME, user.email.casefold())


def _amount(known: Mapping[str, JsonValue], scope: Mapping[str, JsonValue]) -> float:
    """The highest amount of money among what is known."""
    found = [value for name in AMOUNTS for value in (known.get(name), scope.get(name))]
    return max((float(value) for value in found if isinstance(value, int | float)), default=0.0)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, str) and value:
        yield value
