"""What a ruling depends on, read from the rows of one person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import JSONObject
from django.utils import timezone
from pydantic import BaseModel, JsonValue

from ownyou.lib.errors import OwnYouError
from ownyou.lib.outgoing import check_url
from ownyou.lib.text import key_of
from trust import grants, policy
from trust.models import Action, Grant, HardRule, ToolSwitch, TrustScore, User
from trust.policy import Circumstances, Ruling, Verdict
from trust.tools import AnyTool, Kind


@dataclass(frozen=True, slots=True)
class Weighed:
    """A ruling with what it was made from."""

    ruling: Ruling
    grant: Grant | None = None

    @property
    def level(self) -> int:
        return self.ruling.circumstances.level


class Ground:
    """The rules, levels, standing OKs and caps of one person, as they are now."""

    def __init__(self, user: User) -> None:
        self.user = user
        facts = _facts(user)
        self.autonomy: str = facts["autonomy"]
        self.acts_a_day: int = facts["acts_a_day"]
        self.unasked_today: int = facts["unasked"] or 0
        self.off = frozenset(facts["off"])
        self.levels: dict[tuple[str, str], tuple[int, int]] = {
            (one["agent"], one["kind"]): (one["level"], one["ceiling"]) for one in facts["levels"]
        }
        self._has_rules: bool = facts["has_rules"]

    @cached_property
    def rules(self) -> list[HardRule]:
        return list(HardRule.objects.filter(user=self.user)) if self._has_rules else []

    @cached_property
    def grants(self) -> list[Grant]:
        return list(Grant.objects.of(self.user).standing(timezone.now()))

    def weigh(self, spec: AnyTool, arguments: BaseModel, *, tainted: bool = False) -> Weighed:
        """Rule on a new act. One that would run without asking also counts against the day's cap."""
        circumstances = self.circumstances(spec, arguments, tainted=tainted)
        ruling = policy.decide(circumstances)
        grant = None
        if ruling.decision is Verdict.ASK:
            grant = grants.covering(self.grants, spec, arguments)
            if grant is not None:
                ruling = policy.decide(replace(circumstances, grant="standing"))
                grant = grant if ruling.decision is Verdict.ALLOW else None
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

    def _forbidden_by(self, spec: AnyTool, arguments: BaseModel) -> str:
        rules = [rule for rule in self.rules if _concerns(rule, spec)]
        if not rules:
            return ""
        said = list(_strings(arguments.model_dump(mode="json")))
        return next((rule.words for rule in rules if _mentions(rule.mentions, said)), "")


def _facts(user: User) -> dict[str, Any]:
    """All that rulings depend on in one row: acts let through without asking count from their midnight."""
    midnight = timezone.now().astimezone(user.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    unasked = Action.objects.filter(
        user=OuterRef("pk"), created_at__gte=midnight, ruling=Verdict.ALLOW.value
    ).order_by()
    score = JSONObject(agent="agent", kind="kind", level="level", ceiling="ceiling")
    row: Any = (
        User.objects.filter(pk=user.pk)
        .annotate(
            has_rules=Exists(HardRule.objects.filter(user=OuterRef("pk"))),
            off=ArraySubquery(ToolSwitch.objects.filter(enabled=False).values("tool")),
            levels=ArraySubquery(TrustScore.objects.filter(user=OuterRef("pk")).values(score=score)),
            unasked=Subquery(unasked.values("user").annotate(n=Count("pk")).values("n")),
        )
        .values("autonomy", "acts_a_day", "has_rules", "off", "levels", "unasked")
    )
    facts: dict[str, Any] = row.get()
    return facts


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
