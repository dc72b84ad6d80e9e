"""Words may be as long and as odd as their form allows: whatever they are, they are read at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agency.plans.entering import entry_in
from agency.plans.mailing import mail_in
from agency.reasoning.choice_words import taken, wants_others
from agency.reasoning.dates import find_dates, languages_of_weekdays
from agency.reasoning.home_said import home_said
from agency.reasoning.routing.said_plainly import said_plainly
from missions import same_product
from missions.trips import asked, lengths, spending, stations, swaps, turns, words
from missions.trips.unfound import unfound_cities
from tests.missions.trips.driving import NOW

MOST = 2_000
"""As long as a goal or an answer may be."""
ODD = {
    "blanks": "a" + " " * MOST + "b",
    "lines": "\n" * MOST + "x",
    "dashes": "x " + "-" * MOST + " y",
    "stops": "." * MOST,
    "digits": "9" * MOST,
    "names": "Mo-Mi-" * (MOST // 6),
    "cities": "Rome " * (MOST // 5),
    "ways": "Berlin to " * (MOST // 10),
    "days": "sat or sun " * (MOST // 11),
    "pairs": "5/6 " * (MOST // 4),
    "noes": "not " * (MOST // 4),
    "yeses": "yes " * (MOST // 4),
    "lengths": "two days later " * (MOST // 15),
    "codes": "dsc-w120/p " * (MOST // 11),
    "addresses": "a@b.c. " * (MOST // 7),
    "people": "Nora, " * (MOST // 6),
    "letters": "a" * 200 + "!",
    "new ones": "new not " * (MOST // 8),
    "swaps": "swap the " * (MOST // 9),
    "likings": "prefer museums and " * (MOST // 19),
    "calendars": "put it in my calendar " * (MOST // 22),
}
READERS: dict[str, Callable[[str], object]] = {
    "entry": lambda text: entry_in(f"put {text} in my calendar", now=None, languages=["en"]),
    "entry on a day": lambda text: entry_in(
        f"put dinner {text} on Friday at 10 in my calendar", now=NOW, languages=["en"]
    ),
    "choice": lambda text: (taken(text, ["One"]), taken(text[:200], ["One"]), wants_others(text)),
    "home": lambda text: (home_said(text), home_said(f"I moved to {text}")),
    "dates": lambda text: (
        find_dates(text, ref=NOW.replace(tzinfo=None), language="en"),
        languages_of_weekdays(text),
    ),
    "product": lambda text: same_product.same(same_product.named(text), same_product.named(f"{text} W121")),
    "length": lambda text: lengths.length_of_the_trip(text, 5),
    "money": lambda text: spending.as_slots(text, {}),
    "cities": lambda text: (stations.cities_changed(text, ["Rome"]), words.leads_to(text, "Berlin")),
    "ways": words.flies,
    "aims": lambda text: (said_plainly(f"learn {text}"), said_plainly(text)),
    "turns": lambda text: (turns.read_turn(text), swaps.pairs_in(text), unfound_cities(text, ["Rome"])),
    "rules": lambda text: asked.as_slots(text, {}),
    "mail": lambda text: (
        mail_in(text),
        mail_in(f"send a mail to {text}"),
        mail_in(f"send {text} a mail: {text}"),
        mail_in(f"send a mail to Nora: {text} anna@example.org"),
    ),
}


@pytest.mark.timeout(10)
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("odd", ODD)
def test_they_are_read_at_once(reader: str, odd: str) -> None:
    READERS[reader](ODD[odd])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("put dinner with Anna - on Friday at 10 in my calendar", "Dinner with Anna"),
        ("put the dentist, on Friday at 10 in my calendar", "Dentist"),
    ],
)
def test_what_is_beside_a_day_is_no_part_of_a_title(text: str, title: str) -> None:
    entry = entry_in(text, now=NOW, languages=["en"])
    assert entry is not None
    assert entry.title == title


@pytest.mark.parametrize(
    ("text", "city"),
    [("Rome to Paris", "Rome"), ("Rome->Paris", "Rome"), ("Baden-Baden nach Rome", "Baden-Baden")],
)
def test_where_a_way_begins_is_read(text: str, city: str) -> None:
    assert words.leads_to(text, city)
