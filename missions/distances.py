"""Distances in words, in the unit that people use where the person lives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from ownyou.lib.locales import number_in_words

KM_IN_A_MILE = 1.609344
IN_MILES = frozenset({"US", "GB"})
"""Countries (ISO 3166) whose road signs count miles."""


def distance_in_words(km: float, home: Mapping[str, Any] | None, *, digits: int = 1) -> str:
    """Write a distance: "1.2 km", or for somebody at home in a country of miles "0.7 miles".

    `digits` are those after the point; zeros at the end are left out.
    """
    miles = bool(home) and (home or {}).get("country") in IN_MILES
    number = number_in_words(round(km / KM_IN_A_MILE if miles else km, digits), digits, fixed=False)
    if not miles:
        return _("%(number)s km") % {"number": number}
    return _("1 mile") if number == "1" else _("%(number)s miles") % {"number": number}
