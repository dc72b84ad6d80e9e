"""What the language model cost: in money where a price is configured, else in calls and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from babel.numbers import format_decimal
from django.conf import settings
from django.db.models import F, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.models import ReasoningCall, Thread
from agency.sources.money import current_rates
from missions import money
from missions.models import Mission
from ownyou.lib.locales import day_in_words
from ownyou.lib.prepared import prepared_cursor

LEVEL_OF_PARTS = 3
USD = "USD"
"""What makers of models ask their prices in."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of the model, their tokens (counted only where there is no price), and US dollars."""

    calls: int = 0
    tokens: int = 0
    usd: Decimal = Decimal(0)

    def words(self, language: str = "en", currency: str = USD) -> str:
        """Say it: "$0.12", "3 calls, 1,200 tokens (price not configured)"; empty for nothing. In the currency
        that the person reckons in, where its rate is known."""
        if self.usd:
            return _spent(self.usd, language, currency)
        if not self.calls or is_priced():
            return ""
        calls = ngettext("%(calls)d call", "%(calls)d calls", self.calls) % {"calls": self.calls}
        tokens = format_decimal(self.tokens, locale=language)
        return _("%(calls)s, %(tokens)s tokens (price not configured)") % {"calls": calls, "tokens": tokens}

    def hint(self, language: str, currency: str) -> str:
        """By which rate it is said in another currency than the model's maker asks it in; else empty."""
        if not self.usd or currency == USD or money.converted(self.usd, USD, currency) is None:
            return ""
        day = day_in_words(current_rates().as_of, language)
        dollars = _spent(self.usd, language, USD)
        return _("%(dollars)s, at the rate of %(day)s") % {"dollars": dollars, "day": day}


def _spent(usd: Decimal, language: str, currency: str) -> str:
    """An amount of at least one cent."""
    amount = money.converted(usd, USD, currency)
    if amount is None:
        amount, currency = usd, USD
    return money.in_words(amount.quantize(money.CENT) or money.CENT, currency, language)


def nothing_spent(language: str, currency: str) -> str:
    """Nothing at all, in the currency that the person reckons in."""
    return money.in_words(Decimal("0.00"), currency, language)


def is_priced() -> bool:
    """Whether it is known what the model's tokens cost."""
    return bool(settings.LLM_PRICE_IN or settings.LLM_PRICE_OUT)


def costs_of(missions: Sequence[Mission]) -> dict[UUID, Cost]:
    """What each of these missions cost with all its runs, those of its parts included."""
    runs = _runs_of(missions)
    tokens = {} if is_priced() else _tokens([run for run, _subject, calls, _usd in runs if calls])
    found: dict[UUID, Cost] = {}
    for run, subject, calls, usd in runs:
        before = found.get(subject, Cost())
        found[subject] = Cost(before.calls + calls, before.tokens + tokens.get(run, 0), before.usd + usd)
    return found


def _runs_of(missions: Sequence[Mission]) -> list[tuple[UUID, UUID, int, Decimal]]:
    """Run, mission, calls, US dollars."""
    facts: dict[str, Any] = {
        "all": [mission.pk for mission in missions],
        "planned": [mission.pk for mission in missions if mission.level == LEVEL_OF_PARTS],
    }
    with prepared_cursor() as cursor:
        cursor.execute(_RUNS, facts)
        runs: list[tuple[UUID, UUID, int, Decimal]] = cursor.fetchall()
    return runs


_RUNS = f"""
SELECT id, subject_id, model_calls, cost_usd FROM {Thread._meta.db_table}
WHERE subject_id = ANY(%(all)s::uuid[])
UNION ALL
SELECT part.id, own.subject_id, part.model_calls, part.cost_usd
FROM {Thread._meta.db_table} AS own JOIN {Thread._meta.db_table} AS part ON part.parent_id = own.id
WHERE own.subject_id = ANY(%(planned)s::uuid[])
"""


def _tokens(runs: list[UUID]) -> dict[UUID, int]:
    if not runs:
        return {}
    rows = ReasoningCall.objects.filter(thread_id__in=runs).order_by().values("thread_id")
    sums = rows.annotate(tokens=Sum(F("tokens_in") + F("tokens_out")))
    return {row["thread_id"]: row["tokens"] or 0 for row in sums if row["thread_id"]}


def cost_among(**rows: object) -> Cost:
    """What the calls among `rows` (conditions on `ReasoningCall`) took in all."""
    sums = ReasoningCall.objects.filter(model_calls__gt=0, **rows).aggregate(
        calls=Sum("model_calls"), tokens=Sum(F("tokens_in") + F("tokens_out")), usd=Sum("cost_usd")
    )
    return Cost(sums["calls"] or 0, sums["tokens"] or 0, sums["usd"] or Decimal(0))
