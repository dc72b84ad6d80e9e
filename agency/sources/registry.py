"""Which sources there are, and which of them this instance asks (`OWNYOU_SOURCES`)."""

from __future__ import annotations

import logging

from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from agency.sources.base import Landmarks, Source, SourceUnavailable
from agency.sources.settings import setting

DEFAULT_SOURCES = "catalogue,openstreetmap"
SHIPPED = {
    "catalogue": "agency.sources.catalogue.CatalogueSource",
    "openstreetmap": "agency.sources.openstreetmap.source.OpenStreetMapSource",
    "flights_estimate": "agency.sources.estimates.flights.FlightEstimates",
    "trains_estimate": "agency.sources.estimates.trains.TrainEstimates",
    "serpapi": "agency.sources.serpapi.source.SerpApiSource",
    "ticketmaster": "agency.sources.ticketmaster.TicketmasterSource",
}
LOCAL = frozenset({"catalogue", "flights_estimate", "trains_estimate"})
"""Sources whose words are shipped or were brought in by who runs this instance. All others are untrusted."""

logger = logging.getLogger(__name__)
_registered: dict[str, Source] = {}


def register_source(source: Source) -> None:
    """Make `source` known under its name, in place of an earlier one of that name."""
    _registered[source.name] = source


def unregister_source(name: str) -> None:
    """Forget the source `name`; a shipped one comes back when it is asked for again."""
    _registered.pop(name, None)


def enabled_names() -> list[str]:
    """Names of the sources this instance asks, in the order of the setting `OWNYOU_SOURCES`."""
    names = [name.strip() for name in setting("SOURCES", DEFAULT_SOURCES).split(",")]
    return list(dict.fromkeys(name for name in names if name))


def sources_for(kind: str) -> list[Source]:
    """The enabled sources that know offers of `kind`; unknown names in the setting are logged and skipped."""
    return [source for name in enabled_names() if (source := named_or_none(name)) and kind in source.kinds]


def landmarks() -> Landmarks | None:
    """The first enabled source that knows where things stand in a city; None where there is none."""
    found = (named_or_none(name) for name in enabled_names())
    return next((source for source in found if isinstance(source, Landmarks)), None)


def source_named(name: str) -> Source:
    """The source `name`, enabled or not; raises SourceUnavailable when there is none."""
    if (source := named_or_none(name)) is None:
        raise SourceUnavailable(_("There is no source called “%(name)s” here.") % {"name": name})
    return source


def named_or_none(name: str) -> Source | None:
    """The source `name`; None, and a line in the log, where there is none."""
    if name not in _registered and name in SHIPPED:
        register_source(import_string(SHIPPED[name])())
    if name not in _registered:
        logger.warning("OWNYOU_SOURCES names %r, but no source is called that.", name)
    return _registered.get(name)
