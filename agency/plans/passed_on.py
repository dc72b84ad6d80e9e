"""What is to be asked of somebody, said to them: “and ask if she can come” as “I also wanted to ask if you
can come”. What does not fit a pattern stays as it was said: the draft is shown, and can be changed.
"""

from __future__ import annotations

import re

_THEM = r"(?:\s+(?:her|him|them))?"
_JOINED = r"\s*[,;]?\s*\b(?:and|und)\s+(?:also\s+|please\s+|auch\s+|bitte\s+)?"
_ASK_IF = rf"ask{_THEM}\s+(?P<if>if|whether)\s+(?:she|he|they)\s+(?P<verb>\w+)\b(?P<rest>[^.!?]*)"
_AND_ASK_IF = re.compile(rf"{_JOINED}{_ASK_IF}[.!?]*$", re.IGNORECASE)
_AND_ASK_TO = re.compile(rf"{_JOINED}ask\s+(?:her|him|them)\s+to\s+(?P<do>[^.!?]+)[.!?]*$", re.IGNORECASE)
_TO_ASK_IF = re.compile(
    rf"^\s*,?\s*(?:and\s+|to\s+)?(?:{_ASK_IF.replace('ask', '(?:ask|asking)', 1)})[.!?]*$", re.IGNORECASE
)
_OB = r"frage?(?:\s+(?:ihn|sie))?\s*,?\s*ob\s+(?:er|sie)\s+(?P<rest>[^.!?]*?)\s*\b(?P<verb>\w+)"
_UND_FRAG_OB = re.compile(rf"{_JOINED}{_OB}[.!?]*$", re.IGNORECASE)
_FRAG_OB = re.compile(rf"^\s*,?\s*(?:und\s+)?{_OB}[.!?]*$", re.IGNORECASE)
_YOU = {"has": "have", "is": "are", "was": "were", "does": "do", "wants": "want", "needs": "need"}
_ALIKE = frozenset(
    "can could would will might may must should had have are were do want need".split()  # noqa: SIM905
)
_DU = {
    "hat": "hast", "ist": "bist", "kann": "kannst", "will": "willst", "darf": "darfst", "muss": "musst",
    "weiß": "weißt", "wird": "wirst", "soll": "sollst", "mag": "magst", "hatte": "hattest", "war": "warst",
    "könnte": "könntest", "möchte": "möchtest", "würde": "würdest", "wäre": "wärst", "hätte": "hättest",
}  # fmt: skip


def passed_on(said: str) -> str:
    """The words of a mail with what is to be asked at their end said to whom it goes to."""
    if (found := _AND_ASK_IF.search(said)) and (verb := _you_form(found["verb"])):
        asked = f"I also wanted to ask {found['if'].lower()} you {verb}{found['rest']}."
        return f"{_ended(said[: found.start()])} {asked}"
    if found := _AND_ASK_TO.search(said):
        return f"{_ended(said[: found.start()])} Please {found['do'].strip()}."
    if (found := _UND_FRAG_OB.search(said)) and (verb := _du_form(found["verb"])):
        return f"{said[: found.start()]}, und fragen, ob du {found['rest']} {verb}".replace("  ", " ")
    return said


def asked_in(rest: str) -> str:
    """What a mail says that is to ask and nothing else (“to ask if she has time”); empty where it is not."""
    if (found := _TO_ASK_IF.match(rest)) and (verb := _you_form(found["verb"])):
        return f"I wanted to ask {found['if'].lower()} you {verb}{found['rest']}."
    if (found := _FRAG_OB.match(rest)) and (verb := _du_form(found["verb"])):
        return f"Ich wollte fragen, ob du {found['rest']} {verb}.".replace("  ", " ")
    return ""


def _ended(sentence: str) -> str:
    return sentence.strip().rstrip(",;.") + "."


def _you_form(verb: str) -> str:
    """A verb as it stands behind “you”; empty where that is not known."""
    key = verb.casefold()
    return _YOU.get(key) or (key if key in _ALIKE else "")


def _du_form(verb: str) -> str:
    """A German verb as it stands with „du“; empty where that is not known."""
    key = verb.casefold()
    if key in _DU:
        return _DU[key]
    return f"{key[:-1]}st" if len(key) > len("tut") and key.endswith("t") else ""
