"""Hours and days that a person told hold where a goal names none, are said, and can be set aside."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from agency.reasoning.feedback_rules import read_feedback
from agency.reasoning.refinement_rules import read_refinement
from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer, Place
from feedback import sentences
from memory.embedding import EmbeddingUnavailable
from memory.preferences import preferences
from memory.telling import tell
from missions.brief import Brief
from missions.levels.briefs import brief_of
from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.refining import refined
from trust.models import User

FRIDAY, SATURDAY, SUNDAY = "2026-12-04", "2026-12-05", "2026-12-06"
WEEKEND = {"start": FRIDAY, "end": SUNDAY}


def no_model() -> object:
    raise EmbeddingUnavailable


@pytest.fixture
def brief_for(owner: User, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Brief]:
    monkeypatch.setattr(sentences, "embedder", no_model)

    def make(told: str, kind: str = "dining", goal: str = "x", **slots: Any) -> Brief:
        tell(user=owner, sentence=told)
        mission = Mission(
            user=owner, goal=goal, mission_type=kind, level=2, slots={"place": "Paris", **slots}
        )
        return brief_of(mission).model_copy(update={"now": datetime(2026, 12, 1, 9, tzinfo=UTC)})

    return make


@pytest.mark.parametrize(
    ("kind", "words", "path", "value"),
    [
        ("dining", "I never eat out before 7 pm", "dining.earliest", "19:00"),
        ("dining", "Ich esse nie vor 19 Uhr", "dining.earliest", "19:00"),
        ("dining", "We never have dinner before 7:30 p.m.", "dining.earliest", "19:30"),
        ("dining", "Je ne mange jamais avant 20h", "dining.earliest", "20:00"),
        ("dining", "Great food, but not before 8 please", "dining.earliest", "20:00"),
        ("dining", "On weeknights I never eat before 8", "dining.weeknight_earliest", "20:00"),
        ("events", "Events not before 8", "events.earliest", "20:00"),
        ("events", "Konzerte nicht vor 20 Uhr", "events.earliest", "20:00"),
        ("events", "I never go to concerts on Sundays", "events.no_day.sun", "sun"),
        ("dining", "Ich gehe sonntags nie essen", "dining.no_day.sun", "sun"),
    ],
)
def test_words_tell_hours_and_days(kind: str, words: str, path: str, value: str) -> None:
    [found] = read_feedback(words, mission_type=kind)["preferences"]
    assert (found["path"], found["polarity"], found["value"]) == (path, "need", value)


@pytest.mark.parametrize(
    "words",
    [
        "The food did not arrive before 9 pm",
        "The kitchen was not open before 7",
        "The place is not open on Sundays",
        "It was not on Sunday",
        "I never call my mother before 8",
        "I don't work on Sundays",
        "Not before 7 people had arrived",
    ],
)
@pytest.mark.parametrize("kind", ["dining", "events"])
def test_what_happened_once_or_elsewhere_tells_none(kind: str, words: str) -> None:
    assert read_feedback(words, mission_type=kind)["preferences"] == []


@pytest.mark.parametrize(
    ("slots", "begins"),
    [({"date": FRIDAY}, "19:00"), ({"date": FRIDAY, "time": {"start": "18:00", "end": "22:00"}}, "19:00")],
)
def test_the_first_hour_holds_where_none_is_named(
    brief_for: Callable[..., Brief], slots: dict[str, Any], begins: str
) -> None:
    asked = brief_for("Ich esse nie vor 19 Uhr", **slots)
    kind = type_named("dining")
    scene = kind.scene(asked)
    assert scene.window is not None
    assert f"{scene.window.begins:%H:%M}" == begins
    assert any(words.startswith("Ich esse nie vor 19 Uhr, as you told me") for words in kind.applied(asked))


@pytest.mark.parametrize(
    "slots",
    [
        {"date": FRIDAY, "time": "12:30"},
        {"date": FRIDAY, "time": {"start": "12:00", "end": "14:30"}},
        {"date": FRIDAY, "time": {"start": "18:00", "end": "18:30"}},
        {},
    ],
)
def test_an_hour_that_is_named_stays(brief_for: Callable[..., Brief], slots: dict[str, Any]) -> None:
    asked = brief_for("I never eat out before 7 pm", **slots)
    kind = type_named("dining")
    assert kind.scene(asked).usual_hours == ()
    assert kind.applied(asked) == []


@pytest.mark.parametrize(
    "words", ["at any hour", "zu jeder Uhrzeit", "any time is fine", "without this limit"]
)
def test_words_set_it_aside(brief_for: Callable[..., Brief], words: str) -> None:
    asked = brief_for("I never eat out before 7 pm", date=FRIDAY)
    read = Refinement.model_validate(read_refinement(words, slots=asked.slots, new_slots={}, titles=[]))
    adjustments, slots, _said = refined(asked.adjustments, asked.slots, read, shown=[], words=words)
    after = asked.model_copy(update={"adjustments": adjustments, "slots": slots})
    assert slots["date"] == FRIDAY
    assert type_named("dining").scene(after).usual_hours == ()


def test_a_day_of_a_stretch_that_is_none_is_left_out(brief_for: Callable[..., Brief]) -> None:
    asked = brief_for("Events not on Saturdays", "events", date=WEEKEND)
    scene = type_named("events").scene(asked)
    assert scene.brief.slots["date"]["days"] == [FRIDAY, SUNDAY]
    assert [taste.key for taste in scene.usual_hours] == ["events.no_day.sat"]


def test_the_one_day_that_is_named_stays(brief_for: Callable[..., Brief]) -> None:
    asked = brief_for("Events not on Saturdays", "events", date=SATURDAY)
    assert type_named("events").scene(asked).brief.slots["date"] == SATURDAY


def test_an_event_on_such_a_day_is_left_out_where_no_day_is_named(brief_for: Callable[..., Brief]) -> None:
    asked = brief_for("Events not on Saturdays", "events")
    kind = type_named("events")
    concert = Offer(
        source="catalogue",
        source_id="x",
        kind="event",
        title="Jazz",
        place=Place(city="Paris", lat=48.8566, lon=2.3522),
        starts_at=datetime(2026, 12, 5, 19, tzinfo=UTC),
        sample=True,
        fetched_at=datetime(2026, 12, 1, tzinfo=UTC),
    )
    assert kind.check(concert, kind.scene(asked)).drop == "on a day you do not go out"


def test_memory_says_what_it_will_do(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "embedder", no_model)
    told = tell(user=owner, sentence="Ich esse nie vor 19 Uhr")
    assert preferences(owner)["dining.earliest"].value == {"polarity": "need", "value": "19:00"}
    assert told.words[1] == "It holds where a goal names no hour or day itself."
