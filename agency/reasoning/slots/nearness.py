"""How near it should be: "near me", "within 2 miles of the station", "près de la tour Eiffel"."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agency.reasoning.slots.food import names_kitchen
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.names import NOT_PLACES
from agency.reasoning.slots.spans import Found, Interval, blank, fold, overlaps

_MILE_KM = 1.609344
_UNIT_KM = {
    "mile": _MILE_KM,
    "mi": _MILE_KM,
    "km": 1.0,
    "kilomet": 1.0,
    "m": 0.001,
    "met": 0.001,
    "block": 0.1,
    "yard": 0.0009144,
    "ft": 0.0003048,
    "feet": 0.0003048,
    "minute": 0.08,
    "min": 0.08,
}


_DISTANCE = (
    r"(?P<number>\d+(?:[.,]\d+)?|half\s+a|an?|one|two|three|four|five|ten|twenty|zwei|drei|fünf"
    r"|zehn|deux|trois|cinq|dix)[\s-]*"
    r"(?P<unit>miles?|mi|kms?|kilomet(?:er|re)s?|kilometern?|m|met(?:er|re)s?|metern|blocks?"
    r"|yards?|feet|ft|min(?:ute)?s?(?=['’]?\s+walk))(?!\w)['’]?(?:\s+walk)?"
)
_ARTICLE = (
    r"(?:(?:the|my|a|an|our|your|der|dem|den|des|das|vom|von|zum|zur|beim|am|la|le|les|du|de|ein(?:e[mnrs]?)?|mein(?:e[mnr])?"
    r"|une?|mon|ma)\s+|l['’]|d['’])*"
)
_KIND = (
    "(?:"
    + "|".join(sorted(map(re.escape, word_set("venue_words")), key=len, reverse=True))
    + "|campus|location|beach|school|office)"
)
_CAPITAL = r"(?-i:[A-ZÀ-ÖØ-Þ])[\w'’.-]*"
_LANDMARK = re.compile(
    rf"\s*{_ARTICLE}(?P<landmark>(?:{_KIND}\s+(?:d[eu]\s+|des\s+|la\s+|l['’])*)?"
    rf"{_CAPITAL}(?:[\s-]+(?:(?:of|de|du|des|la|der|and|&|di|del)\s+)*{_CAPITAL})*(?:\s+{_KIND}\b)?"
    rf"|{_KIND}\s+de\s+[^\W\d_]+"
    rf"|[^\W\d_][\w’'-]*(?:\s+(?!(?:and|or|in|for|with|at|on|by|und|et)\b)[^\W\d_]+)?\s+{_KIND}\b|[^\W\d_][\w’'-]*)",
    re.IGNORECASE,
)


def find_near(text: str, places: list[Found], taken: list[Interval]) -> list[Found]:
    """Return how near it should be: `{"of": "me" or a place, "km": distance or None}`."""
    found: list[Found] = []
    for match in re.finditer(
        rf"(?<!\w)(?:(?:(?P<limit>within|max(?:imum|imal)?|not?\s+(?:more|further|farther)\s+(?:away\s+)?than"
        rf"|up\s+to|(?:less|closer|nearer)\s+than|im\s+umkreis\s+von|(?:näher|weniger)\s+als|höchstens"
        rf"|nicht\s+(?:mehr|weiter)\s+(?:weg\s+)?als|dans\s+un\s+rayon\s+de|(?:à\s+)?moins\s+de)"
        rf"|in|à)\s+)?(?:a\s+)?{_DISTANCE}(?:\s*radius)?\s*(?P<link>of|from|around|to"
        rf"|away(?:\s+from)?|um|von|de|autour\s+de)?",
        text,
        re.IGNORECASE,
    ):
        free = match["unit"].lower().startswith("min") or not overlaps(*match.span("number"), taken)
        if free and (match["link"] or match["limit"]):
            km = _km(match["number"], match["unit"])
            found.append(_near(text, match.start(), match.end(), km, places, taken))
    walking = (
        r"(?:within\s+)?walk(?:ing|able)[\s-]+distance(?:\s+(?:of|from|to))?|zu\s+fuß\s+erreichbar|à\s+pied"
    )
    found += [
        _near(text, m.start(), m.end(), 1.5, places, taken) for m in re.finditer(walking, text, re.IGNORECASE)
    ]
    close = (
        r"(?<!\w)(?:near\s+me|nearby|near\s+by|close[\s-]by|around\s+here|round\s+here"
        r"|near\s+here|close\s+to\s+me|around\s+me|in\s+my\s+(?:area|neighbou?rhood)"
        r"|in\s+the\s+(?:area|neighbou?rhood|vicinity)(?!\s+of)|in\s+(?:meiner"
        r"|der)\s+nähe(?!\s+(?:vo[mn]|des|der|zu[mr]?)\b)|hier\s+in\s+der\s+gegend|près\s+d['’]ici"
        r"|près\s+de\s+(?:moi|chez\s+moi)|à\s+proximité|dans\s+le\s+coin"
        r"|(?:a)?round\s+the\s+corner|um\s+die\s+ecke|au\s+coin\s+de\s+la\s+rue)(?!\w)"
    )
    found += [
        Found(m.start(), m.end(), {"of": "me", "km": None}) for m in re.finditer(close, text, re.IGNORECASE)
    ]
    towards = (
        r"(?<!\w)(?:near(?:er)?(?:\s+to)?|closer?\s+to|next\s+to|around|beside|opposite|in\s+der\s+nähe(?=\s+(?:v[oe]|de|zu))"
        r"|näher(?=\s+(?:am|beim?|an|zum|zur|zu)\b(?!\s+(?:stadt)?(?:zentrum|mitte)))(?:\s+(?:an|bei|zu)(?=\s+(?:der|den|dem)\b))?"
        r"|nahe|neben|bei(?:m)?|unweit|près(?=\s+d)|à\s+côté(?=\s+d)|not\s+far\s+from"
        r"|in\s+the\s+vicinity\s+of)(?!\w)(?!\s*(?:me|here|by)\b)"
    )
    for match in re.finditer(towards, text, re.IGNORECASE):
        near = _near(text, match.start(), match.end(), None, places, taken)
        if isinstance(near.value, dict) and fold(str(near.value["of"])) not in _NO_OTHER:
            found.append(near)
    return [
        f for i, f in enumerate(found) if not overlaps(f.start, f.end, [(g.start, g.end) for g in found[:i]])
    ]


def _near(
    text: str, start: int, end: int, km: float | None, places: list[Found], taken: list[Interval]
) -> Found:
    """Read what follows a distance: a place, a landmark ("the station"), or nothing: the person."""
    for place in places:
        if re.fullmatch(r"\s*(?:the\s+)?", text[end : place.start]) and place.start >= end:
            value: dict[str, JsonValue] = {"of": place.value, "km": km}
            return Found(start, place.end, value)
    landmark = _LANDMARK.match(blank(text, taken)[end:])
    if landmark and _is_landmark(landmark):
        return Found(start, end + landmark.end(), {"of": landmark["landmark"], "km": km})
    me = re.match(r"\s+(?:me|here|mir|hier|moi|ici)\b", text[end:], re.IGNORECASE)
    return Found(start, end + (me.end() if me else 0), {"of": "me", "km": km})


def _is_landmark(match: re.Match[str]) -> bool:
    """Something behind an article ("the station") or with a capital; not "near work", not "close to here".

    "Beim Griechen" is no landmark either.
    """
    name = match["landmark"]
    if names_kitchen(name) or fold(name) in NOT_PLACES or fold(name.split()[0]) in _NOT_LANDMARKS:
        return False
    return name[0].isupper() or " " in name or match.start("landmark") - match.start() > 1


def is_name(landmark: str) -> bool:
    """Tell whether a landmark has a name ("Gare du Nord") and is not any of its kind ("the station")."""
    return any(fold(word) not in _KINDS for word in landmark.split())


_KINDS = frozenset(fold(word) for word in word_set("venue_words")) | {
    "campus", "location", "beach", "school", "office", "work", "home", "train", "bus", "metro", "subway",
}  # fmt: skip
_NO_OTHER = frozenset({
    "me", "centre", "center", "middle", "city", "town", "place", "zentrum", "mitte", "innenstadt", "stadt",
})  # fmt: skip
"""What a search is about as it is: the person, or the middle of the city."""
_NOT_LANDMARKS = frozenset(fold(word) for word in word_set("not_a_landmark"))


def _km(number: str, unit: str) -> float:
    words = {
        "half a": 0.5,
        "a": 1,
        "an": 1,
        "one": 1,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "ten": 10,
        "twenty": 20,
        "zwei": 2,
        "drei": 3,
        "fünf": 5,
        "zehn": 10,
        "deux": 2,
        "trois": 3,
        "cinq": 5,
        "dix": 10,
    }
    key = re.sub(r"\s+", " ", number.lower())
    amount = words[key] if key in words else float(key.replace(",", "."))
    factor = next(
        v for k, v in sorted(_UNIT_KM.items(), key=lambda kv: -len(kv[0])) if unit.lower().startswith(k)
    )
    return round(amount * factor, 3)
