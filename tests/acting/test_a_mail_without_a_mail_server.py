"""Where mails only go into files, the card, the title, the receipt and the feed say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from missions import followups
from missions.models import Mission
from ownyou.lib.mail import FILES
from tests.acting.conftest import Errands, Mailbox
from trust.cards import card_of, grouped
from trust.models import Action, Activity, User

S = Action.Status
pytestmark = pytest.mark.django_db(transaction=True)
NOBODY = (
    "This OwnYou has no mail server: the mail is only written into the folder “mail” of its data; "
    "nobody gets it."
)


@pytest.fixture
def files(settings: Any, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = FILES, tmp_path / "mail"
    return tmp_path / "mail"


def told(errands: Errands) -> list[str]:
    return list(Activity.objects.filter(user=errands.user).values_list("text", flat=True))


def test_into_a_file_it_is_said_before_and_after(errands: Errands, files: Path) -> None:
    [act] = errands.mail()
    errands.drive()
    card = card_of(errands.card)
    [shown] = card.acts
    assert shown.notice == NOBODY
    assert card.approve_words == "Write mail into a file"
    assert [group.words for group in grouped([card])] == ["Write mail into a file"]
    assert shown.title == "Write the mail “Lunch” to anna@example.org into a file, without sending it"
    errands.say("approve")
    errands.drive()
    act.refresh_from_db()
    assert act.status == S.SUCCEEDED
    assert act.receipt == "Written to a file, not sent: anna@example.org did not get it."
    assert any(act.receipt in line for line in told(errands))
    assert not any("sent to" in line or "Send" in line for line in told(errands))
    assert len(list(files.iterdir())) == 1


def test_with_a_mail_server_nothing_is_said(errands: Errands, mailbox: Mailbox) -> None:
    errands.mail()
    errands.drive()
    [shown] = card_of(errands.card).acts
    assert (shown.notice, shown.title) == ("", "Send “Lunch” to anna@example.org")
    assert card_of(errands.card).approve_words == "Send mail"
    errands.say("approve")
    errands.drive()
    assert any("Mail sent to anna@example.org." in line for line in told(errands))


def test_the_card_says_it_in_german(errands: Errands, files: Path) -> None:
    User.objects.filter(pk=errands.user.pk).update(language="de")
    errands.user.refresh_from_db()
    with translation.override("de"):
        errands.mail()
        errands.drive()
        [shown] = card_of(errands.card).acts
    assert "hat keinen Mailserver" in shown.notice
    assert "Datei" in shown.title


def test_the_reservation_is_offered_with_the_same_words(owner: User, files: Path) -> None:
    result = {"title": "Da Rosa", "option": {}}
    dinner = Mission(user=owner, status=Mission.Status.COMPLETED, mission_type="dining", result=result)
    [offer] = [one for one in followups.followups_of(dinner) if one.kind == followups.MAIL]
    assert (offer.hint, offer.words) == (NOBODY, "Write a mail for a reservation into a file")
