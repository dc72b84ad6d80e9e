"""Events: what is on, where and when it was asked for."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from agency.catalogue.vocabulary import category_tags
from agency.reasoning import value_words
from agency.sources.base import Offer
from missions.brief import Brief
from missions.plugins.base import Check, CoordinatedMission, Learning, Scene
from missions.usual_hours import refused_days
from missions.when import LATEST, WEEKDAYS, Window, no_sooner
from ownyou.lib.locales import clock
from ownyou.lib.text import key_of

CONCERT, KIDS = "concert", "kids"
FOR_CHILDREN = frozenset({KIDS, "family", "families", "children", "child"})
"""What events for children are tagged with."""
FREE_TIME = re.compile(
    r"\b(?:i|we)(?:['’]?(?:m|re)| am| are) (?:\w+ )?free\b"
    r"|\bfree (?:on|this|that|time|day|evening|afternoon|night)\b",
    re.IGNORECASE,
)


class Events(CoordinatedMission):
    """Concerts, plays, exhibitions, markets, talks in a city."""

    goes_out = True
    prices_each = True

    def values_meant(self, slots: dict[str, Any], text: str) -> dict[str, Any]:
        """Of "concerts of jazz" the jazz, and "I am free on Friday" says nothing of what it costs."""
        slots = super().values_meant(slots, text)
        if slots.get("genre") == CONCERT:
            said = f" {key_of(text)} "
            slots["genre"] = next((kind for kind in self._music() if f" {key_of(kind)} " in said), CONCERT)
        if slots.get("audience") and not slots.get("genre"):
            slots["genre"] = KIDS
        if FREE_TIME.search(text):
            slots.pop("entry", None)
        at = slots.get("time")
        return slots | {"time": no_sooner(at, text)} if isinstance(at, str) else slots

    def _music(self) -> list[str]:
        """The genres that are concerts, too."""
        genres = self.config.slot("genre").synonyms
        return [genre for genre in genres if genre != CONCERT and CONCERT in category_tags("event", genre)]

    def words(self, brief: Brief) -> str:
        """The kind of event as it was named, where it is none of the known genres."""
        return "" if brief.slots.get("genre") else str(brief.goal)

    def categories(self, brief: Brief) -> list[str]:
        """The genre, unless it was ruled out since."""
        genre = brief.slots.get("genre")
        return [str(genre)] if genre and self._genre_of(str(genre)) not in self._ruled(brief) else []

    def ruled_out(self, offer: Offer, brief: Brief) -> bool:
        """A genre may be ruled out by any of its words, and an event by its tags as well."""
        tags = offer.attributes.get("tags")
        said = {key_of(word) for word in brief.adjustments.exclude}
        tagged = {key_of(str(tag)) for tag in tags} if isinstance(tags, list) else set()
        of_genre = self._genre_of(offer.category) in self._ruled(brief)
        of_genre = of_genre or bool(self._ruled(brief) & set(category_tags("event", offer.category)))
        return of_genre or bool(said & tagged) or super().ruled_out(offer, brief)

    def _ruled(self, brief: Brief) -> set[str]:
        return {self._genre_of(word) for word in brief.adjustments.exclude}

    def _genre_of(self, word: str) -> str:
        """The genre that a word names ("ballet" is dance), or the word itself."""
        said = key_of(word)
        for genre, words in self.config.slot("genre").synonyms.items():
            if said in {key_of(known) for known in (genre, *words)}:
                return genre
        return said

    def check(self, offer: Offer, scene: Scene) -> Check:
        """Also on one of the days that were meant: "Friday or Sunday" is not the Saturday."""
        window = scene.window
        if window is not None and offer.starts_at and not window.covers(offer.starts_at):
            if window.days and offer.starts_at.astimezone(window.begins.tzinfo).date() not in window.days:
                return Check(_("on another day"))
            if window.days or window.each or _far_from(window, offer.starts_at):
                return Check(_("at another time"))
        if window is None and self._on_a_refused_day(offer, scene):
            return Check(_("on a day you do not go out"))
        common = super().check(offer, scene)
        if scene.brief.slots.get("audience") and not _for_children(offer):
            common = Check(common.drop, (*common.misses, _("not known to be for children")))
        if common.drop or scene.brief.slots.get("entry") != "free" or offer.price == 0:
            return common
        if offer.price is not None:
            return Check(_("not free"))
        return Check(misses=(*common.misses, _("price not known")))

    def _on_a_refused_day(self, offer: Offer, scene: Scene) -> bool:
        """Whether it begins on a day of the week that the person told to be none for them."""
        if offer.starts_at is None or scene.brief.adjustments.any_hours:
            return False
        refused = refused_days(scene.brief.tastes_under(f"{self.config.type}."))
        place = self.place(scene.brief)
        begins = offer.starts_at.astimezone(ZoneInfo(place.zone) if place else scene.brief.tz)
        return WEEKDAYS[begins.weekday()] in refused

    def facts(self, offer: Offer, scene: Scene) -> list[str]:
        """Genre, hours, price."""
        facts = [value_words.in_words(offer.category)]
        if offer.ends_at is not None:
            facts.append(_("until %(time)s") % {"time": clock(offer.ends_at, scene.brief.language)})
        if offer.price == 0:
            facts.append(_("free"))
        tags = offer.attributes.get("tags")
        facts += [value_words.in_words(tag) for tag in tags[:2]] if isinstance(tags, list) else []
        return list(dict.fromkeys(fact for fact in facts if fact))

    def learnings(self, option: dict[str, Any], brief: Brief) -> list[Learning]:
        """The genre chosen is one they like."""
        genre = str(option.get("category") or "")
        if not genre:
            return []
        value = {"polarity": "like", "value": genre}
        return [
            Learning(
                f"events.genre.{genre}",
                value,
                _("You go to %(genre)s events.") % {"genre": value_words.in_words(genre)},
            )
        ]


SOONER, LATER, DAY = timedelta(minutes=30), timedelta(hours=1), timedelta(days=1)
"""How long before and after the hours that were said something may begin: a night goes on after eleven. Where
only the first hour was said, nothing before it will do."""


def _far_from(window: Window, begins: datetime) -> bool:
    """Whether something begins on a day that is meant, but not near the hours that were said."""
    if window.hours is None or window.at is not None:
        return False
    visits = window.visits()
    sooner = timedelta(0) if f"{window.hours[1]:%H:%M}" == LATEST else SOONER
    on_the_day = any(first - sooner <= begins <= last + LATER for first, last in visits)
    return not on_the_day and visits[0][0] - DAY < begins < visits[-1][1] + DAY


def _for_children(offer: Offer) -> bool:
    """Whether an event is one for children, by its kind or its tags."""
    tags = offer.attributes.get("tags")
    told = {offer.category, *(map(str, tags) if isinstance(tags, list) else ())}
    return bool(FOR_CHILDREN & {key_of(word) for word in told})
