"""What feedback can be about (`feedback_words.toml`), and the words around it (`feedback_clues.toml`).

Spanish and Italian words for the same things stand in `feedback_words_romance.toml`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop

_LEXICON = Path(__file__).with_name("feedback_words.toml")
_ROMANCE = Path(__file__).with_name("feedback_words_romance.toml")
_CLUES = Path(__file__).with_name("feedback_clues.toml")


@dataclass(frozen=True, slots=True)
class Quality:
    """Something that is bad, good or wanted otherwise: noise, price, distance, …"""

    path: str
    polarity: str
    sentence: str
    types: tuple[str, ...]
    bad: re.Pattern[str]
    good: re.Pattern[str] | None
    wanted: re.Pattern[str] | None
    praised: bool
    excess: dict[str, str] | None


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is wanted, avoided or praised: a diet, a cuisine, a terrace, …"""

    path: str
    types: tuple[str, ...]
    words: re.Pattern[str]
    sentences: dict[str, str]
    title: str = ""
    """What stands for {what} in its sentences."""
    lack: bool = False
    trouble: bool = False
    always: str = ""
    opposite: bool = False


@cache
def _tables() -> dict[str, Any]:
    tables = tomllib.loads(_LEXICON.read_text(encoding="utf-8"))
    more = tomllib.loads(_ROMANCE.read_text(encoding="utf-8"))
    for row in tables["quality"]:
        for part, words in more["quality"].get(row["name"], {}).items():
            row[part] = [*row.get(part, []), *words]
    for row in tables["thing"]:
        row["words"] += more["thing"].get(row["name"], [])
    for table in ("diets", "kitchens"):
        for tag, words in more[table].items():
            tables[table][tag] = [*tables[table].get(tag, []), *words]
    return tables


def _pattern(words: list[str]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(words) + r")(?!\w)")


@cache
def clue(name: str) -> re.Pattern[str]:
    """Return the pattern of a kind of small words ("denial", "once", "wish")."""
    tables = tomllib.loads(_CLUES.read_text(encoding="utf-8"))
    return re.compile("|".join(tables[name]))


@cache
def qualities() -> tuple[Quality, ...]:
    """Return all qualities."""
    return tuple(
        Quality(
            path=row["path"],
            polarity=row["polarity"],
            sentence=row["sentence"],
            types=tuple(row.get("types", ())),
            bad=_pattern(row["bad"]),
            good=_pattern(row["good"]) if "good" in row else None,
            wanted=_pattern(row["wanted"]) if "wanted" in row else None,
            praised=row.get("praised", False),
            excess=row.get("excess"),
        )
        for row in _tables()["quality"]
    )


@cache
def things() -> tuple[Thing, ...]:
    """Return all things, diets, genres and kinds of sights among them."""
    tables = _tables()
    rows = [_thing(row) for row in tables["thing"]]
    rows += [_diet(tag, words) for tag, words in tables["diets"].items()]
    rows += [_genre(tag, words) for tag, words in tables["genres"].items()]
    rows += [_sight(tag, words) for tag, words in tables["sights"].items()]
    return tuple(rows)


def _thing(row: dict[str, Any]) -> Thing:
    sentences = {"like": row["sentence"], "dislike": row.get("not_sentence", row["sentence"])}
    if "only_sentence" in row:
        sentences["need"] = row["only_sentence"]
    return Thing(
        path=row["path"],
        types=tuple(row.get("types", ())),
        words=_pattern(row["words"]),
        sentences=sentences,
        lack=row.get("lack", False),
        trouble=row.get("trouble", False),
        always=row.get("always", ""),
        opposite=row.get("opposite", False),
    )


def _diet(tag: str, words: list[str]) -> Thing:
    title = tag.replace("_", "-")
    return Thing(
        path=f"{{type}}.diet.{tag}",
        types=("dining",),
        words=_pattern(words),
        sentences={
            "like": gettext_noop("You want more {what} options."),
            "need": gettext_noop("There must be {what} options."),
            "dislike": gettext_noop("No {what} places."),
        },
        title=title,
        lack=True,
    )


@cache
def eaten_again() -> dict[str, re.Pattern[str]]:
    """Return what is said of each diet that holds no longer, by its path: "I can have dairy again"."""
    return {f"{{type}}.diet.{tag}": _pattern(words) for tag, words in _tables()["eaten_again"].items()}


def _genre(tag: str, words: list[str]) -> Thing:
    said = {"like": gettext_noop("You like {what} events."), "dislike": gettext_noop("No {what} events.")}
    path = f"{{type}}.genre.{tag}"
    return Thing(path=path, types=("events",), words=_pattern(words), sentences=said, title=tag)


def _sight(tag: str, words: list[str]) -> Thing:
    title = tag.replace("_", " ")
    many = f"{title}es" if title.endswith("ch") else f"{title}s"
    said = {
        "like": gettext_noop("You like {what} on trips."),
        "dislike": gettext_noop("Fewer {what} on trips."),
    }
    types, path = ("travel", "itinerary"), f"travel.interests.{tag}"
    return Thing(path=path, types=types, words=_pattern(words), sentences=said, title=many)


@cache
def kitchens() -> dict[str, re.Pattern[str]]:
    """Return the forms of cuisines by their tag."""
    return {tag: _pattern(words) for tag, words in _tables()["kitchens"].items()}
