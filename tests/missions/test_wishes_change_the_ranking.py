"""What was asked for, ruled out or learned decides which offers are kept and which come first."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer, Place
from missions.brief import Adjustments, Brief, Taste
from missions.people import remember_tastes
from missions.plugins.base import MissionType
from missions.plugins.discovery import type_named
from missions.refining import refined
from missions.tastes import tastes_of

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
KINDS = {"dining": "restaurant", "events": "event", "shopping": "product", "bill_switching": "tariff"}


def brief(kind: str, *tastes: Taste, adjustments: Adjustments | None = None, **slots: Any) -> Brief:
    return Brief(
        goal="x",
        mission_type=kind,
        level=2,
        slots=slots,
        now=NOW,
        zone="Europe/Paris",
        language="en",
        currency="USD",
        home={"name": "Paris", "country": "FR", "lat": 48.8566, "lon": 2.3522},
        tastes=list(tastes),
        adjustments=adjustments or Adjustments(),
    )


def offer(kind: str, title: str, price: int | None = 50, **more: Any) -> Offer:
    fields: dict[str, Any] = {"source": "catalogue", "source_id": title, "kind": KINDS[kind], "title": title}
    money = {"price": price, "currency": "USD" if price is not None else None}
    return Offer(**fields, **money, sample=True, fetched_at=NOW, **more)


def best(kind: str, asked: Brief, *offers: Offer) -> str:
    mission: MissionType = type_named(kind)
    return mission.rank(list(offers), mission.scene(asked))[0].offer.title


def kept(kind: str, asked: Brief, *offers: Offer) -> list[str]:
    mission: MissionType = type_named(kind)
    scene = mission.scene(asked)
    return [one.title for one in offers if not mission.check(one, scene).drop]


def liked(key: str, value: Any = True, **more: Any) -> Taste:
    return Taste(key=key, polarity="like", value=value, words="You like that", **more)


@pytest.mark.parametrize(
    ("kind", "taste", "plain", "fitting"),
    [
        ("shopping", liked("shopping.delivery.fast"), {"shipping_days": 9}, {"shipping_days": 1}),
        ("shopping", liked("shopping.delivery.free"), {"shipping_price": 5}, {"shipping_price": 0}),
        (
            "bill_switching",
            liked("bill_switching.contract.short"),
            {"contract_months": 24},
            {"contract_months": 1},
        ),
        ("bill_switching", liked("bill_switching.green"), {"green": False}, {"green": True}),
        ("dining", liked("dining.noise.quiet"), {}, {"features": ["quiet"]}),
    ],
)
def test_what_was_learned_lifts_the_offer_that_has_it(
    kind: str, taste: Taste, plain: dict[str, Any], fitting: dict[str, Any]
) -> None:
    offers = [
        offer(kind, "A plain one", attributes=plain),
        offer(kind, "The fitting one", attributes=fitting),
    ]
    mission = type_named(kind)
    scene = mission.scene(brief(kind, taste))
    assert [mission.fit(one, scene)[0] for one in offers] == [0, 0.6]
    assert best(kind, brief(kind, taste), *offers) == "The fitting one"


def test_what_speaks_against_an_option_is_no_reason_for_it() -> None:
    mission = type_named("dining")
    dislikes = Taste(key="dining.cuisine.thai", polarity="dislike", words="No Thai food")
    asked = brief("dining", dislikes)
    [ranked] = mission.rank([offer("dining", "One", cuisines=["thai"])], mission.scene(asked))
    assert (ranked.reasons, ranked.against) == ([], ["No Thai food"])


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_who_looks_for_lower_prices_gets_the_cheaper_ones_with_the_reason(kind: str) -> None:
    mission = type_named(kind)
    asked = brief(kind, liked(f"{kind}.price.lower", "lower"))
    offers = [offer(kind, title, price) for title, price in (("dear", 90), ("middle", 60), ("cheap", 50))]
    ranked = {one.offer.title: one for one in mission.rank(offers, mission.scene(asked))}
    plain = {one.offer.title: one for one in mission.rank(offers, mission.scene(brief(kind)))}
    lifted = {title: one.score - plain[title].score for title, one in ranked.items()}
    assert lifted["cheap"] > lifted["middle"] > lifted["dear"] == 0
    assert "You like that" in ranked["cheap"].reasons
    assert not ranked["dear"].reasons


def test_a_like_for_weeknights_does_not_count_on_a_saturday() -> None:
    taste = liked("dining.noise.quiet", days=["mon", "tue", "wed", "thu"])
    quiet = offer("dining", "Quiet", attributes={"features": ["quiet"]})
    mission = type_named("dining")
    fits = [
        mission.fit(quiet, mission.scene(brief("dining", taste, date=day)))[0]
        for day in ("2026-12-03", "2026-12-05")
    ]
    assert fits == [0.6, 0]


def test_what_is_ruled_out_in_the_goal_is_left_out_for_every_type() -> None:
    sport, jazz = offer("events", "Match", category="sport"), offer("events", "Trio", category="jazz")
    assert kept("events", brief("events", exclude_genre=["sport"]), sport, jazz) == ["Trio"]
    shops = [offer("shopping", name, retailer=name) for name in ("Dealdock", "Circuit Lane")]
    ruled = Adjustments(exclude=["dealdock"])
    assert kept("shopping", brief("shopping", adjustments=ruled), *shops) == ["Circuit Lane"]
    makes = [offer("shopping", title) for title in ("Sony WH-1000XM5", "Bose QC45")]
    assert kept("shopping", brief("shopping", exclude_product=["Sony"]), *makes) == ["Bose QC45"]


def test_a_dish_that_a_place_does_not_tell_of_is_said_and_comes_last() -> None:
    asked = brief("dining", cuisine=["sushi", "japanese"])
    skewers = offer("dining", "Yakitori Enju", 5, cuisines=["japanese", "yakitori"], rating=4.9)
    sushi = offer("dining", "Hoshikawa", 9, cuisines=["sushi"], rating=3.9)
    assert best("dining", asked, skewers, sushi) == "Hoshikawa"
    mission = type_named("dining")
    assert mission.check(skewers, mission.scene(asked)).misses == ("sushi not known",)
    assert mission.check(skewers, mission.scene(brief("dining", cuisine=["japanese"]))).misses == ()
    assert mission.fitting([skewers, sushi], asked) == 1


def test_several_products_come_before_several_shops_of_one() -> None:
    laptops = [offer("shopping", "Aspire 5", price, retailer=shop) for price, shop in ((50, "A"), (60, "B"))]
    laptops.append(offer("shopping", "Pavilion 15", 90, retailer="A"))
    mission = type_named("shopping")

    def order(asked: Brief) -> list[str]:
        return [one.offer.title for one in mission.rank(laptops, mission.scene(asked))]

    assert order(brief("shopping", product="laptop")) == ["Aspire 5", "Pavilion 15", "Aspire 5"]
    named = brief("shopping", product="laptop").model_copy(update={"level": 1})
    assert order(named) == ["Aspire 5", "Aspire 5", "Pavilion 15"]


def test_tariffs_are_compared_with_what_is_paid_now() -> None:
    asked = brief("bill_switching", current={"amount": 1080, "currency": "USD", "per": "year"})
    cheap, dear = offer("bill_switching", "Cheap", 80), offer("bill_switching", "Dear", 95, rating=5)
    mission = type_named("bill_switching")
    ranked = mission.rank([dear, cheap], mission.scene(asked))
    assert [one.offer.title for one in ranked] == ["Cheap", "Dear"]
    assert ranked[0].parts["saving"].words == "$10 less than you pay now"
    assert ranked[1].unmet == ["costs more than you pay now"]


@pytest.mark.parametrize("paid", [{"amount": 1200, "per": "total"}, {"amount": 240, "per": None}])
def test_a_bill_that_nobody_said_the_time_of_is_not_taken_for_a_month(paid: dict[str, Any]) -> None:
    asked = brief("bill_switching", current={"currency": "USD", **paid})
    mission = type_named("bill_switching")
    dear, cheap = offer("bill_switching", "Dear", 95), offer("bill_switching", "Cheap", 80)
    ranked = mission.rank([dear, cheap], mission.scene(asked))
    assert ranked[0].parts["saving"].words == "$15 below the dearest"
    assert ranked[1].unmet == []


def test_a_pizzeria_makes_pizza_by_its_name() -> None:
    asked = brief("dining", cuisine=["pizza", "italian"])
    mission = type_named("dining")
    by_name = offer("dining", "Pizzeria Da Anna", 9, cuisines=["italian"])
    other = offer("dining", "Trattoria Roma", 9, cuisines=["italian"])
    assert mission.check(by_name, mission.scene(asked)).misses == ()
    assert mission.check(other, mission.scene(asked)).misses == ("pizza not known",)


def test_upscale_leaves_out_the_simple_and_not_too_expensive_the_dear() -> None:
    places = [offer("dining", f"Level {level}", None, price_level=level) for level in (1, 2, 3, 4)]
    assert kept("dining", brief("dining", price_level={"min": 3}), *places) == ["Level 3", "Level 4"]
    assert kept("dining", brief("dining", price_level={"max": 2}), *places) == ["Level 1", "Level 2"]


def test_a_budget_with_a_lower_end_leaves_out_what_is_cheaper() -> None:
    laptops = [offer("shopping", str(price), price) for price in (400, 1200, 1700)]
    span = {"amount": 1500, "min": 1000, "currency": "USD", "bound": "max", "per": "total"}
    least = {"amount": 1000, "currency": "USD", "bound": "min", "per": "total"}
    assert kept("shopping", brief("shopping", budget=span), *laptops) == ["1200"]
    assert kept("shopping", brief("shopping", budget=least), *laptops) == ["1200", "1700"]


def test_a_named_distance_is_not_stretched_when_little_is_found() -> None:
    assert type_named("dining").widen(brief("dining", near={"of": "me", "km": 3.2}), 1) is None
    assert type_named("dining").widen(brief("dining", near={"of": "me", "km": None}), 1) is not None


def test_free_events_come_first_when_cheaper_is_asked_for() -> None:
    cheaper = Adjustments(sort="price")
    offers = [offer("events", "Ticket", 10), offer("events", "Free", 0)]
    assert best("events", brief("events", adjustments=cheaper), *offers) == "Free"


def test_a_table_after_midnight_is_within_late_hours() -> None:
    late = brief("dining", date="2026-12-04", time="23:30")
    mission = type_named("dining")
    place = offer("dining", "Late", attributes={"tables_free": ["00:15"]})
    part = mission.parts(place, mission.scene(late))["availability"]
    assert part.words == "table free at 12:15\u202fAM"


def test_only_trusted_retailers_marks_the_unknown() -> None:
    wish = brief("shopping", adjustments=Adjustments(prefer=["trusted"]))
    mission = type_named("shopping")
    checks = [
        mission.check(offer("shopping", "x", attributes=known), mission.scene(wish))
        for known in ({"trusted": True}, {"trusted": False}, {})
    ]
    assert [(bool(one.drop), bool(one.misses)) for one in checks] == [
        (False, False),
        (True, False),
        (False, True),
    ]


# Refining -----------------------------------------------------------------------------------------------


def change(
    adjustments: Adjustments, before: dict[str, Any], **refinement: Any
) -> tuple[Adjustments, dict[str, Any], list[str]]:
    return refined(adjustments, before, Refinement(**refinement), shown=[], words="so")


def test_what_is_wanted_again_is_not_ruled_out_any_more() -> None:
    new, slots, _said = change(
        Adjustments(exclude=["italian"]),
        {"exclude_cuisine": ["italian", "thai"]},
        slots={"cuisine": ["italian"]},
    )
    assert new.exclude == []
    assert slots == {"exclude_cuisine": ["thai"], "cuisine": ["italian"]}


def test_cheaper_ends_upscale() -> None:
    _new, slots, said = change(Adjustments(), {"price_level": {"min": 3}}, price="lower")
    assert slots == {}
    assert said == ["cheaper"]


def test_faster_delivery_puts_the_fastest_first() -> None:
    new, _slots, said = change(Adjustments(), {}, prefer=["fast"])
    assert said == ["faster delivery"]
    offers = [
        offer("shopping", name, 50, attributes={"shipping_days": days}) for name, days in (("a", 5), ("b", 1))
    ]
    assert best("shopping", brief("shopping", adjustments=new), *offers) == "b"


@pytest.mark.parametrize(
    ("kind", "per", "kept_ones"),
    [
        ("dining", "total", ["25"]),
        ("dining", "person", ["25", "60"]),
        ("events", "total", ["25"]),
        ("events", "person", ["25", "60"]),
        ("shopping", "total", ["25", "60"]),
    ],
)
def test_a_budget_for_all_counts_by_person_where_prices_do(kind: str, per: str, kept_ones: list[str]) -> None:
    budget = {"amount": 100, "currency": "USD", "bound": "max", "per": per}
    offers = [offer(kind, str(price), price) for price in (25, 60)]
    assert kept(kind, brief(kind, budget=budget, people=4), *offers) == kept_ones


def test_a_tariffs_budget_by_the_year_counts_by_the_month() -> None:
    budget = {"amount": 600, "currency": "USD", "bound": "max", "per": "year"}
    offers = [offer("bill_switching", str(price), price) for price in (45, 60)]
    assert kept("bill_switching", brief("bill_switching", budget=budget), *offers) == ["45"]


@pytest.mark.parametrize(
    ("ruled", "titles"),
    [
        ("ballet", ["Trio", "Match"]),
        ("swing", ["Match", "Swan"]),
        ("open air", ["Match", "Swan"]),
        ("open-air", ["Match", "Swan"]),
        ("football game", ["Trio", "Swan"]),
        ("poetry", ["Trio", "Match", "Swan"]),
    ],
)
def test_events_are_ruled_out_by_any_word_for_their_genre_and_by_their_tags(
    ruled: str, titles: list[str]
) -> None:
    shown = [
        offer("events", "Trio", category="jazz", attributes={"tags": ["open_air"]}),
        offer("events", "Match", category="sport"),
        offer("events", "Swan", category="dance"),
    ]
    assert kept("events", brief("events", adjustments=Adjustments(exclude=[ruled])), *shown) == titles


def test_a_genre_that_was_ruled_out_since_is_not_searched_for() -> None:
    events = type_named("events")
    assert events.categories(brief("events", genre="jazz")) == ["jazz"]
    ruled = Adjustments(exclude=["swing"])
    assert events.categories(brief("events", adjustments=ruled, genre="jazz")) == []


# When a limit holds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "visit", "words"),
    [
        (["fri", "sat", "sun"], "2026-12-05", "weekend: under $50 a person"),
        (["sat", "sun"], "2026-12-05", "weekend: under $50 a person"),
        (["sat"], "2026-12-05", "Saturday: under $50 a person"),
        (["mon", "tue", "wed", "thu"], "2026-12-02", "weeknight: under $50 a person"),
        (["tue", "wed"], "2026-12-02", "Tuesday, Wednesday: under $50 a person"),
        ([], "2026-12-05", "under $50 a person"),
    ],
)
def test_a_limit_is_called_by_the_days_on_which_it_holds(days: list[str], visit: str, words: str) -> None:
    taste = Taste(
        key="dining.budget", polarity="limit", value=True, amount=Decimal(50), currency="USD", per="person",
        days=days, from_words="from your feedback",
    )  # fmt: skip
    asked = brief("dining", taste, date=visit)
    assert type_named("dining").applied(asked) == [f"{words}, from your feedback"]
    other = brief("dining", taste, date="2026-12-04" if "fri" not in days else "2026-12-03")
    assert type_named("dining").applied(other) == ([] if days else [f"{words}, from your feedback"])


# Places that somebody likes to go to --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["dining", "events"])
def test_a_place_named_in_the_first_steps_comes_first_and_says_why(kind: str) -> None:
    taste = Taste(
        key="places.likes.le_marais", polarity="like", value="Le Marais", words="You like to go to Le Marais",
        from_words="from your first steps",
    )  # fmt: skip
    home = {"city": "Paris", "lat": 48.8566, "lon": 2.3522}
    plain = offer(kind, "A plain one", place=Place(address="Belleville", **home))
    fitting = offer(
        kind, "The fitting one", place=Place(name="Chez Anna", address="Rue X, Le Marais", **home)
    )
    asked = brief(kind, taste)
    mission = type_named(kind)
    reasons = [mission.fit(one, mission.scene(asked))[1] for one in (plain, fitting)]
    assert reasons == [[], ["You like to go to Le Marais, from your first steps"]]
    assert best(kind, asked, plain, fitting) == "The fitting one"
    assert best(kind, brief(kind), plain, fitting) == "A plain one"
    assert mission.applied(asked) == []


def test_liking_the_city_that_is_searched_lifts_nobody() -> None:
    taste = liked("places.likes.paris", "Paris")
    mission, asked = type_named("dining"), brief("dining", taste, place="Paris")
    here = offer("dining", "Here", place=Place(city="Paris", lat=48.8566, lon=2.3522))
    assert mission.fit(here, mission.scene(asked)) == (0, [])


def test_what_the_first_steps_ask_reaches_the_brief(db: None, owner: Any) -> None:
    remember_tastes(user=owner, cuisines=[], diets=[], places="Le Marais, the sea")
    for kind in ("dining", "events"):
        found = {taste.key: taste.from_words for taste in tastes_of(owner, kind)}
        assert found == dict.fromkeys(
            ("places.likes.le_marais", "places.likes.the_sea"), "from your first steps"
        )


def test_a_wish_on_the_card_counts_more_than_the_rating() -> None:
    outside = offer("dining", "Outside", rating=3.9, attributes={"features": ["outdoor"]})
    inside = offer("dining", "Inside", rating=4.9)
    assert best("dining", brief("dining"), outside, inside) == "Inside"
    wished = brief("dining", adjustments=Adjustments(prefer=["outdoor"]))
    assert best("dining", wished, outside, inside) == "Outside"


def test_a_wish_that_nothing_tells_of_changes_no_score() -> None:
    inside = offer("dining", "Inside", rating=4.9)
    mission, wished = type_named("dining"), brief("dining", adjustments=Adjustments(prefer=["outdoor"]))
    [plain] = mission.rank([inside], mission.scene(brief("dining")))
    [same] = mission.rank([inside], mission.scene(wished))
    assert plain.score == same.score


def test_cheaper_leaves_what_is_cheapest() -> None:
    shown = [{"amount": str(price)} for price in ("136.95", "130.65", "135.85", "136.60", "129.15")]
    found, _, _ = refined(Adjustments(), {}, Refinement(price="lower"), shown=shown, words="cheaper")
    assert found.max_price == Decimal("130.65")


@pytest.mark.parametrize(("hour", "fits"), [(20, False), (21, True), (23, True)])
def test_an_event_before_the_hours_that_were_said_is_left_out(hour: int, fits: bool) -> None:
    asked = brief("events", date="2026-12-05", time={"start": "21:00", "end": "23:59"})
    show = offer("events", "Show", starts_at=datetime(2026, 12, 5, hour - 1, tzinfo=UTC))
    assert bool(kept("events", asked, show)) is fits


def test_hours_hold_on_each_day_of_a_weekend() -> None:
    weekend = {"start": "2026-12-05", "end": "2026-12-06"}
    asked = brief("events", date=weekend, time={"start": "21:00", "end": "23:59"})
    sunday_early = offer("events", "Early", starts_at=datetime(2026, 12, 6, 17, tzinfo=UTC))
    sunday_late = offer("events", "Late", starts_at=datetime(2026, 12, 6, 20, 30, tzinfo=UTC))
    a_bit_early = offer("events", "A bit early", starts_at=datetime(2026, 12, 6, 19, 30, tzinfo=UTC))
    assert kept("events", asked, sunday_early, a_bit_early, sunday_late) == ["Late"]
