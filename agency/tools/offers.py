"""The sources of missions as tools: what there is to eat, to see, to buy, and tariffs."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field

from agency.sources.allowed import refusal_of
from agency.sources.base import Offer, SearchRequest, Source, SourceUnavailable
from agency.sources.registry import sources_for
from agency.tools.shapes import Line, Moment
from trust.tools import AnyTool, Done, Errand, Kind, ToolFailed, ToolSpec

MOST = 20
OFFERS = "object:offer[]"
"""The type of what was found: a list of offers."""


class Wanted(BaseModel):
    """What to look for, and where and when."""

    words: str = Field("", max_length=200)
    city: str = Field("", max_length=120)
    begins: Moment | None = None
    ends: Moment | None = None
    max_price: Decimal | None = Field(None, ge=0)


class Place(Wanted):
    city: Line = Field(max_length=120)


class Thing(Wanted):
    words: Line = Field(max_length=200)


class Offers(BaseModel):
    offers: list[Offer]


def _search(kind: str) -> Any:
    def search(errand: Errand, wanted: Wanted) -> Done[Offers]:
        """Ask the sources of this kind. Raises `ToolFailed` when none could be asked."""
        request = SearchRequest(
            kind=kind,
            country=str((errand.user.home or {}).get("country") or ""),
            zone=errand.user.time_zone,
            currency=errand.user.currency,
            limit=MOST,
            **wanted.model_dump(exclude_none=True),
        )
        return Done(Offers(offers=asked(errand, sources_for(kind), request)))

    return search


def asked(errand: Errand, sources: Sequence[Source], request: SearchRequest) -> list[Offer]:
    """Ask sources one after the other. Raises `ToolFailed` when none could be asked."""
    found: list[Offer] = []
    troubles: list[str] = []
    away = False
    for source in sources:
        if refused := refusal_of(errand.user, source, [request]):
            troubles.append(refused)
            continue
        left = errand.deadline.remaining()
        try:
            found += source.search(request.model_copy(update={"timeout": max(left, 0.1)}))
        except SourceUnavailable as error:
            troubles.append(error.reason)
            away |= error.away
    if sources and len(troubles) == len(sources):
        raise ToolFailed(" ".join(troubles), away=away)
    return found[:MOST]


def offer_tool(
    name: str, agent: str, title: str, arguments: type[Wanted], run: Any, verbs: Sequence[str] = ()
) -> AnyTool:
    """A tool that asks sources beyond this machine for offers and changes nothing. Without `verbs` no planner
    takes it by its words."""
    return ToolSpec(
        name=name,
        title=title,
        agent=agent,
        kind=Kind.READ,
        description=f"{title} in the sources that are enabled.",
        arguments=arguments,
        result=Offers,
        run=run,
        timeout=20.0,
        idempotent=True,
        untrusted=True,
        egress=True,
        published=True,
        consumes={"city": "string:place", "words": "string:topic"}
        if arguments is Place
        else {"words": "string:topic"},
        produces={"offers": OFFERS},
        verbs=tuple(verbs),
        by_words=bool(verbs),
    )


def _tool(name: str, agent: str, kind: str, title: str, arguments: type[Wanted], *verbs: str) -> AnyTool:
    return offer_tool(name, agent, title, arguments, _search(kind), verbs)


FIND_PLACES = gettext_noop("Find places to eat")
FIND_EVENTS = gettext_noop("Find events")
FIND_PRODUCTS = gettext_noop("Find products")
FIND_TARIFFS = gettext_noop("Find tariffs")
TOOLS = (
    _tool("places.restaurants", "places", "restaurant", FIND_PLACES, Place, "find a restaurant"),
    _tool("places.events", "places", "event", FIND_EVENTS, Place, "find concerts and shows"),
    _tool("shopping.products", "shopping", "product", FIND_PRODUCTS, Thing, "find offers for a product"),
    _tool("shopping.tariffs", "shopping", "tariff", FIND_TARIFFS, Thing, "find electricity or phone tariffs"),
)
