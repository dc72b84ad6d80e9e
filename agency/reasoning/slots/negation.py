"""What a "not" rules out: a word, or the list that it stands in."""

from __future__ import annotations

import re

from agency.reasoning.slots.spans import Found

_FILLER = (
    r"(?:(?:an?|any|anything|anywhere|somewhere|the|really|too|so|very|that|all|more|some|overly|particularly|zu|so|sehr|allzu|wieder"
    r"|schon|mehr|irgendwas|das|die|der|den|dem|eine?[nrms]?|trop|très|tres|si|le|la|les|un|une|du|des)\s+"
    r"|l['’])*"
)
_DENIAL = re.compile(
    r"(?:\b(?:not|no|never|without|except(?:\s+for)?|excluding|nothing|none\s+of|neither|nor|nowhere|but\s+not"
    r"|(?:any(?:thing|where)?|everything|all)\s+(?:but|except)"
    r"|other\s+than|instead\s+of|rather\s+than|hates?|avoid(?:ing)?|dislikes?|skip|spare\s+me"
    r"|(?:don['’]?t|do\s+not|doesn['’]?t|does\s+not|didn['’]?t|needn['’]?t|need\s+not|shouldn['’]?t|should\s+not)"
    r"(?:\s+(?:want|like|care\s+(?:about|for)|need|have|be|to|go|eat|feel\s+like))*|tired\s+of|sick\s+of|fed\s+up\s+with"
    r"|no\s+more|isn['’]?t|aren['’]?t|not\s+in\s+the\s+mood\s+for"
    r"|nichts?|nie|keine?[nrms]?|ohne|außer|ausser|statt|bloß\s+kein\w*|weder|noch|auf\s+keinen\s+fall"
    r"|pas|rien|sans|sauf|ni|jamais|hormis|excepté|tout\s+sauf|plutôt\s+que)\s+(?:d['’]|de\s+|que\s+)?"
    rf"{_FILLER})$",
    re.IGNORECASE,
)
_CONJUNCTION = re.compile(
    r"\s*(?:,|,?\s+or|,?\s+nor|,?\s+and|\s+oder|\s+und|\s+noch|\s+ou|\s+et|\s+ni|/)\s+(?:any\s+|no\s+)?$",
    re.IGNORECASE,
)
_AND = frozenset({"and", "und", "et"})


def denied_at(text: str, start: int) -> bool:
    """Tell whether a "not" stands right before `start`: "nothing too fancy", "pas trop cher"."""
    return _DENIAL.search(text[:start]) is not None


def negated_at(text: str, start: int, before: list[Found]) -> bool:
    """Tell whether "not" rules a word out, or rules out the list it stands in ("no sushi or pizza")."""
    if denied_at(text, start):
        return True
    if not before or not before[-1].negated:
        return False
    between = re.sub(
        r"^\s+(?:food|cuisine|restaurants?|places?)\b", "", text[before[-1].end : start], flags=re.IGNORECASE
    )
    return bool(_CONJUNCTION.fullmatch(between)) and not _AND & set(between.lower().split())
