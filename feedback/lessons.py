"""From what feedback says to what memory keeps: a key, a value, a sentence, and how it will be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning.feedback_hours import EARLIEST, NO_DAY
from agency.reasoning.limit_words import BUDGET, DISTANCE, LOWER, limit_sentence
from agency.reasoning.skills.feedback import LearnedPreference
from agency.sources.base import Offer
from missions import money
from missions.levels.briefs import brief_of
from missions.models import Mission
from missions.plugins.discovery import is_built, type_named
from missions.when import days_in_words

CHEAPER = Decimal("0.8")
"""Design, section 14: "too expensive" becomes a limit of 80 % of the chosen option's price."""
NEARER = 0.8
COMPARABLE = frozenset({"restaurant", "event"})
"""What is priced alike from one mission to the next. What a cable cost says nothing of laptops, and what
electricity costs says nothing of phones."""
SEEN = (
    "cuisine.", "diet.", "genre.", "noise.quiet", "seating.outdoor",
    "ambience.romantic", "ambience.kid_friendly", "ambience.live_music",
    "delivery.fast", "delivery.free", "contract.short", "green", "interests.", "pace.slow", "pace.full",
    "pace.normal",
    "stay.central", EARLIEST, NO_DAY,
)  # fmt: skip
"""What sources tell of, so that ranking can use it."""
STEPS = ((10, "0.5"), (100, "1"), (1_000, "5"), (10_000, "50"))
LARGEST_STEP = Decimal(500)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to remember. `applies_words` says honestly what it will do."""

    key: str
    value: dict[str, Any]
    sentence: str
    applies_words: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is known of the option that was chosen. `price`: of one unit, in the person's currency."""

    title: str = ""
    price: Decimal | None = None
    per: str | None = None
    km: float | None = None


def lesson_of(found: LearnedPreference, mission: Mission, chosen: Chosen) -> Lesson:
    """Return what to remember of one preference that was read from the words."""
    mission_type, _dot, rest = found.path.partition(".")
    if found.polarity == "limit" and rest.endswith(BUDGET):
        return _price_lesson(found, rest.removesuffix(BUDGET), mission, chosen)
    if found.polarity == "limit" and rest.endswith(DISTANCE):
        return _distance_lesson(found, mission_type, rest.removesuffix(DISTANCE), mission, chosen)
    value: dict[str, Any] = {"polarity": found.polarity, "value": found.value}
    if found.days:
        value["days"] = list(found.days)
    if rest.startswith(NO_DAY) or rest.endswith(EARLIEST):
        applies = _("It holds where a goal names no hour or day itself.")
        return Lesson(found.path, value, limit_sentence(rest, value) or found.sentence, applies)
    return Lesson(found.path, value, found.sentence, _applies(found.polarity, rest))


def _applies(polarity: str, rest: str) -> str:
    if polarity == "need" and rest.startswith("diet."):
        return _("Places that are known not to have it are left out.")
    if rest == "trusted_only":
        return _("Retailers that are not known to be trusted are left out.")
    if polarity == "limit" or not rest.startswith(SEEN):
        return _("I keep it in mind. Sources rarely tell of it, so it changes little yet.")
    if polarity == "dislike":
        return _("It counts against an option from the next mission on.")
    return _("It counts for an option from the next mission on.")


# Prices -------------------------------------------------------------------------------------------------


def _price_lesson(found: LearnedPreference, when: str, mission: Mission, chosen: Chosen) -> Lesson:
    said = _said(found.value, mission.user.currency)
    if not _comparable(mission) or (said is None and chosen.price is None):
        return _cheaper(found, mission, chosen)
    amount = said if said is not None or chosen.price is None else rounded(chosen.price * CHEAPER)
    assert amount is not None
    currency, language = mission.user.currency, mission.user.language
    limit = {"amount": _plain(amount), "currency": currency, "per": chosen.per or _per("", mission)}
    sentence = limit_sentence(f"{when}{BUDGET}", limit)
    if when == "lunch_":
        value: dict[str, Any] = {"polarity": "limit", "value": {**limit, "meal": "lunch"}}
        return Lesson(
            found.path, value, sentence, _("I keep it in mind; only whole days can be filtered yet.")
        )
    value = {"polarity": "limit", "value": True, **limit, "days": list(found.days)}
    return Lesson(found.path, value, sentence, _limit_applies(found.days, chosen, said is None, language))


def _limit_applies(days: Sequence[str], chosen: Chosen, derived: bool, language: str) -> str:
    from_words = (
        _("80%% of what %(title)s costs. ") % {"title": chosen.title} if derived and chosen.title else ""
    )
    if list(days) == ["mon", "tue", "wed", "thu"]:
        return from_words + _("Holds Monday to Thursday, by the date of your visit.")
    if list(days) == ["fri", "sat", "sun"]:
        return from_words + _("Holds Friday to Sunday, by the date of your visit.")
    if named := days_in_words(days, language):
        return from_words + _("Holds by the date of your visit: %(days)s.") % {"days": named}
    return from_words + _("Holds every day, unless you name another budget.")


def _cheaper(found: LearnedPreference, mission: Mission, chosen: Chosen) -> Lesson:
    """Where no price can be compared with the next one: a wish, not a filter."""
    key = f"{mission.mission_type}.{LOWER}"
    why = (
        _("I do not know what it cost, so this is a wish, not a limit.")
        if chosen.price is None
        else _("Prices differ from one thing to the next, so this is a wish, not a limit.")
    )
    value = {"polarity": "like", "value": "lower", "days": list(found.days)}
    return Lesson(key, value, limit_sentence(LOWER, value), why)


def _comparable(mission: Mission) -> bool:
    return is_built(mission.mission_type) and type_named(mission.mission_type).config.offers in COMPARABLE


def rounded(amount: Decimal) -> Decimal:
    """Round an amount as people name limits: 33.60 is 34, 268 is 270, 3180 is 3200."""
    step = Decimal(next((step for below, step in STEPS if amount < below), LARGEST_STEP))
    return max((amount / step).quantize(Decimal(1), ROUND_HALF_UP), Decimal(1)) * step


def _plain(amount: Decimal) -> int | float:
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _said(value: object, currency: str) -> Decimal | None:
    """Read an amount that was named: 30, "30" or "30 EUR", in the person's currency."""
    number, _blank, code = str(value).partition(" ") if isinstance(value, str) else (value, "", "")
    return money.converted(_amount(number), code or currency, currency)


def _amount(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and 0 < amount < Decimal(10) ** 9 else None


# Distance -----------------------------------------------------------------------------------------------


def _distance_lesson(
    found: LearnedPreference, mission_type: str, when: str, mission: Mission, chosen: Chosen
) -> Lesson:
    if when or chosen.km is None:
        key = f"{mission_type}.{when}distance"
        why = (
            _("I keep it in mind; how far it was is not known.")
            if chosen.km is None
            else _("I keep it in mind; distances cannot differ by day yet.")
        )
        return Lesson(
            key, {"polarity": "limit", "value": "nearer", "days": list(found.days)}, found.sentence, why
        )
    km = max(round(chosen.km * NEARER, 1), 0.5)
    # "need", not "limit": the amounts of limits are money.
    value = {"polarity": "need", "value": "near", "amount": km, "unit": "km"}
    sentence = limit_sentence(DISTANCE, value)
    return Lesson(found.path, value, sentence, _("80 %% of the way to %(title)s.") % {"title": chosen.title})


# The chosen option --------------------------------------------------------------------------------------


def chosen_of(mission: Mission) -> Chosen:
    """Return what is known of the option that was chosen in a mission; empty when none was."""
    option: Mapping[str, Any] | None = (mission.result or {}).get("option")
    if not option:
        return Chosen()
    price = money.converted(_amount(option.get("price")), option.get("currency"), mission.user.currency)
    return Chosen(
        title=str(option.get("title", "")),
        price=price,
        per=_per(str(option.get("price_unit") or ""), mission),
        km=_km_of(mission, str(option.get("id", ""))),
    )


def _per(unit: str, mission: Mission) -> str | None:
    if unit in {"person", "ticket"} or (not unit and mission.mission_type == "dining"):
        return "person"
    return "month" if unit == "month" else None


def _km_of(mission: Mission, option_id: str) -> float | None:
    """Kilometres from where the search was centred to the chosen offer, from what its source said."""
    if not is_built(mission.mission_type):
        return None
    source, _colon, source_id = option_id.partition(":")
    for report in mission.reports.filter(source=source).order_by("-round"):
        for row in report.offers:
            if row.get("source_id") == source_id:
                scene = type_named(mission.mission_type).scene(brief_of(mission))
                return scene.distance(Offer.model_validate(row))
    return None
