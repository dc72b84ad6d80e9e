"""What flights and trains usually cost and how long they take; pure.

The flight model is a straight line through ordinary economy fares (about $150 there and back over 900 km,
$600 over 5,800 km, $840 over 8,300 km) times three factors that travellers know: the day of the week, the
season, and how long before the flight one books. It knows no airline and no free seat, so it is only good for
planning, and everything that comes from it is labelled `LABEL`.
"""

from __future__ import annotations

from datetime import date
from decimal import ROUND_HALF_UP, Decimal

LABEL = "estimate, not bookable"
CURRENCY = "USD"

FIXED, PER_KM = 35.0, 0.046
"""One way in US dollars: airport charges, and each kilometre along the great circle."""

ONE_STOP = 0.84
UNSOCIAL = 0.9
"""A direct flight at an hour that few like."""

WEEKDAYS = (1.0, 0.92, 0.92, 1.0, 1.14, 0.97, 1.14)
"""Monday to Sunday."""

MONTHS = (0.9, 0.9, 0.95, 1.03, 1.03, 1.12, 1.25, 1.25, 1.05, 1.0, 0.9, 1.05)
HOLIDAYS = 1.35
"""From 19 December to 4 January."""

LEAD = ((7, 1.6), (14, 1.35), (28, 1.15), (150, 1.0))
LATER = 1.05
"""Days before the flight up to which a factor holds; after the last one airlines have not opened sales."""

CRUISE_KMH, GROUND_HOURS = 830.0, 0.6
STOP_HOURS, DETOUR = 2.4, 1.08


def flight_fare(km: float, day: date, today: date, *, stops: int = 0, unsocial: bool = False) -> Decimal:
    """US dollars for one person one way on `day`, booked `today`; whole dollars."""
    base = FIXED + PER_KM * km
    factor = WEEKDAYS[day.weekday()] * season(day) * lead((day - today).days)
    factor *= ONE_STOP if stops else 1.0
    factor *= UNSOCIAL if unsocial else 1.0
    return Decimal(str(base * factor)).quantize(Decimal(1), rounding=ROUND_HALF_UP)


def flight_minutes(km: float, stops: int = 0) -> int:
    """From gate to gate, to five minutes."""
    hours = GROUND_HOURS + km / CRUISE_KMH
    if stops:
        hours = GROUND_HOURS * 2 + km * DETOUR / CRUISE_KMH + STOP_HOURS
    return round(hours * 12) * 5


def season(day: date) -> float:
    """How much dearer than usual it is to fly on `day`."""
    if (day.month, day.day) >= (12, 19) or (day.month, day.day) <= (1, 4):
        return HOLIDAYS
    return MONTHS[day.month - 1]


def lead(days: int) -> float:
    """How much dearer than usual it is to book that many days ahead."""
    return next((factor for limit, factor in LEAD if days < limit), LATER)


def train_fare(km: float, day: date, today: date) -> Decimal:
    """US dollars for one person one way: $14 and 12 cents a kilometre by rail, dearer at short notice."""
    factor = (1.1 if day.weekday() in (4, 6) else 1.0) * (1.3 if (day - today).days < 14 else 1.0)
    return Decimal(str((14 + 0.12 * km) * factor)).quantize(Decimal(1), rounding=ROUND_HALF_UP)
