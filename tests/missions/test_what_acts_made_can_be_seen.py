"""From a mission, the feed and the receipts one comes to what an act made; an undo is told there too."""

from __future__ import annotations

import re
from datetime import datetime
from email import message_from_bytes
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from missions.live import draw_mission
from missions.models import Mission
from missions.services import create_mission
from tests.acting.conftest import Errands, Mailbox, errands, mailbox  # noqa: F401
from tests.missions.steps import answer_first, drive, open_decision
from trust import ledger
from trust.models import Action, User
from trust.tasks import undo_act

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def done(owner: User, goal: str) -> tuple[Mission, Action]:
    """A mission of one act that got its OK and was done."""
    mission = create_mission(user=owner, goal=goal)
    drive(mission)
    [act] = open_decision(mission).payload["acts"]
    answer_first(mission, "approve")
    drive(mission)
    return mission, Action.objects.get(pk=act["id"])


@pytest.fixture
def quick(world: object, settings: Any) -> None:
    settings.ACT_HOLD_SECONDS = 0


def test_a_note_is_read_from_its_mission_the_feed_and_the_receipts(
    quick: None, owner: User, browser: Client
) -> None:
    mission, act = done(owner, "note that the spare key is with Mr Novak")
    address = f'href="/receipts/{act.pk}/"'
    for page in (f"/missions/{mission.pk}/", "/activity/", "/receipts/?agent=notes"):
        assert address in browser.get(page).content.decode(), page
    assert address not in browser.get("/receipts/?agent=email").content.decode()
    assert "the spare key is with Mr Novak" in _made(browser, act)


def test_an_undone_note_is_told_by_its_mission(quick: None, owner: User, browser: Client) -> None:
    mission, act = done(owner, "note that the spare key is with Mr Novak")
    assert "Kept as a note." in browser.get(f"/missions/{mission.pk}/").content.decode()
    ledger.undo(user=owner, action_id=act.pk)
    undo_act(str(act.pk))
    drawn = draw_mission(owner, mission.pk)
    assert "Kept as a note." not in drawn
    assert "Taken back: Keep the note “the spare key is with Mr Novak”" in drawn


def test_an_entry_says_its_time_and_goes_into_another_calendar(
    quick: None, owner: User, browser: Client
) -> None:
    _mission, act = done(owner, "put the dentist appointment on Friday 10am into my calendar")
    assert re.search(r"10:00\sAM", _made(browser, act))
    [event] = Calendar.from_ical(browser.get(f"/receipts/{act.pk}/file/").content).walk("VEVENT")
    begins = datetime.fromisoformat(act.arguments["starts_at"])
    assert event.start == begins
    assert event.start.astimezone(ZoneInfo("Europe/Paris")).hour == 10
    assert str(event["summary"]) == "Dentist appointment"


def test_a_mail_is_read_as_it_went_out(errands: Errands, mailbox: Mailbox, browser: Client) -> None:  # noqa: F811
    [act] = errands.mail()
    errands.drive()
    assert browser.get(f"/receipts/{act.pk}/file/").status_code == 404  # it did not go out yet
    errands.say("approve")
    errands.drive()
    [arrived] = mailbox.mails
    kept = message_from_bytes(browser.get(f"/receipts/{act.pk}/file/").content)
    same = ("From", "To", "Reply-To", "Subject", "Message-ID")
    assert [kept[name] for name in same] == [arrived[name] for name in same]
    made = _made(browser, act)
    for words in (errands.user.email, "OwnYou", act.arguments["to"], act.arguments["subject"]):
        assert words in made, words
    assert act.arguments["body"].splitlines()[0] in made


@pytest.mark.parametrize("page", ["", "file/"])
def test_a_stranger_sees_nothing_of_it(quick: None, owner: User, stranger: User, page: str) -> None:
    _mission, act = done(owner, "put the dentist appointment on Friday 10am into my calendar")
    client = Client()
    client.force_login(stranger)
    assert client.get(f"/receipts/{act.pk}/{page}").status_code == 404


def _made(browser: Client, act: Action) -> str:
    """What the page of an act says that it made."""
    page = browser.get(f"/receipts/{act.pk}/").content.decode()
    return page[page.index('id="made"') :]


def test_what_was_done_is_said_once_on_its_mission_and_on_its_receipt(
    quick: None, owner: User, browser: Client
) -> None:
    goal = "note that the spare key is with Mr Novak"
    mission, act = done(owner, goal)
    page = browser.get(f"/missions/{mission.pk}/").content.decode()
    heading = re.search(r'<h2 id="result-title"[^>]*>(.*?)</h2>', page)[1]
    assert re.sub(r"<[^>]+>", "", heading) == "Kept as a note."
    receipt = browser.get(f"/receipts/{act.pk}/").content.decode()
    title = re.search(r"<h1[^>]*>(.*?)</h1>", receipt)[1]
    assert receipt.partition('id="content"')[2].count(f">{title}<") == 1
