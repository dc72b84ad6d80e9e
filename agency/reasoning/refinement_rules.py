"""Refinements in words, by patterns: directions, what is ruled out, new values, giving up.

English, German and French. Values (dates, people, budgets, places, cuisines) come from the slot grammars;
this module reads directions and decides what replaces what.
"""

from __future__ import annotations

import re
from typing import Any

from agency.reasoning.slots.negation import denied_at
from agency.reasoning.slots.places import locate
from agency.reasoning.slots.spans import blank
from ownyou.lib.text import key_of

_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("price", "lower"): (
        r"cheap(er|est)?",
        r"less expensive",
        r"(not|less) (so|as|too) (expensive|pricey|dear)",
        r"too (expensive|pricey|dear|much money)",
        r"lower price",
        r"(more )?affordable",
        r"save money",
        r"billiger|günstiger|preiswerter|(zu|weniger|nicht so) teuer",
        r"moins ch(er|ère)s?|trop ch(er|ère)s?|meilleur marché",
    ),
    ("price", "higher"): (
        r"more expensive|fancier|fancy|upscale|posh(er)?|splurge|nicer|higher end",
        r"teurer|schicker|plus chic",
    ),
    ("distance", "nearer"): (
        r"closer|nearer|less far|too far( away)?|within walking|walking distance",
        r"not (so|as|too|that) far",
        r"näher|zu weit|nicht so weit|plus (près|proche)s?|moins loin|trop loin",
    ),
    ("distance", "further"): (
        r"(further|farther)( away)?|outside (of )?(the )?(centre|center|city|town)|out of town",
        r"(a )?wider (area|search)",
        r"anywhere(?! (but|except))( in town)?",
        r"distance (does not|doesn't) matter",
        r"weiter (weg|draußen)|außerhalb|plus loin|en dehors de la ville|peu importe la distance",
    ),
    ("distance", "usual"): (
        r"(back )?(in|within|into) (the )?(city|town)( (itself|proper|limits))?",
        r"(nur )?in der (innen)?stadt|dans la ville|en ville",
    ),
    ("rating", "better"): (
        r"better (rated|reviews?|ratings?|quality)",
        r"higher rat(ed|ings?)",
        r"(top|best) rated",
        r"besser bewertet\w*|mieux not[ée]e?s?",
    ),
    ("rating", "same"): (
        r"(not|no|never|without being) (worse|lower|badly)( rated| ratings?| reviews?| quality)?",
        r"(as|equally|just as) (good|well[- ]rated)|(same|similar) (rating|quality|reviews?)",
        r"(nicht|nie) schlechter( bewertet\w*)?|gleich gut|genauso gut",
        r"pas (moins (bien|bon)|plus mal)( not[ée]e?s?)?|aussi (bien|bon)( not[ée]e?s?)?",
    ),
}
_NO_MATTER = (
    r"(?:(?:do(?:es)?n['’]?t|do(?:es)? not|no longer) matter|(?:is|are)(?:n['’]?t| not) important"
    r"|(?:is |are )?(?:irrelevant|no object)|(?:(?:ist|sind) )?(?:\w+ )?(?:egal|nicht wichtig|unwichtig)"
    r"|(?:spielt|spielen) keine rolle)"
)
ANY: dict[str, re.Pattern[str]] = {
    field: re.compile(
        rf"\b(?:any {nouns}|(?:no|without) (?:\w+ )?{nouns} limit|{nouns} {_NO_MATTER}"
        rf"|(?:jeder|beliebiger|jede|beliebige) {nouns}|peu importe (?:le |la |l['’])?{nouns})\b",
        re.IGNORECASE,
    )
    for field, nouns in {
        "price": r"(?:the )?(?:prices?|costs?|money|budget|preise?|kosten|geld|prix)",
        "rating": r"(?:the )?(?:ratings?|reviews?|stars|bewertung(?:en)?|sterne|notes?)",
    }.items()
}
"""What takes a limit back: "any price", "price does not matter", "Preis egal"."""
AFRESH = re.compile(
    r"\b(?:(?:show|give) (?:me |us )?(?:them )?(?:all|everything)(?: of them)?(?: (?:the )?\w+)?(?: again)?"
    r"|(?:back|return) to the (?:first|original|full|whole) (?:list|results?|search|ones?)"
    r"|(?:all|everything) (?:of (?:them|it) )?(?:once )?(?:again|back)"
    r"|start (?:over|again)|undo (?:all|everything)"
    r"|from (?:the start|scratch)|bring (?:them |it )?all back"
    r"|(?:remove|clear|drop) all (?:limits?|filters?)"
    r"|zeig\w*(?: \w+)?(?: wieder)? alle\w*(?: \w+)?|(?:wieder|noch ?mal|nochmals|erneut) alle[s]?"
    r"|alle[s]? (?:wieder|noch ?mal|nochmals|erneut|von vorne?)|(?:noch ?mal |ganz )?von vorne?(?= *[.!]*$)"
    r"|tou(?:t|s|tes) (?:de nouveau|à nouveau|encore)"
    r"|(?:todo|todos|todas) otra vez|(?:tutto|tutti|tutte) di nuovo"
    r"|(?:zurück )?zur (?:ersten|ursprünglichen) liste"
    r"|(?:re)?montre[rz]?(?:[- ]moi)? (?:à nouveau )?tou(?:t|s|tes)|retour à la (?:première )?liste)\b",
    re.IGNORECASE,
)
_STARS = r"(?:stars?|sterne?n?|étoiles?)"
RATED = re.compile(
    r"\b(?:rated|rating(?: of)?|bewertet mit|bewertung(?: von)?|not[ée]e?s?)\s+"
    r"(?:at least |above |over |from |of |mindestens |ab |über |au moins )*"
    r"(?P<rated>[0-5](?:[.,]\d)?)(?![\d.,]*\d)"
    r"|\b(?:at least|minimum|above|over|mindestens|ab|über|au moins)\s+"
    rf"(?P<least>[0-5](?:[.,]\d)?)\s*{_STARS}"
    rf"|\b(?P<stars>[0-5](?:[.,]\d)?)\s*(?:\+\s*)?{_STARS}\s*"
    r"(?:or (?:more|better|higher|above)|and (?:up|above)|oder (?:mehr|besser)|ou plus)",
    re.IGNORECASE,
)
"""A floor of ratings as a figure: "rated 3.5 or more", "at least 4 stars", "mindestens 4 Sterne"."""
DIRECTIONS = [
    (field, direction, re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE))
    for (field, direction), words in _WORDS.items()
]

PREFER = {
    "quiet": re.compile(
        r"\b(quiet(er)?|calm(er)?|(less|not (so|too|as)) (loud|noisy)"
        r"|ruhig(er|es)?|leiser|nicht so laut|calme|moins bruyante?)\b",
        re.I,
    ),
    "outdoor": re.compile(
        r"\b(outdoors?|outside(?! (of|the|in)\b)|open air|terrace|garden|patio|draußen|im freien"
        r"|garten|biergarten|terrasse|dehors|en plein air|à l['’]extérieur|jardin)\b",
        re.I,
    ),
    "romantic": re.compile(r"\bromantic|romantisch|romantique\b", re.I),
    "kid friendly": re.compile(r"\b(kid|child|family)[- ]friendly|kinderfreundlich\b", re.I),
    "live music": re.compile(r"\blive music|livemusik\b", re.I),
    "trusted": re.compile(
        r"\b((trusted|reliable|reputable|known) (retailer|shop|store|seller)s?"
        r"|(vertrauenswürdig|zuverlässig|bekannt)\w* (händler\w*|shops?|läden))\b",
        re.I,
    ),
    "green": re.compile(r"\b(green|renewable|eco|ökostrom)( only)?\b", re.I),
    "short": re.compile(
        r"\b((no long|short(er)?|monthly|no) contract|cancel any ?time"
        r"|(keine|ohne) lange[nr]? (laufzeit|bindung)|kurze laufzeit|(monatlich|jederzeit) kündbar)\b",
        re.I,
    ),
    "fast": re.compile(
        r"\b((faster|quicker|sooner|schneller\w*|plus (vite|rapide))( delivery| lieferung)?|fast delivery)\b",
        re.I,
    ),
}  # fmt: skip

NOT = re.compile(
    r"\b(?:not|no|no more|without|(?:anything|anywhere|everything|everywhere|all|anyone) (?:but|except)"
    r"|except|other than|nicht|ohne"
    r"|kein(?:e|en|er)?|außer|pas(?: de| d['’])?|sauf|sans)\s+"
    r"(?:(?:from|by|at|of|on|any|in|with|via|through|von|vom|bei|beim|aus|mit|de|du|des|chez|par|the|a|an|le|la|les)\s+)*"
    r"(?P<what>[\w'’-]+(?:\s+[\w'’-]+)?)(?:\s+after all)?",
    re.I,
)
_NOT_KINDS = frozenset(
    [
        "so",
        "too",
        "as",
        "that",
        "this",
        "the",
        "a",
        "an",
        "it",
        "one",
        "very",
        "really",
        "far",
        "expensive",
        "pricey",
        "dear",
        "long",
        "after",
        "more",
        "contract",
        "loud",
        "noisy",
        "sure",
        "know",
        "matter",
        "object",
        "rolle",
        "worse",
        "lower",
        "badly",
        "rated",
        "need",
        "want",
        "important",
        "necessary",
        "possible",
        "problem",
        "enough",
        "lange",
        "langen",
        "langer",
        "only",
        "just",
        "now",
        "today",
        "tonight",
        "tomorrow",
        "later",
        "earlier",
        "before",
        "after",
        "good",
        "bad",
        "nice",
        "fancy",
        "cheap",
        "right",
        "me",
        "us",
        "my",
        "our",
        "and",
        "or",
        "but",
        "so",
        "zu",
        "teuer",
        "weit",
        "laut",
        "schlechter",
        "mehr",
        "das",
        "die",
        "der",
        "ein",
        "eine",
        "wichtig",
        "trop",
        "si",
        "cher",
        "loin",
        "plus",
        "moins",
        "ça",
        "bien",
        "mal",
        "bruyant",
    ]
)
_HOURS: dict[str, float] = {
    "half an": 0.5, "an": 1, "one": 1, "two": 2, "three": 3,
    "eine halbe": 0.5, "eine": 1, "zwei": 2, "drei": 3,
    "une demi": 0.5, "une": 1, "deux": 2, "trois": 3,
}  # fmt: skip
SHIFT = re.compile(
    rf"\b(?:(?P<number>\d{{1,3}}|{'|'.join(_HOURS)})[\s-]?(?P<unit>hours?|h|min(?:ute)?s?|stunden?|minuten?|heures?)\s+"
    r"|(?P<little>(?:a (?:little|bit)|slightly|etwas|ein bisschen|un peu)\s+))?"
    r"(?:(?P<later>later|später|plus tard)|(?:earlier|früher|plus tôt))\b"
    r"(?!\s+(?:this|in the)\s+(?:week|month|year))",
    re.IGNORECASE,
)
_GIVE_UP = re.compile(
    r"^\W*(never ?mind|forget (it|about it)|stop|cancel( it)?|leave it|give up|no thanks?|nothing|drop it|"
    r"vergiss es|lass es|laisse tomber|abbrechen)\W*$",
    re.I,
)
IGNORE = re.compile(
    r"\b(ignore|forget) (my|the) (usual |learned )?(preferences|limits?|budget)|just this once"
    r"|(meine|die) (üblichen |gelernten )?(vorlieben|grenzen) (außer acht lassen|ignorieren|vergessen)\b",
    re.I,
)

_SMALL_WORDS = frozenset(
    (
        "a",
        "also",
        "and",
        "auch",
        "bit",
        "bitte",
        "darf",
        "etwas",
        "fine",
        "is",
        "it",
        "nur",
        "only",
        "please",
        "sein",
    )
)


def read_refinement(
    text: str, *, slots: dict[str, Any], new_slots: dict[str, Any], titles: list[str]
) -> dict[str, Any]:
    """Return the fields of a `Refinement` for what was said."""
    if _GIVE_UP.match(text):
        return {"give_up": True}
    found: dict[str, Any] = {"slots": {}, "drop": [], "exclude": [], "exclude_titles": [], "prefer": []}
    if _is_place_again(slots, new_slots):
        new_slots = {name: value for name, value in new_slots.items() if name != "place"}
        found["distance"] = "usual"
    found |= _directions(text)
    if _says_directions_only(text):
        new_slots = {name: value for name, value in new_slots.items() if name != "product"}
    found |= _loosened(text)
    found["prefer"] = [name for name, pattern in PREFER.items() if pattern.search(text)]
    found["ignore_tastes"] = bool(IGNORE.search(text))
    found["exclude_titles"] = _titles_ruled_out(text, titles, new_slots)
    found["exclude"] = _kinds_ruled_out(text, new_slots, found)
    found["slots"] = {
        name: value
        for name, value in new_slots.items()
        if not name.startswith("exclude_") and value != slots.get(name) and name != "price_level"
    }
    shift = SHIFT.search(text)
    if shift and slots.get("time") and (shift["number"] or "time" not in found["slots"]):
        found["slots"]["time"] = _moved(shift, slots["time"])
    found["drop"] = _dropped(slots, found["exclude"])
    return found


def _says_directions_only(text: str) -> bool:
    """Whether nothing is left beside directions: "faster delivery" names no other thing to buy."""
    rest = text
    for pattern in (IGNORE, *PREFER.values(), *(pattern for _field, _way, pattern in DIRECTIONS)):
        rest = pattern.sub(" ", rest)
    return rest != text and not set(key_of(rest).split()) - _SMALL_WORDS


def _moved(said: re.Match[str], time: Any) -> Any:
    """ "A bit later", "two hours earlier": the time moved, within the day."""
    by = _minutes(said) * (1 if said["later"] else -1)
    if isinstance(time, dict):
        begins, ends = _shifted(time["start"], by), _shifted(time["end"], by)
        return {"start": begins, "end": ends}
    return _shifted(time, by)


def _minutes(said: re.Match[str]) -> int:
    if said["number"] is None:
        return 30 if said["little"] else 60
    key = said["number"].casefold()
    number = float(key) if key.isdigit() else _HOURS.get(key, 1.0)
    return int(number * (60 if said["unit"][0].casefold() in "hs" else 1))


def _shifted(clock: str, minutes: int) -> str:
    total = int(clock[:2]) * 60 + int(clock[3:5]) + minutes
    return f"{(total := min(max(total, 0), 24 * 60 - 1)) // 60:02d}:{total % 60:02d}"


def _directions(text: str) -> dict[str, str]:
    """The directions said, the first of each field; "nothing fancy" is the opposite of "fancy"."""
    found: dict[str, str] = {}
    for field, direction, pattern in DIRECTIONS:
        hit = pattern.search(text)
        if hit and field not in found:
            denied = direction == "higher" and denied_at(text, hit.start())
            found[field] = "lower" if denied else direction
    return found


def _loosened(text: str) -> dict[str, Any]:
    """Limits that are taken back, all or by field, and a floor of ratings that replaces the former."""
    found: dict[str, Any] = {field: "any" for field, pattern in ANY.items() if pattern.search(text)}
    if AFRESH.search(text):
        found["afresh"] = True
    if figure := RATED.search(text):
        said = figure["rated"] or figure["least"] or figure["stars"]
        found["min_rating"] = float(said.replace(",", "."))
    return found


def _is_place_again(slots: dict[str, Any], new_slots: dict[str, Any]) -> bool:
    """ "In Rome" (or "in Rom") where Rome is searched already: no further away than at first."""
    said, before = str(new_slots.get("place") or ""), str(slots.get("place") or "")
    if not said or key_of(said) == key_of(before):
        return bool(said)
    there = locate(before) if before and "," not in said + before else None
    found = locate(said, there.country) if there else None
    return bool(there and found and (found.lat, found.lon) == (there.lat, there.lon))


def without_refused_titles(text: str, titles: list[str]) -> str:
    """The text with the options that are named in full behind a "not" made unreadable.

    A name may be made of words that mean something: "anywhere but Osteria dei Gatti" rules out no kitchen.
    """
    starts = [hit.start("what") for hit in NOT.finditer(text)]
    named = [
        found.span()
        for title in titles
        if " " in title and (found := re.search(re.escape(title), text, re.IGNORECASE))
        if any(found.start() - len("das ") <= start <= found.end() for start in starts)
    ]
    return blank(text, named)


def _titles_ruled_out(text: str, titles: list[str], new_slots: dict[str, Any]) -> list[str]:
    """The options that are named behind a "not", in full or by a part of a name ("without Chez Marcel").

    One word names an option only where it is of no kind, and of one option alone.
    """
    said = key_of(text)
    hits = list(NOT.finditer(text))
    whole = [title for title in titles if hits and key_of(title) in said]
    if whole or any(name.startswith("exclude_") for name in new_slots):
        return whole
    found: list[str] = []
    for name in filter(None, (_name_behind(text, hit) for hit in hits)):
        of_it = [title for title in titles if f" {name} " in f" {key_of(title)} "]
        alone = len(of_it) == 1 and SOLD_BY not in of_it[0]  # of what a shop sells it may be the make
        found += of_it if " " in name or alone else []
    return list(dict.fromkeys(found))


SOLD_BY = " · "
_NAME = re.compile(r"(?<=\s)[A-ZÀ-Ý][\w'’&-]{2,}(?:\s+(?:[a-zà-ÿ]{1,3}\s+)?[A-ZÀ-Ý][\w'’&-]*)*")


def _name_behind(text: str, hit: re.Match[str]) -> str:
    """The name behind a "not", folded; empty where none stands there."""
    name = _NAME.search(text, hit.start() + 1)
    return key_of(name.group()) if name and name.start() <= hit.start("what") + len("das ") else ""


def _kinds_ruled_out(text: str, new_slots: dict[str, Any], found: dict[str, Any]) -> list[str]:
    kinds: list[str] = []
    for name, value in new_slots.items():
        if name.startswith("exclude_"):
            kinds += [str(item) for item in (value if isinstance(value, list) else [value])]
    if kinds or found["exclude_titles"]:
        return list(dict.fromkeys(kinds))
    for hit in NOT.finditer(text):
        first = hit["what"].split()[0].casefold()
        if first not in _NOT_KINDS:
            kinds.append(hit["what"].split()[0] if hit["what"][0].isupper() else first)
    return list(dict.fromkeys(kinds))


def _dropped(slots: dict[str, Any], excluded: list[str]) -> list[str]:
    """Slots that wanted exactly what is ruled out now."""
    ruled = {key_of(kind) for kind in excluded}
    dropped = []
    for name, value in slots.items():
        wanted = {key_of(str(item)) for item in (value if isinstance(value, list) else [value])}
        if wanted and wanted <= ruled:
            dropped.append(name)
    return dropped
