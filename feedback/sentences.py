"""What a person tells the memory page in a sentence of their own, read as feedback is read."""

from __future__ import annotations

from dataclasses import replace

from agency.reasoning.routing import route
from agency.reasoning.skills.feedback import FeedbackText, analyse_feedback
from feedback.lessons import SEEN, Chosen, lesson_of
from memory.areas import title_of
from memory.embedding import EmbeddingUnavailable, embedder
from memory.telling import Heard, Said
from missions.models import Mission
from missions.plugins.routing import told_by_one_keyword
from trust.models import User

KINDS = ("dining", "events", "travel", "shopping", "bill_switching")
"""In which a sentence that is about no kind of mission is read; in trips, what is about none before."""


def read_sentence(user: User, sentence: str) -> Heard:
    """Return what `sentence` says, by rules: of the kind of mission that it is about, else of every kind in
    which ranking uses it ("I prefer quiet places": places to eat and evenings out).

    One preference of a kind keeps the person's own words; several are said apart.
    """
    routed = _mission_type(sentence) or told_by_one_keyword(sentence, KINDS)
    if routed and (heard := _read_as(user, sentence, routed)) and (heard.said or heard.retired):
        return heard
    said: list[Said] = []
    retired: list[str] = []
    known: set[str] = set()
    for mission_type in KINDS:
        heard = _read_as(user, sentence, mission_type)
        retired += heard.retired
        for one in heard.said:
            _kind, _dot, rest = one.key.partition(".")
            if rest.startswith(SEEN) and not (mission_type == "travel" and rest in known):
                said.append(one)
                known.add(rest)
    if len({_area(one) for one in said}) > 1:  # memory keeps a sentence once
        said = [replace(one, text=f"{title_of(_area(one))}: {one.text}") for one in said]
    return Heard(said, retired)


def _area(said: Said) -> str:
    return said.key.partition(".")[0]


def _read_as(user: User, sentence: str, mission_type: str) -> Heard:
    question = FeedbackText(text=sentence, mission_type=mission_type, language=user.language)
    reading = analyse_feedback.rules(question)
    about = Mission(user=user, mission_type=mission_type)
    lessons = [lesson_of(preference, about, Chosen()) for preference in reading.preferences]
    own = sentence if len(lessons) == 1 else ""
    said = [Said(each.key, each.value, own or each.sentence, each.applies_words) for each in lessons]
    return Heard(said, reading.retired)


def _mission_type(sentence: str) -> str | None:
    try:
        return route(sentence, embedding=embedder().query(sentence)).mission_type
    except EmbeddingUnavailable:
        return None
