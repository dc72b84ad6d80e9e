"""Places named in a sentence: "in Paris", "Salina, Alabama".

A place is known by the gazetteer, or by its position: a capitalised name behind "in" is a place even where
no list has it. Lower case is read only behind a preposition, and only when the gazetteer knows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from agency.reasoning.slots.gazetteer import Entry, places_named
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.names import (
    GAP,
    NOT_PLACES,
    Token,
    capital_run,
    is_large,
    is_venue,
    longest_listed,
    tokens_of,
)
from agency.reasoning.slots.places import is_area, locate, part_of
from agency.reasoning.slots.spans import Found, Interval, blank, fold, overlaps

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
_ENDS_THERE = re.compile(
    r"\s*(?:$|[,.;!?·]|(?:and|or|for|with|on|at|in|near|under|this|next|today|tonight|tomorrow|now|weekend|week"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|und|oder|für|mit|am|im|um|heute|morgen|bis|\d+)\b)"
)
"""What stands behind a city in small letters; a noun there makes another thing of both words."""
_PLURAL = re.compile(r"(?<!\w)(?:in|auf|an|zu|bei|aus|von)\s+den\s+(?P<name>[A-ZÄÖÜ][\w-]+)")
"""German for things, not a city, which has no article: "in den Bergen"."""
METROPOLIS = 500_000
"""People of a city that is known in small letters without a preposition."""
_NOUNS = word_set("nouns_that_are_towns")
_SOMEBODY = re.compile(r"\b(?:with|mit|avec|con)\s+$", re.IGNORECASE)
"""Before a name in small letters that is somebody's as well as a city's."""
_STANDS_BESIDE = re.compile(
    r"\b(?:near|close\s+to|next\s+to|around|beside|by|nahe|bei|près\s+d\w+|the|der|dem|den)\s+(?:the\s+|la\s+|le\s+)?$",
    re.IGNORECASE,
)
_BESIDE = frozenset({"near", "close", "next", "around", "by", "beside", "nahe", "bei", "près", "vers"})
"""What stands beside an unknown name is rather a sight than a city."""
_FOLLOW = re.compile(
    r"\s*(?:$|[.,;:!?)(·\"'’]|[–-](?!\w)|[A-Z]{2}(?!\w)|(?:for|at|on|with|that|which|who|where"
    r"|near|and|or|by|to|from|under|during|next|this|tomorrow|tonight|today|please|in|is|has|serving"
    r"|within|around|between|before|after|as|using|uses|area|neighbou?rhood|district|region|when"
    r"|if|but|who|because|so|then|now|later|around|about|over|max|below|less|"
    r"asap|region|county|city|für|am|um|mit|und|oder|pour|le|ce|avec|et|ou|·)(?:\W|$)|\d)",
    re.IGNORECASE,
)
_INSIDE = re.compile(r"(?<!\w)(?:in|around|dans|en|à)\s+(?:the\s+)?$", re.IGNORECASE)
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


_LANDMARK = re.compile(
    r"\b(?:gare|place|rue|pont|porte|piazza|plaza|puerta|estaci[oó]n|stazione|via)\s+"
    r"(?:de\s+la|del(?:la|l)?|de|du|des|di|dei)\s+(?:l['’])?(?-i:[A-ZÀ-Ý])[\w'’-]+",
    re.IGNORECASE,
)
"""A landmark that a city gave its name to: "Gare de Lyon" is in Paris."""


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    end: int
    text: str
    area: bool
    score: int
    negated: bool = False
    beside: bool = False
    """Whether it says what the wanted place is near to, not what it is in."""


def find_places(text: str, taken: list[Interval], *, asked: bool = False) -> list[Found]:
    """Return the places of `text`, the best first; value: the name, with its state or country if said.

    `taken`: what other slots use. `asked`: a place was just asked for, so that a bare name answers.
    """
    plurals = [hit.span("name") for hit in _PLURAL.finditer(text) if is_large(hit["name"])]
    text = blank(text, [*taken, *plurals, *(hit.span() for hit in _LANDMARK.finditer(text))])
    tokens = tokens_of(text)
    shouting = bool(tokens) and all(t.text.isupper() for t in tokens) and len(tokens) > 1
    names = _behind_prepositions(text, tokens, taken, positional=not shouting)
    names += _bare(text, tokens, taken, names) or ([] if names else _in_small_letters(text, tokens, taken))
    if asked and all(n.score < 2 for n in names):
        names = _answer(text, tokens, taken) or names
    return _joined(text, names)


def _behind_prepositions(
    text: str, tokens: list[Token], taken: list[Interval], *, positional: bool
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
            score -= (word == "from" and " from" not in match["word"].lower()) + 2 * (word in _NAMED_ONLY)
            score -= word in _BESIDE and not places_named(text[start:end])
            names.append(
                _Name(
                    start,
                    end,
                    text[start:end],
                    area,
                    score,
                    bool(_NO.search(text[: match.start()] if word != "outside" else "")),
                    word in _BESIDE,
                )
            )
            at = _after_comma(text, tokens, end)
    return names


def _after_comma(text: str, tokens: list[Token], end: int) -> int | None:
    """Return the token after ", " when it may be the city, state or country of what stands before."""
    gap = re.match(r"\s*,\s*|\s+(?=[A-Z])|\s+(?:or|nor)\s+", text[end:])
    if not gap:
        return None
    at = next((i for i, t in enumerate(tokens) if t.start == end + gap.end()), None)
    if at is None or not tokens[at].capital:
        return None
    if "or" in gap.group() or any(is_area(t) for t in _spellings(text, tokens, at)):
        return at
    return at if "," in gap.group() and any(is_large(t) for t in _spellings(text, tokens, at)) else None


def _spellings(text: str, tokens: list[Token], at: int) -> list[str]:
    return [text[tokens[at].start : tokens[at + n].end] for n in range(4) if at + n < len(tokens)]


def _name_at(
    text: str, tokens: list[Token], at: int, taken: list[Interval], *, strong: bool, listed_only: bool
) -> tuple[int, int, bool] | None:
    """Return (start, end, is an area) of the name that begins at token `at`."""
    first = tokens[at]
    if overlaps(first.start, first.end, taken):
        return None
    listed = longest_listed(text, tokens, at, taken)
    run = capital_run(text, tokens, at, taken)
    if listed is not None and listed >= run:
        end = tokens[at + listed - 1].end
        known = text[first.start : end]
        if not (listed_only and not (first.capital and is_large(known))):
            return first.start, end, is_area(known)
        return None
    if (
        run
        and strong
        and not listed_only
        and fold(first.text) not in NOT_PLACES
        and first.text.upper() not in {"TV", "PC", "USB", "HD"}
    ):
        for shorter in range(run, 0, -1):
            end = tokens[at + shorter - 1].end
            tail = [n for n in range(1, shorter) if is_area(text[tokens[at + n].start : end])]
            if tail:
                shorter = tail[0]
                end = tokens[at + shorter - 1].end
                return first.start, end, is_area(text[first.start : end])
            if (
                shorter == run
                and _FOLLOW.match(text[end:])
                and (
                    _is_in_a_city(text, tokens, first.start, end)
                    or not is_venue(
                        text[first.start : end], beside=_STANDS_BESIDE.search(text[: first.start]) is not None
                    )
                )
            ):
                return first.start, end, False
    if listed is not None and not listed_only and (listed >= run or not strong):
        end = tokens[at + listed - 1].end
        return (first.start, end, is_area(text[first.start : end])) if listed >= run else None
    return None


def _is_in_a_city(text: str, tokens: list[Token], start: int, end: int) -> bool:
    """Whether one is in a named part of the city behind it: "in Temple Bar, Dublin"."""
    if not _INSIDE.search(text[:start]):
        return False
    at = _after_comma(text, tokens, end) if text[end : end + 1] == "," else None
    return at is not None


def _before_a_city(text: str, tokens: list[Token], count: int) -> bool:
    """Tell whether a comma and a city follow the first `count` tokens."""
    end = tokens[count - 1].end
    return text[end : end + 1] == "," and _after_comma(text, tokens, end) is not None


def _bare(text: str, tokens: list[Token], taken: list[Interval], names: list[_Name]) -> list[_Name]:
    """Large places with a capital and no preposition: "Paris restaurants", "a Madagascar bar"."""
    found: list[_Name] = []
    used = [*taken, *((n.start, n.end) for n in names)]
    for at, token in enumerate(tokens):
        if not token.capital or overlaps(token.start, token.end, used):
            continue
        run = capital_run(text, tokens, at, taken)
        before = tokens[at - 1] if at else None
        beside = (
            before is not None and before.capital and at > 1 and GAP.fullmatch(text[before.end : token.start])
        )
        listed = longest_listed(text, tokens, at, used)
        if listed is None or listed < run or beside or _NAMING.search(text[: token.start]):
            continue
        end = tokens[at + listed - 1].end
        name = text[token.start : end]
        if len(name) > 2 and is_large(name) and fold(token.text) not in NOT_PLACES | _NOUNS:
            found.append(
                _Name(token.start, end, name, is_area(name), 1, bool(_NO.search(text[: token.start])))
            )
            used.append((token.start, end))
    return found


def _in_small_letters(text: str, tokens: list[Token], taken: list[Interval]) -> list[_Name]:
    """A city of many people in a text without any capital: "pizza delivery berlin", not "with sofia"."""
    if text != text.lower():
        return []
    found: list[_Name] = []
    for at, token in enumerate(tokens):
        listed = longest_listed(text, tokens, at, taken)
        end = tokens[at + listed - 1].end if listed else 0
        name = text[token.start : end]
        if not end or len(name) <= 3 or _SOMEBODY.search(text[: token.start]):
            continue
        if " " not in name and not _ENDS_THERE.match(text[end:]):  # "brussels sprouts", "lima beans"
            continue
        if any(_is_a_metropolis(entry) for entry in places_named(name)):
            found.append(_Name(token.start, end, name, False, 1, bool(_NO.search(text[: token.start]))))
    return found[:1]


def _is_a_metropolis(entry: Entry) -> bool:
    least = METROPOLIS * (4 if entry.alias else 1)
    return entry.kind == "city" and entry.population >= least


def _answer(text: str, tokens: list[Token], taken: list[Interval]) -> list[_Name]:
    for at, token in enumerate(tokens[:4]):
        listed = longest_listed(text, tokens, at, taken)
        whole = at == 0 and len(tokens) <= 4 and token.capital and fold(token.text) not in NOT_PLACES
        if listed is None and whole and not overlaps(token.start, tokens[-1].end, taken):
            listed = len(tokens)
        named = capital_run(text, tokens, at, taken) if at == 0 else 0
        if named > (listed or 0) and _before_a_city(text, tokens, named):
            listed = named
        if listed is not None and fold(token.text) not in NOT_PLACES:
            end = tokens[at + listed - 1].end
            names = [_Name(token.start, end, text[token.start : end], is_area(text[token.start : end]), 3)]
            behind = _after_comma(text, tokens, end)
            more = _name_at(text, tokens, behind, taken, strong=False, listed_only=False) if behind else None
            return names + ([_Name(more[0], more[1], text[more[0] : more[1]], more[2], 3)] if more else [])
    return []


def _joined(text: str, names: list[_Name]) -> list[Found]:
    """Join "Salina" and "Alabama" where they stand together; put cities first, then the better position.

    Of two as good, the city that it is in comes before what it is near to: "near Union Square in Boston".
    """
    names = sorted(
        {(n.start, n.end): n for n in sorted(names, key=lambda n: n.score)}.values(), key=lambda n: n.start
    )
    joined: list[tuple[bool, int, bool, int, Found]] = []
    skip: _Name | None = None
    for name, following in zip_longest(names, names[1:]):
        if name is skip:
            continue
        start, end, value = name.start, name.end, name.text
        if following and _is_in(name, following, text[end : following.start]):
            skip, end, value = following, following.end, f"{name.text}, {following.text}"
        found = Found(start, end, value, name.negated)
        joined.append((name.area, -name.score, name.beside, start, found))
    return [found for *_, found in sorted(joined, key=lambda j: j[:4])]


def _is_in(name: _Name, whole: _Name, between: str) -> bool:
    """Whether `whole` says what `name` lies in: a state, a country, or a city it is a part of."""
    if name.area or not re.fullmatch(r"\s*,?\s*(?:in\s+)?(?:the\s+)?", between):
        return False
    if whole.area or name.beside:  # what it is near to is sought in the city, it is not the place
        return whole.area
    city = locate(whole.text) if between.strip() and is_large(whole.text) else None
    if city is None:
        return False
    return part_of(name.text, city) is not None or ("," in between and not is_large(name.text))
