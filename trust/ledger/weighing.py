"""What a ruling depends on, read from the rows of one person."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from django.utils import timezone
from pydantic import BaseModel, JsonValue

from ownyou.lib.errors import OwnYouError
from ownyou.lib.outgoing import check_url
from ownyou.lib.text import key_of
from trust import grants, policy
from trust.ledger.facts import Facts, facts_of
from trust.models import Action, Grant, HardRule, User
from trust.policy import Circumstances, Ruling, Verdict
from trust.tools import AnyTool, Kind

LOOKED_BACK = 200
"""How many of a tool's last acts count as to whom it went before."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A ruling with what it was made from."""

    ruling: Ruling
    grant: Grant | None = None

    @property
    def level(self) -> int:
        return self.ruling.circumstances.level


class Ground:
    """The rules, levels, standing OKs and caps of one person, as they are now.

    `knows_one`: whether an act with one of `keys` is in the ledger already. With `facts` nothing is read:
    whoever gives them sees to it that they hold.
    """

    def __init__(self, user: User, *, keys: Collection[str] = (), facts: Facts | None = None) -> None:
        self.user = user
        read, self.knows_one = (facts, False) if facts else facts_of(user, keys)
        self.autonomy, self.acts_a_day = read.autonomy, read.acts_a_day
        self.unasked_today = read.unasked_today
        self.off, self.levels = frozenset(read.off), read.levels
        self._has_rules = read.has_rules

    @cached_property
    def rules(self) -> list[HardRule]:
        return list(HardRule.objects.filter(user=self.user)) if self._has_rules else []

    @cached_property
    def grants(self) -> list[Grant]:
        return list(Grant.objects.of(self.user).standing(timezone.now()))

    def weigh(
        self, spec: AnyTool, arguments: BaseModel, *, tainted: bool = False, caution: str = ""
    ) -> Weighed:
        """Rule on a new act. One that would run without asking also counts against the day's cap."""
        circumstances = replace(self.circumstances(spec, arguments, tainted=tainted), caution=caution)
        ruling = policy.decide(circumstances)
        grant = None
        if ruling.decision is Verdict.ASK:
            grant = grants.covering(self.grants, spec, arguments)
            if grant is not None:
                ruling = policy.decide(replace(circumstances, grant="standing"))
                grant = grant if ruling.decision is Verdict.ALLOW else None
        if ruling.rule == "autonomous" and self._goes_somewhere_new(spec, arguments):
            ruling = policy.decide(replace(ruling.circumstances, new_recipient=True))
        if ruling.decision is Verdict.ALLOW and self.unasked_today >= self.acts_a_day:
            ruling = policy.decide(replace(ruling.circumstances, cap_spent=True))
        if ruling.decision is Verdict.ALLOW:
            self.unasked_today += 1
        return Weighed(ruling, grant)

    def circumstances(
        self,
        spec: AnyTool,
        arguments: BaseModel,
        *,
        tainted: bool = False,
        grant: Literal["none", "standing", "revoked"] = "none",
    ) -> Circumstances:
        """What the policy looks at, but the grant and the cap."""
        return Circumstances(
            kind=spec.kind,
            level=self.level(spec),
            risk=spec.risk_of(arguments),
            tainted=tainted,
            egress=spec.egress,
            private=spec.private,
            costs=spec.costs,
            reversible=spec.reversible,
            autonomy=self.autonomy,
            enabled=spec.name not in self.off,
            forbidden_by=self._forbidden_by(spec, arguments),
            refused=_refused(spec, arguments),
            grant=grant,
            automatic_at_most=spec.automatic_at_most,
        )

    def level(self, spec: AnyTool) -> int:
        """The trust level for this tool. Reads of one's own data and of public sources start at 2."""
        level, ceiling = self.levels.get((spec.agent, spec.kind), (1, policy.AUTONOMOUS))
        if spec.kind is Kind.READ and not (spec.private or spec.costs):
            level = max(level, policy.KNOWN)
        return min(level, ceiling)

    def _goes_somewhere_new(self, spec: AnyTool, arguments: BaseModel) -> bool:
        """Whether somebody gets it to whom none of the tool's last acts went. Asked only of what would run
        without asking: their arguments must be decrypted."""
        wanted = _recipients(spec, arguments)
        if not wanted:
            return False
        done = Action.objects.of(self.user).filter(tool=spec.name, status=Action.Status.SUCCEEDED)
        for act in done.only("user_id", "arguments").order_by("-ended_at")[:LOOKED_BACK]:
            wanted -= _recipients(spec, spec.arguments.model_construct(**act.arguments))
            if not wanted:
                return False
        return True

    def _forbidden_by(self, spec: AnyTool, arguments: BaseModel) -> str:
        rules = [rule for rule in self.rules if _concerns(rule, spec)]
        if not rules:
            return ""
        said = list(_strings(arguments.model_dump(mode="json")))
        return next((rule.words for rule in rules if _mentions(rule.mentions, said)), "")


def _recipients(spec: AnyTool, arguments: BaseModel) -> set[str]:
    return {one.strip().casefold() for one in spec.recipients(arguments)} if spec.recipients else set()


def _concerns(rule: HardRule, spec: AnyTool) -> bool:
    return rule.agent in ("", spec.agent) and rule.kind in ("", spec.kind)


def _mentions(words: str | None, said: list[str]) -> bool:
    if not words:
        return True
    sought = key_of(words)
    if not sought:
        return any(words in text for text in said)
    return any(f" {sought} " in f" {key_of(text)} " for text in said)


def _strings(value: JsonValue | Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)
    elif value is not None:
        yield str(value)


def _refused(spec: AnyTool, arguments: BaseModel) -> str:
    for address in spec.addresses(arguments) if spec.addresses else ():
        try:
            check_url(address)
        except OwnYouError as error:
            return error.message
    return ""
