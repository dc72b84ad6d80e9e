"""A day named in words about a draft is one of the trip, unless the words say when the trip is to be."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from missions.brief import Brief
from missions.plugins import discovery
from missions.trips.mission import TripMission
from tests.missions.trips.driving import refined, understood

FIRST, LAST = date(2027, 3, 16), date(2027, 3, 19)  # Tuesday to Friday


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.fixture(scope="module")
def brief(travel: TripMission) -> Brief:
    brief = travel.possible(understood(travel, "a trip to Paris from 16 to 19 March 2027 for 2 people"))
    assert days(travel, brief) == (FIRST, LAST)
    return brief


def days(travel: TripMission, brief: Brief) -> tuple[date, date]:
    wish = travel.wish(brief)
    return wish.first, wish.first + timedelta(days=wish.days - 1)


@pytest.mark.parametrize(
    "words",
    [
        "fewer museums, dinner on Wednesday should be Italian, and leave later on the last day",
        "no stand-up on Thursday, rather a free evening",
        "dinner on Wednesday should be Italian",
        "Thursday evening: a concert",
        "no early start on Friday",
        "on the second day start at 10",
        "leave at 10 on the last day",
        "the Louvre on Wednesday instead of Thursday",
        "move dinner to Thursday at 8 pm",
        "nothing on the 17th before noon",
        "no museums on 17 March",
        "a garden on Wednesday morning, please",
        "fewer museums on Tuesday and Wednesday",
        "no museums from Thursday to Friday",
        "start later on Thursday",
        "leave on Friday evening",
        "dinner at 8 on Friday the 19th",
        "keep one day free",
        "einen Tag ohne Museen",
        "one day trip more on Thursday",
        "am Mittwoch lieber italienisch essen",
        "am Donnerstagabend bitte frei",
        "am letzten Tag später los",
        "am zweiten Tag keine Museen",
        "weniger Museen am Freitag, und am Dienstag ein Konzert",
        "Mittwoch um 20 Uhr ein Konzert",
        "am 17. keine Museen",
        "pas de musées jeudi",
    ],
)
def test_a_day_of_the_trip_moves_nothing(travel: TripMission, brief: Brief, words: str) -> None:
    after, _ = refined(travel, brief, words)
    assert days(travel, travel.possible(after)) == (FIRST, LAST)


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("go on Wednesday instead", date(2027, 3, 17), date(2027, 3, 20)),
        ("start on Thursday", date(2027, 3, 18), date(2027, 3, 21)),
        ("move it to Monday", date(2027, 3, 15), date(2027, 3, 18)),
        ("please move the whole trip to Thursday", date(2027, 3, 18), date(2027, 3, 21)),
        ("fewer museums, and let's go on Wednesday", date(2027, 3, 17), date(2027, 3, 20)),
        ("from Thursday to Sunday", date(2027, 3, 18), date(2027, 3, 21)),
        ("on Thursday instead", date(2027, 3, 18), date(2027, 3, 21)),
        ("from 11 to 14 May 2027", date(2027, 5, 11), date(2027, 5, 14)),
        ("11 to 16 May 2027", date(2027, 5, 11), date(2027, 5, 16)),
        ("from 23 March 2027", date(2027, 3, 23), date(2027, 3, 26)),
        ("dinner on Wednesday Italian, and from 11 to 14 May 2027", date(2027, 5, 11), date(2027, 5, 14)),
        ("a week later", date(2027, 3, 23), date(2027, 3, 26)),
        ("start one day earlier", date(2027, 3, 15), date(2027, 3, 18)),
        ("zwei Wochen später", date(2027, 3, 30), date(2027, 4, 2)),
        ("5 days from 11 May 2027", date(2027, 5, 11), date(2027, 5, 15)),
        ("lieber am Mittwoch fahren", date(2027, 3, 17), date(2027, 3, 20)),
        ("am Donnerstag starten", date(2027, 3, 18), date(2027, 3, 21)),
        ("verschiebe die Reise auf Montag", date(2027, 3, 15), date(2027, 3, 18)),
        ("von Donnerstag bis Sonntag", date(2027, 3, 18), date(2027, 3, 21)),
        ("vom 11. bis 14. Mai 2027", date(2027, 5, 11), date(2027, 5, 14)),
    ],
)
def test_words_of_when_move_it(
    travel: TripMission, brief: Brief, words: str, first: date, last: date
) -> None:
    after, _ = refined(travel, brief, words)
    assert days(travel, travel.possible(after)) == (first, last)


@pytest.mark.parametrize("words", ["in May 2027", "lieber im Mai 2027", "other dates: May", "better in May"])
def test_another_month_moves_it(travel: TripMission, brief: Brief, words: str) -> None:
    after, _ = refined(travel, brief, words)
    first, _last = days(travel, travel.possible(after))
    assert (first.year, first.month) == (2027, 5)


@pytest.mark.parametrize(
    ("words", "understood", "kept"),
    [
        (
            "no early mornings, and a free afternoon on Thursday",
            "later mornings",
            "a free afternoon on Thursday",
        ),
        ("später los, und am Mittwoch ein freier Tag", "later mornings", "am Mittwoch ein freier Tag"),
    ],
)
def test_what_is_not_understood_of_a_day_is_named_whole(
    travel: TripMission, brief: Brief, words: str, understood: str, kept: str
) -> None:
    assert refined(travel, brief, words)[1] == [understood, f"“{kept}” kept in words only"]


def test_a_sight_on_a_day_is_understood_beside_other_words(travel: TripMission, brief: Brief) -> None:
    after, said = refined(travel, brief, "cheaper hotel and the Louvre on Thursday")
    assert said == ["a cheaper place to stay", "Louvre on Thursday, 18 March 2027"]
    assert days(travel, travel.possible(after)) == days(travel, brief)
