"""What is different between two drafts, as lines for a glance: of parts, and in all."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from django.utils.translation import gettext as _

from missions import money
from ownyou.lib.cards import Card

type Kind = Literal["came", "went", "moved", "times", "now"]


class ChangeLine(Card):
    """What came, went, is on another day, at another time, or otherwise now; `things` in words."""

    kind: Kind
    label: str
    things: list[str]


class PartChanges(Card):
    """One part of the plan, or one day: its lines, and what it cost and costs where that is different."""

    title: str
    cost_before: str = ""
    cost_after: str = ""
    lines: list[ChangeLine]


class PlanChanges(Card):
    """All that is different; `same`: the days that stay as they were, in words."""

    total_before: str
    total_after: str
    difference: str
    parts: list[PartChanges]
    same: str = ""


def _label(kind: Kind) -> str:
    return {
        "came": _("New"),
        "went": _("Gone"),
        "moved": _("From another day"),
        "times": _("Other times"),
        "now": _("Now"),
    }[kind]


def line_of(kind: Kind, things: list[str]) -> ChangeLine:
    """A line of one kind; nothing in it where nothing changed in that way."""
    return ChangeLine(kind=kind, label=_label(kind), things=things)


def told(lines: list[ChangeLine]) -> list[ChangeLine]:
    """The lines that say anything."""
    return [line for line in lines if line.things]


def instead(now: str, was: str) -> str:
    """ "4 nights instead of 3 nights"; empty where it is the same."""
    return "" if now == was else _("%(now)s instead of %(was)s") % {"now": now, "was": was}


def more_or_less(before: Decimal, after: Decimal, currency: str, language: str) -> str:
    """How much more or less it is, by the amounts as they are shown."""
    more = money.rounded(after) - money.rounded(before)
    if not more:
        return _("It costs the same.")
    amount = money.rounded_in_words(abs(more), currency, language)
    return (_("%(amount)s more") if more > 0 else _("%(amount)s less")) % {"amount": amount}
