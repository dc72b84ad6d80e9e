"""Which of the options shown is the cheapest or the best rated, so that words can take it."""

from __future__ import annotations

from missions.refining import extremes_of

VITO = {"title": "Da Vito", "amount": "30.00", "rating": 4.5}
ENZO = {"title": "Da Enzo", "amount": "9.50", "rating": 4.1}
BELLA = {"title": "Bella", "amount": "9.50", "rating": None}


def test_one_is_the_cheapest_and_one_the_best_rated() -> None:
    assert extremes_of([VITO, ENZO]) == {"price": 2, "price 2": 1, "rating": 1, "rating 2": 2}


def test_two_of_one_price_are_neither_the_cheapest() -> None:
    assert "price" not in extremes_of([VITO, ENZO, BELLA])


def test_where_one_tells_nothing_none_is_the_best() -> None:
    assert "rating" not in extremes_of([VITO, BELLA])
    assert extremes_of([]) == {}
