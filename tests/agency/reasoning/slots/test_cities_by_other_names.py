"""Cities by the names that German, French, Spanish and Italian have for them."""

from __future__ import annotations

import pytest

from agency.reasoning.slots import locate


@pytest.mark.parametrize(
    ("said", "city", "country"),
    [
        ("Rom", "Rome", "IT"),
        ("Rom, Italien", "Rome", "IT"),
        ("Mailand", "Milan", "IT"),
        ("Lyon, Frankreich", "Lyon", "FR"),
        ("Lisbonne", "Lisbon", "PT"),
        ("Ginebra", "Geneva", "CH"),
        ("Venise", "Venice", "IT"),
        ("Monaco di Baviera", "Munich", "DE"),
        ("Warschau, Polen", "Warsaw", "PL"),
        ("L'Aia", "The Hague", "NL"),
    ],
)
def test_a_city_is_known_by_the_name_of_another_language(said: str, city: str, country: str) -> None:
    found = locate(said)
    assert found is not None
    assert (found.name, found.country) == (city, country)


@pytest.mark.parametrize("said", ["Riom", "Vénissieux", "Xi'an"])
def test_other_places_keep_their_own_names(said: str) -> None:
    found = locate(said)
    assert found is not None
    assert found.name.replace("’", "'") == said
