"""Places named in a sentence, and how near: "in Paris", "Salina, Alabama", "within 2 miles of the station".

A place is known by the gazetteer, or by its position: a capitalised name behind "in" is a place even where
no list has it. Lower case is read only behind a preposition, and only when the gazetteer knows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from pydantic import JsonValue

from agency.reasoning.slots.gazetteer import Entry, place_key, places_named
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.places import STATE_CODES, is_area
from agency.reasoning.slots.spans import Found, Interval, blank, fold, overlaps

_TOKEN = re.compile(r"(?:St|Ste|Ft|Mt|Pt)\.(?=\s+[A-Z])|[^\W\d_](?:\w|['’.](?=\w))*")
_GAP = re.compile(r"\s+|-|\s*[.]\s+(?=[A-Z])")
_PREPOSITION = re.compile(
    r"(?<!\w)(?P<word>in|into|to|near|nearby|around|at|from|outside|of|within|for|by|towards?"
    r"|visiting|visit|beside|neighbou?ring|close\s+to|close[\s-]by|(?:same\s+)?area\s+(?:of|as)"
    r"|far\s+from|faraway\s+from|distant\s+from|away\s+from|next\s+to|based\s+in|nach|bei|nahe|à"
    r"|a|en|au|aux|dans|près\s+de|aus|um|von|de|vers)\s+"
    r"(?P<frame>(?:the\s+)?(?:(?-i:city|town|village|state|province|country|district|region|area"
    r"|downtown|neighbou?rhood|centre|center|heart|outskirts|suburbs?|vicinity|middle"
    r"|der\s+nähe)\s+(?:of\s+|in\s+|von\s+)?"
    r"|(?-i:downtown|central|greater|midtown|north|south|east|west|northern|southern|eastern"
    r"|western)\s+(?=[A-Z]))?(?-i:[Tt]he\s+|der\s+|dem\s+|den\s+|la\s+|le\s+|les\s+)?)",
    re.IGNORECASE,
)
_STRONG = word_set("strong_prepositions")
_NAMED_ONLY = word_set("weak_prepositions")
_CONNECTORS = word_set("name_connectors")
_NOT_PLACES = word_set("not_a_place")
_FOLLOW = re.compile(
    r"\s*(?:$|[.,;:!?)(·\"'’]|[–-](?!\w)|[A-Z]{2}(?!\w)|(?:for|at|on|with|that|which|who|where"
    r"|near|and|or|by|to|from|under|during|next|this|tomorrow|tonight|today|please|in|is|has|serving"
    r"|within|around|between|before|after|as|using|uses|area|neighbou?rhood|district|region|when"
    r"|if|but|who|because|so|then|now|later|around|about|over|max|below|less|"
    r"asap|region|county|city|für|am|um|mit|und|oder|pour|le|ce|avec|et|ou|·)(?:\W|$)|\d)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"(?:\bnot|n['’]t|\bexcept|\banywhere\s+but|\bnicht|\bother\s+than"
    r"|\boutside(?:\s+of)?)\s+(?:(?:an?|the|any|(?:any|some)(?:thing|where)|place|restaurant|to|be|go|near)s?\s+){0,2}$",
    re.IGNORECASE,
)
_NAMING = re.compile(
    r"(?:\b(?:under|names?|is|called|named|am|mr|mrs|ms|dr|and|with|by|for|the|from|like"
    r"|says?)\.?\s+|['’]s\s+|&\s*)$",
    re.IGNORECASE,
)
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


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    end: int
    text: str
    area: bool
    score: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()


def find_places(text: str, taken: list[Interval], *, asked: bool = False) -> list[Found]:
    """Return the places of `text`, the best first; value: the name, with its state or country if said.

    `taken`: what other slots use. `asked`: a place was just asked for, so that a bare name answers.
    """
    text = blank(text, taken)
    tokens = [_Token(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text)]
    shouting = bool(tokens) and all(t.text.isupper() for t in tokens) and len(tokens) > 1
    names = _behind_prepositions(text, tokens, taken, positional=not shouting)
    names += _bare(text, tokens, taken, names)
    if asked and all(n.score < 2 for n in names):
        names = _answer(text, tokens, taken) or names
    return _joined(text, names)


def _behind_prepositions(
    text: str, tokens: list[_Token], taken: list[Interval], *, positional: bool
) -> list[_Name]:
    names: list[_Name] = []
    for match in _PREPOSITION.finditer(text):
        word = match["word"].lower().split()[0]
        at = next((i for i, t in enumerate(tokens) if t.start == match.end()), None)
        while at is not None:
            score = (
                3
                if word in _STRONG or " " in match["word"] or "-" in match["word"] or match["frame"].strip()
                else 2
            )
            name = _name_at(
                text,
                tokens,
                at,
                taken,
                strong=score == 3 and positional and word not in _NAMED_ONLY,
                listed_only=word in _NAMED_ONLY,
            )
            if name is None:
                break
            start, end, area = name
            score = (
                score - (word == "from" and " from" not in match["word"].lower()) - 2 * (word in _NAMED_ONLY)
            )
            names.append(
                _Name(
                    start,
                    end,
                    text[start:end],
                    area,
                    score,
                    bool(_NO.search(text[: match.start()] if word != "outside" else "")),
                )
            )
            at = _after_comma(text, tokens, end)
    return names


def _after_comma(text: str, tokens: list[_Token], end: int) -> int | None:
    """Return the token after ", " when it may be the state or country of what stands before."""
    gap = re.match(r"\s*,\s*|\s+(?=[A-Z])|\s+(?:or|nor)\s+", text[end:])
    if not gap:
        return None
    at = next((i for i, t in enumerate(tokens) if t.start == end + gap.end()), None)
    if at is None or not tokens[at].capital:
        return None
    return at if "or" in gap.group() or any(is_area(t) for t in _spellings(text, tokens, at)) else None


def _spellings(text: str, tokens: list[_Token], at: int) -> list[str]:
    return [text[tokens[at].start : tokens[at + n].end] for n in range(4) if at + n < len(tokens)]


def _name_at(
    text: str, tokens: list[_Token], at: int, taken: list[Interval], *, strong: bool, listed_only: bool
) -> tuple[int, int, bool] | None:
    """Return (start, end, is an area) of the name that begins at token `at`."""
    first = tokens[at]
    if overlaps(first.start, first.end, taken):
        return None
    listed = _longest_listed(text, tokens, at, taken)
    run = _capital_run(text, tokens, at, taken)
    if listed is not None and listed >= run:
        end = tokens[at + listed - 1].end
        known = text[first.start : end]
        if not (listed_only and not (first.capital and _large(known))):
            return first.start, end, is_area(known)
        return None
    if (
        run
        and strong
        and not listed_only
        and fold(first.text) not in _NOT_PLACES
        and first.text.upper() not in {"TV", "PC", "USB", "HD"}
    ):
        for shorter in range(run, 0, -1):
            end = tokens[at + shorter - 1].end
            tail = [n for n in range(1, shorter) if is_area(text[tokens[at + n].start : end])]
            if tail:
                shorter = tail[0]
                end = tokens[at + shorter - 1].end
                return first.start, end, is_area(text[first.start : end])
            if shorter == run and _FOLLOW.match(text[end:]):
                return first.start, end, False
    if listed is not None and not listed_only and (listed >= run or not strong):
        end = tokens[at + listed - 1].end
        return (first.start, end, is_area(text[first.start : end])) if listed >= run else None
    return None


def _longest_listed(text: str, tokens: list[_Token], at: int, taken: list[Interval]) -> int | None:
    for length in range(min(6, len(tokens) - at), 0, -1):
        piece = tokens[at : at + length]
        if any(not _GAP.fullmatch(text[a.end : b.start]) for a, b in pairwise(piece)):
            continue
        start, end = piece[0].start, piece[-1].end
        if not overlaps(start, end, taken) and _is_listed(text[start:end], piece):
            return length
    return None


def _is_listed(name: str, piece: list[_Token]) -> bool:
    if len(piece) == 1 and len(name) == 2:
        return name in STATE_CODES or name in {"UK", "US", "LA", "SF", "DC"}
    if all(fold(t.text) in _NOT_PLACES or fold(t.text) in _CONNECTORS for t in piece):
        return False
    entries = places_named(name)
    if not entries or len(place_key(name)) < 3:  # "I'd" is not ID
        return False
    if piece[0].capital and piece[-1].capital:
        return True
    if fold(piece[-1].text) in _NOT_PLACES | _CONNECTORS or fold(piece[0].text) in _NOT_PLACES | _CONNECTORS:
        return False
    return _plain_enough(entries, len(piece))


def _plain_enough(entries: list[Entry], words: int) -> bool:
    """A name in lower case must be of a fair size to be told from a common word."""
    least = 1_000 if words > 1 else 20_000
    return any(
        e.population >= (least if not e.alias else 300_000) or (e.kind != "city" and not e.alias)
        for e in entries
    )


def _large(name: str) -> bool:
    return name in {"UK", "US", "USA"} or any(
        e.kind == "country" or e.population >= (100_000 if not e.alias else 1_000_000) or e.kind == "state"
        for e in places_named(name)
    )


def _capital_run(text: str, tokens: list[_Token], at: int, taken: list[Interval]) -> int:
    """Return how many tokens from `at` look like one capitalised name ("Isle of Wight")."""
    length, end = 0, None
    for n, token in enumerate(tokens[at : at + 6]):
        if end is not None and not _GAP.fullmatch(text[end : token.start]):
            break
        if overlaps(token.start, token.end, taken) or (
            n
            and fold(token.text) in _NOT_PLACES
            and token.capital
            and token.text not in STATE_CODES
            and fold(token.text) not in _CONNECTORS | {"city", "town", "house"}
        ):
            break
        if token.capital:
            length = n + 1
        elif not (n and fold(token.text) in _CONNECTORS and _goes_on(tokens, at + n)):
            break
        end = token.end
    return length


def _goes_on(tokens: list[_Token], at: int) -> bool:
    """Tell whether the name goes on after a connector: "Hills and Dales", "Isle of the Winds"."""
    return any(token.capital for token in tokens[at + 1 : at + 3])


def _bare(text: str, tokens: list[_Token], taken: list[Interval], names: list[_Name]) -> list[_Name]:
    """Large places with a capital and no preposition: "Paris restaurants", "a Madagascar bar"."""
    found: list[_Name] = []
    used = [*taken, *((n.start, n.end) for n in names)]
    for at, token in enumerate(tokens):
        if not token.capital or overlaps(token.start, token.end, used):
            continue
        run = _capital_run(text, tokens, at, taken)
        before = tokens[at - 1] if at else None
        beside = (
            before is not None
            and before.capital
            and at > 1
            and _GAP.fullmatch(text[before.end : token.start])
        )
        listed = _longest_listed(text, tokens, at, used)
        if listed is None or listed < run or beside or _NAMING.search(text[: token.start]):
            continue
        end = tokens[at + listed - 1].end
        name = text[token.start : end]
        if len(name) > 2 and _large(name) and fold(token.text) not in _NOT_PLACES:
            found.append(
                _Name(token.start, end, name, is_area(name), 1, bool(_NO.search(text[: token.start])))
            )
            used.append((token.start, end))
    return found


def _answer(text: str, tokens: list[_Token], taken: list[Interval]) -> list[_Name]:
    for at, token in enumerate(tokens[:4]):
        listed = _longest_listed(text, tokens, at, taken)
        whole = at == 0 and len(tokens) <= 4 and token.capital and fold(token.text) not in _NOT_PLACES
        if listed is None and whole and not overlaps(token.start, tokens[-1].end, taken):
            listed = len(tokens)
        if listed is not None and fold(token.text) not in _NOT_PLACES:
            end = tokens[at + listed - 1].end
            names = [_Name(token.start, end, text[token.start : end], is_area(text[token.start : end]), 3)]
            behind = _after_comma(text, tokens, end)
            more = _name_at(text, tokens, behind, taken, strong=False, listed_only=False) if behind else None
            return names + ([_Name(more[0], more[1], text[more[0] : more[1]], more[2], 3)] if more else [])
    return []


def _joined(text: str, names: list[_Name]) -> list[Found]:
    """Join "Salina" and "Alabama" where they stand together; put cities first, then the better position."""
    names = sorted(
        {(n.start, n.end): n for n in sorted(names, key=lambda n: n.score)}.values(), key=lambda n: n.start
    )
    joined: list[tuple[int, int, int, Found]] = []
    skip: _Name | None = None
    for name, following in zip_longest(names, names[1:]):
        if name is skip:
            continue
        start, end, value = name.start, name.end, name.text
        if (
            following
            and not name.area
            and following.area
            and re.fullmatch(r"\s*,?\s*(?:in\s+)?(?:the\s+)?", text[end : following.start])
        ):
            skip, end, value = following, following.end, f"{name.text}, {following.text}"
        joined.append((name.area, -name.score, start, Found(start, end, value, name.negated)))
    return [found for *_, found in sorted(joined, key=lambda j: j[:3])]


_DISTANCE = (
    r"(?P<number>\d+(?:[.,]\d+)?|half\s+a|an?|one|two|three|four|five|ten|twenty|zwei|drei|fünf"
    r"|zehn|deux|trois|cinq|dix)[\s-]*"
    r"(?P<unit>miles?|mi|kms?|kilomet(?:er|re)s?|kilometern?|m|met(?:er|re)s?|metern|blocks?"
    r"|yards?|feet|ft|min(?:ute)?s?(?=['’]?\s+walk))(?!\w)['’]?(?:\s+walk)?"
)
_LANDMARK = (
    r"(?:the|my|a|our|der|dem|den|la|le"
    r"|l['’])\s*(?P<landmark>[^\W\d_][\w'’-]*(?:\s+(?:station|airport|center|centre|square|park"
    r"|hotel|campus|location|stadium|theat(?:er|re)|museum|mall|office|beach|university|school|hospital))?)"
)


def find_near(text: str, places: list[Found], taken: list[Interval]) -> list[Found]:
    """Return how near it should be: `{"of": "me" or a place, "km": distance or None}`."""
    found: list[Found] = []
    for match in re.finditer(
        rf"(?<!\w)(?:(?:within|in|max(?:imum)?|not\s+more\s+than|up\s+to|less\s+than"
        rf"|im\s+umkreis\s+von|dans\s+un\s+rayon\s+de"
        rf"|à)\s+)?(?:a\s+)?{_DISTANCE}(?:\s*radius)?\s*(?P<link>of|from|around|to"
        rf"|away(?:\s+from)?|um|von|de|autour\s+de)?",
        text,
        re.IGNORECASE,
    ):
        limited = re.match(
            r"within|im\s+umkreis|dans\s+un\s+rayon|max|up|less|not", match.group(), re.IGNORECASE
        )
        free = match["unit"].lower().startswith("min") or not overlaps(*match.span("number"), taken)
        if free and (match["link"] or limited):
            km = _km(match["number"], match["unit"])
            found.append(_near(text, match.start(), match.end(), km, places))
    walking = (
        r"(?:within\s+)?walk(?:ing|able)[\s-]+distance(?:\s+(?:of|from|to))?|zu\s+fuß\s+erreichbar|à\s+pied"
    )
    found += [_near(text, m.start(), m.end(), 1.5, places) for m in re.finditer(walking, text, re.IGNORECASE)]
    close = (
        r"(?<!\w)(?:near\s+me|nearby|near\s+by|close[\s-]by|around\s+here|round\s+here"
        r"|near\s+here|close\s+to\s+me|around\s+me|in\s+my\s+(?:area|neighbou?rhood)"
        r"|in\s+the\s+(?:area|neighbou?rhood|vicinity)(?!\s+of)|in\s+(?:meiner"
        r"|der)\s+nähe(?!\s+(?:von|des|der))|hier\s+in\s+der\s+gegend|près\s+d['’]ici"
        r"|près\s+de\s+(?:moi|chez\s+moi)|à\s+proximité|dans\s+le\s+coin)(?!\w)"
    )
    found += [
        Found(m.start(), m.end(), {"of": "me", "km": None}) for m in re.finditer(close, text, re.IGNORECASE)
    ]
    towards = (
        r"(?<!\w)(?:near|close\s+to|next\s+to|around|beside|in\s+der\s+nähe\s+(?:von|des"
        r"|der)|nahe|bei|près\s+de(?:\s+la)?|not\s+far\s+from"
        r"|in\s+the\s+vicinity\s+of)(?!\w)(?!\s*(?:me|here|by)\b)"
    )
    for match in re.finditer(towards, text, re.IGNORECASE):
        near = _near(text, match.start(), match.end(), None, places)
        if isinstance(near.value, dict) and near.value["of"] != "me":
            found.append(near)
    return [
        f for i, f in enumerate(found) if not overlaps(f.start, f.end, [(g.start, g.end) for g in found[:i]])
    ]


def _near(text: str, start: int, end: int, km: float | None, places: list[Found]) -> Found:
    """Read what follows a distance: a place, a landmark ("the station"), or nothing: the person."""
    for place in places:
        if re.fullmatch(r"\s*(?:the\s+)?", text[end : place.start]) and place.start >= end:
            value: dict[str, JsonValue] = {"of": place.value, "km": km}
            return Found(start, place.end, value)
    landmark = re.match(rf"\s+{_LANDMARK}", text[end:], re.IGNORECASE)
    if landmark and fold(landmark["landmark"]) not in _NOT_PLACES:
        return Found(start, end + landmark.end(), {"of": landmark["landmark"], "km": km})
    me = re.match(r"\s+(?:me|here|mir|hier|moi|ici)\b", text[end:], re.IGNORECASE)
    return Found(start, end + (me.end() if me else 0), {"of": "me", "km": km})


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
