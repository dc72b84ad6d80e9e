"""From a goal as it was understood to a wish that can be planned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from agency.reasoning import value_words
from agency.reasoning.dates import find_dates
from agency.reasoning.slots.places import Located, locate
from agency.reasoning.slots.returning import says_back
from missions import money
from missions.brief import Brief
from missions.homes import home_of
from missions.trips import asked, spending, swaps
from missions.trips.company import with_company
from missions.trips.day_wishes import SLOT as BY_DAY
from missions.trips.day_wishes import from_slot
from missions.trips.first_days import FEW_DAYS, first_day_in, weekday_from
from missions.trips.learned_there import PLACE, in_these
from missions.trips.regions import area_elsewhere, cities_of_area
from missions.trips.turns import as_slots, read_turn
from missions.trips.weekdays import in_their_month
from missions.trips.wish import MOST_DAYS, City, Pace, TripWish
from missions.trips.words import (
    IF_NEEDED,
    OWN_WAY,
    cities_in,
    city_named,
    counts_days,
    counts_from_a_date,
    counts_nights,
    days_in,
    flies,
    goes_for_a_day,
    leads_to,
    listed_cities,
    no_flights_between,
    origin_in,
    start_in,
)
from ownyou.lib.text import key_of, says

ABOUT = Decimal("1.1")
"""What "about" so much may come to."""

DAY = timedelta(days=1)
USUAL_DAYS, USUAL_PEOPLE = 4, 2
NEAR_DAYS = 21
"""Without a date the trip is planned for three weeks ahead."""

NO_DAYS = ("PT0S", "P0D")
"""Durations that are none."""

_WITHIN = re.compile(r"(?:between|zwischen|entre)\b", re.IGNORECASE)
"""Before dates between which the trip is to lie, which are not its own."""

_INTERESTS = ("travel.interests.", "itinerary.interests.")

WAYS_BY = {"no": ("train",), "yes": ("flight",), IF_NEEDED: ("train", "flight")}
"""What they travel with, by the slot "fly", what they would rather take first; without it, with either."""

PACES: dict[str, Pace] = {"slow": "slow", "normal": "normal", "full": "full"}


def settle_trip(slots: dict[str, Any], text: str) -> dict[str, Any]:
    """What a sentence says about a trip beyond the common slots: cities, origin, days, ways, likes."""
    settled = spending.as_slots(text, asked.as_slots(text, as_slots(read_turn(text), slots)))
    settled = in_their_month(text, with_company(text, settled))
    cities, origin = _stations(text)
    if not cities and slots.get("place"):
        cities = listed_cities(str(slots["place"]))
    cities = [city for city in cities if city != origin]
    if cities:
        settled |= {"cities": cities, "place": " and ".join(cities)}
    elif origin is not None and key_of(str(slots.get("place") or "")) == key_of(origin):
        settled.pop("place", None)
    if origin is not None:
        settled["origin"] = origin
    if (days := _days_said(text)) is not None:
        settled["duration"] = f"P{days}D"
        nights = counts_nights(text)
        settled |= counted_from(settled.get("date"), days - nights) if counts_from_a_date(text) else {}
        settled |= _to_the_morning_after(settled.get("date"), days) if nights else {}
    elif "duration" not in settled and (days := _days_away(text, settled.get("date"))) is not None:
        settled["duration"] = f"P{days}D"
    if settled.get("duration") in NO_DAYS:
        settled.pop("duration")
    if "duration" not in settled and cities and goes_for_a_day(text):
        settled |= {"duration": "P1D"}
        settled.pop("day_trips", None)
    if said := flies(text):
        settled["fly"] = said
    elif no_flights_between(text):
        settled.pop("fly", None)
    here = {*cities, origin, *(value_words.titled(one) for one in settled.get("kitchens", []))}
    settled["wanted"] = [name for name in settled.get("wanted", []) if not {name, city_named(name)} & here]
    return {name: value for name, value in settled.items() if value not in ([], None)}


def _days_away(text: str, said: Any) -> int | None:
    """The days from the first to the last, where it was said: "5-9 May", "on Friday, back on Monday"."""
    if isinstance(said, dict) and "days" not in said and says_back(text):
        away = date.fromisoformat(said["end"]) - date.fromisoformat(said["start"])
        return away.days + 1 if away.days > 0 else None
    return days_between_dates(text)


def _days_said(text: str) -> int | None:
    """The days in numbers; a weekend "from 7 to 9 May" is what its dates are."""
    days = days_in(text)
    return days if days is None or counts_days(text) else days_between_dates(text) or days


def _stations(text: str) -> tuple[list[str], str | None]:
    """Where a sentence wants to go, in order, and where it leaves from.

    Where it starts is left from if it wants to see an area elsewhere, and is the first city otherwise.
    """
    cities, origin, start = cities_in(text), origin_in(text), start_in(text)
    first = locate(start) if start and set(cities) <= {start} else None
    area = area_elsewhere(text, first) if first is not None and origin is None else None
    if first is not None and area is not None:
        return cities_of_area(text, first) or _middle_of(area, first), start
    if cities and first is None:
        return cities, origin
    return cities_of_area(text, locate(origin) if origin else None, first) or cities, origin


def _middle_of(area: str, origin: Located) -> list[str]:
    """The city that an area stands for where none in it is named."""
    place = locate(area, origin.country)
    return [place.name] if place else []


def _to_the_morning_after(said: Any, days: int) -> dict[str, Any]:
    """ "2 nights from Friday" is read as the two days of those nights; the trip ends on the third."""
    if not isinstance(said, dict) or "days" in said:
        return {}
    last = date.fromisoformat(said["start"]) + timedelta(days=days - 1)
    return {"date": said | {"end": last.isoformat()}} if date.fromisoformat(said["end"]) == last - DAY else {}


def counted_from(said: Any, days: int) -> dict[str, str]:
    """The grammar reads "7 days from 3 June" as the 10th: for a trip the 3rd is its first day."""
    if not isinstance(said, str):
        return {}
    return {"date": (date.fromisoformat(said) - timedelta(days=days)).isoformat()}


def days_between_dates(text: str) -> int | None:
    """How many days "from 10 to 14 May" are; None for a window in which they are to lie."""
    for language in ("en", "de", "fr"):
        for span in find_dates(text, ref=datetime.now(UTC).replace(tzinfo=None), language=language):
            begins, ends = span.begins, span.ends
            if span.kind != "daterange" or span.grain != "day" or _WITHIN.match(span.text):
                continue
            if isinstance(begins, date) and isinstance(ends, date) and 1 < (ends - begins).days <= MOST_DAYS:
                return (ends - begins).days
    return None


def wish_of(brief: Brief) -> TripWish | None:
    """The trip as wished for; None while nobody said where to."""
    cities = cities_of(brief)
    if not cities:
        return None
    slots, people = brief.slots, brief.people or USUAL_PEOPLE
    first, days, exact = _when(brief)
    origin = origin_of(brief)
    home = origin is not None and any(origin.name == city.name for city in cities)
    return TripWish(
        cities=tuple(cities),
        first=first,
        days=days,
        people=people,
        currency=brief.currency,
        language=brief.language,
        exact=exact,
        limit=limit_of(brief, people),
        origin=None if home or slots.get("fly") == OWN_WAY else origin,
        home=home,
        pace=PACES.get(str(slots.get("pace") or _learned_pace(brief)), "normal"),
        late_start=slots.get("late_start") is True or brief.taste("travel.late_start") is not None,
        diets=_diets(brief),
        liked=frozenset([*_words(slots.get("liked")), *_learned(brief, "like")]),
        fewer=frozenset([*_words(slots.get("fewer")), *_named_in(brief, "travel.less.")]),
        avoided=frozenset([*_words(slots.get("avoided")), *_learned(brief, "dislike")]),
        excluded=(*_words(slots.get("excluded")), *_named_in(brief, PLACE, cities)),
        wanted=tuple(_words(slots.get("wanted"))),
        day_trips=_number(slots.get("day_trips")),
        saving=saves(brief),
        picky=brief.taste("travel.restaurants.rated") is not None,
        kitchens=tuple(_words(slots.get("kitchens"))),
        no_kitchens=frozenset(_words(slots.get("no_kitchens"))),
        rules=tuple(_words(slots.get("stay_rules"))),
        rooms=tuple(_words(slots.get("stay_kinds"))),
        no_rooms=tuple(_words(slots.get("no_stay_kinds"))),
        no_car=slots.get("no_car") is True,
        step_free=slots.get("step_free") is True,
        by_day=from_slot(slots.get(BY_DAY), first, days),
        swaps=swaps.from_slot(slots.get(swaps.SLOT)),
        ways=WAYS_BY.get(str(slots.get("fly") or ""), ("flight", "train")),
    )


def saves(brief: Brief) -> bool:
    """Whether it is to cost as little as possible, or "cheaper" was said about the whole."""
    slots = brief.slots
    return brief.adjustments.sort == "price" or spending.SAVING in slots or spending.of_nothing(slots)


def cities_of(brief: Brief) -> list[City]:
    """Where to go, in order, each city once."""
    named = _words(brief.slots.get("cities")) or listed_cities(str(brief.slots.get("place") or ""))
    if len(named) > 1 and _starts_at_home(named[0], brief):
        others = cities_of_area(brief.goal, locate(named[0]))
        named = others if set(named[1:]) <= set(others) else named[1:]
    country = (brief.home or {}).get("country")
    places = [place for name in named if (place := locate(name, None) or locate(name, country))]
    return [_city(place) for place in {place.name: place for place in places}.values()]


def _starts_at_home(city: str, brief: Brief) -> bool:
    """Whether the trip is said to start in a city because the person lives there."""
    home = str((brief.home or {}).get("name") or "").partition(",")[0]
    return key_of(city) == key_of(home) and (start_in(brief.goal) == city or leads_to(brief.goal, city))


def origin_of(brief: Brief) -> City | None:
    """Where they leave from: as said, else from home; None when neither is known."""
    said = brief.slots.get("origin")
    if said and (place := locate(str(said))) is not None:
        return _city(place)
    home = home_of(brief)
    return _city(home) if home else None


def _city(place: Located) -> City:
    return City(place.name, place.country, place.lat, place.lon, place.zone)


def limit_of(brief: Brief, people: int) -> Decimal | None:
    """The most that the whole trip may cost, in the person's currency."""
    said = brief.slots.get("budget")
    if not isinstance(said, dict) or said.get("bound") == "min" or said.get("amount") is None:
        return None
    amount = Decimal(str(said["amount"]))
    if amount <= 0:
        return None
    if said.get("per") == "person":
        amount *= people
    limit = money.limit_converted(amount, said.get("currency") or brief.currency, brief.currency)
    return money.named(limit * ABOUT) if limit is not None and said.get("bound") == "about" else limit


BEGINS = "begins"
"""The slot of the first day of a trip whose days nobody named, once it is planned."""

# When ------------------------------------------------------------------------------------------------------


def _when(brief: Brief) -> tuple[date, int, bool]:
    """First day, number of days, and whether that first day was named."""
    start, end = dates_of(brief)
    days = days_of(brief)
    today = brief.now.astimezone(brief.tz).date()
    kept = _kept_first(brief, start, end, days or USUAL_DAYS, today)
    if start is None or end is None:
        if kept is not None:
            return kept, days or USUAL_DAYS, False
        return weekday_from(today + timedelta(days=NEAR_DAYS), days or USUAL_DAYS), days or USUAL_DAYS, False
    span = (end - start).days + 1
    if days is None:
        days = span if 1 < span <= FEW_DAYS * 7 else USUAL_DAYS
    if span <= max(days, 1) + 1 or span == 1:
        return start, days if span == 1 or days > MOST_DAYS else min(days, span), True
    return kept or first_day_in(start, end, days, today), days, False


def with_its_days(brief: Brief) -> Brief:
    """The goal with the first day that was taken for it, so that later turns plan the same days.

    The day is chosen anew where it does not lie within what was said of when any more, or has passed.
    """
    wish = wish_of(brief)
    slots = {name: value for name, value in brief.slots.items() if name != BEGINS}
    if wish is not None and not wish.exact:
        slots[BEGINS] = wish.first.isoformat()
    return brief.model_copy(update={"slots": slots})


def _kept_first(brief: Brief, start: date | None, end: date | None, days: int, today: date) -> date | None:
    """The first day that was taken before, where all days still lie within the window and ahead."""
    said = brief.slots.get(BEGINS)
    first = date.fromisoformat(said) if isinstance(said, str) else None
    if first is None or first <= today or (start is not None and first < start):
        return None
    return None if end is not None and first + timedelta(days=days - 1) > end else first


def days_of(brief: Brief) -> int | None:
    """How many days were wished for, if that was said."""
    said = brief.slots.get("duration")
    if not isinstance(said, str) or not said.startswith("P"):
        return None
    number = said[1:].rstrip("DWMYT0123456789HS") or said[1:]
    digits = "".join(char for char in number if char.isdigit())
    if not digits:
        return None
    unit = {"W": 7, "M": 30, "D": 1}.get(number[len(digits) : len(digits) + 1], 1)
    return max(1, int(digits) * unit)


def dates_of(brief: Brief) -> tuple[date | None, date | None]:
    """The days named: from and to, the same for a single one. Of days that are a choice, the first."""
    said = brief.slots.get("date")
    if isinstance(said, dict) and said.get("days"):
        return (date.fromisoformat(said["days"][0]),) * 2
    if isinstance(said, dict) and said.get("start") and said.get("end"):
        return date.fromisoformat(said["start"]), date.fromisoformat(said["end"])
    if isinstance(said, str):
        return date.fromisoformat(said), date.fromisoformat(said)
    return None, None


# Likes -----------------------------------------------------------------------------------------------------


def _diets(brief: Brief) -> tuple[str, ...]:
    needs = [taste for taste in brief.tastes_under("dining.diet.") if taste.polarity == "need"]
    learned = [taste.key.split(".")[2] for taste in needs]
    return tuple(
        dict.fromkeys(word.replace("-", "_") for word in (*_words(brief.slots.get("diet")), *learned))
    )


def _learned(brief: Brief, polarity: str) -> list[str]:
    """Categories that were learned to be liked or disliked on trips: `travel.interests.garden`."""
    known = [one for prefix in _INTERESTS for one in brief.tastes_under(prefix)]
    tastes = [taste for taste in known if taste.polarity == polarity]
    return [taste.key.split(".")[2].replace("_", " ") for taste in tastes]


def _named_in(brief: Brief, prefix: str, cities: Sequence[City] = ()) -> list[str]:
    """What is named in dislikes below a dotted prefix: kinds of which there were too many, places not to go
    to again. What they ask for now is not among them."""
    wanted = {key_of(one) for one in (*_words(brief.slots.get("wanted")), *_words(brief.slots.get("liked")))}
    known = in_these(brief.tastes_under(prefix), [city.name for city in cities])
    disliked = (one for one in known if one.polarity == "dislike")
    named = (str(one.value) for one in disliked)
    return [name for name in named if not any(says(key_of(name), word) for word in wanted)]


def _learned_pace(brief: Brief) -> str:
    """The pace chosen on an earlier trip (`travel.pace`), or wished for after one (`travel.pace.slow`)."""
    if (chosen := brief.taste("travel.pace")) is not None:
        return str(chosen.value)
    wished = [taste.key.rsplit(".", 1)[-1] for taste in brief.tastes_under("travel.pace.")]
    return next((pace for pace in wished if pace in PACES), "normal")


def _words(value: Any) -> list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    return [str(value)] if value else []


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int | float) else 0
