"""Two days said together, short weekdays beside each other, and ends that have changed places."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from agency.reasoning.dates import find_dates, find_no_days, languages_of_weekdays

SUNDAY = datetime(2026, 11, 29, 11, 0)
Days = tuple[date, date | None]


def days(text: str, language: str = "en") -> list[Days]:
    return [(span.begins, span.ends) for span in find_dates(text, ref=SUNDAY, language=language)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("sushi on 7/8 December", "en"),
        ("sushi on the 7th/8th of December", "en"),
        ("December 7 or 8 would suit us", "en"),
        ("either the 7th or 8th of December", "en"),
        ("drinks 7 and 8 December", "en"),
        ("Sushi am 7./8. Dezember", "de"),
        ("am 7. oder 8. Dezember", "de"),
        ("le 7 ou 8 décembre", "fr"),
        ("les 7/8 décembre", "fr"),
    ],
)
def test_two_days_of_a_month_are_both_meant(text: str, language: str) -> None:
    assert days(text, language) == [(date(2026, 12, 7), date(2026, 12, 9))]


def test_a_year_behind_two_days_is_theirs() -> None:
    assert days("a weekend on 7/8 August 2027") == [(date(2027, 8, 7), date(2027, 8, 9))]


def test_of_two_days_apart_what_lies_between_is_not_invented() -> None:
    assert days("the 7th or 10th of December") == [(date(2026, 12, 7), None)]


def test_figures_without_a_months_name_stay_a_date() -> None:
    assert days("on 7/8") == [(date(2027, 7, 8), None)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("brunch sat or sun", "en"),
        ("brunch sat/sun", "en"),
        ("Saturday or Sunday", "en"),
        ("Saturday and Sunday", "en"),
        ("Sa oder So", "de"),
        ("Samstag oder Sonntag", "de"),
        ("sam ou dim", "fr"),
        ("sáb o dom", "es"),
        ("sab o dom", "it"),
    ],
)
def test_said_on_a_sunday_the_second_of_two_days_comes_after_the_first(text: str, language: str) -> None:
    assert days(text, language) == [(date(2026, 12, 5), None), (date(2026, 12, 6), None)]


def test_days_that_do_not_follow_each_other_are_counted_from_today() -> None:
    assert days("Friday or Tuesday") == [(date(2026, 12, 4), None), (date(2026, 12, 1), None)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("we sat or stood at the bar", "en"),
        ("out of the sun or the rain", "en"),
        ("so oder so gern", "de"),
        ("la mer ou le jeu", "fr"),
        ("dîner avec Sam", "fr"),
    ],
)
def test_everyday_words_are_no_days(text: str, language: str) -> None:
    assert days(text, language) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Di-Do", ["de"]),
        ("Fr bis So", ["de"]),
        ("ven-dim", ["fr"]),
        ("do or mi", []),
        ("so-so", []),
        ("Fri-Sun", []),
    ],
)
def test_a_language_is_told_by_its_short_weekdays(text: str, told: list[str]) -> None:
    assert [language for language in languages_of_weekdays(text) if language in ("de", "fr")] == told


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("midweek", "en"),
        ("a mid-week break", "en"),
        ("mid week", "en"),
        ("Mitte der Woche", "de"),
        ("en milieu de semaine", "fr"),
    ],
)
def test_the_middle_of_a_week_that_is_over_is_the_next_ones(text: str, language: str) -> None:
    assert days(text, language) == [(date(2026, 12, 2), date(2026, 12, 3))]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("from 20 March to 16 March 2027", "en"),
        ("20 March 2027 to 16 March 2027", "en"),
        ("from 2027-03-20 to 2027-03-16", "en"),
        ("20-16 March 2027", "en"),
        ("vom 20. März bis 16. März 2027", "de"),
        ("du 20 mars au 16 mars 2027", "fr"),
    ],
)
def test_ends_that_changed_places_are_put_in_order(text: str, language: str) -> None:
    assert days(text, language) == [(date(2027, 3, 16), date(2027, 3, 21))]


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("from 1 July to 30 June", date(2027, 7, 1), date(2028, 7, 1)),
        ("from 15 July to 14 July", date(2027, 7, 15), date(2028, 7, 15)),
        ("28 December to 3 January", date(2026, 12, 28), date(2027, 1, 4)),
        ("from 30 to 2 December", date(2026, 11, 30), date(2026, 12, 3)),
    ],
)
def test_a_stretch_over_a_years_or_months_end_is_as_it_was_said(text: str, begins: date, ends: date) -> None:
    assert days(text) == [(begins, ends)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Besprechung am 7. Dezember von 13 bis 14:45 Uhr", "de"),
        ("7. Dezember 13 bis 14:45 Uhr", "de"),
        ("le 7 décembre de 13 à 14h45", "fr"),
    ],
)
def test_hours_behind_a_day_are_no_year(text: str, language: str) -> None:
    assert days(text, language) == [(datetime(2026, 12, 7, 13), datetime(2026, 12, 7, 14, 45))]


def test_two_figures_behind_a_day_are_a_year_still() -> None:
    assert days("photos of 7 December 14") == [(date(2014, 12, 7), None)]
    assert days("from 7 December 14 to 9 December 14") == [(date(2014, 12, 7), date(2014, 12, 10))]


@pytest.mark.parametrize(
    ("text", "language"), [("for 5/6 guests", "en"), ("für 5/6 Personen", "de"), ("pour 5/6 personnes", "fr")]
)
def test_so_many_people_are_no_day(text: str, language: str) -> None:
    assert days(text, language) == []
    assert days("5/6 dinner for two")[0][0] == date(2027, 5, 6)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("sushi on 7 or 10 December", "en"),
        ("the 7th or 10th of December", "en"),
        ("Sushi am 7./10. Dezember", "de"),
        ("le 7 ou 10 décembre", "fr"),
    ],
)
def test_two_days_apart_are_a_choice_of_the_two(text: str, language: str) -> None:
    (span,) = find_dates(text, ref=SUNDAY, language=language)
    assert (span.begins, span.ends, span.others) == (date(2026, 12, 7), None, (date(2026, 12, 10),))


def test_the_second_of_two_weekdays_is_of_the_week_of_the_first() -> None:
    assert days("Friday or Sunday") == [(date(2026, 12, 4), None), (date(2026, 12, 6), None)]
    assert days("Saturday or Friday") == [(date(2026, 12, 5), None), (date(2026, 12, 4), None)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("a table on 3 December 14 to 16", "en"),
        ("a table on 3 December, 14-16", "en"),
        ("a table on December 3 14 to 16", "en"),
        ("ein Tisch am 3. Dezember 14 bis 16", "de"),
    ],
)
def test_two_figures_behind_a_day_are_hours(text: str, language: str) -> None:
    at = datetime(2026, 12, 3, 14)
    assert days(text, language) == [(at, at.replace(hour=16))]


def test_figures_behind_a_day_are_years_where_a_month_follows() -> None:
    assert days("3 December 14 to 5 January 15") == [(date(2014, 12, 3), date(2015, 1, 6))]
    assert days("3 December 14") == [(date(2014, 12, 3), None)]


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("dinner on 31 November", "en", "31 November"),
        ("dinner on 31/32 December", "en", "31/32 December"),
        ("dinner on the 32nd of December", "en", "32nd of December"),
        ("dinner on 30/2", "en", "30/2"),
        ("Essen am 31.11. zu viert", "de", "31.11."),
        ("Essen am 31.11.2026", "de", "31.11.2026"),
        ("Tisch am 32. Dezember", "de", "32. Dezember"),
        ("dîner le 31 novembre", "fr", "31 novembre"),
    ],
)
def test_a_day_that_no_calendar_has_is_found_as_none(text: str, language: str, said: str) -> None:
    assert days(text, language) == []
    assert find_no_days(text, ref=SUNDAY, language=language) == [said]


@pytest.mark.parametrize("text", ["December 32", "in June 31 days", "in December 40 guests", "7/8 December"])
def test_days_and_numbers_are_no_missing_days(text: str) -> None:
    assert find_no_days(text, ref=SUNDAY) == []
