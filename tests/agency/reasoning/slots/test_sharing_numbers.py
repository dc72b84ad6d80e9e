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


def test_nights_are_a_number_and_a_length(read):
    found = read("hotel in Rome for 3 nights")
    assert (found["nights"], found["stay"], found["place"]) == (3, "P3D", "Rome")
    assert "people" not in found
