"""What was learned, in the language of who reads it now.

A memory is written in the language that its person had then. A sentence that rules made can be made again
from its key: it is one of the few that rules have for that key, in some language. What a person or a model
said stays as it was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from django.conf import settings
from django.utils.translation import get_language, gettext_noop, override
from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.reasoning.feedback_lexicon import Quality, qualities, things
from agency.reasoning.feedback_sentences import WHEN, kitchen_sentences, kitchen_title, written
from agency.reasoning.limit_words import limit_sentence
from ownyou.lib.text import key_of

SAID = {
    "cuisine": (gettext_noop("You like %(cuisine)s food."), "cuisine"),
    "diet": (gettext_noop("You need %(diet)s options."), "diet"),
    "likes": (gettext_noop("You like to go to %(place)s."), "place"),
    "retailers": (gettext_noop("You chose an offer of %(retailer)s."), "retailer"),
}
"""What first steps and choices say, by the part of the key behind the type: the sentence and its blank."""


def in_readers_words(key: str, value: object, text: str) -> str:
    """A learned sentence in the language there is now: made anew where rules made it, else as it is.

    `key` is dotted (“dining.cuisine.thai”), `value` a preference's.
    """
    return said_anew(list(_ways(key, value)), text)


def said_anew(ways: Sequence[Callable[[], str]], text: str) -> str:
    """A sentence as the one of `ways` has it now that made it in some language; as it is where none did."""
    said = key_of(text)
    if not ways or any(key_of(way()) == said for way in ways):
        return text
    for language, _name in settings.LANGUAGES:
        if language == get_language():
            continue
        with override(language):
            found = next((way for way in ways if key_of(way()) == said), None)
        if found is not None:
            return found()
    return text


def _ways(key: str, value: object) -> Iterator[Callable[[], str]]:
    """The sentences that rules have for a key, each to be said in whatever language there is."""
    mission_type, _dot, rest = key.partition(".")
    for when, (opening, _days) in [("", ("", [])), *WHEN.items()]:
        if not when or when in rest:
            for sentence, title in _sentences().get(rest.replace(when, "", 1) if when else rest, ()):
                yield _Way(sentence, opening, title, mission_type)
    if limit_sentence(rest, value):
        yield partial(limit_sentence, rest, value)
    area, _dot, tag = rest.partition(".")
    if area == "cuisine" and tag:
        for sentence in kitchen_sentences(tag).values():
            yield _Way(sentence, "", kitchen_title(tag), mission_type)
    if area in SAID and tag:
        sentence, name = SAID[area]
        named = value.get("value") if isinstance(value, Mapping) else None
        yield partial(_of_first_steps, sentence, name, tag if area in ("cuisine", "diet") else named or tag)


def _of_first_steps(sentence: str, name: str, value: object) -> str:
    """What first steps or a choice taught, of a kitchen, a diet, a place or a shop."""
    words = value_words.titled(value) if name == "cuisine" else value_words.in_words(value)
    return _(sentence) % {name: words}


def words_of_rules(path: str, polarity: str) -> str:
    """The sentence that rules have for a path and a polarity, in the language there is; empty for none.

    Limits have none: their amount makes their sentence.
    """
    mission_type, _dot, rest = path.partition(".")
    area, _dot, tag = rest.partition(".")
    if area == "cuisine" and tag:
        sentence = kitchen_sentences(tag).get(polarity, "")
        return _Way(sentence, "", kitchen_title(tag), mission_type)() if sentence else ""
    known = {quality.sentence: "" for quality in qualities() if _says(quality, rest, polarity)}
    known |= {
        thing.sentences[polarity]: thing.title
        for thing in things()
        if _behind(thing.path) == rest and polarity in thing.sentences
    }
    return next((_Way(sentence, "", title, mission_type)() for sentence, title in known.items()), "")


def _says(quality: Quality, rest: str, polarity: str) -> bool:
    return polarity != "limit" and _behind(quality.path) == rest and quality.polarity == polarity


@dataclass(frozen=True, slots=True)
class _Way:
    """A sentence of the rules for one key."""

    sentence: str
    opening: str
    what: str
    mission_type: str

    def __call__(self) -> str:
        return written(self.sentence, opening=self.opening, what=self.what, mission_type=self.mission_type)


@cache
def _sentences() -> dict[str, list[tuple[str, str]]]:
    """The sentences of the lexicon with what they name, by the part of the path behind the type."""
    found: dict[str, list[tuple[str, str]]] = {}
    for quality in qualities():
        found.setdefault(_behind(quality.path), []).append((quality.sentence, ""))
    for thing in things():
        for sentence in dict.fromkeys(thing.sentences.values()):
            found.setdefault(_behind(thing.path), []).append((sentence, thing.title))
    return found


def _behind(path: str) -> str:
    return path.partition(".")[2].replace("{when}", "")
