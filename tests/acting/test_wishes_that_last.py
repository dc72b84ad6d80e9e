"""A signature is for one mail, unless it is said to be for all; what lasts is shown and can be taken back."""

from __future__ import annotations

from email.message import Message
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from agency.acting.drafting import with_lessons
from agency.acting.reflexion import lessons_of
from agency.reasoning.budget import Asker
from agency.reasoning.signing import signature_in, signs_from_now_on
from memory.models import MemoryItem
from memory.writing import forget
from ownyou.lib.ids import new_id
from tests.acting.conftest import Errands, Mailbox
from trust.ledger import Proposal
from trust.models import Action

pytestmark = pytest.mark.django_db(transaction=True)
MAIL = {"to": "anna@example.org", "subject": "Lunch", "body": "On Tuesday at 12?"}


def sent_with(errands: Errands, words: str) -> None:
    """A mail whose draft the words changed, and which then left."""
    errands.mail()
    errands.drive()
    errands.say("refine", words)
    errands.drive()
    errands.say("approve")
    errands.drive()


def text_of(mail: Message) -> str:
    """The plain text of a mail."""
    [part] = [part for part in mail.walk() if part.get_content_type() == "text/plain"]
    return part.get_payload(decode=True).decode()  # type: ignore[union-attr]


def next_draft(errands: Errands) -> tuple[dict[str, Any], list[dict[str, str]]]:
    asker = Asker(errands.user.pk)
    draft, lessons = with_lessons(errands.user, "mail.send", dict(MAIL), now=timezone.now(), asker=asker)
    return draft, [lesson.shown for lesson in lessons]


def test_a_signature_holds_for_the_mail_it_was_said_of(errands: Errands, mailbox: Mailbox) -> None:
    sent_with(errands, "sign as Anna")
    [mail] = mailbox.mails
    assert text_of(mail).rstrip().endswith("Anna")
    assert next_draft(errands) == (MAIL, [])
    [lesson] = lessons_of(errands.user, "email")
    assert lesson.text == "You wished: “sign as Anna”"  # remembered, and of no effect


@pytest.mark.parametrize("words", ["from now on, sign as Anna", "unterschreibe ab jetzt mit Anna"])
def test_a_signature_for_all_mails_is_worked_in_shown_on_the_card_and_taken_back(
    errands: Errands, mailbox: Mailbox, client: Client, words: str
) -> None:
    sent_with(errands, words)
    draft, wishes = next_draft(errands)
    assert draft["body"] == "On Tuesday at 12?\n\nAnna"
    [item] = MemoryItem.objects.of(errands.user)
    assert wishes == [{"words": f"You wished: “{words}”", "url": f"/memory/#fact-{item.pk}"}]
    [act] = errands.start(Proposal("mail.send", draft, f"mail:{new_id()}", wishes=wishes))
    errands.drive()
    client.force_login(errands.user)
    page = client.get("/inbox/").content.decode()
    assert "What you wished before is worked in" in page
    assert f"/memory/#fact-{item.pk}" in page
    assert f'id="fact-{item.pk}"' in client.get("/memory/").content.decode()
    errands.say("refine", "subject: Supper")
    errands.drive()
    assert errands.card.payload["acts"][0]["wishes"] == wishes, "a new draft says it too"
    forget(user=errands.user, item_id=item.pk)
    assert next_draft(errands) == (MAIL, [])
    assert Action.objects.get(pk=act.pk).wishes == wishes


@pytest.mark.parametrize(
    ("words", "signature", "lasts"),
    [
        ("sign with Best, Anna", "Best, Anna", False),
        ("please sign it as “Anna and Mira”", "Anna and Mira", False),
        ("sign with Yours always", "Yours always", False),
        ("sign with Always yours, Anna", "Always yours, Anna", False),
        ("Unterschreibe mit Für immer Deine", "Für immer Deine", False),
        ("always sign with Anna", "Anna", True),
        ("sign as Anna from now on", "Anna", True),
        ("sign with “Anna”, always", "Anna", True),
        ("sign all my mails with Best, Anna", "Best, Anna", True),
        ("sign with Anna for all my mails", "Anna", True),
        ("Unterschreibe in Zukunft immer mit Viele Grüße, Anna", "Viele Grüße, Anna", True),
        ("Bitte unterschreibe alle Mails mit Anna", "Anna", True),
        ("unterschreib bitte mit Anna", "Anna", False),
        ("signez désormais avec Anna", "Anna", True),
        ("from now on in English", "", False),
    ],
)
def test_for_how_long_a_signature_is_meant(words: str, signature: str, lasts: bool) -> None:
    assert (signature_in(words), signs_from_now_on(words)) == (signature, lasts)
