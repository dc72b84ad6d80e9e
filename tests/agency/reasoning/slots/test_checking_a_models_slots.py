"""What a language model answers is kept only when it is typed right and said in the input."""

from __future__ import annotations

import pytest

from agency.reasoning.slots import SlotSpec, slots_model, validate_slots

TEXT = "Dinner for four in Paris tomorrow at 7pm, Italian, under $50 a head"


def test_the_model_schema_has_a_field_for_each_slot(specs):
    schema = slots_model(specs).model_json_schema()
    assert {spec.name for spec in specs} <= set(schema["properties"])
    assert "exclude_cuisine" in schema["properties"]


def test_true_values_are_kept_with_their_words(specs, context):
    raw = {"people": 4, "place": "Paris", "date": "2026-11-28", "time": "19:00", "cuisine": ["italian"]}
    kept = validate_slots(raw, specs, context, TEXT)
    assert {name: slot.value for name, slot in kept.items()} == raw
    assert kept["place"].text == "Paris"


@pytest.mark.parametrize(
    "raw",
    [
        {"people": 9},
        {"people": "many"},
        {"place": "London"},
        {"cuisine": ["thai"]},
        {"time": "25:00"},
        {"time": ["19:00"]},
        {"date": "soon"},
        {"kind": "opera"},
        {"kind": "internet"},
        {"budget": {"amount": 70, "currency": "USD"}},
        {"budget": {"amount": 50, "currency": "dollars"}},
        {"nights": 2},
        {"unheard_of": 1},
        {"product": "a new bicycle"},
        {"exclude_cuisine": ["french"]},
    ],
)
def test_what_is_invented_or_of_the_wrong_type_is_dropped(specs, context, raw):
    assert validate_slots(raw, specs, context, TEXT) == {}


def test_a_small_difference_in_spelling_is_no_invention(specs, context):
    kept = validate_slots({"product": "running shoe"}, specs, context, "find me running shoes")
    assert kept["product"].text.startswith("running shoe")


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("dinner on Friday", {"date": "2026-12-04"}),
        ("dinner on 5/12", {"date": "2026-12-05"}),
        ("this weekend", {"date": "2026-11-28"}),
        ("a table at 8", {"time": "20:00"}),
        ("in the evening", {"time": {"start": "18:00", "end": "22:00"}}),
        ("a sofa for two grand", {"budget": {"amount": 2000, "currency": "USD"}}),
    ],
)
def test_another_reading_of_the_same_words_is_kept(specs, context, text, raw):
    kept = validate_slots(raw, specs, context, text)
    assert set(kept) == set(raw)


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("dinner on Friday", {"date": "2026-12-01"}),
        ("dinner tomorrow", {"date": "2027-03-09"}),
        ("this weekend", {"date": "2026-12-02"}),
        ("a table at 8", {"time": "21:30"}),
        ("in the evening", {"time": "09:00"}),
    ],
)
def test_a_date_that_the_words_cannot_mean_is_dropped(specs, context, text, raw):
    assert validate_slots(raw, specs, context, text) == {}


def test_one_amount_fills_one_slot(context):
    money = [
        SlotSpec(name="budget", type="money"),
        SlotSpec(name="current", type="money", synonyms={"paid": ["pay"]}),
    ]
    amount = {"amount": 85, "currency": "GBP", "per": "month"}
    kept = validate_slots({"budget": amount, "current": amount}, money, context, "I pay £85 a month")
    assert set(kept) == {"current"}
