"""What sources offered, as a text to read: each with its price, its days, where it is and who says so."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from pydantic import BaseModel, Field

from agency.reasoning.slots.places import locate
from agency.sources.base import Offer
from agency.sources.registry import named_or_none
from agency.tools.offers import OFFERS
from agency.tools.pages import Text
from ownyou.lib.locales import amount_in_words, day_in_words, moment_in_words, number_in_words
from ownyou.lib.text import clean_line
from trust.models import User
from trust.tools import Done, Errand, Kind, ToolSpec

MOST = 20


class OffersToList(BaseModel):
    offers: list[Offer] = Field(max_length=200)


def list_offers(errand: Errand, wanted: OffersToList) -> Done[Text]:
    """The offers as a numbered list in Markdown; a sentence where nothing was found."""
    lines = [f"{n}. {_line(offer, errand.user)}" for n, offer in enumerate(wanted.offers[:MOST], 1)]
    return Done(Text(text="\n".join(lines) or _("Nothing was found.")))


def _line(offer: Offer, user: User) -> str:
    title = _plain(offer.title)
    link = offer.booking_link or offer.link
    named = f"[{title}]({link})" if link and not set(link) & set("() <>") else f"**{title}**"
    return " · ".join([named, *filter(None, _facts(offer, user))])


def _facts(offer: Offer, user: User) -> Iterator[str]:
    yield _when(offer, user)
    yield _price(offer, user.language)
    if offer.rating:
        yield _("rated %(rating)s") % {"rating": number_in_words(offer.rating, 1)}
    place = offer.place
    if place is not None and offer.kind != "flight":
        yield _plain(", ".join(dict.fromkeys(filter(None, [place.name, place.city]))))
    source = named_or_none(offer.source)
    yield _(source.title) if source else _plain(offer.source)
    if offer.sample:
        yield _("sample data")
    elif offer.attributes.get("estimate"):
        yield _("reckoned, not a real offer")


def _price(offer: Offer, language: str) -> str:
    if offer.price is None or not offer.currency:
        return ""
    amount = {"amount": amount_in_words(offer.price, offer.currency, language)}
    unit = offer.attributes.get("price_unit")
    if unit == "night" or offer.kind == "stay":
        return _("%(amount)s a night") % amount
    return _("%(amount)s each") % amount if unit == "person" else amount["amount"]


def _when(offer: Offer, user: User) -> str:
    ways = [offer.attributes.get(name) for name in ("out", "back")]
    days = [
        datetime.fromisoformat(str(way["leaves"]))
        for way in ways
        if isinstance(way, dict) and way.get("leaves")
    ]
    if days:
        return " – ".join(day_in_words(day) for day in days)
    if offer.starts_at is None:
        return ""
    located = locate(offer.place.city) if offer.place and offer.place.city else None
    zone = ZoneInfo(located.zone) if located else user.zone
    if offer.kind == "stay" and offer.ends_at is not None:
        first, last = (moment.astimezone(zone) for moment in (offer.starts_at, offer.ends_at))
        nights = (last.date() - first.date()).days  # not of hours: one of them may be missing
        counted = ngettext("%(n)d night", "%(n)d nights", nights) % {"n": nights}
        return f"{day_in_words(first)}, {counted}"
    return moment_in_words(offer.starts_at, zone)


def _plain(text: str) -> str:
    """Words of a source, with no mark of Markdown that would make anything else of them."""
    return clean_line(text).translate(_MARKS)


_MARKS = str.maketrans({"[": "(", "]": ")", "*": "", "_": " ", "`": "", "<": "‹", ">": "›"})

LIST = ToolSpec(
    name="offers.list",
    title=gettext_noop("Make a list of what was found"),
    agent="research",
    kind=Kind.READ,
    description="Write offers as a list with prices, days and sources.",
    arguments=OffersToList,
    result=Text,
    run=list_offers,
    consumes={"offers": OFFERS},
    produces={"text": "markdown"},
    by_words=False,
)
TOOLS = (LIST,)
