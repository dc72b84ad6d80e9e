"""What people mean by dates in words, on a Wednesday in November."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from agency.reasoning.dates import DateSpan, find_dates

WEDNESDAY = datetime(2026, 11, 25, 10, 30)
FRIDAY = datetime(2026, 3, 6, 14, 0)
SATURDAY = datetime(2026, 7, 11, 9, 0)


def only(text: str, ref: datetime = WEDNESDAY, **options: str) -> DateSpan:
    spans = find_dates(text, ref=ref, **options)  # type: ignore[arg-type]
    assert len(spans) == 1, spans
    return spans[0]


def test_friday_night_is_the_evening_of_the_coming_friday_and_the_4_are_people() -> None:
    span = only("Friday night, 4 people")
    assert (span.text, span.kind) == ("Friday night", "datetimerange")
    assert span.begins == datetime(2026, 11, 27, 18)
    assert span.ends == datetime(2026, 11, 27, 23)


def test_a_friday_said_on_a_friday_is_today_and_next_friday_is_next_weeks() -> None:
    assert only("Friday at 7pm", FRIDAY).begins == datetime(2026, 3, 6, 19)
    assert only("next Friday", FRIDAY).begins == date(2026, 3, 13)


def test_this_weekend_is_the_coming_one_and_the_present_one_once_it_has_begun() -> None:
    assert only("this weekend").begins == date(2026, 11, 28)
    assert only("this weekend", SATURDAY).begins == date(2026, 7, 11)


def test_ranges_of_days_end_the_day_after_the_last_one() -> None:
    span = only("from the 5th to the 9th of December")
    assert (span.begins, span.ends) == (date(2026, 12, 5), date(2026, 12, 10))


def test_a_week_from_monday_counts_from_monday() -> None:
    assert only("a week from Monday").begins == date(2026, 12, 7)


def test_a_day_out_is_an_outing_and_three_weeks_out_are_three_weeks_ahead() -> None:
    assert only("a day out in London on Saturday").begins == date(2026, 11, 28)
    assert only("three weeks out").begins == date(2026, 12, 16)


def test_the_span_names_its_place_in_the_text_as_given() -> None:
    text = "Könnten wir — please — meet  tomorrow at 7?"
    span = only(text)
    assert text[span.start : span.end] == span.text == "tomorrow at 7"


@pytest.mark.parametrize(("prefer", "year"), [("future", 2027), ("past", 2026)])
def test_an_open_month_goes_where_the_caller_prefers(prefer: str, year: int) -> None:
    assert only("in May", prefer=prefer).begins == date(year, 5, 1)


def test_an_hour_without_its_half_follows_the_part_of_the_day() -> None:
    assert only("at 7").begins == time(19)
    assert only("at 7 in the morning").begins == time(7)
    assert only("tomorrow evening around 8").begins == datetime(2026, 11, 26, 20)


def test_a_wall_clock_time_that_a_zone_skips_is_given_as_written() -> None:
    assert only("29 March 2026 at 02:30").begins == datetime(2026, 3, 29, 2, 30)


def test_a_range_open_at_one_side_has_nothing_there() -> None:
    assert only("after 7pm").ends is None
    assert only("until Sunday").begins is None


def test_a_duration_has_a_length_and_no_place_in_time() -> None:
    span = only("for three nights")
    assert (span.kind, span.duration, span.begins) == ("duration", timedelta(days=3), None)


def test_a_recurrence_begins_at_its_next_occurrence() -> None:
    assert only("every Wednesday at 9am").begins == datetime(2026, 12, 2, 9)


def test_months_and_weekdays_that_are_everyday_words_need_a_sign() -> None:
    for text in ("may I ask", "march on", "Sat on the sofa", "ask June for her opinion"):
        assert find_dates(text, ref=WEDNESDAY) == []
    assert only("in June").begins == date(2027, 6, 1)
    assert only("on Sat").begins == date(2026, 11, 28)


def test_amounts_are_no_dates() -> None:
    for text in ("$3000, 2 travelers", "iPhone 15 Pro", "version 3.11", "24/7", "a table for 8 please"):
        assert find_dates(text, ref=WEDNESDAY) == []


def test_a_day_that_no_calendar_has_is_not_moved_to_another_month() -> None:
    for text in ("on 30 February", "June 31st", "dinner on Feb 30 2027"):
        assert find_dates(text, ref=WEDNESDAY) == []
    assert only("June 31st, 7pm").kind == "time"
    assert find_dates("am 30. Februar", ref=WEDNESDAY, language="de") == []
    assert find_dates("on 30 February 2027", ref=WEDNESDAY) == []
    assert only("5 Tage Rom, 30. Februar", language="de").duration == timedelta(days=5)


@pytest.mark.parametrize(
    ("text", "language", "month", "days"),
    [
        ("in June 31 days in Italy for two", "en", 6, 31),
        ("in November 31 days", "en", 11, 31),
        ("in February 30 nights", "en", 2, 30),
        ("im Juni 31 Gäste", "de", 6, None),
        ("im April 31 Leute", "de", 4, None),
    ],
)
def test_what_is_counted_behind_a_month_is_no_day_of_it(
    text: str, language: str, month: int, days: int | None
) -> None:
    whole, *lengths = find_dates(text, ref=WEDNESDAY, language=language)
    assert (whole.kind, getattr(whole.begins, "month", None)) == ("daterange", month)
    assert [span.duration for span in lengths] == ([timedelta(days=days)] if days else [])


def test_hours_before_their_day_are_both_kept() -> None:
    for text in ("7 to 9 friday night", "7-9 on Friday", "from 7 to 9 on friday evening"):
        span = only(text)
        assert (span.begins, span.ends) == (datetime(2026, 11, 27, 19), datetime(2026, 11, 27, 21)), text
    assert only("10 to 11pm Friday").begins == datetime(2026, 11, 27, 22)
    assert only("ten to eight").begins == time(19, 50)


@pytest.mark.parametrize(
    ("text", "language", "at"),
    [
        ("um 5 vor 12", "de", time(11, 55)),
        ("Essen um 5 vor 7", "de", time(18, 55)),
        ("10 vor 11", "de", time(10, 50)),
        ("5 before 7", "en", time(18, 55)),
        ("5 minutes to 7", "en", time(18, 55)),
        ("Abendessen in Berlin um 5 vor 8 am Freitag", "de", datetime(2026, 11, 27, 19, 55)),
    ],
)
def test_minutes_before_an_hour_are_no_range(text: str, language: str, at: time | datetime) -> None:
    assert only(text, language=language).begins == at


def test_figures_from_one_hour_to_another_are_a_range() -> None:
    for text in ("5 to 7 on Friday", "5 till 7 on Friday"):
        span = only(text)
        assert (span.begins, span.ends) == (datetime(2026, 11, 27, 17), datetime(2026, 11, 27, 19)), text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("event for kids aged 7 to 9 on Friday in Berlin", "en"),
        ("children between 7 and 9 on Friday", "en"),
        ("kids 7-9 on Friday", "en"),
        ("im Alter von 7 bis 9 am Freitag", "de"),
        ("Kinder 7 bis 9 am Freitag", "de"),
    ],
)
def test_ages_are_no_hours(text: str, language: str) -> None:
    assert only(text, language=language).begins == date(2026, 11, 27)
    assert only("von 7 bis 9 am Freitag", language="de").begins == datetime(2026, 11, 27, 19)


def test_minutes_behind_a_point_are_minutes_where_an_hour_is_said() -> None:
    assert only("tomorrow at 14.30").begins == datetime(2026, 11, 26, 14, 30)
    assert only("morgen um 19.30", language="de").begins == datetime(2026, 11, 26, 19, 30)
    assert find_dates("at 7.50 $ each", ref=WEDNESDAY) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("menu at 12.50 each, in Berlin", "en"),
        ("tickets at 12.50 euros", "en"),
        ("rated at 4.50 stars", "en"),
        ("wine at 4.30 a glass", "en"),
        ("Karten ab 19.50 Euro", "de"),
        ("Zimmer ab 19.50 pro Nacht", "de"),
    ],
)
def test_prices_and_grades_with_a_point_are_no_hours(text: str, language: str) -> None:
    assert find_dates(text, ref=WEDNESDAY, language=language) == []


def test_days_are_counted_from_others() -> None:
    assert only("two fridays ago").begins == date(2026, 11, 13)
    assert only("the day before Christmas").begins == date(2026, 12, 24)
    assert only("the twenty-first of May").begins == date(2027, 5, 21)


def test_several_dates_come_in_order() -> None:
    texts = [
        span.text for span in find_dates("Pay on Friday, dinner tomorrow at 8, trip in May", ref=WEDNESDAY)
    ]
    assert texts == ["on Friday", "tomorrow at 8", "in May"]


def test_german_half_hours_count_to_the_hour_and_french_hours_to_24() -> None:
    assert only("morgen um halb acht", language="de").begins == datetime(2026, 11, 26, 19, 30)
    assert only("demain à sept heures et demie", language="fr").begins == datetime(2026, 11, 26, 7, 30)


def test_a_language_nobody_wrote_is_read_as_english() -> None:
    assert only("tomorrow", language="xx").begins == date(2026, 11, 26)


def test_a_reference_with_a_zone_gives_naive_local_answers() -> None:
    from zoneinfo import ZoneInfo

    span = only("tonight at 7", WEDNESDAY.replace(tzinfo=ZoneInfo("Europe/Amsterdam")))
    assert span.begins == datetime(2026, 11, 25, 19)


@pytest.mark.parametrize(
    ("text", "day"), [("by Friday", date(2026, 11, 27)), ("on Friday", date(2026, 11, 27))]
)
def test_what_is_due_by_a_day_is_due_on_it(text: str, day: date) -> None:
    assert only(text).point == day


def test_an_ordinal_in_digits_counts_weekends_in_german_and_names_a_day_in_english() -> None:
    assert only("am 1. Dezemberwochenende", language="de").begins == date(2026, 12, 5)
    assert only("4th July weekend", FRIDAY).begins == date(2026, 7, 4)
