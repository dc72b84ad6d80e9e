"""Bills: tariffs compared by what they cost a month, with contract length and service."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.reasoning import value_words
from agency.sources.base import Offer
from missions import money, price_parts
from missions.brief import Brief
from missions.plugins.base import Check, Scene, SimpleMission
from ownyou.lib.locales import number_in_words

TARIFF = "tariff"
LONG_CONTRACT = 12
MONTHS = 12
USUAL = {"electricity": [2_000, 3_500, 5_000], "gas": [5_000, 12_000, 20_000]}
"""By bill: kWh a year of a small, a usual and a large household."""
_A_MONTH = re.compile(
    r"k(?:wh|ilowatt\S*(?: hours)?)\s*(?:a|per|each|every|/|im|pro|par)\s*(?:month|mo\b|monat|mois)"
    r"|monthly|monatlich",
    re.IGNORECASE,
)


class BillSwitching(SimpleMission):
    """One comparison of the tariffs of a country."""

    def settle(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """What is used counts for a year: "250 kWh a month" is 3000."""
        used = slots.get("usage")
        if isinstance(used, int | float) and _A_MONTH.search(text):
            return slots | {"usage": round(used * MONTHS)}
        return slots

    def adapted(self, offer: Offer, brief: Brief) -> Offer:
        """A tariff at the person's own use, where they said it and the tariff tells how it counts."""
        used, told = brief.slots.get("usage"), offer.attributes
        each, standing = told.get("price_per_kwh"), told.get("standing_charge")
        if not all(isinstance(one, int | float) for one in (used, each, standing)):
            return offer
        month = Decimal(str(standing)) + Decimal(str(each)) * Decimal(str(used)) / MONTHS
        return offer.model_copy(update={"price": round(month, 2)})

    def to_refine(self, brief: Brief) -> list[str]:
        """What is used changes what each tariff costs: usual amounts are offered where nobody said theirs."""
        usual = [] if brief.slots.get("usage") else USUAL.get(str(brief.slots.get("bill")), [])
        presets = [_("about %(kwh)s kWh a year") % {"kwh": number_in_words(amount)} for amount in usual]
        return [*presets, *super().to_refine(brief)]

    def note(self, brief: Brief) -> str:
        """Whose use the prices are for."""
        if brief.slots.get("usage") or str(brief.slots.get("bill")) not in USUAL:
            return ""
        return _("The prices are for a typical use. Say how many kWh you use to see what you would pay.")

    def categories(self, brief: Brief) -> list[str]:
        """The kind of bill."""
        return [str(brief.slots["bill"])] if brief.slots.get("bill") else []

    def check(self, offer: Offer, scene: Scene) -> Check:
        """Green only, short contracts, enough data and speed, if asked; distance does not matter here."""
        brief = scene.brief
        if self._green_only(brief) and offer.attributes.get("green") is not True:
            return Check(_("not green"))
        if too_little := _too_little(offer, brief):
            return Check(too_little)
        months = offer.attributes.get("contract_months")
        if self._short_only(brief) and isinstance(months, int | float) and months >= LONG_CONTRACT:
            return Check(_("contract of %(months)s months") % {"months": f"{months:.0f}"})
        common = super().check(offer, scene)
        paid, price = price_parts.paid_now(brief, offer.kind), scene.price(offer)
        if common.drop or paid is None or price is None or price <= paid:
            return common
        return replace(common, unmet=(*common.unmet, _("costs more than you pay now")))

    def remark(self, options: Sequence[Mapping[str, Any]], brief: Brief) -> str:
        """That none of the tariffs costs less than what is paid now, though it was to get cheaper."""
        paid = price_parts.paid_now(brief, TARIFF)
        prices = [Decimal(str(one["amount"])) for one in options if one.get("amount") is not None]
        if paid is None or not prices or min(prices) < paid:
            return ""
        now = money.in_words(paid, brief.currency, brief.language)
        return _("None of these costs less than the %(amount)s a month that you pay now.") % {"amount": now}

    def _green_only(self, brief: Brief) -> bool:
        needs = [taste for taste in brief.tastes_under("bill_switching.green") if taste.polarity == "need"]
        return brief.slots.get("green") == "yes" or "green" in brief.wishes or bool(needs)

    def _short_only(self, brief: Brief) -> bool:
        return brief.slots.get("short") == "yes" or "short" in brief.wishes

    def taste_match(self, area: str, named: str, offer: Offer) -> float:
        """Contracts match by their length, tariffs by where the power comes from."""
        if (area, named) == ("contract", "short"):
            months = offer.attributes.get("contract_months")
            return 0.6 if isinstance(months, int | float) and months < LONG_CONTRACT else 0.0
        if area == "green":
            return 0.6 if offer.attributes.get("green") is True else 0.0
        return super().taste_match(area, named, offer)

    def facts(self, offer: Offer, scene: Scene) -> list[str]:
        """Provider, contract, speed or price per kilowatt-hour, bonus."""
        told = offer.attributes
        facts = [offer.retailer]
        months = told.get("contract_months")
        if isinstance(months, int | float):
            number = round(months)
            words: str = ngettext("contract of %(months)d month", "contract of %(months)d months", number)
            facts.append(words % {"months": number} if number > 1 else _("leave any month"))
        if told.get("green") is True:
            facts.append(value_words.in_words("green"))
        for name, words in (
            ("download_mbps", "{} Mbit/s"),
            ("speed_mbps", "{} Mbit/s"),
            ("data_gb", "{} GB"),
        ):
            if told.get(name) is not None:
                facts.append(words.format(told[name]))
        if told.get("unlimited_data") is True:
            facts.append(_("unlimited data"))
        if told.get("price_per_kwh") is not None and offer.currency:
            amount = money.exact_in_words(
                Decimal(str(told["price_per_kwh"])), offer.currency, scene.brief.language
            )
            facts.append(_("{} a kWh").format(amount))
            if kwh := _counted(offer, scene.brief):
                used = number_in_words(kwh)
                facts.append(_("at %(kwh)s kWh a year") % {"kwh": used})
        return [fact for fact in facts if fact]


def _too_little(offer: Offer, brief: Brief) -> str:
    """Why a tariff gives less than was asked for: "only 10 GB"; empty where it is enough or nobody tells."""
    told, wanted = offer.attributes, brief.slots
    if wanted.get("unlimited") == "yes" and told.get("unlimited_data") is False:
        return _("not unlimited")
    gigabytes = _less(told.get("data_gb"), wanted.get("data"))
    if gigabytes is not None and told.get("unlimited_data") is not True:
        return _("only %(number)s GB") % {"number": number_in_words(gigabytes)}
    megabits = _less(told.get("speed_mbps", told.get("download_mbps")), wanted.get("speed"))
    return "" if megabits is None else _("only %(number)s Mbit/s") % {"number": number_in_words(megabits)}


def _less(told: Any, wanted: Any) -> float | None:
    """What a tariff gives, where that is told and less than what is wanted."""
    if isinstance(told, int | float) and isinstance(wanted, int | float) and told < wanted:
        return told
    return None


def _counted(offer: Offer, brief: Brief) -> int | None:
    """The kWh of a year that a tariff's price is for: those used, else what its source counts with."""
    used, usual = brief.slots.get("usage"), offer.attributes.get("typical_kwh_month")
    if isinstance(used, int | float) and offer.attributes.get("standing_charge") is not None:
        return round(used)
    return round(usual * MONTHS) if isinstance(usual, int | float) else None
