"""What a person says to a preview, placed by rules into the fields of the draft."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agency.reasoning.redraft_rules import change
from agency.reasoning.signing import signature_in

NOW = datetime(2026, 11, 27, 10, tzinfo=UTC)
NAMES = {
    "to": ["to", "recipient"],
    "subject": ["subject", "betreff"],
    "body": ["body", "text", "message"],
    "title": ["title"],
    "starts_at": ["starts at"],
}
MAIL = {
    "to": "table@trattoria.example",
    "subject": "A table on Friday - four people, by the window",
    "body": "Good day,\n\nwe would like a table for four. We come by car. We look forward to it.\n\nMira",
}
ENTRY = {
    "title": "Dinner",
    "starts_at": "2026-12-04T19:00:00+01:00",
    "ends_at": "2026-12-04T21:00:00+01:00",
}


def changed(values: dict[str, object], words: str) -> dict[str, object]:
    return change(values, words, names=NAMES, now=NOW, zone="Europe/Berlin")  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("subject: Dinner on Friday", "subject", "Dinner on Friday"),
        ("change the subject to “Four of us on Friday”", "subject", "Four of us on Friday"),
        ("Betreff: Tisch am Freitag", "subject", "Tisch am Freitag"),
        ("please send it to anna@example.org instead", "to", "anna@example.org"),
        ("a shorter subject", "subject", "A table on Friday"),
        ("replace Mira with Mira Sommer", "body", MAIL["body"].replace("Mira", "Mira Sommer")),
        ("six instead of four", "subject", "A table on Friday - six people, by the window"),
        ("not four, but six", "body", MAIL["body"].replace("four", "six")),
        ("leave out the part about the car", "body", None),
        ("without car", "body", None),
        ("add that we need a high chair", "body", None),
        ("sign with Best, Anna", "body", MAIL["body"].replace("\n\nMira", "\n\nBest, Anna")),
        ("please sign it as “Anna and Mira”", "body", MAIL["body"].replace("Mira", "Anna and Mira")),
        ("Unterschreibe die Mail mit Viele Grüße, Anna", "body", None),
        ("signez avec Anna", "body", None),
    ],
)
def test_a_mail_changes_where_it_was_meant(words: str, field: str, value: str | None) -> None:
    changes = changed(MAIL, words)
    assert field in changes
    if value is not None:
        assert changes[field] == value


def test_a_sentence_is_added_before_the_name_and_another_left_out() -> None:
    body = str(changed(MAIL, "add that we need a high chair")["body"])
    assert body.endswith("We need a high chair.\n\nMira")
    left = str(changed(MAIL, "leave out the part about the car")["body"])
    assert "car" not in left
    assert "table for four" in left
    assert left.endswith("Mira")


@pytest.mark.parametrize(
    ("words", "starts", "ends"),
    [
        ("at 8 pm", "2026-12-04T20:00:00+01:00", "2026-12-04T22:00:00+01:00"),
        ("half an hour later", "2026-12-04T19:30:00+01:00", "2026-12-04T21:30:00+01:00"),
        ("an hour earlier", "2026-12-04T18:00:00+01:00", "2026-12-04T20:00:00+01:00"),
        ("make it later", "2026-12-04T20:00:00+01:00", "2026-12-04T22:00:00+01:00"),
        ("on 5 December", "2026-12-05T19:00:00+01:00", "2026-12-05T21:00:00+01:00"),
        ("5 December at 20:30", "2026-12-05T20:30:00+01:00", "2026-12-05T22:30:00+01:00"),
    ],
)
def test_beginning_and_end_move_together(words: str, starts: str, ends: str) -> None:
    assert changed(ENTRY, words) == {"starts_at": starts, "ends_at": ends}


@pytest.mark.parametrize("words", ["more like last year's", "hmm", "friendlier, please", "why?"])
def test_what_cannot_be_placed_changes_nothing(words: str) -> None:
    assert changed(MAIL, words) == {}


def test_a_title_keeps_its_place_when_the_name_of_a_field_is_in_the_words() -> None:
    assert changed(ENTRY, "title: Dinner with Anna") == {"title": "Dinner with Anna"}


@pytest.mark.parametrize("words", ["sign up for the newsletter", "sign me in", "a good sign"])
def test_not_all_that_speaks_of_signs_is_a_signature(words: str) -> None:
    assert changed(MAIL, words) == {}


def test_a_text_that_is_signed_already_stays() -> None:
    assert changed(MAIL | {"body": "Hello.\n\nBest, Anna"}, "sign with Best, Anna") == {}
    assert changed({"subject": "Lunch"}, "sign with Best, Anna") == {}


@pytest.mark.parametrize(
    "words",
    ["sign it with her name instead of mine", "unterschreibe mit Anna statt Mira", f"sign with {'A' * 201}"],
)
def test_what_is_no_signature_is_not_written_under_a_text(words: str) -> None:
    assert signature_in(words) == ""


PAGE = """## Giverny

Giverny is a village of Normandy. Claude Monet lived here from 1883. His garden is open from April to autumn.
A bus goes from the station of Vernon.

*Source: Wikivoyage*

## Fontainebleau

Fontainebleau is a town south of Paris. Its castle was a seat of kings. The forest is known among climbers.
Trains leave from Gare de Lyon every hour.

*Source: Wikivoyage*"""


def test_shorter_keeps_each_part_of_a_page() -> None:
    body = str(changed(MAIL | {"body": PAGE}, "shorter please")["body"])
    assert len(body) < 0.8 * len(PAGE)
    parts = body.split("\n\n")
    assert [part for part in parts if part[0] in "#*"] == [
        "## Giverny",
        "*Source: Wikivoyage*",
        "## Fontainebleau",
        "*Source: Wikivoyage*",
    ]
    assert sum("Giverny" in part or "Monet" in part for part in parts) >= 2
    assert any("Fontainebleau" in part and part[0] != "#" for part in parts)


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("shorter please, and add a greeting", "Hello,"),
        ("kürzer und mit einer Anrede", "Hallo,"),
        ("make it shorter and begin with “Dear Mira,”", "Dear Mira,"),
    ],
)
def test_two_wishes_in_one_sentence_are_both_heard(words: str, begins: str) -> None:
    body = str(changed(MAIL | {"body": PAGE}, words)["body"])
    assert body.startswith(f"{begins}\n\n## Giverny")
    assert len(body) < 0.8 * len(PAGE)


def test_what_belongs_together_is_not_taken_apart() -> None:
    body = str(changed(MAIL, "add that we need a high chair and a menu in English")["body"])
    assert "We need a high chair and a menu in English." in body


@pytest.mark.parametrize("words", ["call it Supper at home", "nenne es Supper at home"])
def test_what_an_entry_is_called_is_its_title(words: str) -> None:
    assert changed(ENTRY, words) == {"title": "Supper at home"}


def test_a_time_and_a_name_in_one_sentence_are_both_heard() -> None:
    said = changed(ENTRY, "start at 8 pm, and name it Supper at home")
    assert said["title"] == "Supper at home"
    assert str(said["starts_at"]).startswith("2026-12-04T20:00")


def test_how_a_mail_begins_and_what_it_says_too_are_two_wishes() -> None:
    body = str(changed({"body": "I will be late."}, "begin with Hi Nora, and say I am sorry")["body"])
    assert body == "Hi Nora\n\nI will be late.\n\nI am sorry."
