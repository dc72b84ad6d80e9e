"""OpenStreetMap as a source of restaurants, sights, stays, halls and caterers, with the manners that its
servers ask for."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from agency.sources.base import Offer, SearchRequest, SourceUnavailable
from agency.sources.http import PoliteClient
from agency.sources.openstreetmap.elements import read_element
from agency.sources.openstreetmap.nominatim import Box, find_place
from agency.sources.openstreetmap.overpass import find_elements, find_places_to_eat
from agency.sources.openstreetmap.services import read_service, write_services_query
from agency.sources.openstreetmap.sights import read_sight, write_sights_query
from agency.sources.openstreetmap.stays import read_stay, write_stays_query
from agency.sources.settings import number_setting
from ownyou.lib.deadline import Deadline

type Coordinates = tuple[float, float]

TITLE = "OpenStreetMap"
DEFAULT_RADIUS_KM = 2.5
SIGHTS_RADIUS_KM = 6.0
STAYS_RADIUS_KM = 4.0
SERVICES_RADIUS_KM = 8.0
MOST_RADIUS_KM = 25.0
_WEEK = 7 * 86_400
_DAY = 86_400


def city_centre(words: str) -> Coordinates | None:
    """The centre of the city that `words` name, from the table that needs no network.

    None when the table does not know the first name of "Trastevere, Italy": the country alone is too wide.
    """
    from agency.reasoning.slots.places import locate  # loads a table of cities: only when it is asked

    if locate(words.partition(",")[0].strip()) is None:
        return None
    place = locate(words)
    return (place.lat, place.lon) if place else None


class OpenStreetMapSource:
    """Places to eat and to sleep, sights, and what gatherings need from Overpass, around a point that
    Nominatim finds where no table knows it."""

    name = "openstreetmap"
    title = TITLE
    kinds = frozenset({"restaurant", "sight", "stay", "service"})

    def __init__(self, locate: Callable[[str], Coordinates | None] = city_centre) -> None:
        self._locate = locate
        self._nominatim = PoliteClient(
            TITLE, seconds_between=number_setting("NOMINATIM_SECONDS", 1.0), keep_seconds=_WEEK
        )
        self._overpass = PoliteClient(
            TITLE, seconds_between=number_setting("OVERPASS_SECONDS", 1.0), keep_seconds=_DAY
        )

    def search(self, request: SearchRequest) -> list[Offer]:
        """See `agency.sources.base.Source.search`. Closed at the wanted time comes last, near before far."""
        deadline = Deadline.after(request.timeout)
        centre = self._centre(request, deadline)
        if request.kind == "sight":
            return self._sights(request, centre, deadline)
        if request.kind == "stay":
            return self._stays(request, centre, deadline)
        if request.kind == "service":
            return self._services(request, centre, deadline)
        radius_km = min(request.radius_km or DEFAULT_RADIUS_KM, MOST_RADIUS_KM)
        elements = find_places_to_eat(
            self._overpass,
            centre,
            radius_km,
            deadline,
            cuisines=request.cuisines,
            amenities=request.categories,
            seconds=request.timeout,
        )
        offers = filter(None, (read_element(element, request, centre) for element in elements))
        near = (offer for offer in offers if distance_of(offer) <= radius_km)
        return sorted(near, key=_rank)[: request.limit]

    def find_landmark(
        self, words: str, city: Coordinates, within_km: float, seconds: float
    ) -> Coordinates | None:
        """See `agency.sources.base.Landmarks`."""
        box = Box.around(city, within_km)
        return find_place(self._nominatim, words, Deadline.after(seconds), within=box)

    def _sights(self, request: SearchRequest, centre: Coordinates, deadline: Deadline) -> list[Offer]:
        """What there is to see, the best known first, then the nearest."""
        radius_km = min(request.radius_km or SIGHTS_RADIUS_KM, MOST_RADIUS_KM)
        query = write_sights_query(centre, radius_km, seconds=request.timeout)
        elements = find_elements(self._overpass, query, deadline)
        offers = filter(None, (read_sight(element, request, centre) for element in elements))
        near = [offer for offer in offers if distance_of(offer) <= radius_km]
        return sorted(near, key=lambda one: (-number_of(one, "known_in"), distance_of(one)))[: request.limit]

    def _stays(self, request: SearchRequest, centre: Coordinates, deadline: Deadline) -> list[Offer]:
        """Where to sleep, the nearest first."""
        radius_km = min(request.radius_km or STAYS_RADIUS_KM, STAYS_RADIUS_KM)
        query = write_stays_query(centre, radius_km, seconds=request.timeout)
        elements = find_elements(self._overpass, query, deadline)
        offers = filter(None, (read_stay(element, request, centre) for element in elements))
        near = [offer for offer in offers if distance_of(offer) <= radius_km]
        return sorted(near, key=distance_of)[: request.limit]

    def _services(self, request: SearchRequest, centre: Coordinates, deadline: Deadline) -> list[Offer]:
        """Halls and caterers, the nearest first; nothing of other services."""
        radius_km = min(request.radius_km or SERVICES_RADIUS_KM, MOST_RADIUS_KM)
        query = write_services_query(centre, radius_km, request.categories, seconds=request.timeout)
        elements = find_elements(self._overpass, query, deadline) if query else []
        offers = filter(None, (read_service(element, request, centre) for element in elements))
        near = [offer for offer in offers if distance_of(offer) <= radius_km]
        return sorted(near, key=distance_of)[: request.limit]

    def _centre(self, request: SearchRequest, deadline: Deadline) -> Coordinates:
        if request.near is not None:
            return request.near
        if not request.city.strip():
            raise SourceUnavailable(
                _("%(source)s can only search around a place, and none was named.") % {"source": TITLE}
            )
        centre = self._locate(request.city) or find_place(self._nominatim, request.city, deadline)
        if centre is None:
            # reasons hold no one's words
            raise SourceUnavailable(_("%(source)s knows no place of that name.") % {"source": TITLE})
        return centre


def distance_of(offer: Offer) -> float:
    """Kilometres from the middle of the search; 0 when not known."""
    return number_of(offer, "distance_km")


def number_of(offer: Offer, name: str) -> float:
    """A number among the offer's attributes; 0 when it has none."""
    value = offer.attributes.get(name)
    return float(value) if isinstance(value, (int, float)) else 0.0


def _rank(offer: Offer) -> tuple[bool, bool, float]:
    closed = offer.attributes.get("open_then") is False
    return (closed, offer.category != "restaurant", distance_of(offer))
