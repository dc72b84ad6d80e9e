"""Words on a card of options that take one of them, or ask for other ones. English, German and French.

Nothing is taken in doubt: all that is said must be taking ("the second one, please", "I'd go with Da Vito").
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ownyou.lib.text import key_of

LEAST_NAME = 4
"""Letters of a part of a title that can name it."""
IN_SIGHT = 5
"""Options that stand on a card at once. Of more, nobody knows which one is the last for who reads it."""
NONE_KNOWN: Mapping[str, int] = MappingProxyType({})
MOST = 200
"""Characters of an answer that takes something; who writes more says more."""

_ORDINALS = {
    1: "first 1st one 1 erste ersten erster erstes premier première 1er 1re",
    2: "second 2nd two 2 zweite zweiten zweiter zweites deuxième seconde 2e",
    3: "third 3rd three 3 dritte dritten dritter drittes troisième 3e",
    4: "fourth 4th four 4 vierte vierten vierter viertes quatrième 4e",
    5: "fifth 5th five 5 fünfte fünften fünfter fünftes cinquième 5e",
    6: "sixth 6th six 6 sechste sechsten sechster sechstes sixième 6e",
    7: "seventh 7th seven 7 siebte siebten siebter siebtes septième 7e",
    8: "eighth 8th eight 8 achte achten achter achtes huitième 8e",
    -1: "last letzte letzten letzter letztes dernier dernière",
}
_PLACES = {word: place for place, words in _ORDINALS.items() for word in words.split()}


def _one_of(*patterns: str) -> str:
    return rf"(?:{'|'.join(patterns)})"


_KIND = _one_of(
    r"ones?|options?|choices?|results?|suggestions?|ideas?|offers?|places?|restaurants?|events?|concerts?",
    r"shows?|tariffs?|plans?|products?|models?|hotels?|flights?|trains?|venues?|spots?",
    r"option(?:en)?|vorschl(?:ag|äge)|angebote?|möglichkeit(?:en)?|lokale?|tarife?|veranstaltung(?:en)?",
    r"treffer|choix|résultats?|propositions?|offres?|adresses?",
)
_PRAISE = _one_of("good|great|perfect|fine|gut|prima|perfekt|bien|parfait")
_THESE = _one_of("these|those|them")
_OPENING = _one_of(
    rf"yes|yeah|ok(?:ay)?|sure|then|so|just|simply|sounds {_PRAISE}|{_PRAISE}",
    r"ja|dann|doch|lieber|eher|einfach|rather|oui|alors|plutôt|juste",
)
_WHO = _one_of(
    r"i(?:['’]d| would| will|['’]ll)?(?: rather)?(?: like(?: to)?| love(?: to)?| prefer| want(?: to)?)?",
    r"let['’]?s|we(?:['’]ll| will)?|please|ich(?: möchte| will)?|wir|(?:doch )?lieber|bitte|je|on|nous",
)
_VERB = _one_of(
    r"take|choose|pick|select|have|get|book|reserve|go (?:with|for|to)|prefer",
    r"nehmen?|wählen?|buchen?|prends|prenons|choisis|préfère|réserve",
)
_TAKING = re.compile(
    rf"^(?:{_OPENING}\b[,.! ]*)*(?:{_WHO}\b ?)*(?P<verb>{_VERB}\b)? ?(?:(?:doch|lieber|rather) )*",
    re.IGNORECASE,
)
_ENDING = _one_of(
    rf"please|thanks|thank you|it is|then|is {_PRAISE}|sounds? {_PRAISE}|looks {_PRAISE}",
    rf"bitte|danke|klingt {_PRAISE}|ist {_PRAISE}|nehmen|buchen",
    r"s['’]il (?:te|vous) plaît|merci|me va|me convient|after all|doch|quand même|finalement",
)
_AFTER = re.compile(rf"(?:[,.! ]*{_ENDING})*[,.! ]*$", re.IGNORECASE)
_ARTICLE = re.compile(
    r"^(?:(?:the|that|this|number|no\.?|nr\.?|nummer|option|choice|der|den|die|das|dem|le|la|numéro|n°)"
    r"(?: +|(?=\d))|l['’]|# ?)",
    re.IGNORECASE,
)
_PICK = re.compile(rf"(?P<which>\w+)(?: {_KIND})?(?: of {_THESE}| davon)?", re.IGNORECASE)

_AN_OPTION = re.compile(rf"\b{_KIND}\b|^(?:option|choice|number|nummer|numéro)\b|^das\b", re.IGNORECASE)
"""Words that say that a number is an option's."""

_MOST_OF = {
    "price": _one_of(
        "cheapest|least expensive", "(?:billigste|günstigste|preiswerteste)[nrs]?", "moins cher|moins chère"
    ),
    "rating": _one_of(
        "(?:best|highest)[- ]rated", "(?:bestbewertete|am besten bewertete)[nrs]?", "mieux notée?"
    ),
}
"""What only one of them is, by facet."""
_EXTREME = {
    facet: re.compile(rf"(?:{words})(?: {_KIND})?(?: of {_THESE}| davon)?", re.IGNORECASE)
    for facet, words in _MOST_OF.items()
}

_COUNTING = {
    word: place
    for place, words in {
        2: "second 2nd next zweit zweite zweiten deuxieme", 3: "third 3rd dritt dritte dritten troisieme",
        4: "fourth 4th viert vierte vierten", 5: "fifth 5th funft funfte funften",
    }.items()
    for word in words.split()
}  # fmt: skip
_COUNTED = re.compile(
    r"(?P<which>second|2nd|next|third|3rd|fourth|4th|fifth|5th|zweite?n?|dritte?n?|vierte?n?|fünfte?n?"
    r"|deuxième|troisième)[\s-]*(?=\w)",
    re.IGNORECASE,
)
""" "The second cheapest", "das zweitgünstigste"."""

_OF_IT = _one_of(
    r"day|date|time|night|evening|week|weekend|month|hour|city|town|area|part|cuisine|colou?r|size|price|budget",
    r"tag|zeit|uhrzeit|abend|woche|stadt|gegend|küche|farbe|größe|jour|heure|soir|ville|quartier",
)
"""What belongs to a search: "another day" changes it, and is no other option."""
_OTHERS = re.compile(
    r"\b"
    + _one_of(
        r"(?:some(?:thing|where)|any(?:thing|where)?|what) else",
        rf"(?:some|any|what|which) other (?!{_OF_IT})\w+",
        rf"another (?!{_OF_IT})\w+",
        rf"(?:other|different|alternative|more|further|new|additional) {_KIND}",
        rf"(?:an?|any|some) (?:other|different|alternative) (?!{_OF_IT})\w+",
        r"(?:some|any|see|show me|find me) (?:others|alternatives|more)\b(?! \w)",
        r"alternatives?|some ?(?:thing|where) different|next one|(?:show|tell|give) (?:me )?the next",
        rf"(?:any|none|not one) of {_THESE}|my only \w+",
        r"(?:seen|saw|know|had) (?:that|those|them|these|it) (?:already|before)",
        rf"(?:andere|weitere|noch mehr|neue)[rsn]? {_KIND}",
        r"(?:zeig\w*|gib|hast du|gibt es) (?:mir |uns |noch )*(?:andere|weitere)",
        r"(?:etwas|was|irgendwas) (?:anderes|neues)|noch (?:andere|weitere|was|etwas)",
        r"kein(?:e[rsn]?)? (?:davon|von (?:diesen|denen))",
        rf"(?:d['’]|les |une? )?autres? {_KIND}|autre chose|d['’]autres",
        r"aucun(?:e)? de (?:ceux|celles)|rien d['’]autre",
    ),
    re.IGNORECASE,
)
_NO_OTHERS = re.compile(
    r"(?:n['’]t|\b(?:not|never|if|when|sonst|nichts|rien|pas))\b(?: \w+){0,4} (?:else|more|anderes)\b",
    re.IGNORECASE,
)
""" "I do not need anything else": no wish for others."""
_NEW = r"\b(?:new|neue?[nsr]?|neufs?|neuves?)"
_USED = (
    r"(?:used|second[- ]?hand|pre-?owned|refurbished|renewed|old|gebraucht\w*|alte[nsr]?|\w*überholt\w*"
    r"|occasion|reconditionn\w*|usagée?s?)"
)
_NOT_USED = re.compile(
    rf"\b(?:only|just|nur|uniquement|seulement|que (?:du|des)?) ?(?:brand[- ])?{_NEW}\b"
    rf"|{_NEW}(?: \w+)? (?:only|nur)\b"
    rf"|{_NEW}\b[^.;!?]{{0,40}}\b(?:not|no|never|keine?|nicht|nie|pas|jamais|statt)\b[^.;!?]{{0,40}}\b{_USED}\b",
    re.IGNORECASE,
)
"""New as it leaves the maker, and no other options: "only new ones, not used"."""

_YES = _one_of(
    rf"yes|yeah|yep|ok(?:ay)?|sure|nice|deal|agreed|awesome|wonderful|lovely|{_PRAISE}",
    r"i like it|works(?: for me)?|go ahead|book it|take (?:it|that)|do (?:it|that)",
    r"ja|super|passt|gerne?|nehme|oui|d['’]accord|me va",
)
_BESIDE_YES = _one_of(
    r"that['’]?s|that is|this is|it['’]?s|it is|sounds|looks|very|really|quite|so|one|a|pretty|please|thanks",
    r"thank you|i['’]ll|i will|let['’]?s|klingt|das|ist|den|die|ich|sehr|très|c['’]est|ça",
)
_AGREED = re.compile(rf"^\W*(?=.*\b{_YES}\b)(?:{_one_of(_YES, _BESIDE_YES)}\b\W*)+$", re.IGNORECASE)


def taken(text: str, titles: Sequence[str], extremes: Mapping[str, int] = NONE_KNOWN) -> int | None:
    """The place of the option that is taken, by its number, its name or what it is the most of; None where
    that is not sure.

    Words that only say yes take the option that is shown alone. `extremes`: the number, counted from 1, of
    the cheapest ("price") and of the best rated ("rating"), where only one is that.
    """
    if len(text) > MOST:
        return None
    if len(titles) == 1 and _AGREED.match(text):
        return 0
    said, verb = _what_is_taken(text)
    number = _numbered(said)
    if number is None and (facet := _extreme(said)) is not None:
        number = 1 if len(titles) == 1 and " " not in facet else extremes.get(facet)
        return number - 1 if number else None
    if number is None:
        return _named(said, titles, whole=not verb)
    if number < 0:
        return len(titles) - 1 if len(titles) <= IN_SIGHT else None
    place = number - 1
    return place if place < len(titles) else None


def number_taken(text: str) -> int | None:
    """The number of the option that words take, counted from 1, whether or not there is one of it; None for
    what may be a day as well ("the 5th")."""
    if len(text) > MOST:
        return None
    said, _verb = _what_is_taken(text)
    number = _numbered(said) if _AN_OPTION.search(said) else None
    return number if number and number > 0 else None


def _what_is_taken(text: str) -> tuple[str, bool]:
    """What is said beside "I'll take … please", and whether a verb of taking is among that."""
    words = " ".join(text.split()).strip(" .!")
    opening = _TAKING.match(words)
    said = _AFTER.sub("", words[opening.end() :] if opening else words)
    return said, bool(opening and opening["verb"])


def named(text: str, titles: Sequence[str]) -> int | None:
    """The place of the one title that words take by its name ("I take Da Vito after all"); None for none."""
    if len(text) > MOST:
        return None
    said, verb = _what_is_taken(text)
    return _named(said, titles, whole=not verb)


_CHEAPER = re.compile(
    r"^(?P<name>.+?)[\s,;.]+(?:(?:but|only|just|if|aber|nur|wenn|mais|si)\b.*?)?"
    r"\b(?:cheaper|less expensive|for less|billiger|günstiger|preiswerter|moins cher|moins chère)\b",
    re.IGNORECASE,
)


def named_but_cheaper(text: str, titles: Sequence[str]) -> int | None:
    """The place of the one title that is wished for at a lower price ("Da Vito please, but cheaper")."""
    match = _CHEAPER.match(" ".join(text.split())) if len(text) <= MOST else None
    if match is None:
        return None
    said, _verb = _what_is_taken(match["name"])
    return _named(said, titles, whole=False)


def wants_others(text: str) -> bool:
    """Whether other options are asked for than those shown, with or without words on what they should be."""
    if _NO_OTHERS.search(text) is not None:
        return False
    return _OTHERS.search(_NOT_USED.sub(" ", text)) is not None


def _numbered(said: str) -> int | None:
    """The number of "the second one", "number 2", "die zweite"; -1 for the last; None for anything else.

    A bare word ("second", "two") says too little; a bare figure does not.
    """
    without = _ARTICLE.sub("", _ARTICLE.sub("", said))
    match = _PICK.fullmatch(without)
    if match is None or (without == said == match["which"] and not said.isdigit()):
        return None
    return _PLACES.get(match["which"].casefold())


def counts_extreme(text: str) -> bool:
    """Whether words take the second, third … of what options can be the most of ("the second cheapest")."""
    facet = _extreme(_what_is_taken(text)[0]) if len(text) <= MOST else None
    return facet is not None and " " in facet


def _extreme(said: str) -> str | None:
    """What "the cheapest one", "den billigsten" is the most of, "price 2" for the second; a bare word
    ("cheapest") says too little."""
    without = _ARTICLE.sub("", said)
    if without == said:
        return None
    counted = _COUNTED.match(without)
    most = without[counted.end() :] if counted else without
    facet = next((facet for facet, words in _EXTREME.items() if words.fullmatch(most)), None)
    return f"{facet} {_COUNTING[key_of(counted['which'])]}" if facet and counted else facet


def _named(said: str, titles: Sequence[str], *, whole: bool) -> int | None:
    """The place of the one title that is said; `whole`: a part of it is not enough."""
    name = key_of(_ARTICLE.sub("", said))
    keys = [key_of(title) for title in titles]
    exact = [place for place, key in enumerate(keys) if key == name]
    if len(exact) == 1:
        return exact[0]
    if whole or len(name) < LEAST_NAME:
        return None
    parts = [place for place, key in enumerate(keys) if f" {name} " in f" {key} "]
    return parts[0] if len(parts) == 1 else None
