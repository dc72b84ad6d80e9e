"""Forms of onboarding and settings."""

from __future__ import annotations

import zoneinfo
from typing import Any

from babel import Locale
from babel.core import get_global
from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ownyou.lib.text import clean_line
from trust.models import User

LONGEST_PLACE = 120
AT_HOME = ("", _("The one used at home"))
COMMON_CURRENCIES = ["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK"]


def currency_choices() -> list[tuple[str, str]]:
    """ISO 4217 codes that are paid with somewhere, with their names, the common ones first."""
    names = Locale.parse(get_language() or "en", sep="-").currencies
    known = sorted(
        {
            entry[0]
            for entries in get_global("territory_currencies").values()
            for entry in entries
            if entry[2] is None and entry[3]  # not given up, and legal tender
        }
    )
    ordered = [*COMMON_CURRENCIES, *(code for code in known if code not in COMMON_CURRENCIES)]
    return [(code, f"{code} – {names.get(code, code)}") for code in ordered]


class HomeForm(forms.Form):
    """Where a person lives, and how they write time and money: as at home, where left empty.

    The browser tells its zone: it counts where home is on no map.
    """

    home = forms.CharField(
        label=_("Where is home?"),
        max_length=LONGEST_PLACE,
        required=False,
        help_text=_("A city. I look around there unless you name another place."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [
            AT_HOME,
            *(
                (name, name.replace("_", " "))
                for name in sorted(zoneinfo.available_timezones())
                if "/" in name or name == "UTC"
            ),
        ],
        required=False,
    )
    currency = forms.ChoiceField(
        label=_("Currency"), choices=lambda: [AT_HOME, *currency_choices()], required=False
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    browser_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_home(self) -> str:
        return clean_line(self.cleaned_data["home"])

    def clean_browser_zone(self) -> str:
        zone: str = self.cleaned_data["browser_zone"]
        return zone if zone in zoneinfo.available_timezones() else ""


class ProfileForm(HomeForm):
    """Everything about a person that they can set."""

    name = forms.CharField(label=_("What shall I call you?"), max_length=80, required=False)
    theme = forms.ChoiceField(label=pgettext_lazy("appearance", "Look"), choices=User.THEMES)
    card_keys = forms.BooleanField(label=_("Single-key shortcuts on cards"), required=False)
    field_order = ("name", "home", "time_zone", "currency", "language", "theme", "card_keys")

    def clean_name(self) -> str:
        return clean_line(self.cleaned_data["name"])


def initial_of(user: User) -> dict[str, Any]:
    """What the forms show of a person."""
    return {
        "name": user.name or "",
        "home": user.home_name or "",
        "time_zone": user.time_zone,
        "currency": user.currency,
        "language": user.language,
        "theme": user.theme,
        "card_keys": user.card_keys,
    }
