"""How estimated fares were made, in words: the model, and the rate where it is in another currency."""

from __future__ import annotations

from django.utils.translation import gettext as _

from agency.sources.estimates.reckoning import rate_of
from missions import money
from missions.when import day_in_words


def fares_told(currency: str, language: str) -> str:
    """What the fare model reckons with, and at which rate its dollars were taken."""
    made = _("Fares are estimates from distance, weekday, season and how early one books")
    rate = rate_of(currency)
    if rate is None:
        return _("%(made)s, reckoned in US dollars.") % {"made": made}
    return _("%(made)s, reckoned in US dollars at %(rate)s each (rates of %(day)s).") % {
        "made": made,
        "rate": money.rate_in_words(rate.amount, currency, language),
        "day": day_in_words(rate.as_of, language),
    }
