"""The files that are delivered with an approved plan."""

from __future__ import annotations

from missions.brief import Brief
from missions.plugins.complex import File
from missions.trips.calendar import calendar_of
from missions.trips.markdown import daily_schedule
from missions.trips.pdf import booking_summary
from missions.trips.plan import TripPlan


def files_of(plan: TripPlan, brief: Brief) -> list[File]:
    """`final/booking_summary.pdf`, `final/daily_schedule.md`, `final/itinerary.ics`."""
    return [
        File("final/booking_summary.pdf", booking_summary(plan, brief.language), "application/pdf"),
        File("final/daily_schedule.md", daily_schedule(plan, brief.language).encode()),
        File("final/itinerary.ics", calendar_of(plan, brief.now), "text/calendar"),
    ]
