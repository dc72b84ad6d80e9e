"""Learned preferences as a brief needs them: with words that say where they came from."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from memory.cards import sentence_of
from memory.preferences import Preference, preferences, under
from memory.provenance import ProvenanceKind
from missions.brief import LIKED_PLACES, Taste
from missions.plugins.discovery import is_built, type_named
from ownyou.lib.locales import day_in_words
from trust.models import User

FROM = {
    ProvenanceKind.FEEDBACK: gettext_lazy("from your feedback on %(day)s"),
    ProvenanceKind.CHOICE: gettext_lazy("from your choice on %(day)s"),
    ProvenanceKind.MISSION: gettext_lazy("from your choice on %(day)s"),
    ProvenanceKind.ONBOARDING: gettext_lazy("from your first steps"),
    ProvenanceKind.USER: gettext_lazy("as you told me on %(day)s"),
}


def tastes_of(user: User, mission_type: str) -> list[Taste]:
    """Return what was learned of a person that may matter for missions of a type: its own, places, and what
    it heeds of other types (who keeps a diet keeps it on a trip)."""
    heeds = type_named(mission_type).config.heeds if is_built(mission_type) else []
    prefixes = (mission_type, LIKED_PLACES, *heeds)
    return [
        _taste(user, found)
        for key, found in preferences(user).items()
        if any(under(prefix, key) for prefix in prefixes)
    ]


def _taste(user: User, found: Preference) -> Taste:
    words = str(FROM.get(found.provenance.kind, gettext_lazy("learned on %(day)s")))
    day = day_in_words(found.learned_at.astimezone(user.zone), user.language)
    return Taste(
        key=found.key,
        polarity=found.polarity,
        value=found.value.get("value"),
        amount=found.amount,
        currency=found.currency,
        per=found.per,
        days=list(found.days),
        words=sentence_of(found.key, found.value, found.text).rstrip("."),
        from_words=words % {"day": day},
    )
