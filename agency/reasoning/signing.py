"""How texts are to be signed, as a person says it: “sign with Best, Anna”, and whether from now on."""

from __future__ import annotations

import re

QUOTED = r"[\"“„«‘']?(.+?)[\"”“»’']?"
LONGEST_SIGNATURE = 200
_PHRASES = (
    r"from (?:now|here|today) on|in (?:the )?future|going forward|every time|each time|"
    r"ab (?:jetzt|sofort|heute)|von (?:jetzt|nun|heute) an|in zukunft|künftig|zukünftig|"
    r"jedes mal|grundsätzlich|"
    r"(?:for|in) (?:all|every)(?: my)?(?: future)? (?:e-?)?(?:mails?|messages?|letters?)|"
    r"(?:für|in|unter) alle[n]?(?: meine[n]?)? (?:e-?)?(?:mails|nachrichten|briefe[n]?)|"
    r"désormais|dorénavant|à l['’]avenir|à partir de maintenant|chaque fois"
)
_ALWAYS = r"always|immer|stets|toujours"
_EACH = (
    r"all|every|(?:e-?)?mails|messages|letters|alle[nrs]?|jede[nrs]?|briefe|nachrichten|tous|toutes|chaque"
)
_SIGN = re.compile(
    rf"^(?P<before>(?:(?:please|bitte|s'il te plaît|s'il vous plaît|{_ALWAYS}|{_PHRASES}),? )*(?:"
    rf"sign(?: (?:it|this|them|off|mine|my|the|e-?mail|mail|message|letter|{_EACH}|{_ALWAYS}|{_PHRASES}))* ?"
    r"(?:with|as|:)"
    r"|(?:unterschreibe?|unterzeichne)(?: \w+){0,4} mit"
    r"|signe[rz]?(?: [\w'’]+){0,4} (?:par|avec|comme)))"
    rf"\s+{QUOTED}(?P<after>,? (?:{_PHRASES})|(?:,|(?<=[\"”“»’'])) (?:{_ALWAYS}))?[.!]?$",
    re.I,
)
_LASTS = re.compile(rf"\b(?:{_ALWAYS}|{_PHRASES}|{_EACH})\b", re.I)
_COMPARES = re.compile(r"\b(?:instead of|rather than|statt|anstatt|au lieu de)\b", re.I)
"""“sign with her name instead of mine” says what to do, and not what to write."""


def signature_in(words: str) -> str:
    """How texts are to be signed, as the words say: “sign with Best, Anna”; empty where they do not,
    or say more than a signature."""
    found = _SIGN.search(words.strip())
    signature = found.group(2).strip() if found else ""
    return signature if len(signature) <= LONGEST_SIGNATURE and not _COMPARES.search(signature) else ""


def signs_from_now_on(words: str) -> bool:
    """Whether a signature is meant for what is written later too: “always sign with Best, Anna”.

    What the signature itself says (“sign with Yours always”) does not count.
    """
    found = _SIGN.search(words.strip())
    if found is None or not signature_in(words):
        return False
    return found["after"] is not None or bool(_LASTS.search(found["before"]))


def signed(text: str, signature: str) -> str:
    """A text with the signature under it, unless it stands there."""
    return text if text.rstrip().endswith(signature) else f"{text.rstrip()}\n\n{signature}"
