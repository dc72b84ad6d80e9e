"""What is to be bought: "best price for Sony WH-1000XM5 headphones" -> "Sony WH-1000XM5 headphones"."""

from __future__ import annotations

import re

from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.spans import Found, Interval, overlaps

_LEAD = re.compile(
    r"\b(?:(?:best|lowest|cheapest|good|better)\s+(?:price|deal|offer)s?\s+(?:for|on)|(?:price"
    r"|deal|offer|discount)s?\s+(?:for|on|of)|prices?\s+of"
    r"|buy(?:ing)?(?:\s+me)?|purchase|purchasing|order(?:\s+me)?|shop(?:ping)?\s+for|get\s+me"
    r"|looking\s+for|look\s+for|search(?:ing)?\s+for|find(?:\s+me)?|hunt(?:ing)?\s+for"
    r"|compare|recommend(?:\s+me)?|suggest|need|want(?:\s+to\s+(?:buy|get))?"
    r"|in\s+the\s+market\s+for|how\s+much\s+(?:is|are|does|do|for)|where\s+(?:can|do|could"
    r"|should)\s+i\s+(?:get|buy|find)"
    r"|replace\s+my|upgrade\s+my|kaufen?|suche(?:\s+nach)?|brauche|finde(?:\s+mir)?"
    r"|bester\s+preis\s+für|günstigste[rns]?|acheter|cherche|trouver?(?:-moi)?|meilleur\s+prix\s+pour"
    r"|(?:the\s+)?(?:best|cheapest|top|günstigste[rns]?|beste[rns]?|meilleure?s?))\s+",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?:(?:a|an|the|some|any|me|my|new|good|great|nice|decent|best|cheap(?:est|er)?|affordable"
    r"|inexpensive|budget|top|pair\s+of|set\s+of|really|for|on|price|deal|deals|offer|offers|to\s+buy|buy"
    r"|ein|eine|einen|neue[nrs]?|gute[nrs]?|günstige[nrs]?|das|der|die|den|un|une|des|le|la|les"
    r"|nouveau|nouvelle|bon|bonne|lowest|of)\s+)+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s*(?:[.!?;·]+(?:\s|$)|,\s|\s(?:under|below|less\s+than|cheaper\s+than|for\s+(?:under|less"
    r"|around|about|up|my|me|a|the|\$|€|£|\d)|with\s+a\s+budget|up\s+to|max(?:imum)?"
    r"|around\s+[$€£\d]|about\s+[$€£\d]|between\s+[$€£\d]"
    r"|near|nearby|in\s+(?:stock|my|the|[A-Z])|on\s+(?:sale|amazon|ebay|the)|online|please|today"
    r"|tomorrow|this\s+\w+|asap|by\s+\w+day|before|within|from\s+(?:amazon|a\s|the\s)|that|which"
    r"|who|because|and\s+(?:tell|let|show|compare|buy|order)|right\s+now|now"
    r"|at\s+(?:the\s+)?(?:best|lowest)|and\s+not|but|to\s+(?:replace|give)"
    r"|unter|bis|für\s+(?:unter|weniger|\d)|kaufen|bitte|moins|pour\s+moins|à\s+moins)\b|\s(?:not|no)\s|$)",
    re.IGNORECASE,
)
_NO_PRODUCT = word_set("not_a_product")


def find_products(text: str, taken: list[Interval]) -> list[Found]:
    """Return the first thing that the sentence wants to buy or compare; value: its words as written."""
    for lead in _LEAD.finditer(text):
        start = lead.end()
        while (filler := _FILLER.match(text, start)) and filler.end() > start:
            start = filler.end()
        found = _product(text, start, taken)
        if found:
            return [found]
    return []


def answered_product(text: str, taken: list[Interval]) -> list[Found]:
    """Return the whole answer to "what are you looking for?" without its fillers."""
    lead = re.match(
        r"\s*(?:(?:i(?:['’]d\s+like|\s+want|\s+need)|maybe|just|it['’]s)\s+)*", text, re.IGNORECASE
    )
    start = lead.end() if lead else 0
    while (filler := _FILLER.match(text, start)) and filler.end() > start:
        start = filler.end()
    found = _product(text, start, taken)
    return [found] if found else []


def _product(text: str, start: int, taken: list[Interval]) -> Found | None:
    tail = _TAIL.search(text, start)
    end = min([tail.start() if tail else len(text), *(s for s, _ in taken if s >= start)])
    written = text[start:end]
    end -= len(written) - len(
        re.sub(
            r"(?:\s+(?:for|in|on|at|under|from|by|of|a|the|and|with|für|in|pour|à)|[\s,.!?;:])+$",
            "",
            written,
            flags=re.IGNORECASE,
        )
    )
    if end <= start or overlaps(start, end, taken) or not re.search(r"[^\W\d_]{2}", text[start:end]):
        return None
    words = text[start:end].lower().split()
    if words[0] in _NO_PRODUCT or words[-1].rstrip("s") in _NO_PRODUCT or len(words) > 9:
        return None
    return Found(start, end, text[start:end])
