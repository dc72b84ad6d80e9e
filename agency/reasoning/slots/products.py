"""What is to be bought: "best price for Sony WH-1000XM5 headphones" -> "Sony WH-1000XM5 headphones"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.price_levels import find_price_level
from agency.reasoning.slots.spans import Found, Interval, blank, fold, overlaps, singular

_LEAD = re.compile(
    r"\b(?:(?:best|lowest|cheapest|good|better)\s+(?:price|deal|offer)s?\s+(?:for|on)|(?:price"
    r"|deal|offer|discount)s?\s+(?:for|on|of)|prices?\s+of"
    r"|buy(?:ing)?(?:\s+me)?|purchase|purchasing|order(?:\s+me)?|shop(?:ping)?\s+for|get\s+me"
    r"|looking\s+for|look\s+for|search(?:ing)?\s+for|find(?:\s+me)?|hunt(?:ing)?\s+for"
    r"|compare|vergleich(?:e|en)?|recommend(?:\s+me)?|suggest|need|want(?:\s+to\s+(?:buy|get))?"
    r"|in\s+the\s+market\s+for|what\s+do(?:es)?(?=\s[^.?!]{2,40}\s(?:cost|go\s+for)\b)|was\s+kostet|wie\s+teuer\s+(?:ist|sind)|how\s+much\s+(?:is|are|does|do|for)|where\s+(?:can|do|could"
    r"|should)\s+i\s+(?:get|buy|find)"
    r"|(?:is|are)(?=\s+(?:the|an?|these|those)\s[^.?!]{3,40}\s(?:worth|any\s+good)\b)|lohnt\s+sich|taugt"
    r"|replace\s+my|upgrade\s+my|kaufen?|suche(?:\s+nach)?|brauche|finde(?:\s+mir)?"
    r"|bester\s+preis\s+für|günstigste[rns]?|acheter|cherche|trouver?(?:-moi)?|meilleur\s+prix\s+pour"
    r"|(?:the\s+)?(?:best|cheapest|top|günstigste[rns]?|beste[rns]?|meilleure?s?))\s+",
    re.IGNORECASE,
)
_WHICH_IS_BEST = re.compile(
    r"\b(?:which|what|welche[rs]?|quel(?:le)?s?)\s+(?:(?:kind|type|sort|brand|make|art)\s+(?:of|von)\s+)?"
    r"(?P<what>(?!(?:is|are|was|ist|sind|est|sont|one|ones|time|day|date|way)\b)[^,.;:?!]{3,40}?)"
    r"\s+(?:is|are|would\s+be|ist|sind|wäre|est|sont|serait)\s+(?:(?:the|a|der|die|das|am|le|la|les)\s+)?"
    r"(?:best|better|good|great|most\s+suitable|suitable|worth\s+\w+|beste[nrs]?|gut|besser|geeignet|meilleure?s?|bien)\b"
    r"(?P<use>\s+(?:for|bei|für|pour)\s+(?!(?:me|my|mich|moi|under|unter)\b)[^\W\d_][^,.;:?!]{1,40})?",
    re.IGNORECASE,
)
"""The thing stands before what makes it best: "which robot vacuum is best for pet hair"."""
_VERB_LAST = re.compile(
    r"\b(?:wo\s+(?:kann|könnte|soll)\s+(?:ich|man|wir)|(?:ich|wir)\s+(?:will|wollen|möchten?|muss|müssen"
    r"|würden?(?=\s+gern)))\s+(?:(?:mir|uns|gerne?|hier|bald|dringend)\s+)*"
    r"(?P<what>[^,.;:?!]{3,50}?)\s+(?:kaufen|bestellen|besorgen|anschaffen)\b",
    re.IGNORECASE,
)
"""German puts the verb behind the thing: "wo kann ich günstig Winterreifen kaufen"."""
_AS_MANY = re.compile(
    r"(?:(?:two|three|four|five|six|[2-9]|10|several|zwei|drei|vier|fünf|deux|trois|quatre|cinq)\s+)"
    r"(?:best|beste[n]?|top|meilleure?s)?\s*(?=(?:[\w-]+\s+){0,3}?[\w-]{3,}(?:s|n)\b)",
    re.IGNORECASE,
)
"""How many are to be shown side by side: "compare three laptops"."""
_ALTERNATIVES = re.compile(
    r"(?:compare|recommend|suggest|best|top|beste[rns]?|meilleure?s?)\b", re.IGNORECASE
)
_PRICED_FOR = re.compile(r"\s+(?:for|on|für|pour)\s+", re.IGNORECASE)
_FILLER = re.compile(
    r"(?:(?:a|an|the|some|any|me|my|new|old(?!\s+fashioned)|broken|alte[nrs]?|good|great|nice|decent|best|cheap(?:est|er)?|affordable"
    r"|inexpensive|budget|top|pair\s+of|set\s+of|really|for|on|price|deal|deals|offer|offers|to\s+buy|buy"
    r"|urgently|dringend|ein|eine|einen|neue[nrs]?|gute[nrs]?|günstig(?:e[nrsm]?)?|billig(?:e[nrsm]?)?|das|der|die|den|un|une|des|le|la|les"
    r"|nouveau|nouvelle|bon|bonne|lowest|of)\s+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s*(?:[.!?;·]+(?:\s|$)|,\s|\s(?:under|below|less\s+than|cheaper\s+than|for\s+(?:under|less"
    r"|around|about|up|my|me|a|the|\$|€|£|\d)|with\s+a\s+budget|up\s+to|max(?:imum)?"
    r"|around\s+[$€£\d]|about\s+[$€£\d]|between\s+[$€£\d]"
    r"|near|nearby|in\s+(?:stock|my|the|[A-Z])|on\s+(?:sale|amazon|ebay|the)|online|please|today"
    r"|tomorrow|this\s+\w+|asap|by\s+\w+day|before|within|from\s+(?:amazon|a\s|the\s)|that|which"
    r"|who|because|worth|any\s+good|delivered|geliefert|livrée?s?|and\s+(?:tell|let|show|compare|buy|order)|right\s+now|now"
    r"|rn|atm|(?:cost|go\s+for|kosten)(?=\W*$)|cheap(?:ly)?(?=\W*$)|at\s+(?:the\s+)?(?:best|lowest)|and\s+not|but|to\s+(?:replace|give)"
    r"|unter|bis|für\s+(?:unter|weniger|\d)|kaufen|bitte|moins|pour\s+moins|à\s+moins)\b|\s(?:not|no|nicht|keine?n?)\s|$)",
    re.IGNORECASE,
)
_NO_PRODUCT = word_set("not_a_product")
_NOT_BOUGHT = word_set("nothing_to_buy")
_NOT_BOUGHT_ALONE = word_set("nothing_to_buy_alone")
"""What one looks for without buying it; before a noun it may well be a product ("work boots")."""
_BEHIND_THE_HEAD = frozenset({"for", "with", "to", "für", "mit", "pour", "avec"})
_SENTENCE_WORDS = frozenset(fold(word) for word in word_set("words_of_a_sentence"))
_PRICE_BEHIND = r"\s+(?:under|below|up\s+to|less\s+than|max(?:imum|imal)?|unter|bis|höchstens|moins\s+de)\b"
_VERBS = (
    "do", "does", "did", "is", "are", "was", "were", "am", "can", "could", "will", "would", "should", "must",
    "has", "have", "had", "if", "why", "ist", "sind", "war", "geht", "gehen", "hat", "kann", "funktioniert",
    "tut", "est", "sont", "peut", "marche",
)  # fmt: skip
_NO_VERB = "".join(rf"(?<!\b{verb})" for verb in _VERBS)
_A_MAKE = (
    r"(?![a-zäöü]+(?:ing|ed|able|less|proof|ful|ous|ish|ive|bar|los|ig|lich|ly)\b)"
    r"(?!(?:heavy|wide|big|large|small|long|short|loud|noisy|old|new|good|bad|bulky|bright|dark|hard|soft|in|on|for|so"
    r"|schwer|groß|klein|laut|alt|neu|breit|lang|kurz|gut|lourde?s?|grande?s?|petite?s?)\b)[^\W\d_][\w&-]+"
)
"""A name or a kind, and no quality: "not Sony", "not leather", but "not heavy"."""
_RULED_OUT = re.compile(
    r"(?P<cut>\s*,\s*(?:(?:but|aber|mais)\s+)?|\s+(?:but|aber|mais)\s+"
    r"|\s+(?=(?:not|nicht|pas)\s+(?:from|by|made\s+by|von|de)\b)"
    rf"|(?<=\w){_NO_VERB}\s+(?=(?:not|nicht|keine?n?|pas)\s+{_A_MAKE}(?:[.!]*$|{_PRICE_BEHIND})))?"
    r"\b(?:not|no|nicht|keine?n?|pas)\s+"
    r"(?:(?:from|made|by|an?|the|any|von|der|die|das|de|du)\s+)*(?P<what>[^,.;!?]{2,40}?)\s*"
    rf"(?:[.!]*$|(?=[,;]\s)|(?={_PRICE_BEHIND}))",
    re.IGNORECASE,
)
"""What the end of a noun phrase, or a part between commas, rules out: ", not Sony", "but not from Amazon",
", not Bose, under $300". Without its cut it is part of a sentence: "mine does not work"."""
_NO_MAKE = re.compile(
    r"(?:zu|too|trop|so|such|very|sehr|mehr|more|less|weniger|moins|plus|hurry|rush|eile|hektik|stress\w*"
    r"|pressé\w*|urgent\w*|dringend|eilig|problem\w*|problème|matter|idea|need|thanks?|danke|merci|sure"
    r"|sicher|yet|noch)\b",
    re.IGNORECASE,
)
"""What begins otherwise: ", not too heavy", ", no hurry"."""
MOST_RULED_OUT = 3
"""Words of what is ruled out; more are a sentence ("that do not fall out when I run")."""
_RELATIVE = re.compile(r"(?<=\w)\s+(?:that|which|like)\s", re.IGNORECASE)
"""What follows tells how the thing is to be: "a desk that is at least 140 cm wide"."""
MOST_BARE = 6
"""Words of a bare noun phrase; more are a sentence that was not understood."""


def find_products(text: str, taken: list[Interval], amounts: Sequence[Found] = ()) -> list[Found]:
    """Return the first thing that the sentence wants to buy or compare; value: its words as written.

    It stands behind what is wanted ("looking for"), or behind an amount ("two grand for a sofa").
    """
    if (asked := _WHICH_IS_BEST.search(text)) and (found := _asked_about(text, asked, taken)):
        return [found]
    if bought := _VERB_LAST.search(text):
        clear, start = blank(text[: bought.end("what")], taken), bought.start("what")
        if found := _product(clear, _past_fillers(clear, start), taken):
            return [found]
    priced = [m.end() for amount in amounts if (m := _PRICED_FOR.match(text, amount.end))]
    for start in [*(_behind(text, lead) for lead in _LEAD.finditer(text)), *priced]:
        if found := _product(text, _past_fillers(text, start), taken):
            return [found]
    return []


def _past_fillers(text: str, start: int) -> int:
    """Where the thing begins behind articles, "new", "good" and the like."""
    while (filler := _FILLER.match(text, start)) and filler.end() > start:
        start = filler.end()
    return start


def _behind(text: str, lead: re.Match[str]) -> int:
    """Where the thing begins behind a lead, and behind how many of it are to be compared."""
    start = lead.end()
    if not _ALTERNATIVES.search(lead.group()):
        return start
    article = re.compile(r"(?:the|die|les)\s+", re.IGNORECASE).match(text, start)
    many = _AS_MANY.match(text, article.end() if article else start)
    return many.end() if many else start


def _asked_about(text: str, asked: re.Match[str], taken: list[Interval]) -> Found | None:
    """ "Which X is best for Y": X, and what it is for."""
    clear = blank(text[: asked.end("what")], taken)
    what = _product(clear, asked.start("what"), taken)
    if what is None or not asked["use"]:
        return what
    start = asked.start("use")
    use = _TAIL.split(blank(text, taken)[start : asked.end("use")] + " ", maxsplit=1)[0].strip(" ?.!")
    return Found(what.start, what.end, f"{what.value} {use}") if " " in use else what


def answered_product(text: str, taken: list[Interval]) -> list[Found]:
    """Return the whole answer to "what are you looking for?" without its fillers."""
    lead = re.match(
        r"\s*(?:(?:i(?:['’]d\s+like|\s+want|\s+need)|maybe|just|it['’]s)\s+)*", text, re.IGNORECASE
    )
    start = _past_fillers(text, lead.end() if lead else 0)
    found = _product(text, start, taken)
    return [found] if found else []


def _not_bought(words: list[str]) -> bool:
    head = _head(words)
    return head in _NO_PRODUCT | _NOT_BOUGHT or (len(words) == 1 and head in _NOT_BOUGHT_ALONE)


def _head(words: list[str]) -> str:
    """The noun that says what it is: before "for", "with", "of", else the last."""
    ends = next((i for i, word in enumerate(words) if i and word in _BEHIND_THE_HEAD), None)
    last = words[ends - 1 if ends else -1].strip(".,!?")
    return last if last in _NO_PRODUCT else singular(last)


def bare_product(text: str, taken: list[Interval]) -> list[Found]:
    """Return a text that is nothing but a noun phrase: "good headphones under 200", "a kettle"."""
    start = _past_fillers(text, len(text) - len(text.lstrip()))
    found = _product(text, start, taken)
    if found is None or len(text[found.start : found.end].split()) > MOST_BARE:
        return []
    if _RULED_OUT.match(text):  # "not from Amazon", "no hurry"
        return []
    wanted = _RELATIVE.split(_RULED_OUT.sub("", blank(text, taken)), maxsplit=1)[0]
    said = {fold(word) for word in re.findall(r"[^\W\d_]+", wanted)}
    return [] if said & _SENTENCE_WORDS or _LEAD.search(text) else [found]


def ruled_out_product(text: str, taken: list[Interval]) -> list[Found]:
    """Return the make, shop or kind that the end of the text rules out: "best laptop, not Apple"."""
    match = _RULED_OUT.search(text)
    if match is None or match["cut"] is None:
        return []
    if overlaps(*match.span("what"), taken) or _LEAD.search(match["what"]):
        return []
    if _NO_MAKE.match(match["what"]) or find_price_level(match["what"]):
        return []
    words = match["what"].split()
    if len(words) > MOST_RULED_OUT or _SENTENCE_WORDS & {fold(word) for word in words}:
        return []
    return [Found(*match.span("what"), match["what"], negated=True)]


def _product(text: str, start: int, taken: list[Interval]) -> Found | None:
    tail = _TAIL.search(text, start)
    end = min([tail.start() if tail else len(text), *(s for s, _ in taken if s >= start)])
    written = text[start:end]
    end -= len(written) - len(
        re.sub(
            r"(?:\s+(?:for|in|on|at|under|from|by|of|(?-i:a)|the|and|with|für|in|pour|à|por|per|i)|[\s,.!?;:])+$",
            "",
            written,
            flags=re.IGNORECASE,
        )
    )
    if end <= start or overlaps(start, end, taken) or not re.search(r"[^\W\d_]{2}", text[start:end]):
        return None
    words = text[start:end].lower().split()
    if words[0] in _NO_PRODUCT or len(words) > 9 or _not_bought(words):
        return None
    return Found(start, end, text[start:end])
