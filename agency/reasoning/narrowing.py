"""Words on a card that narrow the thing looked for ("only with noise cancelling") and replace nothing.

English, German and French. What names another thing ("rather the Bose", "a kettle") replaces it as before.
"""

from __future__ import annotations

import re

MOST = 4
"""Words of a quality; more are a sentence."""

_SWITCH = re.compile(
    r"^(?:(?:but|aber)?\s*(?:rather|actually|instead|better|lieber|eher|doch|stattdessen|plutôt)\b[\s,]*)+"
    r"|[\s,]*\b(?:instead|rather|after all|stattdessen|doch lieber|plutôt|à la place)\s*$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:(?:the|an?|one|that|das|die|der|den|eine?[nrs]?|une?|le|la|les|by|from|von|vom|de)\s+)+",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"^(?:only|just|nur|bloß|seulement|uniquement|but|please|bitte|ideally|preferably|möglichst)\s+",
    re.IGNORECASE,
)
_BEHIND_IT = re.compile(
    r"^(?:with|without|in|for|that (?:is|are|has|have)|which (?:is|are|has|have)"
    r"|it (?:must|should) (?:be|have)|mit|ohne|für|die|das|avec|sans|en|pour)\s+",
    re.IGNORECASE,
)
"""What stands behind the thing that it is said of."""
_ONES = re.compile(
    r"\s+(?:ones?|please|bitte|only|nur|ok(?:ay)?|colou?r(?:ed)?|version|model)$", re.IGNORECASE
)
_COLOURS = (
    r"black|white|gr[ea]y|silver|gold(?:en)?|red|blue|green|yellow|pink|purple|brown|beige|orange"
    r"|schwarz|weiß|weiss|grau|silber|silbern|rot|blau|grün|gelb|rosa|lila|braun"
    r"|noire?s?|blanc(?:he)?s?|grise?s?|rouges?|bleue?s?|verte?s?|jaunes?"
)
COLOUR = re.compile(rf"(?:{_COLOURS})(?:e[nrsm]?)?", re.IGNORECASE)
_QUALITY = re.compile(
    rf"^(?:(?:{_COLOURS})(?:e[nrsm]?)?"
    r"|(?:new|used|refurbished|second[- ]hand|small|large|bigg?|light|heavy|thin|quiet|fast|strong|soft"
    r"|wide|tall|long|short|portable|mechanical|electric|leather|wooden|cotton|steel|metal|wired|bluetooth"
    r"|neu|gebraucht|klein|groß|leicht|dünn|leise|schnell|stark|weich|kabelgebunden|mechanisch|elektrisch"
    r"|neuf|neuve|petite?|grande?|léger|légère)(?:e[nrsm]?|er|est|ere[nrs]?)?"
    r"|[^\W\d_]{2,}(?:less|able|proof|ous|los|bar|dicht|ing)(?:e[nrsm]?)?"
    r"|[a-zäöüß]+(?:-[a-zäöüß]+)+|more \w+|and|or|und|oder|et|ou|noise|/)$",
    re.IGNORECASE,
)
_STANDARD = re.compile(
    r"(?:bluetooth|wi-?fi|wlan|usb(?:-[abc])?|hdmi|thunderbolt|displayport|pcie|ddr|ipx?|qi|[45]g)"
    r"[\s-]*(?:\d{1,2}(?:[.,]\d)?[a-z]?|[abc])?",
    re.IGNORECASE,
)
"""What things keep to, with its version: "Bluetooth 5", "USB-C", "IP68"."""
_MODEL = re.compile(r"\b(?=\w*[A-Za-z])(?=\w*\d)[A-Za-z][\w-]*")
_UNIT = re.compile(r"\b\d+[\s-]?(?:gb|tb|hz|mm|cm|kg|g|l|w|mah|inch|zoll|mp|k)\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-Z][\w&-]+")


def narrowed(before: str, said: str, text: str) -> tuple[str, str]:
    """What is looked for once `said` was heard beside the product `before`, and the quality that is wanted.

    `text`: all that was said; a use ("for running") is read with the word before it. One of both changes: a
    quality leaves the product as it is, another product brings no quality.
    """
    use = re.search(rf"\b(?:for|für|pour)\s+{re.escape(said)}", text, re.IGNORECASE)
    if use:  # looked for with the thing, but not with a model: shops do not write uses beside one
        return (before, said) if _is_a_model(before) else (f"{before} {use.group()}", "")
    other = _ARTICLE.sub("", _SWITCH.sub("", said).strip(" ,."))
    if _SWITCH.search(said) and not quality_in(other):
        return _named_beside(before, other), ""
    if quality := quality_in(said):
        return before, quality
    alone = _ONLY.sub("", said)
    return (_named_beside(before, _ARTICLE.sub("", alone)), "") if alone != said else (said, "")


def quality_in(said: str) -> str:
    """The quality that words name ("only with noise cancelling": noise cancelling); empty where they name a
    thing, or where that is not sure."""
    words = " ".join(said.split()).strip(" ,.!")
    only = _ONLY.sub("", words)
    behind = _BEHIND_IT.sub("", only)
    plain = _ARTICLE.sub("", _ONES.sub("", behind)).strip()
    if _STANDARD.fullmatch(plain):
        return plain
    if not plain or len(plain.split()) > MOST or _is_a_model(plain):
        return ""
    if behind != only or all(_QUALITY.match(word) for word in plain.split()):
        return plain
    if _ONES.sub("", only) != only and not _NAME.search(plain):
        return plain
    return plain if only != words and not _NAME.search(plain) else ""


def _is_a_model(words: str) -> bool:
    """Whether a word tells models apart ("WH-1000XM4"), and is no measure ("16 GB")."""
    return _MODEL.search(_UNIT.sub(" ", words)) is not None


def _named_beside(before: str, name: str) -> str:
    """A make that is named ("only Bose") while a kind is looked for ("headphones") is of that kind."""
    is_make = _NAME.fullmatch(name) is not None and not _is_a_model(name)
    return f"{name} {before}" if is_make and before == before.lower() and not _is_a_model(before) else name
