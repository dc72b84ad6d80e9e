"""The files that are delivered with an approved plan."""

from __future__ import annotations

from missions.brief import Brief
from missions.plugins.complex import File
from missions.trips.maps import day_map
from missions.trips.markdown import daily_schedule
from missions.trips.plan import TripPlan


def files_of(plan: TripPlan, brief: Brief) -> list[File]:
    """Booking summary, daily schedule, calendar, and a map for each day."""
    # Here, not above: every process knows of trips, few print one, and these libraries take half a second.
    from missions.trips.calendar import calendar_of
    from missions.trips.pdf import booking_summary

    maps = ((number, day_map(day)) for number, day in enumerate(plan.days, 1))
    pictures = [File(f"final/maps/day_{n}.svg", svg.encode(), "image/svg+xml") for n, svg in maps if svg]
    return [
        *pictures,
        File("final/booking_summary.pdf", booking_summary(plan, brief.language), "application/pdf"),
        File("final/daily_schedule.md", daily_schedule(plan, brief.language).encode()),
        File("final/itinerary.ics", calendar_of(plan, brief.now), "text/calendar"),
    ]
