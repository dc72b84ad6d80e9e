"""Whom a look-up is about: persons are told from places, shops, works and those that something is for."""

from __future__ import annotations

import pytest

from agency.desires.persons.looking import asked_for, looked_up, own_names

PERSONS = (
    "Karl Moser from next door lives and works",
    "morning see what Lena Brandt posted",
    "Find out where my ex is living now",
    "Research Anna Schulz's debts",
    "Google my new flatmate",
    "Finde heraus, wo mein Nachbar arbeitet",
    "Look up my neighbour on the web",
    "Karl Moser",
    "karl moser",
    "https://www.linkedin.com/in/karl-moser",
    "https://duckduckgo.com/?q=Anna+Schulz+address",
    "who lives next door",
    "the man from upstairs works as",
    "what my boss earns",
    "my landlord's criminal record",
    "find out about my daughter's boyfriend",
    "everything about her husband",
    "Frau Schulz address Berlin",
    "Mr Smith from the third floor",
    "Karl-Heinz Müller Köln",
    "Anna Schmidtke Instagram",
    "anna.schulz@web.de",
    "where Lena works",
    "Jonas's phone number",
    "address of my ex-girlfriend",
    "Adresse meines Nachbarn",
    "was meine Kollegin auf Instagram gepostet hat",
    "wie viel mein Chef verdient",
    "Google meinen neuen Mitbewohner",
    "Suche im Netz nach meiner Ex",
    "wo Karl Moser wohnt",
    "Finde alles über meinen Vermieter heraus",
    "die Schulden von Anna Schulz",
    "was Lena Brandt gepostet hat",
    "wer nebenan wohnt",
    "wo die Familie von gegenüber arbeitet",
    "Gehalt meines Chefs",
    "Herr Krause Kreuzberg",
    "dónde vive mi vecino",
    "dove lavora il mio vicino",
    "où habite mon ex",
    "Dr. Anna Schulz private address",
    "keep an eye on my neighbour",
    "Is my tenant in debt?",
    "Check whether my babysitter has a criminal record",
    "how old is my teacher",
    "Xiuying Zhang Berlin",
    "Mehmet Yılmaz Adresse",
)
NOBODY = (
    "Café Anna Berlin",
    "opening hours of Café Anna",
    "Bahnhof Karl-Marx-Straße",
    "Da Enzo Rome",
    "Dr Martens boots",
    "Ben & Jerry's flavours",
    "Martin Luther King library",
    "gift ideas for my boss",
    "restaurants for dinner with my parents",
    "a present for my brother's birthday",
    "hotel near my mother",
    "concerts by Nina Hagen",
    "books by Jane Austen",
    "new album of Taylor Swift",
    "exhibition of Frida Kahlo in Berlin",
    "Giverny",
    "new Italian restaurants in Berlin",
    "San Francisco",
    "Santa Cruz weather",
    "Rome in May",
    "Paris with kids",
    "Weihnachtsmarkt Nürnberg",
    "Konzerte von Herbert Grönemeyer",
    "Bücher von Juli Zeh",
    "Restaurants für ein Essen mit meinem Chef",
    "Geschenk für meine Schwester",
    "Ausflüge mit meinen Eltern",
    "Victoria Park London",
    "Albert Einstein Museum",
    "Hugo Boss suit",
    "Caesar Salad recipe",
    "Wiener Schnitzel Rezept",
    "neue Filme im Kino",
    "Sachertorte Hotel Sacher",
    "things to do with kids next weekend",
    "how to get along with my neighbour",
    "recipes for my family",
    "Sehenswürdigkeiten in Santiago de Compostela",
    "Johann-Strauß-Denkmal",
    "Franz-Josefs-Kai",
    "Georgia Tbilisi trip",
    "Sofia Bulgaria",
    "news about electric cars",
    "price of the Sony WH-1000XM5",
    "what Wikipedia says about Vernon",
    "language schools in Florence",
    "running shoes under 100 euros",
    "my doctor's opening hours",
    "learn Spanish with my girlfriend",
    "flights to visit my parents in Lisbon",
    "Rosa Luxemburg Platz",
    "Friedrich Schiller Universität",
    "St. Anton am Arlberg",
    "https://en.wikipedia.org/wiki/Marie_Curie",
    "https://www.berlin.de/en/events",
    "Harry Potter studio tour",
    "best time to visit Charlotte",
    "Mona Lisa",
)


@pytest.mark.parametrize("text", PERSONS)
def test_a_person_is_seen_in_what_a_look_up_asks_or_in_the_wish(text: str) -> None:
    assert looked_up([text], published=False, own=()) or asked_for(text, published=False, own=())


@pytest.mark.parametrize("text", NOBODY)
def test_nobody_is_seen_where_a_name_is_a_thing_or_somebody_only_takes_part(text: str) -> None:
    assert looked_up([text], published=False, own=()) == ""
    assert asked_for(text, published=False, own=()) == ""


@pytest.mark.parametrize(
    ("text", "published", "own", "who"),
    [
        ("Claude Monet", False, "", "Claude Monet"),
        ("Claude Monet", True, "", ""),
        ("where Emma Brandt lives", True, "", "Emma Brandt"),
        ("Emma Brandt's debts", True, "", "Emma Brandt"),
        ("Lena Brandt Berlin", False, "Lena Brandt", ""),
        ("Lena Brandt Berlin", False, "Paul Brandt", "Lena Brandt"),
        ("Karl M. von der Moser", False, "", "Karl M. von der Moser"),
        ("Café Karl Moser, phone number", False, "", ""),
        ("where the café Karl Moser owns was, and what Karl Moser owes", False, "", "Karl Moser"),
        ("what my ex-wife  is doing", False, "", "my ex-wife"),
    ],
)
def test_who_it_is_is_said(text: str, published: bool, own: str, who: str) -> None:
    assert looked_up([text], published=published, own=own_names(own)) == who


def test_somebody_for_whom_something_is_done_is_not_asked_about_by_the_wish_alone() -> None:
    wish = "Search the web for a tent and mail it to Karl Moser"
    assert asked_for(wish, published=False, own=()) == ""
    assert asked_for("Google Karl Moser", published=False, own=()) == "Karl Moser"
