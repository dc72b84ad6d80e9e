"""Days that people name: fixed ones, those that hang on Easter, and those on an nth weekday."""

from __future__ import annotations

from datetime import date, timedelta

from dateutil.easter import easter

from .arithmetic import month_period, weekday_of

FIXED = {
    "new_year": (1, 1), "epiphany": (1, 6), "valentine": (2, 14), "patrick": (3, 17), "fools": (4, 1),
    "earth": (4, 22), "labour": (5, 1), "may_fourth": (5, 4), "mayo": (5, 5), "juneteenth": (6, 19),
    "peter_paul": (6, 29), "independence": (7, 4), "bastille": (7, 14), "assumption": (8, 15),
    "german_unity": (10, 3), "reformation": (10, 31), "halloween": (10, 31), "all_saints": (11, 1),
    "all_souls": (11, 2), "guy_fawkes": (11, 5), "armistice": (11, 11), "nicholas": (12, 6),
    "christmas_eve": (12, 24), "christmas": (12, 25), "boxing": (12, 26), "new_year_eve": (12, 31),
    "women": (3, 8), "groundhog": (2, 2), "victory": (5, 8),
}  # fmt: skip
EASTER = {
    "easter": 0, "good_friday": -2, "maundy_thursday": -3, "palm_sunday": -7, "ash_wednesday": -46,
    "carnival_monday": -48, "mardi_gras": -47, "easter_monday": 1, "ascension": 39, "pentecost": 49,
    "whit_monday": 50, "corpus_christi": 60,
}  # fmt: skip
NTH = {  # month, weekday, nth
    "mlk": (1, 0, 3), "presidents": (2, 0, 3), "mothers": (5, 6, 2), "memorial": (5, 0, -1),
    "fathers": (6, 6, 3), "us_labor": (9, 0, 1), "columbus": (10, 0, 2), "thanksgiving": (11, 3, 4),
}  # fmt: skip


def holiday_date(key: str, year: int) -> date:
    """The date of a holiday in a year. Raises KeyError for a key that no table has."""
    if key in FIXED:
        return date(year, *FIXED[key])
    if key in EASTER:
        return easter(year) + timedelta(days=EASTER[key])
    if key in ("black_friday", "cyber_monday"):
        return holiday_date("thanksgiving", year) + timedelta(days=1 if key == "black_friday" else 4)
    if key.startswith("advent") or key == "eternity_sunday":
        sunday = date(year, 12, 24) - timedelta(days=(date(year, 12, 24).weekday() + 1) % 7)
        weeks = 4 if key == "eternity_sunday" else 4 - int(key[-1])
        return sunday - timedelta(weeks=weeks)
    month, weekday, nth = NTH[key]
    found = weekday_of(month_period(year, month), weekday, nth)
    assert found is not None, f"{key} has no day in {year}"
    return found
