"""Trips: getting there, where to sleep, what to see and eat, in days that can be kept."""

from __future__ import annotations

from missions.trips.mission import TripMission


class Travel(TripMission):
    """One city or several, with flights, trains or neither."""
