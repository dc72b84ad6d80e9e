"""Kitchens, dishes and diets, wanted and ruled out."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.negation import negated_at
from agency.reasoning.slots.spans import Found, Interval, Phrases, Word, fold, overlaps, words_of

_LEXICON = Path(__file__).with_name("cuisines.toml")
_OPEN = re.compile(
    r"\b(?P<word>[^\W\d_][\w-]+)\s+(?:cuisine|küche|cooking)\b|\bcuisine\s+(?P<french>[^\W\d_][\w-]+)",
    re.IGNORECASE,
)
_OPEN_STOP = word_set("not_a_kitchen")
_BESIDE_FOOD = (
    r"(?:food|cuisine|restaurants?|dish(?:es)?|pubs?|bistros?|kitchen|place|cooking"
    r"|pizz\w+|küche|café|cafe|spot|diner|dinner|eatery|trattoria|brasserie|bar)\b"
)
_KIND_AFTER = re.compile(
    rf"[\s-]+(?:{_BESIDE_FOOD}|places|lunch|brunch|breakfast|meals?|joint|house|grill|bakery|deli|takeaway|takeout"
    r"|essen|gerichte?|lokal|imbiss|abendessen|mittagessen|nourriture|repas)",
    re.IGNORECASE,
)
_KIND_BEFORE = re.compile(
    r"(?:\b(?:serv(?:es|ing|e|ed)|sells?|selling|eat|eating|speciali[sz](?:es|ing|e)\s+in|cooks?|does|restaurant"
    r"|cuisine|resto|bistrot?|repas|mange|manger|serviert|essen)\s+(?:(?:some|good|only|really|etwas|nur|de\s+la)\s+)?)$",
    re.IGNORECASE,
)
_FOOD_BEFORE = re.compile(
    r"\b(?:comida|cocina|cucina|cozinha|restaurante?|ristorante|cibo|eats?|eating|isst|esse|essen|mange|come|mangia)"
    r"\s+(?:(?:any|keinen?|pas\s+de|de)\s+)?$",
    re.IGNORECASE,
)
_ONLY_OFFERED = re.compile(
    r"[\s-]+(?:options?|choices?|menus?|friendly|optionen|auswahl|alternativen)\b", re.IGNORECASE
)
_FOODS = word_set("diets_that_are_kinds_of_food")


class _Lexicon(NamedTuple):
    kitchens: Phrases
    diets: Phrases
    part_of: dict[str, str]
    names: frozenset[str]


@cache
def _lexicon() -> _Lexicon:
    data = tomllib.loads(_LEXICON.read_text(encoding="utf-8"))
    kitchens = [
        (word, tag) for tag, words in data["kitchens"].items() for word in (tag.replace("_", " "), *words)
    ]
    kitchens += list(data["dishes"].items())
    diets = [(word, tag) for tag, words in data["diets"].items() for word in (tag.replace("_", " "), *words)]
    return _Lexicon(
        Phrases(_inflected(kitchens)),
        Phrases(_inflected(diets)),
        data["part_of"],
        frozenset(data["kitchens"]),
    )


def _inflected(entries: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """German adjectives change their ending: "italienisch" is also "italienisches"."""
    endings = ("e", "en", "er", "es", "em")
    return entries + [(w + e, tag) for w, tag in entries if w.endswith("isch") for e in endings]


@cache
def words_of_food() -> frozenset[str]:
    """Each word of which kitchens, dishes and diets are named, as it is written."""
    data = tomllib.loads(_LEXICON.read_text(encoding="utf-8"))
    phrases = [*data["dishes"]]
    for part in ("kitchens", "diets"):
        phrases += [phrase for tag, words in data[part].items() for phrase in (tag.replace("_", " "), *words)]
    return frozenset(
        word for phrase, _tag in _inflected([(phrase, "") for phrase in phrases]) for word in phrase.split()
    )


def cuisine_tags(word: str) -> list[str]:
    """Return the OpenStreetMap cuisine values that a kitchen or dish stands for, the narrowest first."""
    tags = list(dict.fromkeys(word.split()))
    wider = [_lexicon().part_of[t] for t in tags if t in _lexicon().part_of]
    return list(dict.fromkeys([*tags, *wider]))


def narrow_tags(word: str) -> list[str]:
    """Return the cuisine values of a kitchen or dish without the wider kitchens that it belongs to.

    A dish without a value of its own ("tacos") is named by the kitchens that make it.
    """
    tags = list(dict.fromkeys(word.split()))
    kitchens = _lexicon().names
    own = [tag for tag in tags if tag not in kitchens]
    return own or tags


def dishes_among(tags: list[str]) -> list[str]:
    """Return the narrow ones of asked tags where wider kitchens stand beside them, else nothing.

    `["sushi", "japanese"]` gives `["sushi"]`: a Japanese place may serve none.
    """
    wider = {tag for first in tags for tag in _wider_than().get(first, ()) if tag in tags}
    return [tag for tag in tags if tag not in wider] if wider else []


@cache
def _wider_than() -> dict[str, set[str]]:
    """The kitchens that stand beside a tag, or that it is part of, in the lexicon's values."""
    found: dict[str, set[str]] = {}
    for value in set(_lexicon().kitchens.values()):
        first, *more = cuisine_tags(value)
        found.setdefault(first, set()).update(more)
    return found


def is_kitchen(tag: str) -> bool:
    """Tell whether `tag` is a kitchen, such as that of a country; a dish is none."""
    return tag in _lexicon().names


def names_kitchen(words: str) -> bool:
    """Tell whether words are nothing but a kitchen or a dish: "Griechen" of "beim Griechen"."""
    said = words_of(words)
    return any(first == 0 and after == len(said) for first, after, _value in _lexicon().kitchens.find(said))


@lru_cache(maxsize=2_048)
def dishes_in(name: str) -> frozenset[str]:
    """Return the dishes that a place's name tells of: "Pizzeria Da Anna" makes pizza."""
    words = words_of(name)
    found = {value.split()[0] for _first, _after, value in _lexicon().kitchens.find(words)}
    return frozenset(found - _lexicon().names)


def known_cuisine(tag: str) -> bool:
    """Tell whether `tag` names a kitchen or a dish of the lexicon."""
    return any(tag == known for value in _lexicon().kitchens.values() for known in cuisine_tags(value))


def known_diet(tag: str) -> bool:
    """Tell whether `tag` names a diet of the lexicon."""
    return tag in _lexicon().diets.values()


def find_cuisines(text: str, words: list[Word], taken: list[Interval]) -> list[Found]:
    """Return each kitchen, dish or kind of food named; value: its tags.

    A diet counts where it is said as a kind of food ("a kosher restaurant", "that serves vegan"), and an
    unknown word before "cuisine". What is ruled out has no wider tag: "not sushi" leaves the other Japanese
    places.
    """
    found: list[Found] = []
    named = list(_lexicon().kitchens.find(words))
    kitchens = {at for first, after, _value in named for at in range(first, after)}
    for first, after, value in named:
        start, end = words[first].start, words[after - 1].end
        if not (
            overlaps(start, end, taken)
            or _false_friend(text, words, first, after, kitchens)
            or _in_a_name(text, words, first, after)
        ):
            found.append(_kitchen(text, start, end, value, found))
    found = sorted([*found, *_diets_as_food(text, words, found)], key=lambda f: f.start)
    return found + _unlisted(text, [*taken, *((f.start, f.end) for f in found)], found)


def _kitchen(text: str, start: int, end: int, value: str, before: list[Found]) -> Found:
    ruled_out = negated_at(text, start, before)
    tags = narrow_tags(value) if ruled_out else cuisine_tags(value)
    return Found(start, end, list[JsonValue](tags), ruled_out)


def _diets_as_food(text: str, words: list[Word], kitchens: list[Found]) -> list[Found]:
    """Diets said as a kind of food: beside a word for it or a kitchen, not as what is offered besides."""
    found = []
    for each in find_diets(text, words):
        beside_kitchen = any(each.end <= k.start <= each.end + 1 for k in kitchens)
        said_so = _KIND_AFTER.match(text[each.end :]) or _KIND_BEFORE.search(text[: each.start])
        if (
            each.value in _FOODS
            and (said_so or beside_kitchen)
            and not _ONLY_OFFERED.match(text[each.end :])
            and not overlaps(each.start, each.end, [(k.start, k.end) for k in kitchens])
        ):
            found.append(Found(each.start, each.end, [each.value], each.negated))
    return found


def _unlisted(text: str, taken: list[Interval], before: list[Found]) -> list[Found]:
    """Words that nobody listed, before "cuisine"."""
    found = []
    for match in _OPEN.finditer(text):
        group = "word" if match["word"] else "french"
        start, end = match.span(group)
        word = fold(match[group])
        if word not in _OPEN_STOP and not overlaps(start, end, taken):
            found.append(Found(start, end, [word], negated_at(text, start, before)))
    return found


_WEAK = word_set("kitchen_only_beside_food")


_GENERIC = word_set("generic_in_names")


_JOINED = frozenset({"and", "or", "und", "oder", "et", "ou"})


def _in_a_name(text: str, words: list[Word], first: int, after: int) -> bool:
    """A capitalised dish inside a capitalised name ("Top Pot Doughnuts") tells of the name, not a wish.

    What stands behind a comma is no more of the name.
    """
    if not words[first].text[0].isupper() or sum(w.text[0].islower() for w in words) < max(2, len(words) / 3):
        return False
    pairs = [(first - 1, first)] if first > 1 else []
    pairs += [(after - 1, after)] if after < len(words) else []
    return any(_one_name(text, words[a], words[b], words[a if a < first else b]) for a, b in pairs)


def _one_name(text: str, word: Word, following: Word, other: Word) -> bool:
    """Whether two words stand in one name, by the one that is no kitchen."""
    joined = not text[word.end : following.start].strip()
    return joined and other.text[0].isupper() and other.key not in _GENERIC


def _false_friend(text: str, words: list[Word], first: int, after: int, kitchens: set[int]) -> bool:
    """Words that are kitchens only beside food: "in English", "local time", "breakfast at 9" stay out; in a
    list ("American, French and Thai food") they stand beside it all the same. Romance languages put the food
    first ("comida china"), and what somebody does not eat is food as well.

    `kitchens`: which of the words name one.
    """
    if after - first > 1 or words[first].key not in _WEAK:
        return False
    if _FOOD_BEFORE.search(text[: words[first].start]):
        return False
    while after < len(words) and (after in kitchens or words[after].key in _JOINED):
        after += 1
    return not re.match(rf"\s+{_BESIDE_FOOD}", text[words[after - 1].end :], re.IGNORECASE)


def find_diets(text: str, words: list[Word]) -> list[Found]:
    """Return each diet named; value: its tag."""
    found: list[Found] = []
    for first, after, tag in _lexicon().diets.find(words):
        start, end = words[first].start, words[after - 1].end
        if (
            words[first].key in _WEAK
            and after - first == 1
            and not re.match(
                r"\s+(?:food|restaurant|essen|küche|markt|laden|produ)", text[end:], re.IGNORECASE
            )
        ):
            continue
        unwanted = negated_at(text, start, found) or bool(
            re.match(
                r"\s+(?:\w+\s+){0,2}(?:(?:are|is)\s+not|aren['’]t|isn['’]t)\s+(?:required|needed"
                r"|necessary|important)",
                text[end:],
                re.IGNORECASE,
            )
        )
        found.append(Found(start, end, tag, unwanted))
    return found
