"""What the ask box takes for no goal: words for memory, and the question what it holds.

English, German and French.
"""

from __future__ import annotations

import re

from memory.unsaying import asked_to_forget
from memory.writing import MOST_TEXT

_REMEMBER = re.compile(
    r"^\W*(?:please\s+|bitte\s+)?(?:remember|keep\s+in\s+mind|know|merke?\s+dir|behalte?|wisse|souviens-toi"
    r"|rappelle-toi|retiens)(?:\s+bitte)?(?:\s*:\s*|\s*,?\s+(?:that|dass|que)\s+)(?P<what>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_OF_ONESELF = re.compile(
    r"\b(?:i|i['’]m|my|me|we|our|us|ich|mir|mich|meine?[nrms]?|wir|uns|unsere?[nrms]?|je|mon|ma|mes|nous|notre"
    r"|nos)\b|\bj['’]",
    re.IGNORECASE,
)
_TO_BE_DONE = re.compile(
    r"\b(?:have\s+to|has\s+to|must|need\s+to|should|ought|got\s+to|muss|müssen|soll(?:te)?n?|dois|devons|faut)\b",
    re.IGNORECASE,
)
"""What says a task, of which one wants to be reminded."""
_WHAT_IS_KNOWN = re.compile(
    r"^\W*(?:what\s+(?:all\s+)?(?:do\s+)?you\s+(?:know|remember)\s+(?:about|of)\s+me"
    r"|what\s+have\s+you\s+learned\s+about\s+me"
    r"|was\s+(?:alles\s+)?weißt\s+du\s+(?:alles\s+)?(?:über|von)\s+mi(?:ch|r)"
    r"|que\s+sais-tu\s+(?:de|sur)\s+moi|qu['’]est-ce\s+que\s+tu\s+sais\s+(?:de|sur)\s+moi)\W*$",
    re.IGNORECASE,
)


def for_memory(sentence: str) -> str:
    """What is to be remembered or forgotten of the person; empty where a sentence asks for something else."""
    if len(sentence) > MOST_TEXT:
        return ""
    asked = asked_to_forget(sentence)
    if asked and not asked[0].startswith("-") and _OF_ONESELF.search(sentence):  # no forget-me-nots
        return sentence
    found = _REMEMBER.match(sentence)
    if found is None or not _OF_ONESELF.search(found["what"]) or _TO_BE_DONE.search(found["what"]):
        return ""
    return found["what"]


def asks_what_is_known(sentence: str) -> bool:
    """Whether somebody asks what memory holds of them."""
    return _WHAT_IS_KNOWN.match(sentence) is not None
