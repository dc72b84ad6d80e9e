"""A model's words add no names, places or numbers to what is planned, in English and in German."""

from __future__ import annotations

import pytest

from agency.reasoning.skills.facts import other_language, unknown_in
from agency.reasoning.skills.wording import DayFacts, DraftToWord, Wording, check

FACTS = (
    "5 days in Rome, Friday, 4 June 2027, 2 people, $1900 of $2200, Colosseum, Galleria Borghese, "
    "Trastevere walking tour, Da Enzo, Hotel Artemide, Villa Borghese gardens"
)


@pytest.mark.parametrize(
    "text",
    [
        "Five days in Rome for two people.",
        "Fünf Tage in Rom für zwei Personen, mit viel Zeit für Gärten und Kunst.",
        "Ihr beginnt am Freitag im Juni mit einem Spaziergang durch Trastevere.",
        "Ein ruhiger Vormittag in der Galleria Borghese, danach Mittagessen im Da Enzo.",
        "Der Abend gehört der Altstadt: Bummeln, Genießen und ein Glas Wein.",
        "Nach der Ankunft bleibt genug Zeit für einen Stadtbummel und die Gartenanlagen der Villa Borghese.",
        "Museumsbesuche am Vormittag, Spaziergänge am Nachmittag und abends gute Restaurants.",
        "Die Unterkunft liegt nahe am Zentrum, und das Budget von $2200 wird eingehalten.",
    ],
)
def test_what_the_facts_hold_may_be_said(text: str) -> None:
    assert unknown_in(text, FACTS) == []


@pytest.mark.parametrize(
    ("text", "planted"),
    [
        ("Seven days in Rome.", "7"),
        ("Sieben Tage in Rom und viel Zeit für Kunst.", "7"),
        ("Zwei Personen, fünfundzwanzig Kirchen und ein Museum.", "25"),
        ("Ihr habt dreihundert Euro für das Essen.", "300"),
        ("It costs two thousand dollars.", "2000"),
        ("A walk with Caravaggio in Rome.", "Caravaggio"),
        ("Ein Abend mit Caravaggio und gutem Wein.", "Caravaggio"),
        ("Am Morgen wartet der Vatikan auf euch.", "Vatikan"),
        ("Mittagessen bei Luigi und danach ein Spaziergang.", "Luigi"),
        ("Florenz liegt auf dem Weg.", "Florenz"),
        ("Ein Tagesausflug nach Neapel ist für den Samstag geplant.", "Neapel"),
        ("Am Samstag geht es in die Gärten.", "Samstag"),
        ("Übernachtung im Hotel Miramare, nicht weit vom Zentrum.", "Miramare"),
        ("Ein Rundgang durch das Forum Romanum.", "Romanum"),
    ],
)
def test_what_was_planted_is_found(text: str, planted: str) -> None:
    assert planted in unknown_in(text, FACTS)


def test_a_german_wording_of_a_draft_is_taken_and_one_with_another_days_name_is_not() -> None:
    question = DraftToWord(
        goal="2 Tage Rom",
        title="2 days in Rome",
        facts=["Friday, 4 June 2027 – Saturday, 5 June 2027 · 2 people · $640 in all of $700"],
        days=[
            DayFacts(title="Arrival in Rome", facts=["14:00 – 15:45 Galleria Borghese, $30"]),
            DayFacts(title="Last hours in Rome", facts=["10:00 – 11:00 Pantheon"]),
        ],
    )
    summary = "Zwei ruhige Tage in Rom für zwei Personen, mit Kunst am ersten Nachmittag."
    good = Wording(summary=summary, days=["Ankunft und Kunst", "Das Pantheon und die Heimreise"])
    assert check(question, good) == []
    mixed = Wording(summary=summary, days=["Ankunft und Pantheon", "Letzte Stunden"])
    assert check(question, mixed) == ["Pantheon is not in the facts of day 1."]


def test_words_that_begin_a_title_are_no_towns_of_that_name() -> None:
    assert unknown_in("Along the Appian Way", "Appian Way park") == []
    assert unknown_in("Rome by night", "Appian Way park") == ["Rome"]


@pytest.mark.parametrize(
    ("text", "facts", "goal", "other"),
    [
        ("Ein Ort, den alle erreichen", "A place for everyone", "Have the family over for my birthday", True),
        ("Ein Abend für zwölf Gäste", "An evening", "Ein Abend für zwölf in Berlin", False),
        ("Zwei Tage mit viel Kunst", "2 days in Rome", "2 Tage Rom", False),
        ("Museum für Naturkunde and Zoo", "Museum für Naturkunde, Zoo", "What to see on Saturday", False),
        ("A hall on Torstraße", "A hall", "Have the family over for my birthday", False),
    ],
)
def test_a_text_in_another_language_than_the_goal_is_told(
    text: str, facts: str, goal: str, other: bool
) -> None:
    assert other_language(text, facts, goal) is other
