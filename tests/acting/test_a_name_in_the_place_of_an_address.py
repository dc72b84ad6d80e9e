"""Words that name somebody: the one address known is asked for; else the next preview says why not."""

from __future__ import annotations

import pytest

from memory.names import preferences_of
from memory.provenance import BY_USER
from memory.writing import remember
from tests.acting.conftest import Errands, Mailbox
from trust.models import Action, Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
CARLA = "carla@example.org"


def learned(owner: User, text: str) -> None:
    remember(
        user=owner, namespace=preferences_of(owner), key="people", value=text, text=text, provenance=BY_USER
    )


def refined(errands: Errands, words: str) -> Decision:
    errands.mail()
    errands.drive()
    errands.say("refine", words)
    errands.drive()
    return errands.card


@pytest.mark.parametrize("words", ["to Carla instead", "to: Carla", "send it to my sister Carla", "an Carla"])
def test_the_only_address_known_for_a_name_is_in_the_next_preview(
    words: str, world: None, errands: Errands, mailbox: Mailbox, owner: User
) -> None:
    learned(owner, f"My sister Carla has the address {CARLA}")
    card = refined(errands, words)
    assert card.payload["acts"][0]["arguments"]["to"] == CARLA
    assert f"is {CARLA}" in card.payload["why"]
    assert not mailbox.mails
    errands.say("approve")
    errands.drive()
    assert [mail["To"] for mail in mailbox.mails] == [CARLA]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("to Carla instead", "I know none for “Carla”; write it out."),
        ("also to Carla", "A mail goes to one address."),
    ],
)
def test_without_one_the_draft_stays_and_the_card_says_why(
    words: str, said: str, world: None, errands: Errands, owner: User
) -> None:
    card = refined(errands, words)
    assert card.payload["acts"][0]["arguments"]["to"] == "anna@example.org"
    assert said in card.payload["why"]
    assert (card.attempt, card.refine_allowed) == (2, True)
    assert Action.objects.filter(user=owner, status=Action.Status.WAITING).count() == 1
