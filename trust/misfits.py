"""What is wrong with a value that does not fit a tool, in words for the person who typed it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ValidationError

EMPTY = gettext_lazy("This cannot be empty.")
NO_NUMBER = gettext_lazy("This is not a number.")
NO_MOMENT = gettext_lazy("This is not a date with a time.")
NO_DAY = gettext_lazy("This is not a date.")
SHORT = gettext_lazy("This needs at least %(min_length)d characters.")
LONG = gettext_lazy("At most %(max_length)d characters fit here.")
FEW = gettext_lazy("This needs at least %(min_length)d entries.")
MANY = gettext_lazy("At most %(max_length)d entries fit here.")
WORDS = {
    "missing": EMPTY,
    "string_too_short": SHORT,
    "string_too_long": LONG,
    "string_type": gettext_lazy("This is not text."),
    "string_pattern_mismatch": gettext_lazy("This is not written as it should be."),
    "greater_than": gettext_lazy("This must be more than %(gt)s."),
    "greater_than_equal": gettext_lazy("This must be at least %(ge)s."),
    "less_than": gettext_lazy("This must be less than %(lt)s."),
    "less_than_equal": gettext_lazy("This must be at most %(le)s."),
    "finite_number": NO_NUMBER,
    "int_from_float": gettext_lazy("This must be a whole number."),
    "timezone_aware": gettext_lazy("This time needs a time zone."),
    "literal_error": gettext_lazy("This is none of the values to choose from."),
    "enum": gettext_lazy("This is none of the values to choose from."),
    "list_type": gettext_lazy("This is not a list."),
    "dict_type": gettext_lazy("These are not named values."),
    "model_type": gettext_lazy("These are not named values."),
    "model_attributes_type": gettext_lazy("These are not named values."),
    "bool_type": gettext_lazy("This is neither yes nor no."),
    "bool_parsing": gettext_lazy("This is neither yes nor no."),
}
"""By pydantic's type of the error; its own limits are filled in."""
KINDS = {
    "int": NO_NUMBER,
    "float": NO_NUMBER,
    "decimal": NO_NUMBER,
    "datetime": NO_MOMENT,
    "date": NO_DAY,
    "time": gettext_lazy("This is not a time of day."),
    "url": gettext_lazy("This is not a web address."),
}
"""By the first word of the type, for all of its kind."""


class Misplaced(ValueError):
    """What a check of all fields together, or of another schema, found wrong in the one at `place`."""

    def __init__(self, place: str, words: str) -> None:
        self.place = place
        super().__init__(words)


def wrong_in(error: ValidationError) -> dict[str, str]:
    """A sentence for each field that does not fit, by its dotted place; the empty place is the whole."""
    wrong: dict[str, str] = {}
    for part in error.errors(include_url=False):
        found = part.get("ctx", {}).get("error")
        place = found.place if isinstance(found, Misplaced) else ".".join(str(step) for step in part["loc"])
        wrong.setdefault(place, _sentence(part))
    return wrong


def known_words(typed: str, known: Sequence[str]) -> str:
    """What is said to words in the place of a value, where these values are known for them."""
    if not known:
        return _("I know none for “%(words)s”; write it out.") % {"words": typed}
    if len(known) == 1:
        return _("The only one I know for “%(words)s” is %(value)s.") % {"words": typed, "value": known[0]}
    return _("I know several for “%(words)s”: %(values)s. Write the one that you mean.") % {
        "words": typed,
        "values": ", ".join(known),
    }


def _sentence(part: Mapping[str, Any]) -> str:
    kind, limits = str(part["type"]), part.get("ctx", {})
    if kind == "value_error":
        return _closed(str(limits.get("error", "")) or str(part["msg"]))
    if kind == "too_short":
        kind = "string_too_short" if isinstance(part["input"], str) else kind
    if kind == "too_long":
        kind = "string_too_long" if isinstance(part["input"], str) else kind
    if part["input"] in (None, "") or limits.get("min_length") == 1:
        return str(EMPTY)
    words = {"too_short": FEW, "too_long": MANY}.get(kind) or WORDS.get(kind) or KINDS.get(kind.split("_")[0])
    return str(words) % limits if words else _closed(str(part["msg"]))


def _closed(words: str) -> str:
    """Words as a sentence."""
    words = words[:1].upper() + words[1:]
    return words if words.endswith((".", "!", "?")) else f"{words}."
