"""A page or a mail that a goal makes is called after what it is about, not after the order."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from agency.plans.entitling import title_of
from agency.plans.essence import AssetLite

WIKIS = ["wikipedia", "wikivoyage"]


def given(type_: str, value: str | list[str]) -> list[AssetLite]:
    many = isinstance(value, list)
    kind = "array" if many else None
    return [
        AssetLite.model_validate(
            {"name": "one", "type": type_, "value": value, "is_collection": many, "collection_type": kind}
        ),
        AssetLite.model_validate({"name": "recipient", "type": "string:address", "value": "me"}),
    ]


@pytest.mark.parametrize(
    ("goal", "type_", "value", "title"),
    [
        (
            "collect what wikivoyage says about Giverny and Fontainebleau and mail it to me",
            "string:topic",
            ["Giverny", "Fontainebleau"],
            "Giverny and Fontainebleau, from Wikivoyage",
        ),
        ("search the web for quiet cafes", "string:topic", "quiet cafes", "Quiet cafes"),
        (
            "save https://www.example.org/a/ as a page",
            "string:url",
            "https://www.example.org/a/",
            "example.org/a",
        ),
        (
            "write down that the key is under the mat",
            "string:text",
            "the key",
            "write down that the key is under the",
        ),
    ],
)
def test_a_title_names_what_it_is_about(goal: str, type_: str, value: str | list[str], title: str) -> None:
    assert title_of(goal, given(type_, value), WIKIS) == title


def test_a_title_is_in_the_persons_language() -> None:
    with override("de"):
        goal = "sammle, was Wikivoyage über Giverny und Fontainebleau sagt"
        made = title_of(goal, given("string:topic", ["Giverny", "Fontainebleau"]), WIKIS)
    assert made == "Giverny und Fontainebleau, aus Wikivoyage"
