"""What a person says changes the next mission of the type, and can be seen there."""

from __future__ import annotations

from typing import Any

import pytest

from memory.preferences import preferences

STORY = "Great but too expensive for a weeknight, and more vegetarian options please"
FRIDAY, SATURDAY, TUESDAY, THURSDAY = "2026-12-04", "2026-12-05", "2026-12-08", "2026-12-10"


def test_the_story_teaches_a_weeknight_limit_and_a_diet(ended: Any, give: Any) -> None:
    given = give(ended(), STORY)
    assert [(one.path, one.polarity) for one in given.learned] == [
        ("dining.weeknight_budget", "limit"),
        ("dining.diet.vegetarian", "like"),
    ]
    assert given.learned[0].sentence == "On weeknights, under $34 a person."
    assert given.learned[1].sentence == "You want more vegetarian options."
    assert "80% of what Trattoria Due Ponti costs" in given.learned[0].applies_words


def test_memory_keeps_the_limit_in_the_form_that_ranking_reads(owner: Any, ended: Any, give: Any) -> None:
    given = give(ended(), STORY)
    limit = preferences(owner, "dining")["dining.weeknight_budget"]
    assert limit.value == {
        "polarity": "limit",
        "value": True,
        "amount": 34,
        "currency": "USD",
        "per": "person",
        "days": ["mon", "tue", "wed", "thu"],
    }
    assert (limit.provenance.kind, limit.provenance.id) == ("feedback", given.feedback.pk)


@pytest.mark.parametrize("day", [TUESDAY, THURSDAY])
def test_a_dear_place_is_left_out_on_a_weeknight(ended: Any, give: Any, next_dinner: Any, day: str) -> None:
    give(ended(), STORY)
    assert next_dinner(day)["drop"] == "over $34"
    kept = next_dinner(day, price=30)
    assert kept["drop"] == ""
    assert any(
        reason.startswith("weeknight: under $34 a person, from your feedback on")
        for reason in kept["reasons"]
    )
    assert any(words.startswith("weeknight: under $34 a person") for words in kept["applied"])


@pytest.mark.parametrize("day", [FRIDAY, SATURDAY])
def test_a_dear_place_stays_on_friday_and_saturday(ended: Any, give: Any, next_dinner: Any, day: str) -> None:
    give(ended(), STORY)
    found = next_dinner(day)
    assert found["drop"] == ""
    assert not any("under $34" in words for words in (*found["applied"], *found["reasons"]))


def test_without_a_date_nothing_is_filtered_by_day(ended: Any, give: Any, next_dinner: Any) -> None:
    give(ended(), STORY)
    assert next_dinner(None)["drop"] == ""


def test_what_was_learned_of_a_diet_lifts_the_places_that_serve_it(
    ended: Any, give: Any, next_dinner: Any
) -> None:
    give(ended(), STORY)
    serves, not_said = next_dinner(SATURDAY, diets=["vegetarian"]), next_dinner(SATURDAY)
    assert serves["fit"] > not_said["fit"]
    assert any(
        "You want more vegetarian options, from your feedback on" in reason for reason in serves["reasons"]
    )


def test_no_more_sushi_counts_against_sushi(ended: Any, give: Any, next_dinner: Any) -> None:
    give(ended(), "No more sushi please")
    assert next_dinner(SATURDAY, cuisines=["sushi"])["fit"] < 0 == next_dinner(SATURDAY)["fit"]


def test_too_loud_lifts_quiet_places(ended: Any, give: Any, next_dinner: Any) -> None:
    give(ended(), "Far too loud to talk")
    assert next_dinner(SATURDAY, attributes={"features": ["quiet"]})["fit"] > 0


def test_too_expensive_without_a_day_holds_every_day(ended: Any, give: Any, next_dinner: Any) -> None:
    given = give(ended(), "Too expensive")
    assert given.learned[0].path == "dining.budget"
    assert next_dinner(SATURDAY)["drop"] == next_dinner(TUESDAY)["drop"] == "over $34"


def test_lunch_limits_leave_dinners_alone(ended: Any, give: Any, next_dinner: Any) -> None:
    given = give(ended(), "Too expensive for lunch")
    assert given.learned[0].path == "dining.lunch_budget"
    assert next_dinner(TUESDAY)["drop"] == ""


def test_another_type_of_mission_does_not_see_it(owner: Any, ended: Any, give: Any) -> None:
    give(ended(), STORY)
    assert preferences(owner, "events") == {}


def test_without_a_price_it_stays_a_wish_and_says_so(
    owner: Any, ended: Any, give: Any, next_dinner: Any
) -> None:
    from tests.feedback.conftest import chosen

    given = give(ended(result=chosen(price=None)), "Too expensive")
    assert [one.path for one in given.learned] == ["dining.price.lower"]
    assert "wish, not a limit" in given.learned[0].applies_words
    assert next_dinner(TUESDAY, price=500)["drop"] == ""


def test_an_amount_that_is_named_is_kept_as_said(ended: Any, give: Any, next_dinner: Any) -> None:
    given = give(ended(result=False, status="abandoned"), "Please keep it under $30 on weeknights")
    assert given.learned[0].sentence == "On weeknights, under $30 a person."
    assert next_dinner(TUESDAY, price=31)["drop"] == "over $30"
    assert next_dinner(SATURDAY, price=31)["drop"] == ""


def test_too_far_narrows_the_next_search(owner: Any, ended: Any, give: Any) -> None:
    from missions.levels.briefs import brief_of
    from missions.models import SourceReport
    from missions.plugins.discovery import type_named

    mission = ended(slots={"place": "Paris"})
    offer = {
        "source": "catalogue",
        "source_id": "paris-due-ponti",
        "kind": "restaurant",
        "title": "Trattoria Due Ponti",
        "place": {"city": "Paris", "lat": 48.8566, "lon": 2.4000},
        "sample": True,
        "fetched_at": "2026-12-01T00:00:00Z",
    }
    SourceReport.objects.create(
        user=owner, mission=mission, round=0, source="catalogue", title="Catalogue", offers=[offer]
    )
    far = give(mission, "Too far away").learned[0]
    km = far.value["amount"]
    assert (far.path, far.sentence) == ("dining.max_distance_km", f"Within {km:g} km.")
    assert 2.5 < km < 3.2  # 80 % of the way from the centre of Paris
    kind = type_named("dining")
    brief = brief_of(mission)
    assert kind.radius_km(brief) == km
    assert kind.limit(kind.scene(brief)) is None


def test_one_dear_cable_puts_no_limit_on_laptops(ended: Any, give: Any) -> None:
    from tests.feedback.conftest import chosen

    given = give(ended("shopping", chosen(price="30", price_unit="piece")), "Too expensive")
    assert [(one.path, one.polarity) for one in given.learned] == [("shopping.price.lower", "like")]


def test_prices_in_another_currency_become_limits_in_the_persons_own(
    owner: Any, ended: Any, give: Any
) -> None:
    from decimal import Decimal

    from feedback.lessons import rounded
    from missions import money
    from tests.feedback.conftest import chosen

    give(ended(result=chosen(price="42", currency="EUR")), "Too expensive")
    limit = preferences(owner, "dining")["dining.budget"]
    expected = money.converted(Decimal(42), "EUR", "USD")
    assert expected is not None
    assert (limit.currency, limit.amount) == ("USD", rounded(expected * Decimal("0.8")))
