"""Files as people send them: good rows are read, bad ones come back with line, field and reason."""

from __future__ import annotations

import io
import json
from datetime import date, time
from decimal import Decimal
from typing import Any

import pytest

from agency.catalogue.importing import Rejection, parse_rows
from agency.catalogue.rows import CatalogueRow


def _csv(text: str | bytes) -> tuple[list[CatalogueRow], list[Rejection]]:
    content = text.encode() if isinstance(text, str) else text
    return parse_rows(io.BytesIO(content), format="csv")


def _json(content: Any) -> tuple[list[CatalogueRow], list[Rejection]]:
    return parse_rows(io.StringIO(json.dumps(content)), format="json")


def _one(**values: Any) -> CatalogueRow:
    rows, rejected = _json([{"kind": "restaurant", "title": "Da Ugo", **values}])
    assert rejected == []
    return rows[0]


def _refused(**values: Any) -> Rejection:
    rows, rejected = _json([{"kind": "restaurant", "title": "Da Ugo", **values}])
    assert rows == []
    return rejected[0]


def test_names_of_other_peoples_columns_are_understood() -> None:
    row = _one(
        name="Trattoria Ada", title=None, food="italian", pricerange="moderate", latitude="41.9", lng="12.5",
        telephone="06 12", website="www.ada.example", reviews=12, stars="4,5",
    )  # fmt: skip
    assert row.title == "Trattoria Ada"
    assert row.cuisines == ["italian"]
    assert (row.price_level, row.lat, row.lon) == (2, 41.9, 12.5)
    assert (row.phone, row.link) == ("06 12", "https://www.ada.example")
    assert (row.rating, row.rating_count) == (4.5, 12)


def test_our_own_name_wins_over_an_alias() -> None:
    assert _one(name="Another").title == "Da Ugo"


@pytest.mark.parametrize(
    ("written", "level"), [("cheap", 1), ("$$", 2), ("Expensive", 3), ("€€€€", 4), ("mid-range", 2)]
)
def test_price_words_and_signs_become_a_level(written: str, level: int) -> None:
    row = _one(price=written)
    assert (row.price_level, row.price) == (level, None)


@pytest.mark.parametrize(
    ("written", "amount", "currency"),
    [("12,50 €", "12.50", "EUR"), ("$1,200.00", "1200.00", "USD"), ("18", "18", ""), ("free", "0", "")],
)
def test_amounts_are_read_as_written(written: str, amount: str, currency: str) -> None:
    row = _one(price=written)
    assert row.price == Decimal(amount)
    assert row.currency == currency


def test_yes_and_no_columns_become_diets_and_features() -> None:
    row = _one(vegetarian=True, vegan="no", **{"diet:halal": "yes"}, outdoor_seating="yes", live_music=False)
    assert sorted(row.diets) == ["halal", "vegetarian"]
    assert row.features == ["outdoor"]


@pytest.mark.parametrize("location", [[48.85, 2.35], "48.85, 2.35", {"latitude": 48.85, "lng": 2.35}])
def test_a_location_gives_coordinates(location: Any) -> None:
    row = _one(location=location)
    assert (row.lat, row.lon) == (48.85, 2.35)


def test_unknown_columns_are_kept_as_attributes() -> None:
    assert _one(postcode="75004").attributes == {"postcode": "75004"}


def test_dates_and_times_of_events_are_read_as_written() -> None:
    rows, rejected = _csv(
        "kind,name,city,date,time\n"
        "event,Gala,Rome,31.12.2026,8:30 pm\n"
        "event,Fair,Rome,2026-07-04,9:00\n"
        "event,Talk,Rome,2026-07-04T18:15,\n"
    )
    assert rejected == []
    assert [(row.start_date, row.start_time) for row in rows] == [
        (date(2026, 12, 31), time(20, 30)),
        (date(2026, 7, 4), time(9)),
        (date(2026, 7, 4), time(18, 15)),
    ]


def test_a_product_with_offers_is_one_row_for_each_retailer() -> None:
    offers = [{"shop": "Bluecrate", "price": 99, "currency": "USD"}, {"shop": "Nord", "price": "89 €"}]
    rows, rejected = _json([{"kind": "product", "id": "k1", "name": "Kettle", "offers": offers}])
    assert rejected == []
    assert [(row.source_id, row.product_key, row.retailer) for row in rows] == [
        ("k1@bluecrate", "k1", "Bluecrate"),
        ("k1@nord", "k1", "Nord"),
    ]


def test_the_name_of_a_list_tells_the_kind_of_its_rows() -> None:
    rows, rejected = _json({"licence": "own", "restaurants": [{"name": "A"}], "tariffs": [{"name": "B"}]})
    assert rejected == []
    assert [row.kind for row in rows] == ["restaurant", "tariff"]


@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        ({"title": " "}, "title", "missing"),
        ({"title": "a\x00b"}, "title", "NUL"),
        ({"title": ["x"]}, "title", "string"),
        ({"title": "x" * 301}, "title", "300"),
        ({"kind": "hovercraft"}, "kind", "unknown kind 'hovercraft'"),
        ({"lat": 91, "lon": 2}, "lat", "90"),
        ({"lat": "north", "lon": 2}, "lat", "number"),
        ({"lat": 48.85}, "row", "lat and lon belong together"),
        ({"lat": "nan", "lon": "2"}, "lat", "finite"),
        ({"opening_hours": "whenever we like"}, "opening_hours", "syntax"),
        ({"price": 10, "currency": "EURO"}, "currency", "ISO 4217"),
        ({"price": -3}, "price", "0"),
        ({"price": {"double": 70}}, "price", "Decimal"),
        ({"rating": 9}, "rating", "5"),
        ({"price_level": 7}, "price_level", "4"),
        ({"country": "Narnia"}, "country", "country code"),
        ({"zone": "Europe/Atlantis"}, "zone", "time zone"),
        ({"link": "javascript:alert(1)"}, "link", "pattern"),
        ({"tables": {"someday": "19:00"}}, "tables", "weekday"),
        ({"tables": {"fri": "25:00"}}, "tables", "no time"),
        ({"kind": "event"}, "row", "needs a date"),
        ({"kind": "event", "rrule": "FREQ=SOMETIMES"}, "rrule", "recurrence rule"),
        ({"kind": "event", "rrule": "FREQ=SECONDLY"}, "rrule", "daily at most"),
        ({"kind": "event", "rrule": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"}, "rrule", "never happens"),
        ({"kind": "event", "rrule": "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"}, "rrule", "never happens"),
        ({"kind": "event", "rrule": "FREQ=DAILY;INTERVAL=7;BYDAY=TU"}, "rrule", "FREQ=WEEKLY"),
        ({"kind": "event", "date": "the day after"}, "start_date", "date"),
    ],
)
def test_a_bad_value_is_named_with_its_field(values: dict[str, Any], field: str, said: str) -> None:
    rejection = _refused(**values)
    assert (rejection.line, rejection.field) == (1, field)
    assert said in rejection.reason
    assert len(rejection.row) <= 200


def test_a_refused_row_does_not_stop_the_others() -> None:
    rows, rejected = _csv("kind,name,lat,lon\nrestaurant,A,1,1\nrestaurant,B,999,1\n\nrestaurant,C,2,2\n")
    assert [row.title for row in rows] == ["A", "C"]
    assert [(one.line, one.field) for one in rejected] == [(3, "lat")]


def test_lines_are_counted_across_quoted_line_breaks() -> None:
    _, rejected = _csv('kind,name,address\nrestaurant,A,"1 Way\nTown"\nshed,B,x\n')
    assert [one.line for one in rejected] == [4]


def test_the_second_row_with_an_id_is_refused() -> None:
    rows, rejected = _csv("kind,id,name\nrestaurant,7,A\nrestaurant,7,B\n")
    assert [row.title for row in rows] == ["A"]
    assert (rejected[0].line, rejected[0].field) == (3, "source_id")
    assert "line 2" in rejected[0].reason


def test_a_spreadsheets_semicolons_byte_order_mark_and_decimal_commas_are_read() -> None:
    rows, rejected = _csv("\ufeffkind;name;rating\nrestaurant;Zum Löwen;4,3\n")
    assert rejected == []
    assert (rows[0].title, rows[0].rating) == ("Zum Löwen", 4.3)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8", "utf-8-sig", "utf-16"])
def test_the_usual_encodings_are_read(encoding: str) -> None:
    rows, rejected = _csv("kind,name\nrestaurant,Café Müller\n".encode(encoding))
    assert rejected == []
    assert rows[0].title == "Café Müller"


def test_a_comma_too_many_is_told() -> None:
    _, rejected = _csv("kind,name\nrestaurant,Ugo, the second\n")
    assert "is a comma not in quotes" in rejected[0].reason


@pytest.mark.parametrize(
    ("form", "content", "said"),
    [
        ("json", b"", "empty"),
        ("csv", b" \n\n", "empty"),
        ("json", b"<!DOCTYPE html><p>404", "web page"),
        ("csv", b"<html>", "web page"),
        ("json", b'[{"title": "x"', "no JSON"),
        ("json", b"42", "neither a list"),
        ("json", b"[" * 100_000, "nested too deeply"),
        ("csv", b"just one column\nx\n", "does not name columns"),
        ("csv", b"PK\x03\x04\x00\x00,\x00\n", "NUL"),
    ],
)
def test_a_file_that_is_none_is_refused_as_a_whole(form: Any, content: bytes, said: str) -> None:
    rows, rejected = parse_rows(io.BytesIO(content), format=form)
    assert rows == []
    assert rejected[0].field == "file"
    assert said in rejected[0].reason


def test_a_broken_line_of_json_lines_is_refused_alone() -> None:
    lines = b'{"kind":"restaurant","name":"A"}\n{oops\n[1]\n\n{"kind":"restaurant","name":"B"}\n'
    rows, rejected = parse_rows(io.BytesIO(lines), format="jsonl")
    assert [row.title for row in rows] == ["A", "B"]
    assert [one.line for one in rejected] == [2, 3]


def test_numbers_that_json_does_not_have_are_unknown() -> None:
    text = b'[{"kind":"restaurant","name":"A","rating":NaN,"seats":Infinity}]'
    rows, rejected = parse_rows(io.BytesIO(text), format="json")
    assert rejected == []
    assert rows[0].rating is None
    assert rows[0].attributes == {}


def test_markup_and_right_to_left_marks_are_kept_as_text_without_the_marks() -> None:
    assert _one(title="<b>Ugo</b>\u202e {{ 7 }}").title == "<b>Ugo</b> {{ 7 }}"
