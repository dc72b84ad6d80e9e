"""What people say after a mission in English, German, French, Spanish and Italian, and what it teaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from agency.reasoning.feedback_rules import read_feedback
from agency.reasoning.sentiment import language_of, sentiment

KINDS = Path(__file__).with_name("kinds.txt")
ROWS = [line for line in KINDS.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]


@pytest.mark.parametrize("row", ROWS)
def test_it_teaches_and_takes_back_just_this(row: str) -> None:
    head, _, expected = row.partition("=>")
    about, _, words = head.partition("|")
    language, mission_type = about.split()
    read = read_feedback(words.strip(), mission_type=mission_type, language=language)
    got = {f"{each['path']} {each['polarity']}" for each in read["preferences"]}
    got |= {f"!{path}" for path in read["retired"]}
    assert got == {each.strip() for each in expected.split(";") if each.strip()}


def test_what_is_said_last_of_a_diet_counts() -> None:
    read = read_feedback("We are not vegan any more. Well, I am vegan again.", mission_type="dining")
    assert (read["retired"], [each["path"] for each in read["preferences"]]) == ([], ["dining.diet.vegan"])


@pytest.mark.parametrize(
    ("words", "language", "pleased"),
    [
        ("me encantó todo", "es", True),
        ("Muy mal servicio", "es", False),
        ("ci è piaciuto molto", "it", True),
        ("cibo pessimo", "it", False),
        ("No era nada bueno", "es", False),
    ],
)
def test_spanish_and_italian_sound_pleased_or_not(words: str, language: str, pleased: bool) -> None:
    assert language_of(words) == language
    assert (sentiment(words) > 0) is pleased
