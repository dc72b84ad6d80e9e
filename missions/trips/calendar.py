"""A plan as an iCalendar file (RFC 5545): its ways, nights and items, on the clocks of the place."""

from __future__ import annotations

import hashlib
from datetime import date, datetime, time, timedelta

from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from missions.trips.plan import Day, Item, Leg, Stay, TripPlan
from missions.trips.wording import way_words

PRODUCT = "-//OwnYou//Trips//EN"


def calendar_of(plan: TripPlan, made: datetime) -> bytes:
    """The calendar's file. Times are "floating": a traveller's own clock shows them as they are there."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", plan.title)
    for leg in plan.transport:
        calendar.add_component(_leg(leg, plan, made))
    for stay in plan.stays:
        calendar.add_component(_stay(stay, plan, made))
    for day in plan.days:
        for item in day.items:
            if item.kind != "free" and not _is_a_leg(item, plan):
                calendar.add_component(_item(item, day, plan, made))
    return bytes(calendar.to_ical())


def _is_a_leg(item: Item, plan: TripPlan) -> bool:
    return (
        item.kind == "transfer" and bool(item.offer) and item.offer in {leg.offer for leg in plan.transport}
    )


def _event(title: str, plan: TripPlan, made: datetime, *about: object, sample: bool = False) -> Event:
    """`sample`: what the title names is sample data, which a calendar shows nowhere but in the title."""
    event = Event()
    event.add("summary", f"{title} ({_('sample data')})" if sample else title)
    event.add("dtstamp", made)
    said = "|".join(str(one) for one in (plan.title, title, *about))
    event.add("uid", f"{hashlib.blake2b(said.encode(), digest_size=12).hexdigest()}@ownyou")
    return event


def _leg(leg: Leg, plan: TripPlan, made: datetime) -> Event:
    event = _event(f"{way_words(leg.kind)} {leg.called}", plan, made, leg.date)
    if leg.leaves is None or leg.arrives is None:
        event.add("dtstart", leg.date)
        return event
    event.add("dtstart", datetime.combine(leg.date, leg.leaves))
    event.add("dtend", datetime.combine(_arrival(leg), leg.arrives))
    if leg.note:
        event.add("description", leg.note)
    return event


def _arrival(leg: Leg) -> date:
    """The day of arriving, on the clocks there: never before leaving."""
    late = leg.leaves is not None and leg.arrives is not None and leg.arrives <= leg.leaves
    return leg.date + timedelta(days=1) if late else leg.date


def _stay(stay: Stay, plan: TripPlan, made: datetime) -> Event:
    event = _event(_("Stay: %(name)s") % {"name": stay.name}, plan, made, stay.checkin, sample=stay.sample)
    event.add("dtstart", stay.checkin)
    event.add("dtend", stay.checkout)
    event.add("location", f"{stay.name}, {stay.called}")
    event.add("transp", "TRANSPARENT")
    if stay.link:
        event.add("url", stay.link)
    return event


def _item(item: Item, day: Day, plan: TripPlan, made: datetime) -> Event:
    event = _event(item.name, plan, made, day.date, item.start, sample=item.sample)
    event.add("dtstart", _at(day.date, item.start))
    event.add("dtend", _at(day.date, item.end))
    if item.kind != "transfer":
        event.add("location", f"{item.name}, {day.called}")
    if item.spot is not None:
        event.add("geo", (item.spot.lat, item.spot.lon))
    if item.note:
        event.add("description", item.note)
    if item.link:
        event.add("url", item.link)
    return event


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock)
