"""Limits of what a thing measures: "at least 16 GB RAM", "under 1.5 kg", "mit mindestens 15 Zoll"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pydantic import JsonValue

from agency.reasoning.slots.spans import Found

UNITS: Final = {
    "ram": "GB",
    "storage": "GB",
    "weight": "kg",
    "screen": "inch",
    "refresh": "Hz",
    "battery": "hours",
    "volume": "litres",
    "power": "W",
    "camera": "MP",
}
"""What can be limited, with the unit that its figures are in."""

_LEAST = (
    r"at\s+least|min(?:imum|imal|destens)?\b\.?(?:\s+of)?|mind\.|wenigstens|no(?:t)?\s+less\s+than|more\s+than|over"
    r"|above|upwards\s+of|≥|>=?|ab|über|mehr\s+als|nicht\s+unter|au\s+moins|plus\s+de"
)
_MOST = (
    r"at\s+most|max(?:imum|imal)?\b\.?(?:\s+of)?|under|below|less\s+than|lighter\s+than|smaller\s+than|up\s+to"
    r"|no(?:t)?\s+(?:more|heavier|bigger|larger)\s+than|not\s+over|≤|<=?|unter|höchstens|weniger\s+als|leichter\s+als"
    r"|kleiner\s+als|bis(?:\s+zu)?|nicht\s+(?:mehr|schwerer|größer)\s+als|moins\s+de|au\s+plus"
)
_UNIT = (
    r"(?P<unit>GB|TB|kilos?|kilograms?|kilogramm|kg|gram(?:m|s|mes?)?|g|inch(?:es)?|zoll|pouces|[\"”″]|hertz|hz"
    r"|hours?|hrs?|stunden|std\.?|heures|h|lit(?:er|re)n?s?|l|watts?|w|megapixels?|mp)(?![\w²])"
)
_NOUNS: Final = {
    "ram": r"ram|memory|arbeitsspeicher",
    "storage": r"ssd|storage|disk(?:\s+space)?|hard\s+drive|drive|hdd|speicher(?:platz)?|festplatte|stockage",
    "screen": r"screens?(?:\s+size)?|display|diagonal|bildschirm(?:größe|diagonale)?|displaygröße|écran",
    "weight": r"weight|gewicht|poids",
    "battery": r"battery(?:\s+life)?|akku(?:laufzeit)?|laufzeit|playback|autonomie",
    "refresh": r"refresh\s+rate|bildwiederholrate|bildwiederholfrequenz",
    "volume": r"volume|capacity|fassungsvermögen",
    "power": r"power|leistung|puissance",
    "camera": r"camera|kamera",
}
_NOUN = "|".join(rf"(?P<{what}>{words})" for what, words in _NOUNS.items())
_NUMBER = r"(?P<number>\d{1,5}(?:[.,]\d{1,2})?)"
_LIMIT = re.compile(
    rf"(?:\b(?:with|mit|avec|and|und|et|,)\s+)?(?:\b(?:a|an|ein(?:e[mnr]?)?|une?)\s+)?"
    rf"(?:(?:{_NOUN.replace('(?P<', '(?P<before_')})\s+(?:of|is|von|size|life|:)?\s*)?"
    rf"(?:(?P<least>(?<!\w)(?:{_LEAST}))|(?P<most>(?<!\w)(?:{_MOST})))\s*{_NUMBER}\s*-?\s*{_UNIT}"
    rf"(?:\s*-?\s*(?:of\s+|an\s+|de\s+)?(?:{_NOUN})(?!\w))?",
    re.IGNORECASE,
)
_OPEN_END = re.compile(
    rf"(?:\b(?:with|mit|avec|and|und|et)\s+)?(?<![\w.,]){_NUMBER}\s*-?\s*{_UNIT}(?:\s*-?\s*(?:of\s+)?(?:{_NOUN})(?!\w))?"
    r"\s*(?:(?P<least>\+(?!\d)|(?:or|oder|ou)\s+(?:more|above|bigger|larger|mehr|größer|plus)|minimum|mindestens|at\s+least)"
    r"|(?P<most>(?:or|oder|ou)\s+(?:less|lighter|smaller|weniger|leichter|kleiner|moins)|maximum|maximal|at\s+most))(?!\w)",
    re.IGNORECASE,
)
_WITH = re.compile(
    rf"\b(?:with|mit|avec|and|und|et)\s+(?:an?\s+)?{_NUMBER}\s*-?\s*{_UNIT}\s*-?\s*(?:of\s+)?(?:{_NOUN})(?!\w)",
    re.IGNORECASE,
)
"""Who asks for a laptop "with 16 GB RAM" is content with more."""
_ANY = re.compile(
    rf"\b(?:any|no\s+(?:limit|minimum|maximum)\s+(?:on|for|of)|jede[rsn]?|beliebige[rsn]?)\s+(?:amount\s+of\s+)?(?:the\s+)?(?:{_NOUN})(?!\w)"
    rf"|\b(?:{_NOUN.replace('(?P<', '(?P<behind_')})\s+(?:egal|(?:does\s*n['’]?t|does\s+not)\s+matter)\b",
    re.IGNORECASE,
)
_STATED = re.compile(rf"(?<![\w.,]){_NUMBER}\s*-?\s*{_UNIT}(?:\s*-?\s*(?:{_NOUN})(?!\w))?", re.IGNORECASE)
_BEARS = re.compile(
    r"\b(?:people|persons?|adults?|someone|users?|riders?|men|women|kids?|child(?:ren)?|bab(?:y|ies)|toddlers?|dogs?"
    r"|cats?|pets?|supports?|holds?|carr(?:y|ies)|lifts?|load|capacity|personen|menschen|leute|kinder|babys?|hunde?"
    r"|katzen?|trägt|tragkraft|traglast|personnes?|enfants?|chiens?|chats?|supporte)"
    r"(?:\s+(?:of|who|that|weigh(?:ing)?|von|mit|de))*\s*$",
    re.IGNORECASE,
)
"""Who uses a thing, or that it bears: a weight behind that is not the thing's."""
_THING = re.compile(r"ssd|hdd|hard\s+drive|drive|festplatte|camera|kamera|screen|display", re.IGNORECASE)
"""Nouns of a measure that are things by themselves."""
_LEAD = re.compile(
    r"\W*(?:(?:i|we|ich|wir|need|want|buy|get|find|me|looking|for|an?|the|new|cheap|good|best|suche|brauche|ein\w*"
    r"|neue\w?|je|cherche|une?)\b\W*)*",
    re.IGNORECASE,
)
"""What stands before the first thing that is named."""
_COMPUTER = re.compile(
    r"\b(?:laptops?|notebooks?|ultrabooks?|macbooks?|chromebooks?|computers?|pcs?|rechner)\b", re.IGNORECASE
)
MOST_RAM = 64
"""Gigabytes up to which a bare "16 GB" of a computer is its memory."""
_BY_UNIT = {
    "kg": ("weight", 1.0),
    "g": ("weight", 0.001),
    "inch": ("screen", 1.0),
    "hz": ("refresh", 1.0),
    "h": ("battery", 1.0),
    "l": ("volume", 1.0),
    "w": ("power", 1.0),
    "mp": ("camera", 1.0),
}


def find_measures(text: str) -> list[Found]:
    """Return each limit; value: `{"what", "min"}` or `{"what", "max"}` in the unit of `UNITS`.

    One that is taken back ("any RAM") has neither.
    """
    found: list[Found] = []
    for pattern in (_LIMIT, _OPEN_END, _WITH):
        for match in pattern.finditer(text):
            if any(match.start() < one.end and one.start < match.end() for one in found):
                continue
            if (read := _read(match, text)) is not None and not _is_borne(read[0], match, text):
                bound = "max" if match.groupdict().get("most") else "min"
                start = _behind_the_thing(match, text)
                found.append(Found(start, match.end(), {"what": read[0], bound: read[1]}))
    for match in _ANY.finditer(text):
        found.append(Found(match.start(), match.end(), {"what": _noun(match)}))
    return sorted(found, key=lambda one: one.start)


def _is_borne(what: str, match: re.Match[str], text: str) -> bool:
    """Whether a weight is that of who uses a thing: "a chair for people over 120 kg"."""
    return what == "weight" and not _noun(match) and _BEARS.search(text[: match.start()]) is not None


def _behind_the_thing(match: re.Match[str], text: str) -> int:
    """Where a limit begins: behind its noun, where that is the thing that is wanted ("an SSD over 1 TB")."""
    for name, noun in match.groupdict().items():
        if noun and name.startswith("before_") and _THING.fullmatch(noun):
            return match.end(name) if _LEAD.fullmatch(text[: match.start(name)]) else match.start()
    return match.start()


def without_measures(text: str, measures: Sequence[Found]) -> str:
    """The text, as long as before, with the limits made a pause in it: the thing ends before them."""
    for one in measures:
        gap = (
            " " * (one.end - one.start)
            if not text[: one.start].strip(" ,")
            else ",".ljust(one.end - one.start)
        )
        text = text[: one.start] + gap + text[one.end :]
    return text


def measures_stated(title: str) -> dict[str, float]:
    """What a title states of a thing, by `UNITS`: "16GB RAM, 512GB SSD, 14 inch"."""
    return dict(_stated(title))


def _stated(title: str) -> Iterator[tuple[str, float]]:
    for match in _STATED.finditer(title):
        of_memory = match["unit"].lower() in ("gb", "tb")
        if (not of_memory or _noun(match)) and (read := _read(match, title)) is not None:
            yield read


def _noun(match: re.Match[str]) -> str:
    """What the words beside a figure say that it measures; empty where they do not."""
    named = (name for name, words in match.groupdict().items() if words)
    kinds = (name.removeprefix("before_").removeprefix("behind_") for name in named)
    return next((kind for kind in kinds if kind in UNITS), "")


def _read(match: re.Match[str], text: str) -> tuple[str, float] | None:
    """What a figure measures and how much, in the unit of `UNITS`; None where unit and noun do not match."""
    number, unit, noun = float(match["number"].replace(",", ".")), _unit(match["unit"]), _noun(match)
    if unit in ("gb", "tb"):
        gigabytes = number * (1000 if unit == "tb" else 1)
        bare = "ram" if gigabytes <= MOST_RAM and _COMPUTER.search(text) else "storage"
        return (noun or bare, _plain(gigabytes)) if noun in ("", "ram", "storage") else None
    what, factor = _BY_UNIT[unit]
    if noun not in ("", what) and not (noun == "power" and unit == "h"):
        return None
    return what, _plain(number * factor)


def _unit(written: str) -> str:
    unit = written.lower().rstrip(".")
    if unit in ("gb", "tb", "kg", "hz", "mp"):
        return unit
    if unit[:4] == "kilo":
        return "kg"
    if unit[:4] in ("inch", "zoll", "pouc") or not unit.isalpha():
        return "inch"
    return {"st": "h", "he": "h", "me": "mp"}.get(unit[:2], "hz" if unit[:4] == "hert" else unit[0])


def _plain(number: float) -> float:
    return int(number) if number == int(number) else round(number, 3)


def joined(before: object, new: JsonValue) -> list[dict[str, JsonValue]]:
    """The limits of a goal with new ones: each replaces the one on the same thing, or takes it back."""
    told = [one for one in (before if isinstance(before, list) else []) if isinstance(one, dict)]
    fresh = [one for one in (new if isinstance(new, list) else []) if isinstance(one, dict)]
    by_end: dict[tuple[str, str], dict[str, JsonValue]] = {}
    for one in [*told, *fresh]:
        ends = [end for end in ("min", "max") if end in one]
        for end in ends:
            by_end[(str(one["what"]), end)] = one
        if not ends:
            by_end = {key: kept for key, kept in by_end.items() if key[0] != one["what"]}
    return list(by_end.values())
