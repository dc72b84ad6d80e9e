"""Tariffs cost what they come to at the person's own use, where they said it."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.utils.translation import override

from agency.reasoning.skills.refinement import WordsToRefine, extract_refinement
from agency.reasoning.slots import SlotContext
from agency.sources.base import Offer
from missions.brief import Adjustments, Brief
from missions.levels.choosing import holds
from missions.models import Mission
from missions.plugins.bill_switching.mission import USUAL
from missions.plugins.discovery import type_named
from missions.slot_words import slot_words
from missions.understanding import by_rules
from trust.models import User

NOW = datetime(2026, 11, 25, 10, 30, tzinfo=UTC)
CONTEXT = SlotContext(ref=NOW.replace(tzinfo=None), zone="Europe/London", currency="GBP")


@pytest.mark.parametrize(
    ("goal", "usage"),
    [
        ("find me a cheaper electricity tariff, I use 3500 kWh a year", 3500),
        ("my electricity bill is 120 a month, 3200kWh", 3200),
        ("cheaper power, about 250 kWh a month", 3000),
        ("Stromtarif wechseln, 200 kWh pro Monat", 2400),
    ],
)
def test_what_is_used_is_read_for_a_year(goal: str, usage: int) -> None:
    assert by_rules(goal, CONTEXT).slots["usage"] == usage


def tariff(**attributes: Any) -> Offer:
    return Offer(
        source="catalogue",
        source_id="one",
        kind="tariff",
        title="One",
        price=Decimal("70.45"),
        currency="GBP",
        attributes=attributes,
        fetched_at=NOW,
    )


def brief_of(slots: dict[str, Any], language: str = "en") -> Brief:
    return Brief(
        goal="",
        mission_type="bill_switching",
        level=1,
        slots=slots,
        now=NOW,
        zone="Europe/London",
        language=language,
        currency="GBP",
        home=None,
    )


def price_at(slots: dict[str, Any], offer: Offer) -> Decimal | None:
    return type_named("bill_switching").adapted(offer, brief_of(slots)).price


def test_a_tariff_costs_its_standing_charge_and_what_is_used() -> None:
    told = tariff(price_per_kwh=0.238, standing_charge=16.9)
    assert price_at({"usage": 3600}, told) == Decimal("88.30")
    assert price_at({}, told) == Decimal("70.45")
    assert price_at({"usage": 3600}, tariff()) == Decimal("70.45")


def test_what_is_used_is_said_with_what_it_counts() -> None:
    user = User(language="en", currency="GBP")
    said = slot_words(Mission(user=user, mission_type="bill_switching", slots={"usage": 3200}))
    assert [(one.label, one.value) for one in said] == [("Yearly use", "3,200 kWh")]


def test_each_tariff_says_for_how_much_its_price_is() -> None:
    kind = type_named("bill_switching")
    told = tariff(price_per_kwh=0.238, standing_charge=16.9, typical_kwh_month=225)
    said = {
        used: kind.facts(told, kind.scene(brief_of({"bill": "electricity", "usage": used})))[-1]
        for used in (None, 4100)
    }
    assert said == {None: "at 2,700 kWh a year", 4100: "at 4,100 kWh a year"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("bill", ["electricity", "gas"])
def test_usual_amounts_are_offered_until_one_is_said_and_are_understood(language: str, bill: str) -> None:
    kind = type_named("bill_switching")
    slots: dict[str, Any] = {"bill": bill}
    with override(language):
        offered = kind.to_refine(brief_of(slots, language))[:3]
        assert kind.note(brief_of(slots))
        after = kind.to_refine(brief_of({**slots, "usage": 3000}))
        assert (kind.note(brief_of({**slots, "usage": 3000})), set(offered) & set(after)) == ("", set())
    read = [
        extract_refinement.rules(
            WordsToRefine(
                text=words,
                goal="",
                slots=slots,
                titles=[],
                specs=list(kind.config.all_slots),
                context=SlotContext(ref=NOW.replace(tzinfo=None), zone="Europe/London", language=language),
            )
        ).slots
        for words in offered
    ]
    assert [one.get("usage") for one in read] == USUAL[bill]


def read(words: str, language: str = "en") -> Any:
    kind = type_named("bill_switching")
    context = SlotContext(
        ref=NOW.replace(tzinfo=None), zone="Europe/Berlin", currency="EUR", language=language
    )
    slots = {"bill": "electricity"}
    specs = list(kind.config.all_slots)
    question = WordsToRefine(text=words, goal="", slots=slots, titles=[], specs=specs, context=context)
    return extract_refinement.rules(question)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("I use 4200 kWh and pay 135 euros a month now", "en"),
        ("right now I pay 135 euros a month for 4200 kWh", "en"),
        ("I am paying 135 euros monthly at the moment, 4200 kWh", "en"),
        ("we use 4200 kWh and pay about 135 a month at the moment", "en"),
        ("Wir verbrauchen 4200 kWh und zahlen gerade 135 Euro im Monat", "de"),
        ("je paie 135 euros par mois maintenant, 4200 kWh", "fr"),
    ],
)
def test_what_is_paid_now_is_no_day_and_is_read_wholly(words: str, language: str) -> None:
    said = read(words, language)
    assert (said.slots["current"]["amount"], said.slots["usage"]) == (135, 4200)
    assert ({"date", "time"} & set(said.slots), said.left_out) == (set(), [])


def test_a_day_beside_what_is_paid_stays_a_day() -> None:
    said = read("I pay 135 euros a month now, from 1 January")
    assert (said.slots["current"]["amount"], said.slots["date"]) == (135, "2027-01-01")


def test_a_number_that_nobody_pays_regularly_is_no_amount() -> None:
    assert "current" not in read("I want to pay less since 2024").slots


def test_a_wish_stands_among_what_was_understood() -> None:
    user = User(language="en", currency="EUR")
    wished = Adjustments(prefer=["short"], exclude=["Vattenfall"]).model_dump(mode="json")
    said = slot_words(Mission(user=user, mission_type="bill_switching", slots={}, adjustments=wished))
    assert [(one.label, one.value) for one in said] == [("Wishes", "no long contract, not Vattenfall")]


@pytest.mark.parametrize(
    ("words", "slots", "prefer", "held"),
    [
        ("no long contract", {}, ["short"], True),
        ("no long contract", {}, ["green"], False),
        ("green only", {"green": "yes"}, [], True),
        ("cheaper", {}, ["short"], False),
    ],
)
def test_what_holds_already_is_not_offered_again(
    words: str, slots: dict[str, Any], prefer: list[str], held: bool
) -> None:
    brief = brief_of(slots).model_copy(update={"adjustments": Adjustments(prefer=prefer)})
    assert holds(words, brief) is held


TOLD = ("data", "unlimited", "speed", "short")


@pytest.mark.parametrize(
    ("goal", "slots"),
    [
        ("cheaper mobile plan with at least 20GB", {"data": 20}),
        ("günstiger Handytarif mit 10 GB unter 15 Euro", {"data": 10}),
        ("a phone plan with unlimited data", {"unlimited": "yes"}),
        ("a better deal for 100 Mbit/s internet in Berlin", {"speed": 100}),
        ("paying too much for my phone, £38 a month", {}),
        ("cheaper electricity, no long contract", {"short": "yes"}),
        ("Günstigerer Strom, keine lange Bindung", {"short": "yes"}),
        ("Handytarif ohne lange Laufzeit", {"short": "yes"}),
    ],
)
def test_what_a_tariff_must_give_is_heard(goal: str, slots: dict[str, Any]) -> None:
    read_as = by_rules(goal, CONTEXT).slots
    assert {name: value for name, value in read_as.items() if name in TOLD} == slots
    assert "people" not in read_as
    assert ("current" in read_as) == ("paying" in goal)


@pytest.mark.parametrize(
    ("slots", "attributes", "why"),
    [
        ({"data": 20}, {"data_gb": 10, "unlimited_data": False}, "only 10 GB"),
        ({"data": 20}, {"data_gb": 20}, ""),
        ({"data": 20}, {"unlimited_data": True}, ""),
        ({"data": 20}, {}, ""),
        ({"unlimited": "yes"}, {"data_gb": 50, "unlimited_data": False}, "not unlimited"),
        ({"unlimited": "yes"}, {"unlimited_data": True}, ""),
        ({"speed": 250}, {"speed_mbps": 100}, "only 100 Mbit/s"),
        ({"speed": 250}, {"download_mbps": 250}, ""),
        ({"short": "yes"}, {"contract_months": 24}, "contract of 24 months"),
        ({"short": "yes"}, {"contract_months": 1}, ""),
    ],
)
def test_a_tariff_that_gives_too_little_is_left_out(
    slots: dict[str, Any], attributes: dict[str, Any], why: str
) -> None:
    kind = type_named("bill_switching")
    scene = kind.scene(brief_of({"bill": "phone", **slots}))
    assert (kind.check(tariff(**attributes), scene).drop or "") == why


@pytest.mark.parametrize(
    ("prices", "said"),
    [(["91.40", "87.15"], "None of these costs less than the £62 a month that you pay now."), (["61"], "")],
)
def test_that_nothing_saves_is_said_above_the_tariffs(prices: list[str], said: str) -> None:
    kind = type_named("bill_switching")
    brief = brief_of({"current": {"amount": 62, "currency": "GBP", "per": "month"}})
    assert kind.remark([{"amount": price} for price in prices], brief) == said


def test_what_saves_nothing_fits_little() -> None:
    kind = type_named("bill_switching")
    now = {"current": {"amount": 62, "currency": "GBP", "per": "month"}}
    dear, fair = (
        kind.rank([tariff()], kind.scene(brief_of(slots)))[0].score for slots in (now, {"bill": "gas"})
    )
    assert dear < fair


def test_the_only_tariff_is_not_called_the_dearest() -> None:
    kind = type_named("bill_switching")
    ranked = kind.rank([tariff()], kind.scene(brief_of({"bill": "gas"})))
    assert "dearest" not in " ".join(part.words for part in ranked[0].parts.values())
