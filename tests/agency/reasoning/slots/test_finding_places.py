"""Places in a sentence, how near, and where on the map."""

from __future__ import annotations

import pytest

from agency.reasoning.slots import locate


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("dinner in Paris tomorrow", "Paris"),
        ("a table in new york for two", "new york"),
        ("a restaurant in West Palm Beach", "West Palm Beach"),
        ("a pub in Nowheresville for 4", "Nowheresville"),
        ("something in Salina, Kansas", "Salina, Kansas"),
        ("a bar in Portland ME", "Portland, ME"),
        ("in ND in the city of Fargo", "Fargo"),
        ("Berlin jazz concerts", "Berlin"),
        ("fly from London to Lisbon", "Lisbon"),
        ("ein Tisch in München bitte", "München"),
        ("un restaurant à Lyon ce soir", "Lyon"),
        ("close to Lucerne", "Lucerne"),
        ("dinner in Camden in London", "Camden, London"),
        ("lunch in the Marais, Paris", "Marais, Paris"),
        ("in Paris, London and Rome", "Paris"),
        ("dinner in Temple Bar, Dublin on friday", "Temple Bar, Dublin"),
        ("brunch in the Mission, San Francisco", "Mission, San Francisco"),
        ("dinner at Joe's Bar, Dublin", "Dublin"),
        ("a bar in Paris, Friday night", "Paris"),
    ],
)
def test_a_place_is_found_by_name_or_by_position(read, text, place):
    assert read(text)["place"] == place


@pytest.mark.parametrize(
    "text",
    [
        "in the same area as me",
        "something nice in May",
        "can you book it in English",
        "my name is Jackson",
        "booked under Florence Paris",
        "in advance please",
        "headphones in black",
    ],
)
def test_what_is_no_place_is_not_invented(read, text):
    assert "place" not in read(text)


def test_a_place_that_is_ruled_out_is_not_wanted(read):
    found = read("not in Finsbury or West Finchley")
    assert "place" not in found
    assert found["exclude_place"] == ["Finsbury", "West Finchley"]


def test_a_bare_name_answers_where(read):
    assert read("Paris", "place") == {"place": "Paris"}
    assert read("salina, Alabama", "place")["place"] == "salina, Alabama"


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("sushi near me", {"of": "me", "km": None}),
        ("within 2 miles", {"of": "me", "km": 3.219}),
        ("5 km around Berlin", {"of": "Berlin", "km": 5.0}),
        ("near the station", {"of": "station", "km": None}),
        ("within walking distance", {"of": "me", "km": 1.5}),
        ("italienisch in der Nähe", {"of": "me", "km": None}),
    ],
)
def test_nearness_is_read(read, text, near):
    assert read(text)["near"] == near


def test_who_comes_along_is_no_city_without_capitals(read):
    assert "place" not in read("dinner with sofia")
    assert read("dinner in sofia")["place"] == "sofia"


def test_the_largest_place_of_a_name_is_meant():
    paris = locate("Paris")
    assert paris is not None
    assert (paris.country, paris.zone) == ("FR", "Europe/Paris")
    assert round(paris.lat) == 49


def test_a_country_or_state_narrows():
    assert locate("Birmingham", near_country="US").country == "US"
    assert locate("Portland, Maine").zone == "America/New_York"
    assert locate("Portland, OR").zone == "America/Los_Angeles"


def test_a_part_of_a_city_is_sought_in_that_city():
    assert locate("Camden, London").country == "GB"
    assert round(locate("Williamsburg, Brooklyn").lat, 1) == 40.7
    assert locate("Marais, Paris") == locate("Paris")


def test_other_names_and_areas_are_known():
    assert locate("München").name == "Munich"
    assert locate("NYC").zone == "America/New_York"
    assert locate("Deutschland").zone == "Europe/Berlin"
    assert locate("TX").country == "US"


def test_an_unknown_name_is_nowhere():
    assert locate("Qwxzv") is None
    assert locate("") is None


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("near the Eiffel Tower", "Eiffel Tower"),
        ("within 2 km of the Sagrada Familia", "Sagrada Familia"),
        ("close to the British Museum tonight", "British Museum"),
        ("next to the old town hall", "old town hall"),
        ("in der Nähe vom Brandenburger Tor", "Brandenburger Tor"),
        ("in der Nähe der Alten Oper", "Alten Oper"),
        ("nahe dem Kölner Dom", "Kölner Dom"),
        ("près de la tour Eiffel", "tour Eiffel"),
        ("près de la Gare du Nord", "Gare du Nord"),
        ("around the corner", "me"),
    ],
)
def test_a_sight_is_named_with_all_its_words(read, text, of):
    found = read(text)
    assert found["near"]["of"] == of
    assert "place" not in found


@pytest.mark.parametrize("text", ["a table near the window", "dinner around Christmas", "close to home"])
def test_what_stands_in_a_room_or_a_calendar_is_nowhere_near(read, text):
    assert "near" not in read(text)


def test_the_city_is_the_place_though_a_sight_stands_first(read):
    found = read("sushi near the Brandenburg Gate in Berlin")
    assert (found["near"]["of"], found["place"]) == ("Brandenburg Gate", "Berlin")
    assert read("near Checkpoint Charlie in Berlin")["place"] == "Berlin"


@pytest.mark.parametrize(
    "text", ["I want to buy a lamp", "Essen mit meinen Eltern", "dinner for two to celebrate"]
)
def test_a_common_word_is_no_town(read, text):
    assert "place" not in read(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("pizza delivery berlin", "berlin"),
        ("new york pizza", "new york"),
        ("jazz san francisco saturday", "san francisco"),
        ("sushi for two in london, not paris", "london"),
    ],
)
def test_a_large_city_is_one_in_small_letters_too(read, text, place):
    assert read(text)["place"] == place


@pytest.mark.parametrize(
    "text",
    [
        "buffalo wings",
        "manila folders",
        "brussels sprouts for two",
        "a mobile phone",
        "Pizza, and tell me about paris hilton",
    ],
)
def test_small_letters_make_no_city_of_a_word(read, text):
    assert "place" not in read(text)


def test_who_cooks_is_no_landmark(read):
    found = read("ein Tisch für 6 am Samstag um halb acht beim Griechen in Köln")
    assert "near" not in found
    assert (found["cuisine"], found["place"], found["people"], found["time"]) == (
        ["greek"],
        "Köln",
        6,
        "19:30",
    )


def test_a_town_that_is_a_word_is_one_behind_a_preposition(read):
    assert read("Essen gehen in Essen")["place"] == "Essen"
    assert read("dinner in Orange, California")["place"].startswith("Orange")


@pytest.mark.parametrize(
    "text",
    [
        "a table in Café Central",
        "concerts in the Royal Albert Hall",
        "what's on in Madison Square Garden",
        "ein Tisch im Gasthaus Krone",
        "dinner in Hotel Adlon",
    ],
)
def test_a_house_is_no_city(read, text):
    assert "place" not in read(text)


@pytest.mark.parametrize(
    ("name", "said_in", "country"),
    [
        ("Berlin", "US", "DE"),
        ("Venice", "US", "IT"),
        ("Milan", "US", "IT"),
        ("Vienna", "US", "AT"),
        ("Peru", "US", "PE"),
        ("Boston", "GB", "US"),
        ("Birmingham", "US", "US"),
        ("Cambridge", "US", "US"),
        ("Georgia", "US", "US"),
        ("Newcastle", "GB", "GB"),
        ("Camden", "GB", "GB"),
        ("Frankfurt", "DE", "DE"),
        ("Berlin, Connecticut", "US", "US"),
    ],
)
def test_a_city_that_all_the_world_knows_stands_before_a_small_one_of_ones_country(name, said_in, country):
    found = locate(name, said_in)
    assert found is not None
    assert found.country == country
