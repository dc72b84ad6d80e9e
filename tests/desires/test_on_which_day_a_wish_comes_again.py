"""A weekly wish comes on the day that its words name, and the page says so."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from agency.desires.noticing.patterns import topics_of
from agency.desires.recurring import weekday_said

SUNDAY = datetime(2026, 11, 29, 20, tzinfo=ZoneInfo("Europe/Paris"))


@pytest.mark.parametrize(
    ("words", "language", "day"),
    [
        ("Every Monday, tell me what is on in jazz", "en", date(2026, 11, 30)),
        ("news about jazz on Thursdays", "en", date(2026, 12, 3)),
        ("jeden Montag Nachrichten über Jazz", "de", date(2026, 11, 30)),
        ("freitags Nachrichten über Jazz", "de", date(2026, 12, 4)),
        ("news about jazz every week", "en", None),
        ("news about jazz", "en", None),
    ],
)
def test_the_day_that_a_wish_names(words: str, language: str, day: date | None) -> None:
    assert weekday_said(words, SUNDAY, language) == day


@pytest.mark.parametrize(
    ("goal", "topics"),
    [
        ("send a mail to Anna about jazz", ["jazz"]),
        ("mail anna: the harbour", ["harbour"]),
        ("schreib Anna über Jazz", ["Jazz"]),
    ],
)
def test_who_is_written_to_is_no_topic_to_have_news_about(goal: str, topics: list[str]) -> None:
    assert [signal.label for signal in topics_of(goal)] == topics
