"""An option is taken in words only where they say nothing else; others are asked for in many words."""

from __future__ import annotations

import pytest

from agency.reasoning.choice_words import number_taken, taken, wants_others

TITLES = ["Trattoria Bella Vita", "Osteria del Ponte", "Da Enzo", "Bella Napoli"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the second one", 1),
        ("The second one, please!", 1),
        ("2", 1),
        ("option 3", 2),
        ("number 4", 3),
        ("I'll take the first one", 0),
        ("the last one sounds good", 3),
        ("I'd go with Bella Vita", 0),
        ("bella napoli", 3),
        ("Let’s go with Osteria del Ponte, thanks", 1),
        ("book Da Enzo please", 2),
        ("Die zweite bitte", 1),
        ("ich nehme Da Enzo", 2),
        ("le deuxième s'il te plaît", 1),
        ("je prends le premier", 0),
        ("lieber das zweite", 1),
        ("ich nehme doch lieber den zweiten", 1),
        ("I'd rather take Da Enzo", 2),
    ],
)
def test_a_number_or_a_name_takes_an_option(text: str, place: int) -> None:
    assert taken(text, TITLES) == place


@pytest.mark.parametrize(
    "text",
    [
        "second",
        "two",
        "for two",
        "the first week of June",
        "the first of May",
        "the fifth one",
        "go with Bella",
        "Bella",
        "not Da Enzo",
        "Da Enzo is too far",
        "something like Da Enzo",
        "the second one but on Saturday",
        "I'd like sushi",
        "make it 3",
        "one hour later",
        "sounds good",
        "the second one " * 40,
        "",
        "\N{RIGHT-TO-LEFT OVERRIDE}",
    ],
)
def test_words_that_say_anything_else_take_nothing(text: str) -> None:
    assert taken(text, TITLES) is None


@pytest.mark.parametrize(
    "text", ["sounds good", "Yes, that is perfect.", "das passt", "parfait", "OK, book it"]
)
def test_a_yes_takes_the_only_option(text: str) -> None:
    assert taken(text, TITLES[:1]) == 0
    assert taken("thanks", TITLES[:1]) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the cheapest one", 2),
        ("I'll take the cheapest of these", 2),
        ("just the cheapest", 2),
        ("einfach der günstigste", 2),
        ("just cheaper", None),
        ("lieber den billigsten", 2),
        ("den günstigsten bitte", 2),
        ("le moins cher", 2),
        ("the best rated one", 0),
        ("cheapest", None),
        ("lieber billiger", None),
        ("the cheapest one on Friday", None),
    ],
)
def test_what_only_one_of_them_is_takes_it(text: str, place: int | None) -> None:
    assert taken(text, TITLES, {"price": 3, "rating": 1}) == place


def test_what_several_are_takes_none_and_one_alone_is_the_cheapest() -> None:
    assert taken("the cheapest one", TITLES) is None
    assert taken("the cheapest one", TITLES[:1]) == 0


def test_two_options_of_one_name_are_not_told_apart() -> None:
    assert taken("Da Enzo", ["Da Enzo", "Da Enzo"]) is None
    assert taken("the second one", ["Da Enzo", "Da Enzo"]) == 1


@pytest.mark.parametrize(
    "text",
    [
        "something else",
        "do you have other options?",
        "What other restaurants are there?",
        "another place in Rome",
        "none of these",
        "anything else on Saturday",
        "I saw those already",
        "zeig mir andere",
        "etwas anderes bitte",
        "d'autres restaurants",
        "autre chose",
        "show me new ones, not these",
        "new options that are not Italian",
        "neue Vorschläge, keine Pizza",
    ],
)
def test_others_are_asked_for(text: str) -> None:
    assert wants_others(text)


@pytest.mark.parametrize(
    "text",
    [
        "another day",
        "any other time",
        "more vegetarian options",
        "more expensive",
        "I don't need anything else",
        "nothing else",
        "sonst nichts anderes",
        "the other side of the river",
        "only new ones, not used",
        "just new ones please",
        "nur neue, keine gebrauchten",
    ],
)
def test_what_belongs_to_the_search_or_to_nothing_is_no_wish_for_others(text: str) -> None:
    assert not wants_others(text)


def test_the_last_of_more_than_are_in_sight_is_nobody_knows_which() -> None:
    assert taken("the last one", [*TITLES, "Da Vito"]) == 4
    assert taken("the last one", [*TITLES, "Da Vito", "Behind More"]) is None
    assert taken("number 6", [*TITLES, "Da Vito", "Behind More"]) == 5


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("the second one", 2),
        ("I'll take option 3, please", 3),
        ("das zweite bitte", 2),
        ("the last one", None),
        ("second", None),
        ("cheaper", None),
    ],
)
def test_a_number_is_heard_whether_or_not_there_is_one_of_it(text: str, number: int | None) -> None:
    assert number_taken(text) == number
    assert taken(text, TITLES[:1]) in (None, 0 if number is None and "last" in text else None)
