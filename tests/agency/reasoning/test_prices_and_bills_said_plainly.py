"""What a thing costs is a search for it; a bill that is too high wants another tariff."""

from __future__ import annotations

import pytest

from agency.reasoning.routing.said_plainly import said_plainly


@pytest.mark.parametrize(
    "text",
    [
        "how much is a Dyson V15",
        "how much is a dyson v15",
        "how much does a MacBook Air cost",
        "what do the Sonos Era 100 go for these days",
        "was kostet das pixel 9",
        "how much is a Boston Acoustics speaker",
    ],
)
def test_the_price_of_a_named_thing_is_shopping(text: str) -> None:
    assert said_plainly(text) == "shopping"


@pytest.mark.parametrize(
    "text",
    [
        "how much does Anna owe me",
        "how much is Tesla stock",
        "how much is 20 percent of 350",
        "how much is a ticket to Rome",
        "how much is Tokyo",
        "how much does Paris cost",
        "was kostet ein Haarschnitt",
        "how much sleep do I need",
    ],
)
def test_other_amounts_are_not(text: str) -> None:
    assert said_plainly(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "my phone bill is killing me",
        "our energy tariff is far too high",
        "meine Stromrechnung frisst mich auf",
    ],
)
def test_a_bill_that_is_too_high_wants_another_tariff(text: str) -> None:
    assert said_plainly(text) == "bill_switching"
