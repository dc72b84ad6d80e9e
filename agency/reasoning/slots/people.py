"""How many people: "for four", "party of six", "me and my wife", "zu viert", "à deux"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.numbers import number_pattern, number_value
from agency.reasoning.slots.spans import Found

MOST = 500
"""Larger numbers are not a party."""

AN_AGE = 30
"""From this number on "they are 75" tells how old they are."""

_UNITS = (
    r"(?!\s*(?:(?:full|whole|single|more|extra)\s+)?(?:[:.]\d|,\d|-\s?(?:\d|thirty|fifteen"
    r"|forty)|/\s?\d|%|°|[$€£¥]|[ap]\.?\s?m\b(?!\s+(?:mon|diens|donners|frei|sams|sonn)tag|\s+mittwoch"
    r"|\s+(?:nächsten|kommenden|ersten|zweiten|abend|mittag|nachmittag|vormittag|wochenende|\d{1,2}\.))|o['’]?\s?clock|(?:st|nd|rd|th)\b|ish\b"
    r"|(?:exact(?:ly)?\s+)?(?:sec(?:ond)?s?|min(?:ute)?s?|hours?|hrs?|h|days?|nights?|weeks?"
    r"|months?|years?|weekends?)\b"
    r"|(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|(?:in"
    r"|at)\s+(?:the\s+)?(?:morning|night|evening|afternoon)"
    r"|usd|eur|gbp|chf|dollars?|bucks|euros?|pounds?|quid|francs?|k\b|km|kilomet\w+|miles?|mi\b"
    r"|meters?|metres?"
    r"|stars?|percent|bed(?:room)?s?\b|bathrooms?\b|rooms?\b|inch\w*|[gmt]b(?:it)?s?\b|[mg]bps\b|k?w\b|k?wh\b|watts?\b|volts?\b|kg\b|lit(?:er|re)s?\b|pieces?\b"
    r"|items?\b|hundred|thousand"
    r"|uhr|heures?|jours?|nuits?|semaines?|mois|ans?\b|tage?n?\b|nächte?n?\b|stunden?|wochen?"
    r"|monate?n?\b|jahre?n?\b"
    r"|sterne?|étoiles?|zimmer|chambres?))"
)
_PERSON: dict[str, str] = {
    "en": r"(?:people|persons?|pe?ople|guests?|adults?|grown[- ]?ups|diners?|pax|travell?ers?"
    r"|friends?|folks?|heads?|relatives|pensioners?|senior\s+citizens"
    r"|kids?|children|child|teenagers|toddlers|babies|infants?|guys?|girls?|boys?|men|women"
    r"|ladies|seniors?|students?"
    r"|colleagues?|co-?workers?|attendees?|passengers?|visitors?|clients?|customers?|members?|others|brothers"
    r"|sisters|sons?|daughters?"
    r"|couples?|pairs?|seats?|places?|tickets?|covers?|individuals?|humans?|mates|buddies|players?|of\s+us|of\s+them)",
    "de": r"(?:personen|person|leuten?|gästen?|erwachsenen?|kindern?|kind|freunden?|freundinnen"
    r"|kollegen|plätzen?|verwandten?|gäst(?:en?|innen)|rentnern?|senior(?:en|innen)"
    r"|paare?n?|reisenden?|menschen|mann|karten|eintrittskarten|tickets?)",
    "fr": r"(?:personnes?|adultes?|enfants?|convives?|couverts?|voyageurs?|invités?|amis|amies"
    r"|collègues|places|billets?|entrées"
    r"|couples?)",
    "es": r"(?:personas?|adultos?|niños?|ninos?|comensales|amig[oa]s|invitados|viajeros?|plazas|entradas)",
    "it": r"(?:persone|persona|adulti|bambini|ospiti|amici|amiche|coperti|posti|viaggiatori|biglietti)",
}
_ANYBODY = re.compile(
    r"pe?ople|person|guest|diner|pax|leut|gäst|mensch|convive|couvert|invité|persona|comensal|ospit",
    re.IGNORECASE,
)
"""Of these none means nobody ("0 people"); of others it leaves some ("0 children")."""
_RELATIVE = (
    r"(?:wife|husband|hubby|partner|girlfriend|boyfriend|gf|bf|fianc[ée]e?|spouse|mother|mom|mum"
    r"|mommy|mummy|father|dad"
    r"|daddy|son|daughter|brother|sister|boss|friend|colleague|co-?worker|neighbou?r|child|kid"
    r"|baby|toddler|aunt|uncle"
    r"|cousin|nephew|niece|grandm[ao]ther|grandma|granny|grandfather|grandpa|grandson"
    r"|granddaughter|roommate|flatmate"
    r"|date|buddy|mate|pal|client|assistant|stepson|stepdaughter|stepmother|stepfather"
    r"|(?:mother|father|brother|sister|son|daughter)-in-law"
    r"|frau|mann|freundin|freund|mutter|vater|mama|papa|sohn|tochter|bruder|schwester|chef"
    r"|chefin|kollege|kollegin|oma"
    r"|opa|partnerin|verlobte|verlobter|femme|mari|copine|copain|mère|père|fils|fille|frère|sœur"
    r"|soeur|ami|amie"
    r"|compagnon|compagne|collègue|kind|kleinkind|säugling|enfant|bébé)"
)
_TWO = r"(?:parents|grand-?parents|in-laws|twins|eltern|großeltern|zwillinge|beaux-parents)"
_MINE = r"(?:my|our|the|her|his|their|an?|meine?[nmr]?|unsere?[nmr]?|mon|ma|mes|notre|nos)"
_OWNED = r"(?:my|our|meine?[nmr]?|unsere?[nmr]?|mon|ma|mes|notre|nos)"
_COMES_ALONG = r"(?:together\s+with|with|zusammen\s+mit|mit|avec|con)"
_WITH = re.compile(rf"\b{_COMES_ALONG}\s+$", re.IGNORECASE)
_CALLED = r"(?:grandma|grandpa|granny|grandad|mom|mum|dad|mama|papa|oma|opa|maman|mamie|papi)"
"""Relatives who are called so without a "my"."""
_SOME_FRIEND = (
    r"(?:an?|eine[mnr]|une?)\s+(?=(?:old\s+|alten\s+)?(?:friend|colleague|co-?worker|buddy|mate|pal|freundin|freund"
    r"|kollegin|kollege|amie|ami|copine|copain|collègue)\b)"
)
_WITH_MINE = re.compile(
    rf"\b{_COMES_ALONG}\s+(?:{_OWNED}\s+|{_SOME_FRIEND}|(?={_CALLED}\b(?!\s+(?:jokes?|style|music|rock|bod)\b)))(?:(?:two|zwei|deux|old|older|elderly|dear|best|lieben?|alten?)\s+)*"
    rf"(?:(?P<two>{_TWO}|{_CALLED}\s+(?:and|&|und|et)\s+{_CALLED})|{_RELATIVE})\b(?!['’])",
    re.IGNORECASE,
)
_NOT_ALONG = re.compile(
    r"\b(?:stay\w*|liv(?:e|es|ing)|talk\w*|sp(?:eak|oke|oken)\w*|argu\w+|chat\w*|call|share\w*|discuss\w*|agreed?"
    r"|wohn\w*|sprech\w*|gesprochen|telefonier\w*|streit\w*|parl\w*|habit\w*)\s+(?:it\s+|this\s+)?$",
    re.IGNORECASE,
)
"""Before "with my parents": who is visited or spoken to does not come along."""
_SELF = r"(?:me|myself|i|us|ich|mich|mir|moi|je)"
_AND = r"(?:\s*,\s*(?:and|&|und|et)?\s*|\s+(?:and|&|plus|with|as\s+well\s+as|und|mit|et|avec)\s+|\s*[&+]\s*)"
_GROUP = (
    r"part(?:y|ies)|group|family|table|crew|team|gang|band|reservations?|bookings?|seats|seating"
    r"|spots?|room|size|total"
    r"|headcount|gruppe|tisch|familie|reservierung|groupe|famille"
)
_GERMAN_GROUP = {
    "zweit": 2,
    "dritt": 3,
    "viert": 4,
    "fünft": 5,
    "sechst": 6,
    "siebt": 7,
    "acht": 8,
    "neunt": 9,
    "zehnt": 10,
    "zwölft": 12,
}
_ADJECTIVE = (
    r"(?:(?!(?:and|plus|und|et|with|mit|avec|con|or|my|our|the|me|i|us|for|to|of|is|in|at|meine?"
    r"|unsere?|ma|mon|mes)\b)[\w-]+\s+)"
)
_FALSE_NAMES = word_set("not_a_first_name")


@dataclass(frozen=True, slots=True)
class _Grammar:
    counted: re.Pattern[str]
    groups: tuple[re.Pattern[str], ...]
    family: re.Pattern[str]
    item: re.Pattern[str]
    bare_for: re.Pattern[str]
    answer: re.Pattern[str]


def find_people(text: str, languages: tuple[str, ...], *, for_is_time: bool = False) -> list[Found]:
    """Return the party sizes that `text` states, the surest first.

    `for_is_time`: a time was just asked for, so that "for 7" alone does not count people.
    """
    grammar = _grammar(languages)
    found = [*_families(text, grammar, languages), *_side_by_side(text, _counts(text, grammar, languages))]
    found += _groups(text, grammar, languages)
    found += _alone(text)
    bare = [] if for_is_time else (_number(m, languages) for m in grammar.bare_for.finditer(text))
    numbers = [f for f in bare if f]
    if not (found or numbers):  # "for 4 with my parents" is for four
        found += _relatives_beside_me(text)
    return _without_overlaps([*found, *numbers])


def answered_people(text: str, languages: tuple[str, ...]) -> list[Found]:
    """Return the plain numbers of an answer to "for how many?": "11", "I wanna say seven"."""
    found = (_number(m, languages) for m in _grammar(languages).answer.finditer(text))
    return [f for f in found if f]


def _families(text: str, grammar: _Grammar, languages: tuple[str, ...]) -> list[Found]:
    """Lists of persons: "me, my wife and son", "my 3 brothers and I", "4 adults and 2 children"."""
    found = []
    for match in grammar.family.finditer(text):
        items = list(grammar.item.finditer(text, match.start(), match.end()))
        counts = [_count(item, languages) for item in items]
        if None not in counts and _belongs_together(items) and not _new_clause(items, text):
            whole = _is_the_total(items[-1], text)
            total = counts[-1] if whole else sum(c for c in counts if c)
            if total and not whole and _beside_me(items, text[: match.start()]):
                total += 1
            if total is not None and 0 < total <= MOST:
                found.append(Found(match.start(), match.end(), total))
    return found


def _beside_me(items: list[re.Match[str]], before: str) -> bool:
    """Whether relatives come along with who writes: "dinner with my wife and son" is for three."""
    mine = items[0]["owned"] or (items[0]["two"] and re.match(_OWNED, items[0].group(), re.IGNORECASE))
    return bool(mine) and not any(item["self"] for item in items) and _WITH.search(before) is not None


def _relatives_beside_me(text: str) -> list[Found]:
    """One relative, or two of one word, who come along: "dinner with my parents" is for three."""
    return [
        Found(match.start(), match.end(), 3 if match["two"] else 2)
        for match in _WITH_MINE.finditer(text)
        if not _NOT_ALONG.search(text[: match.start()])
    ]


def _is_the_total(last: re.Match[str], text: str) -> bool:
    """ "Grandma and two kids, 5 people": who all of them are, and no five more."""
    persons = r"(?:\w+\s+){1,3}(?:pe?ople|persons?|personen|leute|personnes)$"
    whole = re.match(persons, last.group(), re.IGNORECASE)
    return whole is not None and re.search(r"[,:(–-]\s*$", text[: last.start()]) is not None


def _belongs_together(items: list[re.Match[str]]) -> bool:
    """Names count only beside oneself; relatives only when they are somebody's ("my mom and dad")."""
    speaker = any(i["self"] for i in items)
    named = any(i["name"] for i in items)
    owned = any(i["owned"] or i["crowd"] for i in items)
    return len(items) > 1 and (speaker or owned) and (speaker or not named)


def _new_clause(items: list[re.Match[str]], text: str) -> bool:
    """Tell whether the last "I" begins a sentence of its own: "5 people and I need to cancel"."""
    if items[-1].group().lower() not in {"i", "ich", "je"} or any(
        i["owned"] or i["two"] or _ours(i) for i in items
    ):
        return False
    return bool(
        re.match(
            r"['’]|\s+(?!(?:in|at|on|for|from|to|this|next|tonight|tomorrow|near|with)\b)\w",
            text[items[-1].end() :],
        )
    )


def _ours(item: re.Match[str]) -> bool:
    return bool(item["crowd"]) and bool(
        re.match(r"(?:my|our|meine|unsere|mes|nos)", item.group(), re.IGNORECASE)
    )


def _count(item: re.Match[str], languages: tuple[str, ...]) -> int | None:
    if item["self"] or item["relative"] or item["name"]:
        return 1
    if item["two"]:
        return 2
    number = number_value(item["number"], languages)
    return (
        number * (2 if re.search(r"couple|pair|paar", item.group(), re.IGNORECASE) else 1)
        if number is not None
        else None
    )


def _counts(text: str, grammar: _Grammar, languages: tuple[str, ...]) -> list[Found]:
    """A number and a word for persons: "4 people", "with two friends" (three), "two couples" (four)."""
    found = []
    for match in grammar.counted.finditer(text):
        number = number_value(match["number"], languages)
        if number is not None and number <= MOST and (number or _ANYBODY.match(match["person"])):
            if re.search(r"\b(?:add|adding|plus|another)\s+$", text[: match.start()], re.IGNORECASE):
                continue
            if number == 1 and match["person"].lower().startswith("of"):
                continue
            factor = 2 if re.match(r"couple|pair|paar", match["person"], re.IGNORECASE) else 1
            extra = (
                1 if match["mine"] and re.match(r"friend|freund|ami", match["person"], re.IGNORECASE) else 0
            )
            found.append(Found(match.start("whole"), match.end(), number * factor + extra))
    return found


def _side_by_side(text: str, counts: list[Found]) -> list[Found]:
    """Counts with nothing between them are one party: "2 adults 2 kids"."""
    joined: list[Found] = []
    for count in counts:
        last = joined[-1] if joined else None
        if last and not text[last.end : count.start].strip() and _both_numbers(last, count):
            joined[-1] = Found(last.start, count.end, int(str(last.value)) + int(str(count.value)))
        else:
            joined.append(count)
    return joined


def _both_numbers(one: Found, other: Found) -> bool:
    return isinstance(one.value, int) and isinstance(other.value, int)


def _groups(text: str, grammar: _Grammar, languages: tuple[str, ...]) -> list[Found]:
    matches = (m for group in grammar.groups for m in group.finditer(text))
    found = [f for m in matches if (f := _number(m, languages)) and not _is_an_age(m, f)]
    for match in re.finditer(rf"\bzu\s+({'|'.join(_GERMAN_GROUP)})\b", text, re.IGNORECASE):
        found.append(Found(match.start(), match.end(), _GERMAN_GROUP[match[1].lower()]))
    return found


def _is_an_age(match: re.Match[str], found: Found) -> bool:
    """ "My parents, they are 75": nobody says of others that they are so many."""
    of_them = re.match(r"they\b|sie\b|ils\b|elles\b", match.group(), re.IGNORECASE) is not None
    return of_them and isinstance(found.value, int) and found.value >= AN_AGE


def _alone(text: str) -> list[Found]:
    one = (
        r"\b(?:just|only)\s+(?:for\s+)?(?:me|myself)\b(?!\s*,?\s*(?:(?:and|plus|with|my|our)\b|&))|\bby\s+myself\b"
        r"|\bon\s+my\s+own\b|\bmyself\b"
        r"|\bsolo\b|\bnur\s+(?:für\s+)?(?:ich|mich)\b(?!\s+und)"
        r"|\bjuste?\s+(?:pour\s+)?moi\b(?!\s+et)|\b(?:für\s+mich|pour\s+moi)\s+(?:allein|seul)e?\b"
    )
    two = (
        r"\b(?:for|we(?:'re|’re| are)|as|just)\s+a\s+(?:couple|pair)\b(?!\s+(?:of|more)\b)"
        r"|\bthe\s+(?:both|pair)\s+of\s+us\b"
        r"|\bboth\s+of\s+us\b|\bnous\s+deux\b|\bwir\s+(?:beide|zwei)\b|\bromantic\s+(?:dinner"
        r"|evening|date)\s+for\s+us\b|\b(?:our|my)\s+honeymoon\b|\bhoneymoon\s+(?:in|to|trip)\b"
        r"|\b(?:unsere|meine)\s+(?:flitterwochen|hochzeitsreise)\b|\b(?:flitterwochen|hochzeitsreise)\s+(?:in|nach)\b"
        r"|^\s*a\s+(?:couple|pair)\s*[.!]?\s*$"
    )
    found = [Found(m.start(), m.end(), 1) for m in re.finditer(one, text, re.IGNORECASE)]
    return found + [Found(m.start(), m.end(), 2) for m in re.finditer(two, text, re.IGNORECASE)]


def _number(match: re.Match[str], languages: tuple[str, ...]) -> Found | None:
    value = number_value(match["number"], languages)
    if value is None or value > MOST or (value == 1 and _OF_SOME.match(match.string, match.end())):
        return None
    return Found(match.start("whole"), match.end("whole"), value)


_OF_SOME = re.compile(r"\s+(?:of|von|d['’]entre)\b", re.IGNORECASE)
"""Behind "one" it tells of one among them: "gluten free for one of us"."""


def _without_overlaps(found: list[Found]) -> list[Found]:
    kept: list[Found] = []
    for candidate in found:
        if all(candidate.end <= k.start or k.end <= candidate.start for k in kept):
            kept.append(candidate)
    return kept


@cache
def _grammar(languages: tuple[str, ...]) -> _Grammar:
    number = rf"(?P<number>{number_pattern(languages)})"
    person = "|".join(_PERSON[language] for language in languages)
    item = (
        rf"(?:(?P<crowd>(?:(?:my|our|the|meine[n]?|unsere[n]?|mes|nos)\s+)?{number}\s+(?:of\s+(?:my|our)\s+)?"
        rf"{_ADJECTIVE}?(?:{person})\b)"
        rf"|(?P<two>(?:{_OWNED}\s+)?{_ADJECTIVE}?{_TWO}\b)"
        rf"|(?P<relative>(?:(?P<owned>{_OWNED})\s+|{_MINE}\s+)?{_ADJECTIVE}{{0,2}}?{_RELATIVE}\b)"
        rf"|(?P<self>\b{_SELF}\b)"
        rf"|(?P<name>\b(?!(?:{'|'.join(sorted(_FALSE_NAMES))})\b)[^\W\d_]{{3,}}(?:\s+[A-Z][a-z]+)?\b))"
    )
    plain = re.sub(r"\?P<\w+>", "?:", item)
    # a name may only stand beside oneself, and one word long unless capitalised
    kin = re.sub(r"\?P<\w+>", "?:", item[: item.rindex("|(?P<name>")] + ")")
    name = r"(?:\b(?!(?:" + "|".join(sorted(_FALSE_NAMES)) + r")\b)[^\W\d_]{3,}\b)"
    selves = rf"(?:\b{_SELF}\b)"
    family = (
        rf"\b(?:{kin}(?:{_AND}{kin})+"
        rf"|{name}(?:\s*,\s*{plain})*\s*,?\s+(?:and|&|und|et)\s+(?:I|me|myself|ich|moi)\b"
        rf"|(?:(?<=for )|(?<=with )|(?<=be )|(?<=of )"
        rf"|(?<=^)){selves}(?:{_AND}{kin})*(?:\s*,\s*{name})*\s*,?\s+(?:and|&|und|et)\s+{name})"
    )
    adjective = (
        r"(?:(?:hungry|adult|young|little|of\s+(?:my|our)|small|big|old|good|best|weitere|autres)\s+)?"
    )
    counted = (
        rf"(?<![\d.,:/-])(?P<whole>\b(?P<mine>(?:with|and|bring(?:ing)?|mit|avec)\s+(?:(?:my"
        rf"|meinen|mes)\s+)?)?(?:(?:the|our|my|all|us)\s+)?"
        rf"(?:\d{{1,3}}\s?[-–/]\s?)?{number}(?:\s+|-)?{adjective}(?P<person>{person})\b)"
    )
    count = rf"(?P<whole>(?<![\d.,:/$€£-])(?:\b(?:the|a|an)\s+)?{number}){_UNITS}"
    end = (
        r"(?=\s*(?:$|[.,?!;·]|(?:of|in\s+total|total|and|so|at|in|on|for|from|with|near"
        r"|now|instead|tonight|tomorrow|jetzt|nun|maintenant|und|et|ce|demain|heute|morgen)\b))"
    )
    groups = [
        rf"\b(?:{_GROUP})\s+(?:of|for|von|für|de|pour|is|with|mit|avec)\s+(?:(?:up\s+to|about"
        rf"|around)\s+)?{count}",
        rf"\b(?:seat|fit|sit|accommodate|host|feed|serve|hold|take)s?\s+(?:up\s+to\s+)?{count}{end}",
        rf"\b(?:we|there|it|it['’]s|that|they)(?:['’]re|['’]ll\s+be|\s+are|\s+(?:is"
        rf"|are)\s+(?:now\s+)?going\s+to\s+be|\s+will\s+be|\s+would\s+be|\s+were)\s+"
        rf"(?:going\s+to\s+be\s+|now\s+|only\s+|just\s+|about\s+)?{count}{end}",
        rf"\b(?:wir\s+(?:sind|wären|werden)|nous\s+(?:sommes|serons)|on\s+(?:est"
        rf"|sera))\s+(?:à\s+|jetzt\s+|nun\s+|inzwischen\s+|maintenant\s+|nur\s+)*{count}{end}",
        rf"\b(?:somos|seremos|vamos\s+a\s+ser|siamo|saremo)\s+(?:in\s+)?{count}{end}",
        rf"{count}\s+(?:in\s+(?:my|our|the)\s+(?:party|group)|in\s+total|in\s+all|total|altogether)\b",
        rf"\b(?:all|just|only)\s+{count}(?=\s*(?:$|[.,?!;]|will|are|and)\b)",
        rf"{count}(?:\s*-?\s*(?:seater|top|personen-?tisch|er[- ]tisch))",
        rf"(?P<whole>\bthe\s+{number}\s+of\s+(?:us|you|them)\b)",
    ]
    if "fr" in languages:
        groups.append(r"(?P<whole>\b(?:à|a)\s+(?P<number>deux|trois|quatre|cinq|six|sept|huit)\b)")
    prepositions = ["for"] + ["für"] * ("de" in languages) + ["pour"] * ("fr" in languages)
    prepositions += ["para"] * ("es" in languages) + ["per"] * ("it" in languages)
    bare = (
        rf"(?<!\bI )\b(?:{'|'.join(prepositions)})\s+(?:(?:just|only|all|about|around"
        rf"|approximately|the|exactly|up\s+to)\s+)*{count}(?!\s*-|·)"
    )
    return _Grammar(
        counted=_compile(counted),
        groups=tuple(_compile(group) for group in groups),
        family=_compile(family),
        item=_compile(item),
        bare_for=_compile(bare),
        answer=_compile(count),
    )


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_NAMED = re.compile(
    rf"\b(?:{'|'.join(_PERSON.values())}|{_RELATIVE}|{_TWO}|{_SELF}|family|familie|famille)\b", re.I
)


def names_people(text: str) -> bool:
    """Tell whether a text speaks of somebody: "my wife", "friends"."""
    return _NAMED.search(text) is not None
