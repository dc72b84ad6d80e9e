"""Kitchens, diets, price levels, choices and products."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "cuisine"),
    [
        ("an Italian place", ["italian"]),
        ("sushi tonight", ["sushi", "japanese"]),
        ("pizza or tapas", ["pizza", "italian", "tapas", "spanish"]),
        ("sicilian food", ["sicilian", "italian"]),
        ("italienisches Essen", ["italian"]),
        ("un restaurant marocain", ["moroccan"]),
        ("something with Zorgian cuisine", ["zorgian"]),
    ],
)
def test_a_kitchen_is_named_by_people_dish_or_region(read, text, cuisine):
    assert read(text)["cuisine"] == cuisine


@pytest.mark.parametrize(
    "text", ["not Italian", "no pizza, please", "anything but sushi", "I hate tapas", "kein Sushi bitte"]
)
def test_what_is_ruled_out_is_not_wanted(read, text):
    found = read(text)
    assert "cuisine" not in found
    assert found["exclude_cuisine"]


def test_a_list_that_is_ruled_out_is_ruled_out_whole(read):
    found = read("Thai but no sushi or pizza")
    assert found["cuisine"] == ["thai"]
    assert found["exclude_cuisine"] == ["sushi", "japanese", "pizza", "italian"]


def test_diets_are_read_and_a_diet_that_does_not_matter_is_not(read):
    assert read("vegetarian and gluten-free")["diet"] == ["vegetarian", "gluten_free"]
    assert "diet" not in read("gluten free options are not required")
    assert "diet" not in read("I don't care about vegan")


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("cheap eats", {"max": 1}),
        ("not too expensive", {"max": 2}),
        ("somewhere fancy", {"min": 3}),
        ("nicht zu teuer", {"max": 2}),
        ("bon marché", {"max": 1}),
    ],
)
def test_price_levels_are_bounds(read, text, level):
    assert read(text)["price_level"] == level


def test_a_choice_is_one_of_the_declared_values(read):
    assert read("jazz concerts in Berlin")["kind"] == "jazz concert"
    assert read("lower my electric bill")["kind"] == "electricity"
    assert "kind" not in read("water bill")


@pytest.mark.parametrize(
    ("text", "product"),
    [
        ("best price for Sony WH-1000XM5 headphones", "Sony WH-1000XM5 headphones"),
        ("best laptop under $1500", "laptop"),
        ("I want to buy a new coffee machine for less than 200 euros", "coffee machine"),
        ("find me the cheapest running shoes near me", "running shoes"),
    ],
)
def test_a_product_is_what_is_to_be_bought(read, text, product):
    assert read(text)["product"] == product
