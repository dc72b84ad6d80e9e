"""Numbers in figures and in words (English, German, French, Spanish, Italian), with their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from text_to_num import text2num  # type: ignore[import-untyped]

from agency.reasoning.dates import languages_of_weekdays
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.spans import fold

LANGUAGES = ("en", "de", "fr", "es", "it")

_SMALL: dict[str, str] = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty",
    "de": "null eins eine einen einem einer zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf "
    "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "fr": "zéro un une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf vingt",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici "
    "sedici diciassette diciotto diciannove venti",
}
_UNIT = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_TEEN = r"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"
_TENS = rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]{_UNIT}\b)?)"
_BELOW_HUNDRED = rf"(?:{_TENS}|{_TEEN}\b|{_UNIT}\b)"
_HUNDREDS = (
    rf"(?:(?:(?:a|{_BELOW_HUNDRED}) )?hundred\b(?:(?: and)? {_BELOW_HUNDRED}(?! (?:hundred|thousand)\b))?)"
)
_THOUSANDS = (
    rf"(?:(?:(?:a|{_HUNDREDS}|{_BELOW_HUNDRED}) )?thousand\b"
    rf"(?:(?: and)? (?:{_HUNDREDS}|{_BELOW_HUNDRED})(?! (?:hundred|thousand)\b))?)"
)
_LARGE: dict[str, str] = {
    "en": rf"{_THOUSANDS}|{_HUNDREDS}|{_TENS}",
    "de": r"(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn) )?[a-zäöüß]*"
    r"(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend)[a-zäöüß]*",
    "fr": r"(?:vingt|trente|quarante|cinquante|soixante|quatre-vingts?)(?:[ -](?:et[ -])?[a-z]+)?"
    r"|(?:(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze) )?"
    r"(?:cents?|mille)\b(?: (?:(?:deux|trois|quatre|cinq|six|sept|huit|neuf) )?"
    r"(?:cents?|vingt|trente|quarante|cinquante|soixante)\b)?",
    "es": r"(?:veinti[a-zú]+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y [a-z]+)?"
    r"|(?:cien|ciento|[a-z]*cientos|quinientos|mil)(?: (?:[a-z]*cientos|mil|treinta|cuarenta|cincuenta)\b)?",
    "it": r"(?:venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|[a-z]*cento"
    r"|mille|[a-z]+mila)[a-zé]*",
}
_WHOLE: dict[str, int] = {
    "half a dozen": 6,
    "half dozen": 6,
    "a dozen": 12,
    "dozen": 12,
    "ein dutzend": 12,
    "une douzaine": 12,
    "eine": 1,
    "einen": 1,
    "einem": 1,
    "einer": 1,
    "zwo": 2,
    "une": 1,
}
_FIGURES = r"\d{1,3}(?:[,.’' ]\d{3})+(?!\d)|\d+"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number and where it stands."""

    start: int
    end: int
    value: int


@cache
def number_pattern(languages: tuple[str, ...] = ("en",)) -> str:
    """Return a regular expression (no groups) for a whole number in figures or words."""
    words = [re.escape(w).replace(r"\ ", " ") for w in _WHOLE if " " in w or w == "dozen"]
    for language in languages:
        words += [_LARGE[language], *sorted(_SMALL[language].split(), key=len, reverse=True)]
    return rf"(?:\b(?:{_FIGURES}|{'|'.join(words)})\b)"


@lru_cache(maxsize=2_000)
def number_value(words: str, languages: tuple[str, ...] = LANGUAGES) -> int | None:
    """Return the number that `words` say, None if they say none."""
    cleaned = re.sub(r"\s+", " ", words.strip().casefold())
    figures = re.sub(r"[,.’' ](?=\d{3})", "", cleaned)
    if figures.isascii() and figures.isdigit():
        return int(figures) if len(figures) < 12 else None
    if cleaned in _WHOLE:
        return _WHOLE[cleaned]
    return next((v for v in (_spoken(cleaned, language) for language in languages) if v is not None), None)


def _spoken(words: str, language: str) -> int | None:
    try:
        return int(text2num(re.sub(r"^an? (?=hundred|thousand)", "one ", words), language))
    except ValueError:
        return None


def find_numbers(text: str, languages: tuple[str, ...] = ("en",)) -> list[Number]:
    """Return the whole numbers of `text`, left to right."""
    found = []
    for match in re.finditer(number_pattern(languages), text, re.IGNORECASE):
        value = number_value(match.group(), languages)
        if value is not None:
            found.append(Number(match.start(), match.end(), value))
    return found


_TELLTALE = {language: word_set(f"telltale_{language}") for language in LANGUAGES[1:]}
_UNMISTAKABLE = {language: word_set(f"unmistakable_{language}") for language in LANGUAGES[1:]}
_COMPOUND = re.compile(r"\w(wochenenden?|wochen?)$")
TOLD_BY = 2
"""Telltale words that show a language; an unmistakable one counts as many."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def languages_of(text: str, hint: str) -> tuple[str, ...]:
    """Return the languages to read `text` in: the hinted one, English, and those whose small words it uses.

    Another language's words are read in English text only when two telltale words show them, because many
    ("den", "elf", "sept", "six", "once") mean something else in English; or one that is no word of another
    language ("Wochenende", "demain", "jueves"), for the shortest requests. The one that shows most is first.
    """
    whole = {fold(word) for word in _WORD.findall(text)}
    words = whole | {part for word in whole for part in (*word.split("-"), *_COMPOUND.findall(word))}
    shown = {k: len(words & _TELLTALE[k]) + TOLD_BY * len(words & _UNMISTAKABLE[k]) for k in _TELLTALE}
    for language in languages_of_weekdays(text):  # "Fr bis So" for the shortest requests
        shown[language] += TOLD_BY
    seen = [language for language, count in shown.items() if count >= TOLD_BY]
    return _languages(hint[:2].lower(), sorted(seen, key=lambda language: -shown[language]))


def _languages(hint: str, seen: Sequence[str]) -> tuple[str, ...]:
    chosen = dict.fromkeys(["en", *seen, *([hint] if hint in LANGUAGES else [])])
    return tuple(chosen)
