"""How many people a sentence speaks of."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("dinner for four", 4),
        ("a party of six", 6),
        ("4 people tonight", 4),
        ("table for me and my wife", 2),
        ("just the two of us", 2),
        ("my parents and I", 3),
        ("just me", 1),
        ("a family of five", 5),
        ("seats for half a dozen people", 6),
        ("we are a couple", 2),
        ("my husband, our 4 girls and myself", 6),
        ("4 adults and 2 children", 6),
        ("me and 5 of my friends", 6),
        ("two couples", 4),
        ("a 12-seater", 12),
        ("there will be 12 in my party", 12),
        ("Tisch für vier Personen bitte", 4),
        ("wir kommen zu fünft, ein Tisch bitte", 5),
        ("meine Frau und ich", 2),
        ("une table pour deux personnes", 2),
        ("dinner with my wife", 2),
        ("veggie dinner tonight with a friend near Camden", 2),
        ("Abendessen mit einem alten Freund am Freitag", 2),
        ("Rome, 2 adults 2 kids", 4),
        ("Urlaub in Rom, 2 Erwachsene 2 Kinder", 4),
        ("our honeymoon in Italy", 2),
        ("2 Erwachsene und ein Kind", 3),
        ("a trip with grandma", 2),
        ("dinner with mom and dad", 3),
        ("a steakhouse for my boss and 3 clients", 4),
        ("dinner with my wife and son", 3),
        ("Essen mit meinen Eltern", 3),
        ("Rome with my parents and two kids", 5),
        ("dinner with my wife, 4 people", 4),
        ("dinner for 4 with my parents", 4),
        ("Essen mit meiner Frau und zwei Kindern", 4),
        ("Essen mit meinem Mann und meiner Tochter", 3),
        ("dîner avec ma femme et ma fille", 3),
        ("nous sommes quatre ce soir", 4),
    ],
)
def test_a_party_is_counted(read, text, people):
    assert read(text)["people"] == people


@pytest.mark.parametrize(
    "text",
    [
        "a table for 7:45 pm",
        "book it for 2 nights",
        "for 22nd of July",
        "I for one would like a terrace",
        "I have a booking and I need to change it",
        "can we add two guests",
        "one more person",
        "for five-thirty",
        "me and my kids",
        "help me and tell me more",
        "about 5 miles away",
        "a deal for 100 Mbit internet",
        "an evening with dad jokes",
        "we are staying with my parents in Rome",
        "I talked with my sister about a hotel in Rome",
        "party with my brother's band",
    ],
)
def test_what_is_not_a_party_size_is_not_invented(read, text):
    assert "people" not in read(text)


def test_a_bare_number_answers_the_question_that_was_asked(read):
    assert read("4", "people") == {"people": 4}
    assert read("I wanna say seven", "people")["people"] == 7
    assert read("Book it for 5", "people")["people"] == 5


def test_for_five_is_a_time_when_only_a_time_was_asked(read):
    assert read("Book it for 5", "time") == {"time": "17:00"}


def test_of_a_range_the_larger_party_counts(read):
    assert read("for 6-8 people")["people"] == 8
    assert read("für 6–8 Personen")["people"] == 8
