"""Kitchens, diets, price levels, choices and products."""

from __future__ import annotations

import pytest

from agency.reasoning.slots import COMMON_SLOTS, SlotSpec, extract_slots


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
        ("we want to try American, French, and Chinese food", ["american", "french", "chinese"]),
        ("quiero comida china", ["chinese"]),
        ("un ristorante messicano", ["mexican"]),
        ("restaurante indio en Madrid", ["indian"]),
        ("we like Mexican, Thai and Greek food here", ["mexican", "thai", "greek"]),
    ],
)
def test_a_kitchen_is_named_by_people_dish_or_region(read, text, cuisine):
    assert read(text)["cuisine"] == cuisine


@pytest.mark.parametrize(
    "text", ["a trip to China", "a ristorante for two", "dinner in Indiana", "my fish died"]
)
def test_a_word_that_is_a_kitchen_only_beside_food_is_none_elsewhere(read, text):
    assert "cuisine" not in read(text)


@pytest.mark.parametrize("text", ["my dad doesn't eat fish", "Papa isst keinen Fisch", "I don't eat fish"])
def test_what_somebody_does_not_eat_is_ruled_out(read, text):
    assert read(text)["exclude_cuisine"] == ["fish"]


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
    assert found["exclude_cuisine"] == ["sushi", "pizza"]


@pytest.mark.parametrize(
    ("text", "ruled_out"),
    [
        ("Japanese but not sushi", ["sushi"]),
        ("anything but sicilian", ["sicilian"]),
        ("tout sauf la pizza", ["pizza"]),
        ("neither Thai nor Indian", ["thai", "indian"]),
        ("no tacos", ["mexican"]),
    ],
)
def test_what_is_ruled_out_does_not_take_the_wider_kitchen_with_it(read, text, ruled_out):
    assert read(text)["exclude_cuisine"] == ruled_out


@pytest.mark.parametrize(
    ("text", "cuisine"),
    [
        ("a kosher restaurant", ["kosher"]),
        ("somewhere that serves halal", ["halal"]),
        ("vegan sushi", ["vegan", "sushi", "japanese"]),
        ("ein veganes Restaurant", ["vegan"]),
        ("un restaurant végétarien", ["vegetarian"]),
    ],
)
def test_a_diet_said_as_a_kind_of_food_is_a_kitchen_too(read, text, cuisine):
    found = read(text)
    assert found["cuisine"] == cuisine
    assert found["diet"] == cuisine[:1]


@pytest.mark.parametrize(
    "text", ["I'm vegetarian", "with vegan options", "my wife is vegan", "a kosher menu"]
)
def test_a_diet_of_a_person_or_a_menu_is_no_kitchen(read, text):
    found = read(text)
    assert "cuisine" not in found
    assert found["diet"]


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
        ("nothing too fancy", {"max": 2}),
        ("it doesn't have to be fancy", {"max": 2}),
        ("fancy but not expensive", {"max": 2}),
        ("the last one was too expensive", {"max": 2}),
        ("nichts Schickes", {"max": 2}),
        ("rien de trop chic", {"max": 2}),
        ("don't want anywhere cheap", {"min": 2}),
    ],
)
def test_price_levels_are_bounds(read, text, level):
    assert read(text)["price_level"] == level


def test_to_fancy_something_is_no_price(read):
    assert "price_level" not in read("I fancy sushi tonight")


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
        ("I want to buy the Sony WH-1000XM5", "Sony WH-1000XM5"),
        ("which robot vacuum is best for pet hair under 400", "robot vacuum for pet hair"),
        ("Welcher Staubsauger ist gut bei Tierhaaren?", "Staubsauger bei Tierhaaren"),
        ("which laptop is good for me under 900", "laptop"),
        ("compare three mid-range laptops", "mid-range laptops"),
        ("compare the two best e-readers", "e-readers"),
        ("replace my old fridge", "fridge"),
        ("wo kann ich günstig Winterreifen kaufen", "Winterreifen"),
        ("ich möchte mir ein neues Fahrrad bis 800 Euro kaufen", "Fahrrad"),
        ("Vergleich Samsung Galaxy S24 und iPhone 15", "Samsung Galaxy S24 und iPhone 15"),
        ("is the Dyson V15 worth it?", "Dyson V15"),
        ("lohnt sich der Thermomix", "Thermomix"),
        ("I need a washing machine 8kg energy class A", "washing machine 8kg energy class A"),
    ],
)
def test_a_product_is_what_is_to_be_bought(read, text, product):
    assert read(text)["product"] == product


@pytest.mark.parametrize(
    ("text", "product"),
    [
        ("a couple hundred bucks for headphones", "headphones"),
        ("work boots, I need them soon: find work boots", "work boots"),
        ("I need a love seat", "love seat"),
    ],
)
def test_a_noun_that_is_no_purchase_may_tell_of_one(read, text, product):
    assert read(text)["product"] == product


@pytest.mark.parametrize(
    "text",
    [
        "buy time",
        "I'm looking for work",
        "I need a break",
        "I want a refund",
        "find me a doctor",
        "find true love",
    ],
)
def test_what_is_not_bought_is_no_product(read, text):
    assert "product" not in read(text)


def test_a_bare_noun_phrase_is_the_product_where_one_is_needed(context):
    needed = [SlotSpec(name="product", type="product", required=True)]

    def product(text: str) -> object:
        found = extract_slots(text, needed, context).get("product")
        return found and found.value

    assert product("noise-cancelling headphones") == "noise-cancelling headphones"
    assert product("a kettle") == "kettle"
    for text in ("thanks", "hmm", "good morning", "my back hurts", "help"):
        assert product(text) is None


@pytest.mark.parametrize(
    ("text", "product", "ruled_out"),
    [
        ("noise cancelling headphones under 200, not Sony", "noise cancelling headphones", ["Sony"]),
        ("headphones but not from Amazon", "headphones", ["Amazon"]),
        ("ein Laptop, aber kein Apple", "Laptop", ["Apple"]),
        ("find a kettle please, nothing fancy", "kettle", None),
        ("a tv, not more than 500 dollars", "tv", None),
        ("best laptop, not Apple", "laptop", ["Apple"]),
        ("a suitcase, no Samsonite", "suitcase", ["Samsonite"]),
        ("ein Koffer, nicht zu teuer", "Koffer", None),
        ("a suitcase, no hurry", "suitcase", None),
        ("need a charger, mine does not work", "charger", None),
        ("Kopfhörer mit Kabel, mein altes geht nicht mehr", "Kopfhörer mit Kabel", None),
        ("headphones, not expensive", "headphones", None),
        ("ein Koffer, keine Eile", "Koffer", None),
        ("noise cancelling headphones, not Bose, under $300", "noise cancelling headphones", ["Bose"]),
        ("running shoes, not Nike, under 100", "running shoes", ["Nike"]),
        ("Kopfhörer, kein Sony, bis 200 Euro", "Kopfhörer", ["Sony"]),
    ],
)
def test_what_the_end_of_a_wish_rules_out_is_kept_apart(context, text, product, ruled_out):
    needed = [*COMMON_SLOTS, SlotSpec(name="product", type="product", required=True)]
    found = {name: slot.value for name, slot in extract_slots(text, needed, context).items()}
    assert found["product"] == product
    assert found.get("exclude_product") == ruled_out


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ökostrom bitte", "electricity"),
        ("ein günstigerer Stromtarif", "electricity"),
        ("Stromanbieter wechseln", "electricity"),
        ("Stromvergleich, 3500 kWh", "electricity"),
        ("Jazzkonzerte", "jazz concert"),
        ("l'électricité", "electricity"),
    ],
)
def test_a_choice_is_read_in_compounds_and_behind_elided_articles(read, text, kind):
    assert read(text)["kind"] == kind


def test_a_choice_is_not_ruled_out_by_a_narrower_word(context):
    genre = [SlotSpec(name="genre", type="choice", synonyms={"theatre": ["theatre", "musical"]})]
    found = extract_slots("theatre but no musicals", genre, context)
    assert {name: slot.value for name, slot in found.items()} == {"genre": "theatre"}
