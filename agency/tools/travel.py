"""Flights and stays, through SerpApi's google_flights and google_hotels."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field, JsonValue, model_validator

from agency.sources.base import SourceUnavailable
from agency.sources.serpapi.client import ask, rows
from agency.tools.shapes import Line
from trust.misfits import Misplaced
from trust.tools import Done, Errand, Kind, ToolFailed, ToolSpec

type Row = dict[str, JsonValue]


class FlightsWanted(BaseModel):
    """From and to as IATA codes of airports, with days."""

    departure: str = Field(pattern=r"^[A-Z]{3}$", description="IATA code")
    arrival: str = Field(pattern=r"^[A-Z]{3}$", description="IATA code")
    outbound: date
    back: date | None = None
    people: int = Field(1, ge=1, le=9)


class Flight(BaseModel):
    """One way to fly: minutes in all, price for all people in the person's currency as the source says it."""

    airline: str
    number: str
    departs: str = Field(description="local time at the airport")
    arrives: str
    stops: int
    minutes: int
    price: float | None = None


class Flights(BaseModel):
    flights: list[Flight]


class StaysWanted(BaseModel):
    city: Line = Field(max_length=120)
    checkin: date
    checkout: date
    people: int = Field(2, ge=1, le=12)

    @model_validator(mode="after")
    def _in_order(self) -> StaysWanted:
        if self.checkout <= self.checkin:
            raise Misplaced("checkout", _("You must leave after the day on which you arrive."))
        return self


class Stay(BaseModel):
    name: str
    price_a_night: float | None = None
    rating: float | None = None
    reviews: int | None = None
    link: str = ""


class Stays(BaseModel):
    stays: list[Stay]


def find_flights(errand: Errand, wanted: FlightsWanted) -> Done[Flights]:
    """Ask for flights. Raises `ToolFailed` when the source could not be asked."""

    def read(answer: Row) -> list[Flight]:
        found = [*rows(answer, "best_flights"), *rows(answer, "other_flights")]
        return [flight for row in found if (flight := _flight(row)) is not None]

    try:
        flights = ask(
            "google_flights",
            errand.deadline,
            read,
            departure_id=wanted.departure,
            arrival_id=wanted.arrival,
            outbound_date=wanted.outbound.isoformat(),
            return_date=wanted.back.isoformat() if wanted.back else "",
            type="1" if wanted.back else "2",
            adults=str(wanted.people),
            currency=errand.user.currency,
        )
    except SourceUnavailable as error:
        raise ToolFailed(error.reason, away=error.away) from error
    return Done(Flights(flights=flights[:20]))


def _flight(row: Row) -> Flight | None:
    legs = [leg for leg in row.get("flights") or [] if isinstance(leg, dict)]  # type: ignore[union-attr]
    if not legs:
        return None
    price, minutes = row.get("price"), row.get("total_duration")
    return Flight(
        airline=str(legs[0].get("airline") or ""),
        number=str(legs[0].get("flight_number") or ""),
        departs=_time(legs[0].get("departure_airport")),
        arrives=_time(legs[-1].get("arrival_airport")),
        stops=len(legs) - 1,
        minutes=minutes if isinstance(minutes, int) else 0,
        price=float(price) if isinstance(price, int | float) else None,
    )


def _time(airport: JsonValue) -> str:
    return str(airport.get("time") or "") if isinstance(airport, dict) else ""


def find_stays(errand: Errand, wanted: StaysWanted) -> Done[Stays]:
    """Ask for places to stay. Raises `ToolFailed` when the source could not be asked."""
    try:
        stays = ask(
            "google_hotels",
            errand.deadline,
            lambda answer: [_stay(row) for row in rows(answer, "properties") if row.get("name")],
            q=wanted.city,
            check_in_date=wanted.checkin.isoformat(),
            check_out_date=wanted.checkout.isoformat(),
            adults=str(wanted.people),
            currency=errand.user.currency,
        )
    except SourceUnavailable as error:
        raise ToolFailed(error.reason, away=error.away) from error
    return Done(Stays(stays=stays[:20]))


def _stay(row: Row) -> Stay:
    rate, rating, reviews = row.get("rate_per_night"), row.get("overall_rating"), row.get("reviews")
    lowest = rate.get("extracted_lowest") if isinstance(rate, dict) else None
    link = str(row.get("link") or "")
    return Stay(
        name=str(row["name"]),
        price_a_night=float(lowest) if isinstance(lowest, int | float) else None,
        rating=float(rating) if isinstance(rating, int | float) else None,
        reviews=reviews if isinstance(reviews, int) else None,
        link=link if link.startswith(("https://", "http://")) else "",
    )


FLIGHTS = ToolSpec(
    name="travel.flights",
    title=gettext_noop("Find flights"),
    agent="travel",
    kind=Kind.READ,
    description="Find flights between two airports (IATA codes).",
    arguments=FlightsWanted,
    result=Flights,
    run=find_flights,
    idempotent=True,
    untrusted=True,
    costs=True,  # each search is paid for
    egress=True,
    published=True,
    consumes={"departure": "string:airport", "arrival": "string:airport"},
    produces={"flights": "object[]"},
    verbs=("find flights from Berlin to Rome", "search for flights"),
)
STAYS = ToolSpec(
    name="travel.stays",
    title=gettext_noop("Find places to stay"),
    agent="travel",
    kind=Kind.READ,
    description="Find hotels in a city for some nights.",
    arguments=StaysWanted,
    result=Stays,
    run=find_stays,
    idempotent=True,
    untrusted=True,
    costs=True,  # each search is paid for
    egress=True,
    published=True,
    consumes={"city": "string:place"},
    produces={"stays": "object[]"},
    verbs=("find a hotel", "search for a place to stay"),
)
TOOLS = (FLIGHTS, STAYS)
