"""Dates, times, people and money do not take each other's words."""

from __future__ import annotations


def test_people_are_not_a_day_of_the_month(read):
    found = read("Friday night, 4 people")
    assert found["people"] == 4
    assert found["date"] in {"2026-11-27", "2026-12-04"}


def test_a_sum_is_not_a_year(read):
    found = read("$3000, 2 travelers")
    assert found["people"] == 2
    assert found["budget"] == {"amount": 3000, "currency": "USD", "bound": "max", "per": "total"}
    assert "date" not in found


def test_for_seven_at_eight(read):
    found = read("table for 7 at 8 pm")
    assert (found["people"], found["time"]) == (7, "20:00")


def test_ten_people_at_half_past_ten(read):
    found = read("10 people at 10:30")
    assert (found["people"], found["time"]) == (10, "10:30")


def test_all_of_a_dinner(read):
    found = read("dinner for four in Paris tomorrow at 7pm, not Italian, near the station, under $50 a head")
    assert found == {
        "date": "2026-11-28",
        "time": "19:00",
        "people": 4,
        "budget": {"amount": 50, "currency": "USD", "bound": "max", "per": "person"},
        "place": "Paris",
        "near": {"of": "station", "km": None},
        "exclude_cuisine": ["italian"],
    }


def test_a_plain_number_answers_a_time(read):
    assert read("1430", "time") == {"time": "14:30"}
    assert read("15hr", "time")["time"] == "15:00"
    assert read("at 7", "time") == {"time": "19:00"}


def test_a_day_that_bounds_a_trip_is_not_its_first(read):
    assert read("Flying in 2 weeks, back by 20 December, Rome for 2")["date"] == "2026-12-11"
    assert read("trip to Rome in 3 weeks, my birthday is on 5 May")["date"] == "2026-12-18"
    assert read("Rom in 2 Wochen, zurück vor dem 24. Dezember")["date"] == "2026-12-11"
    for text in ("Rome in 3 days in May", "see Rome in 4 days, some time in May"):
        assert read(text)["date"] == {"start": "2027-05-01", "end": "2027-05-31"}


def test_a_price_beside_a_day_is_no_hour_and_ages_are_none(read):
    found = read("dinner on Friday, menu at 12.50 each, in Berlin")
    assert (found["date"], found["place"]) == ("2026-11-27", "Berlin")
    assert "time" not in found
    assert "time" not in read("event for kids aged 7 to 9 on Friday in Berlin")


def test_nights_are_a_number_and_a_length(read):
    found = read("hotel in Rome for 3 nights")
    assert (found["nights"], found["stay"], found["place"]) == (3, "P3D", "Rome")
    assert "people" not in found
