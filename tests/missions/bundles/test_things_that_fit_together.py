"""Bundles: what is read as one, what fits what, what the money leaves, and what words change."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from django.utils.translation import override

from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer
from missions.bundle_cards import bundle_card
from missions.bundles.fitting import how_it_fits, shortfalls
from missions.bundles.kinds import uses_in
from missions.bundles.plan import BundlePlan
from missions.bundles.reading import bundle_in, thing_of
from missions.bundles.words import read_change
from missions.bundles.writing import list_of
from missions.plugins.complex import Draft, Judged, Part, order_of
from tests.missions.bundles.driving import brief_of, judged_of, listed, products, settled, shopping
from tests.missions.trips.driving import assert_kept

GOAL = "a laptop for video editing, then a mouse and a bag that fit, all under $1500"


def in_dollars(title: str) -> Offer:
    return next(one for one in products() if one.title == title and one.currency == "USD")


EVALS = Path(__file__).parents[2] / "evals" / "routing"


@pytest.mark.parametrize(
    ("goal", "things"),
    [
        (GOAL, ["laptop for video editing", "mouse", "bag"]),
        ("laptop first, then a dock and a monitor that fit it", ["laptop", "dock", "monitor"]),
        ("find and compare laptops, then put together an accessories bundle", ["laptops", "mouse", "bag"]),
        (
            "choose a camera, then lenses that fit it, and stay under 2000 in total",
            ["camera", "lenses"],
        ),
        (
            "put together a complete home office: desk, chair, lamp and monitor that go together",
            ["desk", "chair", "lamp", "monitor"],
        ),
        (
            "pick a bike for me and afterwards lights, lock and panniers that suit it",
            ["bike", "lights", "lock", "panniers"],
        ),
        ("Laptop und Maus und Tasche, die zusammenpassen, höchstens 1200 Euro", ["Laptop", "Maus", "Tasche"]),
        (
            "un ordinateur portable, puis une souris et un sac, 1200 € en tout",
            ["ordinateur portable", "souris", "sac"],
        ),
        ("a mouse and a laptop that fit together", ["laptop", "mouse"]),
        ("phone with a case that fits, under $900", ["phone", "case"]),
        ("two monitors and a laptop that work together", ["laptop", "2 monitors"]),
        ("a bench, two stools and a lantern under 300", ["bench", "2 stools", "lantern"]),
        ("a bike, helmet, lock and light under 800", ["bike", "helmet", "lock", "light"]),
        ("computer with keyboard and mouse", ["computer", "keyboard", "mouse"]),
        ("sofa, rug and shelf for the den", ["sofa", "rug", "shelf for the den"]),
    ],
)
def test_a_bundle_names_its_things_the_first_one_first(goal: str, things: list[str]) -> None:
    assert [one.casefold() for one in bundle_in(goal)] == [one.casefold() for one in things]


@pytest.mark.parametrize(
    "goal",
    [
        "best laptop under $1500",
        "a laptop with 16 GB RAM and a good keyboard",
        "compare the Sony WH-1000XM5 with the Bose QC Ultra",
        "MacBook Air M3 or Dell XPS 13, which one is the better buy",
        "a laptop bag",
        "wireless mouse for a small hand",
        "toaster, white, two slots",
        "best laptop under 1200 euros for travelling, light, at least 16 GB RAM",
    ],
)
def test_one_product_and_products_to_compare_are_no_bundle(goal: str) -> None:
    assert bundle_in(goal) == []


def test_goals_of_level_one_and_two_stay_what_they_are() -> None:
    rows = [
        json.loads(line)
        for path in sorted(EVALS.glob("levels*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    plain = [row for row in rows if row["mission_type"] == "shopping" and row["level"] < 3]
    assert len(plain) > 30
    raised = [
        row["text"]
        for row in plain
        if shopping().level_of(row["level"], {"bundle": bundle_in(row["text"])}) == 3
    ]
    assert raised == []


def test_a_goal_that_looks_like_parts_but_names_none_is_searched_as_before() -> None:
    assert shopping().level_of(3, {"bundle": bundle_in("plan a capsule wardrobe for autumn")}) == 2


def test_the_others_wait_for_the_first_and_not_for_each_other() -> None:
    parts = order_of(shopping().decompose(brief_of(GOAL)))
    assert {part.key: part.depends_on for part in parts} == {
        "laptop": (),
        "mouse": ("laptop",),
        "bag": ("laptop",),
    }


def test_whom_and_which_room_things_are_for_is_no_part_of_their_names() -> None:
    goal = "a desk and a chair for my home office, together under 600"
    assert bundle_in(goal) == ["desk", "chair"]


@pytest.mark.parametrize(
    ("goal", "things"),
    [
        ("Laptop für Videobearbeitung unter 1500, dazu Maus und Tasche, die passt",
         ["Laptop für Videobearbeitung", "Maus", "Tasche"]),
        ("Schreibtisch und Stuhl, der dazu passt", ["Schreibtisch", "Stuhl"]),
        ("Eine Tasche, die passt, zum Laptop", ["Laptop", "Tasche"]),
    ],
)  # fmt: skip
def test_how_a_thing_is_to_be_is_no_thing(goal: str, things: list[str]) -> None:
    assert bundle_in(goal) == things


def test_what_a_thing_is_too_weak_for_is_said_in_the_readers_language() -> None:
    weak = products()[0].model_copy(update={"attributes": {"specs": {"ram_gb": 1}}})
    with override("de"):
        assert all("für Videobearbeitung" in words for words in shortfalls(weak, uses_in("video editing")))
        assert shortfalls(weak, uses_in("video editing"))


def test_every_accessory_on_the_list_fits_and_all_of_it_is_within_the_budget() -> None:
    plan = listed(GOAL)
    assert [item.part for item in plan.items] == ["laptop", "mouse", "bag"]
    assert plan.budget.total <= Decimal(1500)
    assert plan.budget.total == sum(item.cost for item in plan.items)
    assert all(check.ok for check in plan.checks), plan.checks
    assert plan.misfits == []
    assert all(item.sample for item in plan.items)
    assert BundlePlan.model_validate(plan.model_dump(mode="json")) == plan


def test_the_size_of_the_first_choice_rules_out_bags() -> None:
    laptop = next(one for one in products() if one.title == "HP Pavilion 15")
    small = next(one for one in products() if one.title == "Cinder Sleeve 13")
    large = next(one for one in products() if one.title == "Fennel Messenger 16")
    camera_bag = next(one for one in products() if one.title == "Fennel Camera Sling")
    assert how_it_fits(small, laptop).ok is False
    assert how_it_fits(camera_bag, laptop).ok is False
    assert how_it_fits(large, laptop).ok is True


def test_a_lens_has_to_have_the_mount_of_the_camera_that_was_chosen() -> None:
    def sony(part: Part, judged: Judged) -> list[Offer]:
        if part.key == "camera":
            return [one.offer for one in judged.options if one.offer.title == "Sony Alpha 6700"]
        return [judged.options[0].offer]

    plan = listed("choose a camera, then a lens and a memory card that fit it, under 2500 dollars", sony)
    assert [item.name.split()[-1] for item in plan.items][1] == "E"
    assert plan.items[2].name.startswith("Larkwave SD")


def test_what_does_not_say_whether_it_fits_is_kept_marked_and_last() -> None:
    brief = brief_of(GOAL)
    part = next(one for one in shopping().decompose(brief) if one.key == "mouse")
    done = settled(brief)
    unknown = products()[0].model_copy(
        update={"category": "mouse", "title": "A mouse", "attributes": {}, "price": Decimal(20)}
    )
    mice = [one for one in products() if one.category == "mouse"]
    judged = shopping().judge(part, [unknown, *mice[:3]], brief, done)
    assert judged.options[-1].offer.title == "A mouse"
    assert "not known" in " ".join(judged.options[-1].misses)


def test_a_use_puts_what_is_too_weak_last() -> None:
    brief = brief_of("a laptop for video editing and a mouse that fits, under $1500 in total")
    part = shopping().decompose(brief)[0]
    judged = judged_of(part, brief, {})
    weak = [one for one in judged.options if "little for video editing" in " ".join(one.unmet)]
    assert all(judged.options.index(one) >= len(judged.options) - len(weak) for one in weak)
    assert not judged.options[0].unknowns


@pytest.mark.parametrize("limit", [700, 900, 1200, 1500, 2500])
def test_two_that_are_chosen_at_once_never_overspend(limit: int) -> None:
    def dearest(part: Part, judged: Judged) -> list[Offer]:
        return [max(judged.options, key=lambda one: one.offer.price or 0).offer]

    plan = listed(f"a laptop, then a mouse and a bag that fit, all under ${limit}", dearest)
    assert plan.budget.total <= limit
    assert plan.misfits == []


def test_an_impossible_budget_is_answered_with_the_cheapest_that_fits() -> None:
    plan = listed("a laptop, then a mouse and a bag that fit, all under $200")
    assert "$200 does not cover it" in plan.misfits[0]
    assert_kept(plan)
    assert plan.budget.limit == 200
    draft = Draft("", plan.model_dump(mode="json"))
    card = bundle_card(draft, "en")
    assert card is not None
    assert not card.left_words
    assert card.over_words in list_of(plan, "en")
    assert "more than the $200 that you named" in card.over_words


def test_a_choice_that_takes_too_much_is_changed_as_little_as_possible_and_said() -> None:
    brief = brief_of("a laptop, then a mouse and a bag that fit, all under $1200")

    def macbook(part: Part, judged: Judged) -> list[Offer]:
        return [in_dollars("MacBook Air 13 M3")] if part.key == "laptop" else [judged.options[0].offer]

    done = settled(brief, macbook)
    done["mouse"].chosen[:] = [in_dollars("Logitech MX Master 3S")]
    done["bag"].chosen[:] = [in_dollars("Tarn Daypack 15")]
    plan = BundlePlan.model_validate(shopping().draft(brief, done, 1).data)
    assert plan.budget.total <= 1200
    assert plan.items[0].name == "MacBook Air 13 M3"
    assert "another" in plan.misfits[0]


def test_a_thing_that_nobody_offers_is_left_to_the_person() -> None:
    plan = listed("pick a bike for me and afterwards lights and a lamp that suit it")
    assert "nothing was found" in plan.misfits[0]
    assert [item.part for item in plan.items] == ["lamp"]


def test_the_running_account_keeps_money_back_for_what_is_not_chosen() -> None:
    brief = brief_of(GOAL)
    kind = shopping()
    parts = kind.decompose(brief)
    before = kind.account(parts, brief, {}, {})
    assert before.spent == 0
    assert before.held > 0
    assert before.limit == 1500
    done = {"laptop": settled(brief)["laptop"]}
    after = kind.account(parts, brief, done, {})
    assert after.spent > 0
    assert [one.settled for one in after.shares] == [True, False, False]
    assert after.left == 1500 - after.spent - after.held


@pytest.mark.parametrize(
    ("words", "field", "kinds"),
    [
        ("a cheaper mouse", "cheaper", ("mouse",)),
        ("the bag is too expensive", "cheaper", ("bag",)),
        ("another bag please", "another", ("bag",)),
        ("a bigger bag", "another", ("bag",)),
        ("without the mouse", "dropped", ("mouse",)),
        ("I don't need a bag", "dropped", ("bag",)),
        ("add a keyboard", "added", ("keyboard",)),
        ("and a dock as well", "added", ("dock",)),
        ("a better laptop", "nicer", ("laptop",)),
        ("eine günstigere Maus", "cheaper", ("mouse",)),
        ("sans sac", "dropped", ("bag",)),
    ],
)
def test_words_change_the_thing_they_name(words: str, field: str, kinds: tuple[str, ...]) -> None:
    change = read_change(words, ["laptop", "mouse", "bag"])
    assert getattr(change, field) == kinds


def test_only_what_was_spoken_of_is_looked_for_again() -> None:
    kind, before = shopping(), brief_of(GOAL)
    refinement = kind.meant("a cheaper mouse", Refinement(), before)
    after, said = kind.refine("a cheaper mouse", refinement, before) or (before, [])
    assert said == ["a cheaper mouse"]
    assert kind.affected(before, after, kind.decompose(after)) == {"mouse"}
    more, _ = kind.refine("add a keyboard", Refinement(), before) or (before, [])
    assert [part.key for part in kind.decompose(more)] == ["laptop", "mouse", "bag", "keyboard"]
    assert kind.affected(before, more, kind.decompose(more)) == set()


def test_the_number_of_pieces_is_paid_for() -> None:
    assert thing_of("2 monitors").count == 2
    plan = listed("a laptop and two monitors that work together, under $3000 in total")
    monitors = plan.items[1]
    assert monitors.count == 2
    assert monitors.cost == monitors.price * 2 + monitors.shipping


def test_the_files_are_a_list_to_read_and_one_to_print() -> None:
    brief = brief_of(GOAL)
    kind = shopping()
    files = {one.path: one.content for one in kind.package(kind.draft(brief, settled(brief), 1), brief)}
    assert files["final/shopping_list.pdf"].startswith(b"%PDF-")
    text = files["final/shopping_list.md"].decode()
    assert "(sample data)" in text
    assert "## Account" in text
