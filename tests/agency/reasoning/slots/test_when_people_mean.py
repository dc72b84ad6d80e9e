"""Days and times as slots, as people write them on Wednesday, 25 November 2026, at half past ten."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.slots import SlotContext, SlotSpec, extract_slots

REF = datetime(2026, 11, 25, 10, 30)
SPECS = [SlotSpec(name="date", type="date"), SlotSpec(name="time", type="time")]
TODAY = "2026-11-25"


def read(text: str, zone: str = "Europe/London") -> dict[str, Any]:
    found = extract_slots(text, SPECS, SlotContext(ref=REF, zone=zone))
    return {name: slot.value for name, slot in found.items()}


def days(start: str, end: str) -> dict[str, str]:
    return {"start": start, "end": end}


UP_TO = {
    "find a dentist before Friday": "2026-11-26",
    "need a plumber by friday pls": "2026-11-27",
    "Zahnarzt bis Freitag": "2026-11-27",
    "Zahnarzttermin vor Freitag bitte": "2026-11-26",
    "I can stay until the 5th": "2026-12-05",
    "no later than friday": "2026-11-27",
    "not later than the 10th of December": "2026-12-10",
    "spätestens am 5. Dezember": "2026-12-05",
    "bis spätestens Freitag": "2026-11-27",
    "bis Ende der Woche": "2026-11-29",
    "by end of week": "2026-11-29",
    "done by eow": "2026-11-29",
    "by the end of the month": "2026-11-30",
    "bis Jahresende": "2026-12-31",
    "before christmas": "2026-12-24",
    "vor Weihnachten": "2026-12-24",
    "until christmas": "2026-12-25",
    "before the weekend": "2026-11-27",
    "by the weekend": "2026-11-28",
    "by tomorrow": "2026-11-26",
    "antes del viernes": "2026-11-26",
    "hasta el 5 de diciembre": "2026-12-05",
    "entro venerdì": "2026-11-27",
    "fino al 5 dicembre": "2026-12-05",
    "jusqu'à vendredi": "2026-11-27",
}


@pytest.mark.parametrize(("text", "last"), UP_TO.items())
def test_an_end_alone_begins_today(text: str, last: str) -> None:
    assert read(text)["date"] == days(TODAY, last)


DAYS = {
    "trip to Lisbon in a fortnight": "2026-12-09",
    "in 2 wks": "2026-12-09",
    "in zwei Wochen": "2026-12-09",
    "a week today": "2026-12-02",
    "tomorrow week": "2026-12-03",
    "in a weeks time": "2026-12-02",
    "heute in einer Woche": "2026-12-02",
    "friday week": "2026-12-04",
    "the thursday after next": "2026-12-10",
    "dinner 2moro": "2026-11-26",
    "dinner on satruday": "2026-11-28",
    "nicht vor Freitag": "2026-11-27",
    "silvester": "2026-12-31",
    "nach Weihnachten": "2026-12-26",
    "3.1.2027": "2027-01-03",
    "pasado mañana": "2026-11-27",
    "el próximo sábado": "2026-11-28",
    "dentro de 10 días": "2026-12-05",
    "tra due settimane": "2026-12-09",
    "sabato prossimo": "2026-11-28",
    "not on friday, saturday please": "2026-11-28",
    "next wknd": days("2026-12-05", "2026-12-06"),
    "italian dinner end of next week": days("2026-12-03", "2026-12-06"),
    "first weekend of December": days("2026-12-05", "2026-12-06"),
    "am ersten Dezemberwochenende nach Rom": days("2026-12-05", "2026-12-06"),
    "in der ersten Januarwoche": days("2027-01-04", "2027-01-10"),
    "Ende des Monats": days("2026-11-21", "2026-11-30"),
    "in the coming days": days("2026-11-26", "2026-11-28"),
    "in den nächsten Tagen": days("2026-11-26", "2026-11-28"),
    "friday or saturday": days("2026-11-27", "2026-11-28"),
    "Freitag oder Samstag": days("2026-11-27", "2026-11-28"),
    "este fin de semana": days("2026-11-28", "2026-11-29"),
    "la semana que viene": days("2026-11-30", "2026-12-06"),
    "entre el 3 y el 7 de enero": days("2027-01-03", "2027-01-07"),
    "dal 3 al 7 gennaio": days("2027-01-03", "2027-01-07"),
    "fly to Tokyo leaving next Thursday, returning the 20th": days("2026-12-03", "2026-12-20"),
    "Lisbon on Dec 5 and return Dec 9": days("2026-12-05", "2026-12-09"),
    "Flug nach Lissabon am 5. Dezember, zurück am 9. Dezember": days("2026-12-05", "2026-12-09"),
    "next Friday to Vienna, back on Monday": days("2026-12-04", "2026-12-07"),
    "to Oslo on December 28, home again on the 3rd": days("2026-12-28", "2027-01-03"),
    "Madrid el 5 de diciembre, vuelta el 9 de diciembre": days("2026-12-05", "2026-12-09"),
    "back home on Friday I want sushi": "2026-11-27",
    "we meet on the first Monday": "2026-12-07",
    "jazz on the second saturday": "2026-12-12",
    "am ersten Montag": "2026-12-07",
    "first Monday of the month": "2026-12-07",
    "Friday the 27th": "2026-11-27",
    "any day next week": days("2026-11-30", "2026-12-06"),
}


@pytest.mark.parametrize(("text", "date"), DAYS.items())
def test_a_day_or_a_stretch_of_them(text: str, date: Any) -> None:
    assert read(text)["date"] == date


HOURS = {
    "drinks after work": days("17:00", "21:00"),
    "Bier nach der Arbeit am Donnerstag": days("17:00", "21:00"),
    "halb acht": "19:30",
    "viertel nach 7": "19:15",
    "ab 18 Uhr": "18:00",
    "before 9am on monday": days("00:00", "09:00"),
    "mañana por la noche": days("18:00", "23:00"),
    "el sábado a las 21h": "21:00",
    "stasera alle nove": "21:00",
    "domani a pranzo": days("12:00", "14:00"),
    "so gegen 20 Uhr": "20:00",
}


@pytest.mark.parametrize(("text", "time"), HOURS.items())
def test_a_time_of_day(text: str, time: Any) -> None:
    assert read(text)["time"] == time


NO_DAY = (
    "not on friday",
    "rent a car by the hour",
    "pizza by the slice",
    "a place by the sea",
    "so gegen 8",
    "trip to Santo Domingo",
    "Los Angeles and Las Vegas",
    "until further notice",
    "I'll be back before long",
    "quiero un telefono por la mitad",
    "siamo in quattro",
    "una pizza per due",
)


@pytest.mark.parametrize("text", NO_DAY)
def test_a_day_that_was_not_said_is_not_invented(text: str) -> None:
    assert "date" not in read(text)


@pytest.mark.parametrize(
    ("zone", "date"),
    [("Europe/London", "2026-12-03"), ("America/New_York", "2027-03-12"), ("UTC", "2027-03-12")],
)
def test_figures_stand_in_the_order_of_the_place(zone: str, date: str) -> None:
    assert read("3/12", zone)["date"] == date


def test_a_fortnight_ahead_is_no_length_of_the_trip() -> None:
    from missions.trips.words import days_in

    assert days_in("trip to Lisbon in a fortnight") is None
    assert days_in("a fortnight in Lisbon") == 14
