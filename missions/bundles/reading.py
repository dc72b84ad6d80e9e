"""Which things a goal asks for together: "a laptop for video editing, then a mouse and a bag that fit"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from missions.bundles.kinds import KINDS, NO_THING, Kind, head_of, kind_named, made_of

MOST_THINGS = 6
LONGEST_UNKNOWN = 3
"""Words of a phrase that is taken for a thing though its kind is not known."""

_AMOUNT = (
    r"(?:[$€£]\s?\d[\d.,]*k?|\d[\d.,]*k?\s?(?:[$€£]|euros?|eur|usd|gbp|dollars?|bucks|pounds?)|\d[\d.,]*k?)"
)
_LIMIT = re.compile(
    r"(?:\b(?:and\s+|und\s+|et\s+)?(?:(?:all|everything|alles|tout)(?:\s+(?:of\s+(?:it|them)|together|in))?"
    r"|stay(?:ing)?|keep(?:ing)?\s+(?:it|everything|the\s+total)|zusammen|insgesamt)\s+)?"
    r"\b(?:under|below|within|for|at\s+most|up\s+to|max(?:imum)?\.?|(?:a\s+|my\s+)?budget(?:\s+(?:of|is))?|less\s+than"
    r"|(?:no|not)\s+more\s+than|unter|höchstens|maximal|bis(?:\s+zu)?|für|moins\s+de|pour|maximum)\s+"
    rf"(?:about\s+|around\s+)?{_AMOUNT}(?!\s*[-–]?\s*(?:inch|gb|tb|hz|w\b|people|persons?|\"))"
    r"(?:\s+(?:max(?:imum)?|in\s+total|in\s+all|altogether|all\s+in|together|for\s+(?:everything|all)|zusammen|insgesamt|en\s+tout))?"
    rf"|\b{_AMOUNT}\s+(?:max(?:imum)?|budget|in\s+total|altogether|all\s+in|zusammen|insgesamt|en\s+tout)\b"
    r"|\bbudget:?\s*(?:of\s+)?[$€£]?\s?\d[\d.,]*k?\s*(?:euros?|eur|usd|dollars?|€)?",
    re.IGNORECASE,
)
_AS_IT_FITS = re.compile(
    r"\s*,?\s+(?:die|der|das|den|dem|welche[rsn]?|was)\s+(?:[a-zäöüß]+\s+){0,4}?"
    r"(?:passt|passen|zusammenpass\w+|ist|sind|hat|haben|kann|können|gehört|gehören|geht|gehen|reicht|reichen|hält"
    r"|halten|taugt|taugen|funktioniert)(?=\s*(?:[,.;!?]|$|(?:und|oder)\b))"
)
"""How a thing is to be, behind a comma: "eine Tasche, die passt"."""
_TOTAL = re.compile(r"\b(?:in total|in all|altogether|all in|insgesamt|en tout)\b", re.IGNORECASE)
_SPLIT = re.compile(
    r"\s*(?:[,;:]|\.(?=\s|$)|&|\s\+\s|\b(?:and|then|after(?:wards|\s+that)|plus|along\s+with|together\s+with|first"
    r"|as\s+well\s+as|und|dann|danach|anschließend|dazu|sowie|et|puis|ensuite)\b)\s*",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\s+(?:with|mit|avec)\s+(?=(?:a|an|the|some|matching|ein\w*|passende\w*|un|une|des)\s)", re.IGNORECASE
)
_COUNTS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "deux": 2,
    "trois": 3,
    "quatre": 4,
}
_PARTS_IT_COMES_WITH = re.compile(r"\s+(?:with|mit|avec)\s+(?P<parts>.+)", re.IGNORECASE | re.DOTALL)
_ONE_OF_A_KIND = re.compile(
    rf"(?:an?|some|ein|eine|einen|un|une|des|du|[2-9]|{'|'.join(_COUNTS)}|five|six|fünf|sechs|cinq)\s",
    re.IGNORECASE,
)
"""Begins what is a thing though its kind is not known."""
_WHATEVER_IT_HAS = re.compile(r"\s(?:with|mit|avec)\s.*", re.IGNORECASE | re.DOTALL)
_BEGIN = re.compile(
    r"^(?:(?:please|bitte|can\s+you|could\s+you|i(?:['’]d|\s+would)?(?:\s+(?:need|want|like))|we\s+(?:need|want)|to|me|us|for\s+me"
    r"|find|choose|pick|get|buy|order|look\s+for|select|compare|put\s+together|build|set\s+up|help\s+me|i\s+am\s+looking\s+for"
    r"|ich\s+(?:brauche|suche|möchte)|wir\s+brauchen|finde|such\w*|kauf\w*|je\s+(?:cherche|veux)|trouve\w*|cherche\w*"
    r"|the\s+best|best|good|a\s+good|once\s+\w+\s+have\s+\w+(?:\s+it)?)\s+)+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:a|an|the|some|any|my|our|matching|fitting|suitable|zum|zur|ein|eine|einen|eines|einem|einer|der|die|das|den|passende[rsn]?"
    r"|un|une|des|le|la|les)\s+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:(?:that|which|die|der|das|qui)\b.*|to\s+(?:match|go\s+with|fit|suit)\b.*|for\s+(?:it|me|us|him|her|them)\b.*"
    r"|for\s+(?:my|our|his|her|their)\s.*|für\s+(?:mein|unser)\w*\s.*|pour\s+(?:mon|ma|mes|notre|nos)\s.*"
    r"|passend\w*.*|dazu\b.*|assorti\w*.*)$",
    re.IGNORECASE,
)
TOGETHER = re.compile(
    r"\b(?:bundle|that\s+(?:all\s+)?(?:fits?|match(?:es)?|suits?|goes?|works?)|fits?\s+(?:it|them|together|each\s+other)"
    r"|to\s+match|match(?:ing)?|go(?:es)?\s+together|work\s+together|suits?\s+it|accessor(?:y|ies)|then|afterwards"
    r"|all\s+(?:under|for|within|of\s+it)|everything\s+(?:for|under)|in\s+total|altogether|complete|entire|whole"
    r"|kit\s+out|fit\s+out|equip|all\s+the\s+(?:gear|equipment|things)|(?:all|what|everything)\s+(?:i|we)\s+need|everything\s+to"
    r"|alles|tout\s+pour|zusammen|passen\w*|passt|dazu|dann|zubehör|assorti\w*|puis|ensuite|accessoires?|en\s+tout)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:or|vs\.?|versus|oder|ou|compare\w*|vergleich\w*|alternatives?)\b", re.IGNORECASE
)
_ACCESSORIES = re.compile(r"\b(?:accessor(?:y|ies)(?:\s+bundle)?|zubehör|accessoires?)\b", re.IGNORECASE)
_COUNT = re.compile(rf"^(?P<n>[2-9]|{'|'.join(_COUNTS)})\s+(?=[^\W\d])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing of a bundle: its words ("laptop for video editing"), its kind where known, how many."""

    words: str
    kind: Kind | None
    count: int = 1

    @property
    def name(self) -> str:
        """The kind's name; its words where the kind is not known."""
        return self.kind.name if self.kind else self.words.casefold()


def bundle_in(text: str) -> list[str]:
    """The things of a bundle as phrases, the one that the others have to fit first; empty: it is none.

    A bundle names two things or more that are bought together. One product and products to compare are none.
    """
    said = _AS_IT_FITS.sub("", _TOTAL.sub(" ", _LIMIT.sub(" ", text)))
    together = TOGETHER.search(text) is not None
    said = _WITH.sub(", ", said) if together else _of_its_own(said)
    said_one_by_one = _SPLIT.split(said)
    phrases = [_plain(one) for one in said_one_by_one]
    things = _named(phrases, together=together or _is_a_list(said_one_by_one))
    things = _without_qualities(things, said_one_by_one)
    if len(things) < 2 and together:
        things = _of_a_set(text, things)
    known = {thing.name for thing in things if thing.kind}
    if (
        len(things) < 2
        or not (known or _is_a_list(said_one_by_one))
        or (_COMPARED.search(text) and not _ACCESSORIES.search(text))
    ):
        return []
    return [_worded(thing) for thing in things[:MOST_THINGS]]


def _of_its_own(said: str) -> str:
    """What is said without what a thing has ("with a good camera"); whole things that come with it stay."""
    tail = _PARTS_IT_COMES_WITH.search(said)
    lasts = [_plain(one).split()[-1:] for one in _SPLIT.split(tail["parts"])] if tail else []
    if tail and len(lasts) > 1 and all(last and kind_named(last[0]) for last in lasts):
        return f"{said[: tail.start()]}, {tail['parts']}"
    return _WHATEVER_IT_HAS.sub("", said)


def _is_a_list(phrases: list[str]) -> bool:
    """Whether each phrase is a thing of its own: "a dress, two belts and a hat"."""
    said = [_BEGIN.sub("", phrase.strip(" .!?")) for phrase in phrases]
    return len(said) > 1 and all(
        _ONE_OF_A_KIND.match(one) and _may_be_a_thing(head_of(_plain(one))) for one in said
    )


def thing_of(phrase: str) -> Thing:
    """The thing that a phrase of `bundle_in` names."""
    match = _COUNT.match(phrase)
    words = phrase[match.end() :] if match else phrase
    count = (_COUNTS.get(match["n"].casefold()) or int(match["n"])) if match else 1
    return Thing(words, kind_named(words), count)


def _worded(thing: Thing) -> str:
    return f"{thing.count} {thing.words}" if thing.count > 1 else thing.words


def _plain(phrase: str) -> str:
    """A phrase without what stands around the thing: verbs, articles, "that fit it"."""
    words = _BEGIN.sub("", phrase.strip(" .!?"))
    words = _TAIL.sub("", _ARTICLE.sub("", words)).strip(" .!?-")
    return _BEGIN.sub("", words)


def _named(phrases: list[str], *, together: bool) -> list[Thing]:
    """The things among the phrases, each kind once; unknown ones only where things belong together."""
    things: dict[str, Thing] = {}
    for phrase in phrases:
        if not phrase or _ACCESSORIES.search(phrase):
            continue
        thing = thing_of(phrase)
        if thing.kind is None and not (together and _may_be_a_thing(head_of(thing.words))):
            continue
        things.setdefault(thing.name, thing)
    first = next((n for n, thing in enumerate(things.values()) if thing.kind and not thing.kind.fits), 0)
    ordered = list(things.values())
    return [*ordered[first : first + 1], *ordered[:first], *ordered[first + 1 :]]


def _without_qualities(things: list[Thing], said: list[str]) -> list[Thing]:
    """The things but for a quality that stands alone and is called like one: a laptop, "light", has none
    that goes with it, as a bicycle has."""
    alone = {phrase.strip(" .!?").casefold() for phrase in said} & NO_THING
    going = {name for thing in things if thing.kind for name in thing.kind.goes_with}
    return [thing for thing in things if thing.words.casefold() not in alone or thing.name in going]


def _may_be_a_thing(words: str) -> bool:
    said = words.casefold().split()
    return 0 < len(said) <= LONGEST_UNKNOWN and not NO_THING & set(said) and not any(map(str.isdigit, words))


def _of_a_set(text: str, things: list[Thing]) -> list[Thing]:
    """What "accessories" and "a whole home office" stand for."""
    if things and things[0].kind and _ACCESSORIES.search(text):
        return [things[0], *(Thing(name, KINDS[name]) for name in things[0].kind.goes_with)]
    return [Thing(name, KINDS[name]) for name in made_of(text)]
