"""Words that a person wants kept as they say them: “write down that the plumber comes on Tuesday at 9”.

Such a sentence asks for a note and nothing else: it is not looked up, and no word of it is sent anywhere.
What is to be found out first (“write down three facts about Lisbon”) is not of this kind.
"""

from __future__ import annotations

import re
from typing import NamedTuple

ASKS = "write it down"
"""How any such sentence asks for its tool."""

_POLITE = (
    r"(?:(?:please|bitte|can you|could you|would you|kannst du|könntest du|s'il te plaît|i want you to"
    r"|i'd like you to|peux-tu)[\s,]+)*"
)
_WHOM = r"(?:for me|to myself|dir|mir|uns|bitte|doch|mal|kurz|please)"
_TO_WHOM = rf"(?:{_WHOM}[\s,]+)*+"
_ENGLISH = (
    r"(?:(?:write|jot|note|put)\s+down|jot|note|(?:make|take|keep|save|add|write|leave)\s+(?:me\s+)?a\s+(?:quick\s+)?"
    r"(?:note|memo)|(?:put|write|add)\s+(?:it\s+)?(?:in|into|to)\s+my\s+notes)"
)
_GERMAN = (
    r"(?:schreibe?\s+(?:(?:dir|mir|uns|bitte|doch|mal|kurz)\s+)*(?:auf|in\s+meine\s+notizen|eine\s+notiz)"
    r"|halte?\s+(?:(?:bitte|mal|kurz)\s+)*fest|notiere?|aufschreiben|notieren|festhalten"
    r"|(?:mach|mache|leg|lege|erstell|erstelle|speicher|speichere)\s+(?:(?:dir|mir|bitte|mal)\s+)*(?:eine|'ne)\s+"
    r"notiz(?:\s+an)?)"
)
_FRENCH = r"(?:note|notez|écris|prends\s+(?:en\s+)?note|mets\s+dans\s+mes\s+notes)(?:\s+bien)?"
_SAYS = (
    rf"(?:{_ENGLISH}\s+{_TO_WHOM}that(?!\s+down\b)|{_TO_WHOM}{_GERMAN}(?:\s+{_WHOM})*\s*,?\s*da(?:ss|ß)"
    rf"|{_FRENCH}\s+(?:que\s|qu['’]))"
)
_KEEP = re.compile(rf"^\W*{_POLITE}{_SAYS}\s*,?\s*(?P<said>\S.*)$", re.IGNORECASE | re.DOTALL)
_CLOCK = r"(?:\b(?:at|um|à)\s+\d{1,2}\b|\b\d{1,2}:\d\d\b|\b\d{1,2}\s*(?:am|pm|uhr|h)\b)"
_ENGLISH_QUESTION = "what|which|how|when|where|who|why|about"
_GERMAN_QUESTION = "was|welche[rsnm]?|wie|wann|wo|wer|warum|über|da(?:ss|ß)"
_UNKNOWN = rf"(?!(?:{_ENGLISH_QUESTION}|{_GERMAN_QUESTION})\b)"
_BARE = re.compile(
    rf"^\W*{_POLITE}(?:(?:(?:write|jot|note)\s+down|note)\s+{_TO_WHOM}{_UNKNOWN}(?P<said>[^:]*?{_CLOCK}.*)"
    rf"|(?:notiere?|schreibe?\s+auf)\s+{_TO_WHOM}{_UNKNOWN}(?P<sagt>[^:]*?{_CLOCK}.*)"
    rf"|(?:schreibe?|halte?)\s+{_TO_WHOM}{_UNKNOWN}(?P<auf>[^:]*?{_CLOCK}.*?)\s+(?:auf|fest)\W*)$",
    re.IGNORECASE | re.DOTALL,
)
"""An appointment is known to whoever says its time of day."""
_SENT = re.compile(
    r",?\s+(?:and|und|then|dann)\s+(?:(?:e-?)?mail|send|schicke?|sende|maile?)\s+(?:it|this|es|das)\b",
    re.IGNORECASE,
)
_AN_ASIDE = re.compile(r"^\W*(?:please\s+)?note\s+that\b", re.IGNORECASE)
_ANOTHER = re.compile(r"[.!?;]\s+\S")


class Kept(NamedTuple):
    """Where the words to be kept begin and end in a text."""

    start: int
    end: int


def kept_words(text: str) -> Kept | None:
    """The words that a text asks to keep as they are said; None where it asks for something else.

    “Note that” before further sentences is an aside to what they ask for.
    """
    found = _KEEP.match(text) or _BARE.match(text)
    if found is None or (_AN_ASIDE.match(text) and _ANOTHER.search(found["said"])):
        return None
    start, end = found.span(found.lastgroup or "said")
    sent = _SENT.search(text, start)
    return Kept(start, sent.start() if sent else start + len(text[start:end].rstrip()))
