"""A person tells the memory page that they live elsewhere now: home follows, as if set in settings."""

from __future__ import annotations

from django.utils.translation import gettext as _

from agency.reasoning.home_said import home_said
from agency.reasoning.slots import locate
from missions.people import follows_home, set_home
from trust.models import User


def moved_home(user: User, sentence: str) -> str:
    """Move home to the town that `sentence` says, with its zone; returns what to say, empty where none is.

    The currency follows where it was that of the old home.
    """
    place = home_said(sentence)
    found = locate(place) if place else None
    if found is None or found.name == user.home_name:
        return ""
    before = user.home_name
    set_home(
        user=user,
        home=place,
        time_zone=found.zone,
        currency="" if follows_home(user) else user.currency,
        language=user.language,
    )
    said = {"home": user.home_name, "before": before, "zone": user.time_zone, "currency": user.currency}
    if before:
        return _("Home is %(home)s now, no longer %(before)s (%(zone)s, %(currency)s; see Settings).") % said
    return _("Home is %(home)s now (%(zone)s, %(currency)s; see Settings).") % said
