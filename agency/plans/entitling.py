"""What comes of a goal is called after what it is about, not after the order that was given."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from agency.plans.essence import AssetLite
from agency.plans.types import TOPIC
from ownyou.lib.text import clean_line, shorten
from trust.wording import listed

MOST_WORDS, LONGEST = 8, 80
_SCHEME = re.compile(r"^https?://(?:www\.)?|/$")


def title_of(goal: str, inputs: Iterable[AssetLite], sources: Iterable[str]) -> str:
    """Return the topics or pages that a goal names ("Giverny and Fontainebleau, from Wikivoyage"), else its
    first words. `sources` are the names of what is read by its own name."""
    about = [value for asset in inputs for value in _subjects(asset)]
    if not about:
        return shorten(" ".join(clean_line(goal).split()[:MOST_WORDS]), LONGEST)
    title = listed(about)
    source = next((hit for name in sources if (hit := _as_said(name, goal))), "")
    if source:
        title = _("%(topics)s, from %(source)s") % {"topics": title, "source": source}
    return shorten(title if "/" in title else title[:1].upper() + title[1:], LONGEST)


def _subjects(asset: AssetLite) -> list[str]:
    values = asset.value if isinstance(asset.value, list) else [asset.value]
    said = [clean_line(value) for value in values if isinstance(value, str)]
    if asset.typed.sense == "url":
        return [_SCHEME.sub("", value) for value in said]
    return said if asset.typed.sense == TOPIC else []


def _as_said(name: str, goal: str) -> str:
    found = re.search(rf"\b{re.escape(name)}\b", goal, re.IGNORECASE)
    return found.group()[:1].upper() + found.group()[1:] if found else ""
