"""A German plan says Rom and Florenz in every file and sentence; keys and data keep the names of maps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils import translation

from agency.reasoning.slots.places import locate
from missions.plugins import discovery
from missions.trips.learned_words import learned_on_trips
from missions.trips.mission import TripMission
from ownyou.lib.city_names import NAMES, city_in_words
from tests.missions.trips.driving import drafted

ENGLISH = re.compile(r"\b(?:Rome|Florence|Vienna)\b")


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


def test_a_german_plan_with_its_files_says_no_english_names(travel: TripMission) -> None:
    with translation.override("de"):
        draft, brief, done = drafted(
            travel,
            "6 Tage Rom und Florenz im Mai für 2 Personen, 3000 Euro, ab Wien",
            language="de",
            currency="EUR",
        )
        plan = travel.plan_in(draft.data)
        assert plan.title == "6 Tage in Rom und Florenz"
        files = {
            one.path: one.content.decode() for one in travel.package(draft, brief) if "pdf" not in one.path
        }
        titles = [part.title for part in travel.decompose(brief)]
        checks = [check.detail for check in plan.checks]
        learned = [one.sentence for one in travel.learn(draft, brief, done)]
    for text in (draft.markdown, *files.values(), *titles, *checks, *learned):
        assert not [text[max(0, hit.start() - 40) : hit.end() + 20] for hit in ENGLISH.finditer(text)]
    assert "Flug Wien – Rom" in draft.markdown
    assert [stay.city for stay in plan.stays] == ["Rome", "Florence"]
    assert {part.key for part in travel.decompose(brief)} >= {"stay_rome", "stay_florence"}


@pytest.mark.parametrize("name", [str(one) for one in NAMES])
def test_each_name_is_one_that_maps_know_the_city_by(name: str) -> None:
    with translation.override("de"):
        german = city_in_words(name)
    here, there = locate(name), locate(german)
    assert here is not None
    assert there is not None
    assert here.name == there.name == name


@pytest.mark.parametrize(
    ("name", "german", "french"),
    [
        ("Rome", "Rom", "Rome"),
        ("Vienna", "Wien", "Vienne"),
        ("Lisbon", "Lissabon", "Lisbonne"),
        ("Paris", "Paris", "Paris"),
    ],
)
def test_capitals_are_called_as_unicode_has_them(name: str, german: str, french: str) -> None:
    for language, called in (("de", german), ("fr", french), ("en", name)):
        with translation.override(language):
            assert city_in_words(name) == called


@pytest.mark.parametrize(
    ("key", "value", "german", "english"),
    [
        (
            "travel.stay.area.rome.trastevere",
            "Trastevere",
            "Du hast eine Unterkunft in Trastevere, Rom gewählt.",
            "You chose to stay in Trastevere, Rome.",
        ),
        ("travel.interests.garden", "garden", None, "You asked for more on trips: garden."),
        ("travel.pace", "slow", None, "You travel at a slow pace."),
        ("travel.flights.direct", True, None, "You fly direct, even when a stop is cheaper."),
        (
            "travel.place.paris.louvre_museum",
            "Louvre Museum",
            None,
            "You would not go to Louvre Museum again.",
        ),
        ("gathering.favourites.haus_am_see", "Haus am See", None, "You would take Haus am See again."),
    ],
)
def test_what_was_learned_is_said_in_the_language_of_who_reads(
    key: str, value: object, german: str | None, english: str
) -> None:
    preference = {"polarity": "like", "value": value}
    with translation.override("de"):
        said = learned_on_trips(key, preference, english)
        assert said != english
        assert german is None or said == german
    with translation.override("en"):
        assert learned_on_trips(key, preference, said) == english
        assert learned_on_trips(key, preference, "I like it quiet.") == "I like it quiet."
