"""Cleaning what people and outside services send, before it is stored."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from django.conf import settings
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from ownyou.lib.errors import InvalidInput

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_BIDI = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_RUNS = re.compile(r"[\u200c-\u200f\ufe00-\ufe0f]{3,}")
"""Joiners, marks of direction and variations belong to a letter, two at most (as in the flag of the rainbow);
more in a row carry something else."""
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
_HIDDEN = re.compile(
    f"({_FLAG})|[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff"
    "\uffa0\U000e0000-\U000e0fff]"
)
"""Characters that nobody sees (Unicode's Default_Ignorable_Code_Point) and that a machine reads: tags spell
whole sentences. A flag (of Wales) is spelt with them as well."""
_SURROGATES = re.compile(r"[\ud800-\udfff]")


def clean(text: str) -> str:
    """Return `text` without characters that no person typed on purpose.

    Removes NUL and other control characters, lone surrogates, bidirectional overrides (which can make
    a line read otherwise than it is) and what cannot be seen; keeps line breaks, tabs and right-to-left
    letters. NFC-normalised.
    """
    text = _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)
    text = _BIDI.sub("", _CONTROLS.sub("", text))
    if not text.isascii():
        text = _RUNS.sub("", _HIDDEN.sub(_flag, text))
    return unicodedata.normalize("NFC", text).strip()


def _flag(found: re.Match[str]) -> str:
    return found[1] or ""


def visible(text: str) -> str:
    """Return `text` with what nobody sees in it written out, as "[U+200B]": what a person says yes to must be
    all that is sent."""
    if text.isascii():
        return _CONTROLS.sub(_written_out, text)
    for hidden in (_CONTROLS, _BIDI, _RUNS, _HIDDEN):
        text = hidden.sub(_written_out, text)
    return text


def _written_out(found: re.Match[str]) -> str:
    if found.re is _HIDDEN and found[1]:
        return found[1]
    return "".join(f"[U+{ord(letter):04X}]" for letter in found[0])


def in_each_language(words: object) -> list[str]:
    """Lazily translated words in all languages: a card may be older than the language that a person chose."""
    said = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            said.append(str(words))
    return said


def lower_first(words: str) -> str:
    """`words` as they go on inside a sentence: "find flights". German keeps the capitals of its nouns."""
    return words if (get_language() or "").startswith("de") else f"{words[:1].lower()}{words[1:]}"


def clean_line(text: str) -> str:
    """Return `text` cleaned and on one line, runs of white space as one blank."""
    return " ".join(clean(text).split())


def bounded(text: str, *, name: str, most: int, least: int = 1) -> str:
    """Return cleaned `text`, or raise `InvalidInput` when its length is not within `least`..`most`."""
    cleaned = clean(text)
    if len(cleaned) < least:
        raise InvalidInput(
            _("%(name)s is empty. Write a few words.") % {"name": name}, field=name, kept=False
        )
    if len(cleaned) > most:
        raise InvalidInput(
            _("%(name)s has %(length)s characters; at most %(most)s fit. Nothing was kept; shorten it.")
            % {"name": name, "length": f"{len(cleaned):,}", "most": f"{most:,}"},
            field=name,
            length=len(cleaned),
            most=most,
        )
    return cleaned


def shorten(text: str, most: int) -> str:
    """Return `text` cut at a word to at most `most` characters, with an ellipsis when cut."""
    if len(text) <= most:
        return text
    cut = text[: most - 1].rsplit(" ", 1)[0] or text[: most - 1]
    return cut.rstrip(" ,;:.") + "…"


NAME_LENGTH = 80
"""Characters of a text that may be a name; a longer one is not kept."""


def key_of(text: str) -> str:
    """Return `text` folded for comparison: lower case, no accents, letters and digits, single blanks."""
    return _key_of_name(text) if len(text) <= NAME_LENGTH else _key_of(text)


def _key_of(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c if c.isalnum() else " " for c in folded if not unicodedata.combining(c))
    return " ".join(letters.split())


_key_of_name = lru_cache(maxsize=8_192)(_key_of)
"""Names are folded again and again: each option for each wish that it may meet."""


def says(key: str, words: str) -> bool:
    """Whether whole words stand in a text, both as `key_of` gives them; the last may be in the plural.

    "art" stands in "street art", not in "garden party".
    """
    return bool(words) and any(f" {words}{ending} " in f" {key} " for ending in ("", "s", "es"))
