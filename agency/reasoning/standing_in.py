"""Why the built-in rules stood in for the language model: a code where it is kept, a sentence where read."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class Why(StrEnum):
    """What kept the language model from answering, or its answer from being used."""

    NO_MODEL = "no_model"
    MISSION_CALLS = "mission_calls"
    MISSION_MONEY = "mission_money"
    DAY_CALLS = "day_calls"
    DAY_MONEY = "day_money"
    LATE = "late"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"
    BROKEN = "broken"
    UNFIT = "unfit"
    ALTERED = "altered"
    NOTHING = "nothing"
    ENDLESS = "endless"
    SPARED = "spared"


UNSAID: Final = gettext_noop("The language model gave no usable answer.")
WORDS: Final[dict[str, str]] = {
    Why.NO_MODEL: gettext_noop("No language model is connected."),
    Why.MISSION_CALLS: gettext_noop("The questions to the language model that one task may ask are used up."),
    Why.MISSION_MONEY: gettext_noop("The money that one task may spend on the language model is used up."),
    Why.DAY_CALLS: gettext_noop("Your questions to the language model for today are used up."),
    Why.DAY_MONEY: gettext_noop("Your money for the language model for today is used up."),
    Why.LATE: gettext_noop("The language model did not answer in time."),
    Why.UNREACHABLE: gettext_noop("The language model could not be reached."),
    Why.REFUSED: gettext_noop("The language model refused to answer."),
    Why.BROKEN: gettext_noop("The language model answered with an error."),
    Why.UNFIT: gettext_noop("The language model's answer did not fit the question."),
    Why.ALTERED: gettext_noop("The language model changed more than the words."),
    Why.NOTHING: gettext_noop("The language model looked nothing up."),
    Why.ENDLESS: gettext_noop("The language model came to no end."),
    Why.SPARED: gettext_noop("The question was left to the rules: others matter more."),
}


UNTOLD: Final = frozenset({"", Why.NO_MODEL, Why.SPARED, "no model is configured"})
"""Nothing went wrong. Also as a worker of the release before keeps it, which may run beside this one while it
is replaced."""


def is_told(why: str) -> bool:
    """Whether a person is told: where no model is connected, or it is spared, rules are to answer."""
    return why not in UNTOLD


def why_words(why: str) -> str:
    """Why the rules stood in, a sentence in the reader's language; empty where they did not."""
    return _(WORDS.get(why, UNSAID)) if is_told(why) else ""


def stood_in_words(why: str) -> str:
    """The same, with what followed."""
    return " ".join((why_words(why), _("The built-in rules did it instead."))) if is_told(why) else ""
