"""Price levels in words, from 1 (cheap) to 4 (fancy): "cheap", "not too expensive", "nothing fancy"."""

from __future__ import annotations

import re

from pydantic import JsonValue

from agency.reasoning.slots.negation import denied_at
from agency.reasoning.slots.spans import Found

_MODERATE = (
    r"moderate(?:ly)?(?:[- ]priced)?|mid(?:dle)?[- ]?range|mid(?:dle)?[- ]?priced"
    r"|medium[- ]priced|reasonabl[ey](?:[- ]priced)?|fair(?:ly)?[- ]priced|affordable"
    r"|mittlere\s+preisklasse|preiswert\w*|bezahlbar\w*|abordable|prix\s+moyen"
)
_CHEAP = (
    r"cheap(?:est|er)?|inexpensive|budget(?:[- ]friendly)|low[- ](?:cost|price[d]?|budget)"
    r"|dirt[- ]cheap|bargain|günstig\w*|billig\w*|bon\s+marché"
)
_FANCY = (
    r"(?<!\bi\s)(?<!\bwe\s)(?<!\byou\s)(?<!\banyone\s)fancy"
    r"(?!\s+(?:an?|some|going|trying)\b)|fancier"
    r"|upscale|fine[- ]dining|expensive|costly|high[- ]end|luxur(?:y|ious)|posh"
    r"|upmarket|gourmet|michelin(?:[- ]star(?:red)?)?|pricey|exclusive|elegant|gehoben\w*"
    r"|teuer\w*|teure[rns]?|schick\w*|nobel\w*|luxuriös\w*|haut\s+de\s+gamme|chic|gastronomique|luxe|chers?|chères?"
)
type Level = dict[str, JsonValue]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


_LEVELS: tuple[tuple[re.Pattern[str], Level, Level | None], ...] = (
    (_words(_MODERATE), {"max": 2}, None),
    (_words(_CHEAP), {"max": 1}, {"min": 2}),
    (_words(_FANCY), {"min": 3}, {"max": 2}),
)
"""Words, what they mean, and what they mean behind a "not"; None: nothing."""
_LESS = re.compile(r"\b(?:too|less|zu|weniger|trop|moins)\s+$", re.IGNORECASE)
"""What is less or too much of something is ruled out as by "not"."""
_SIGNS: tuple[tuple[re.Pattern[str], Level], ...] = tuple(
    (re.compile(rf"(?<!\S)\${{{level}}}(?!\S)"), {"min": level, "max": level}) for level in (4, 3, 2)
)


def find_price_level(text: str) -> list[Found]:
    """Return the price level named: `{"max": 1}` cheap to `{"min": 3}` fancy.

    What is ruled out says most ("fancy but not expensive" is at most 2), then the first word in the text.
    """
    said = [
        Found(match.start(), match.end(), denied if ruled else meant, ruled)
        for pattern, meant, denied in _LEVELS
        for match in pattern.finditer(text)
        if not (ruled := _ruled_out(text, match.start())) or denied is not None
    ]
    said += [Found(m.start(), m.end(), level) for pattern, level in _SIGNS for m in pattern.finditer(text)]
    said.sort(key=lambda found: (not found.negated, found.start))
    return [Found(found.start, found.end, found.value) for found in said[:1]]


def _ruled_out(text: str, start: int) -> bool:
    return denied_at(text, start) or _LESS.search(text[:start]) is not None
