"""Whatever the text, `find_dates` answers, stays within it, and is quick."""

from __future__ import annotations

import time
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agency.reasoning.dates import find_dates

WORDS = st.sampled_from(
    "next last this Friday night tomorrow at around 7 pm the 3rd of May from to until between and "
    "31 30 February week weekend month end mid half past quarter eight 2026 9999 0 1/2 12:60 24:00 "
    "every in ago before after first last a year century 29 , - . million 2/29 today now am p "
    "10/10/10 12-12 Easter spring few"
)
SENTENCES = st.lists(WORDS, max_size=14).map(" ".join)
REFS = st.datetimes()


@settings(max_examples=150, deadline=None)
@given(
    text=st.one_of(st.text(max_size=80), SENTENCES),
    ref=REFS,
    language=st.sampled_from(["en", "de", "fr"]),
    prefer=st.sampled_from(["future", "past"]),
)
def test_any_text_gives_spans_within_it_that_do_not_overlap(
    text: str, ref: datetime, language: str, prefer: str
) -> None:
    spans = find_dates(text, ref=ref, language=language, prefer=prefer)  # type: ignore[arg-type]
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        assert text[span.start : span.end] == span.text
        end = span.end


def test_a_long_hostile_text_takes_its_length_and_no_more() -> None:
    text = "from 5 to 9 May next last 7 pm - 3 of the first week in June and " * 200
    began = time.perf_counter()
    find_dates(text, ref=datetime(2026, 11, 25))
    assert time.perf_counter() - began < 30


def test_control_characters_and_right_to_left_marks_do_no_harm() -> None:
    spans = find_dates("\x00\u202etomorrow\u200f at 7\x00", ref=datetime(2026, 11, 25))
    assert spans


@pytest.mark.parametrize("day", ["31 December 9999", "1 May 9950", "9999-12-30", "in 9000 years"])
def test_the_end_of_the_calendar_is_no_day_to_count_on_from(day: str) -> None:
    assert find_dates(f"a table on {day}", ref=datetime(2026, 11, 25)) == []
