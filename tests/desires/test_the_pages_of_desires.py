"""The pages of desires: sections, one desire, settings; nothing of it for a stranger."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from agency.desires import config
from agency.desires.board import PAGE, SHOWN, Asked, board_of, sections_of
from agency.desires.cards import page_for
from agency.desires.escalating import escalate
from agency.desires.live import draw_desire, draw_sections
from agency.desires.services import create_desire, revise
from agency.models import Desire, Plan, Schedule
from tests.desires.steps import MAILED, WANTED, allow, drive, open_decision, pass_time, say
from trust.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_desire_is_asked_for_looked_at_and_started_on_pages(person: User, client: Client) -> None:
    client.force_login(person)
    made = client.post("/agency/", {"description": WANTED, "every": "week"})
    assert made.status_code == 302
    desire = drive(Desire.objects.get())
    page = client.get("/agency/").content.decode()
    assert "Waits for you" in page
    shown = client.get(made["Location"]).content.decode()
    assert "Agreed: it is done when" in shown
    assert len(re.findall(r"<button[^>]*>\s*Plan again", shown)) == 1, "the card that asks has it"
    assert "Start this plan" in shown
    client.post(f"{made['Location']}approve/")
    desire = drive(desire)
    assert desire.stage == "dormant"
    drawn = draw_desire(person, desire.pk)
    assert drawn is not None
    assert "until next time" in drawn
    assert "In short: All of Giverny." in drawn
    assert client.get(f"{made['Location']}export/")["Content-Type"] == "application/zip"
    assert client.post(f"{made['Location']}delete/").status_code == 302
    assert not Desire.objects.exists()


def test_a_stranger_sees_and_moves_nothing(owner: Any, stranger: Any, client: Client) -> None:
    desire = Desire.objects.create(user=owner, title="zanzibar", description="zanzibar", stage="reviewing")
    client.force_login(stranger)
    for path in ("", "export/"):
        assert client.get(f"/agency/{desire.pk}/{path}").status_code == 404
    for verb in ("approve", "reject", "execute", "reset", "generate-plan", "delete"):
        assert client.post(f"/agency/{desire.pk}/{verb}/").status_code == 404
    assert "zanzibar" not in client.get("/agency/").content.decode()
    assert draw_desire(stranger, desire.pk) is None
    assert "zanzibar" not in (draw_sections(stranger, None) or "")
    desire.refresh_from_db()
    assert desire.stage == "reviewing"


def test_the_settings_are_saved_and_danger_is_confirmed(owner: Any, client: Client) -> None:
    client.force_login(owner)
    wanted = {
        "autonomy": "bounded_auto",
        "review": "always",
        "matters": "family\nhealth",
        "never": "gambling",
    }
    refused = client.post("/settings/desires/", wanted)
    assert refused.status_code == 422
    assert "gambling" in refused.content.decode(), "what was typed stays"
    assert client.get("/settings/desires/").context["config"].never == []
    assert client.post("/settings/desires/", wanted | {"confirmed": "on"}).status_code == 302
    owner.refresh_from_db()
    assert (owner.autonomy, owner.plan_review) == ("bounded_auto", "always")
    page = client.get("/settings/desires/").content.decode()
    assert "gambling" in page
    assert "family" in page


def test_words_title_and_priority_are_changed_on_a_page(person: User, client: Client) -> None:
    client.force_login(person)
    desire = drive(create_desire(user=person, description=WANTED))
    path = f"/agency/{desire.pk}/edit/"
    assert WANTED in client.get(path).content.decode()
    wanted = {
        "title": "The garden",
        "description": "look up Vernon on Wikivoyage",
        "every": "",
        "priority": "high",
    }
    assert client.post(path, wanted).status_code == 302
    desire = drive(desire)
    assert (desire.title, desire.priority, desire.stage) == ("The garden", "high", "reviewing")
    assert Plan.objects.about("desire", desire.pk).count() == 2
    refused = client.post(path, wanted | {"title": "", "description": "kept words"})
    assert refused.status_code == 422
    assert "kept words" in refused.content.decode()
    assert client.post(path, wanted | {"priority": "top"}).status_code == 422
    say(desire, "approve")
    assert "readonly" in client.get(path).content.decode()
    assert client.post(path, wanted | {"description": "other words"}).status_code == 409
    assert client.post(path, wanted | {"title": "Done garden"}).status_code == 302
    desire.refresh_from_db()
    assert (desire.title, desire.description) == ("Done garden", "look up Vernon on Wikivoyage")


def test_two_versions_are_compared_on_the_page(person: User, client: Client) -> None:
    client.force_login(person)
    desire = drive(create_desire(user=person, description=MAILED))
    drive(revise(user=person, desire_id=desire.pk, critique="do not send a mail"))
    page = client.get(f"/agency/{desire.pk}/").content.decode()
    assert "From plan 1 to plan 2" in page
    assert "<del>" in page
    [change] = page_for(Desire.objects.select_related("user").get()).changes
    assert "removed" in {hop.change for hop in change.hops}


def test_the_list_takes_an_answer_and_stays_in_place(person: User, client: Client) -> None:
    client.force_login(person)
    first, second = (drive(create_desire(user=person, description=wish)) for wish in (WANTED, MAILED))
    page = client.get("/agency/").content.decode()
    assert page.count("data-decision") >= 2
    assert client.post(f"/agency/{first.pk}/approve/", {"back": "1"})["Location"] == "/agency/"
    assert client.post(f"/agency/{second.pk}/reject/", {"back": "1", "why": "not now"}).status_code == 302
    second.refresh_from_db()
    assert (second.stage, second.problem) == ("rejected", "not now")


def test_a_stuck_desire_says_so_and_offers_the_way_back(person: User, client: Client) -> None:
    client.force_login(person)
    desire = drive(create_desire(user=person, description=MAILED))
    desire = say(desire, "approve")
    Desire.objects.update(stuck_since=timezone.now())
    page = client.get(f"/agency/{desire.pk}/").content.decode()
    assert "It has not moved since" in page
    assert "Put it back to “ready to start”" in page
    assert "It has not moved since" in client.get("/agency/").content.decode()
    client.post(f"/agency/{desire.pk}/reset/")
    desire.refresh_from_db()
    assert (desire.stage, desire.stuck_since) == ("approved", None)


def test_the_review_card_speaks_of_plans(person: User, client: Client) -> None:
    client.force_login(person)
    desire = drive(create_desire(user=person, description=WANTED))
    for path in (f"/agency/{desire.pk}/", "/inbox/"):
        page = client.get(path).content.decode()
        assert "Italian" not in page
        assert "Plan again" in page


def test_whether_it_helped_is_asked_on_its_page_and_shown_there(person: User, client: Client) -> None:
    client.force_login(person)
    allow(person, "supervised_auto")
    desire = drive(create_desire(user=person, description=WANTED))
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=True):
        pass_time(person)
        assert "Did it help?" in client.get("/inbox/").content.decode()
        assert (
            "If you do not answer, I do not ask again."
            in client.get(f"/agency/{desire.pk}/").content.decode()
        )
        assert "Waits for you" in client.get("/agency/").content.decode()
        answer = {"verdict": "answer", "text": "Partly"}
        client.post(f"/decisions/{open_decision(desire).pk}/", answer)
    assert "it helped in part" in client.get(f"/agency/{desire.pk}/").content.decode()


def noticed(person: User, **more: Any) -> Desire:
    fields: dict[str, Any] = {"title": "a wish", "description": WANTED, "stage": "nascent", "strength": 0.3}
    return Desire.objects.create(user=person, **(fields | more))


@pytest.mark.parametrize(
    ("stage", "words"), [("nascent", "Pursue it now"), ("dormant", "Do it now"), ("pending", "Plan it")]
)
def test_what_waits_for_its_time_can_be_taken_up_at_once(
    person: User, client: Client, stage: str, words: str
) -> None:
    client.force_login(person)
    desire = noticed(person, stage=stage)
    page = client.get(f"/agency/{desire.pk}/").content.decode()
    assert words in page
    assert "generate-plan" in page_for(desire).can
    assert client.post(f"/agency/{desire.pk}/generate-plan/").status_code == 302
    desire = drive(desire)
    assert (desire.stage, desire.plannings) == ("reviewing", 1)


def test_a_noticed_wish_is_taken_up_or_let_go_from_the_list(person: User, client: Client) -> None:
    client.force_login(person)
    kept, dropped = noticed(person, every="week"), noticed(person, title="another")
    assert client.get("/agency/").content.decode().count("Pursue it now") == 2
    client.post(f"/agency/{kept.pk}/generate-plan/", {"back": "1"})
    client.post(f"/agency/{dropped.pk}/reject/", {"back": "1", "why": "no time"})
    stages = {row.title: row.stage for row in Desire.objects.all()}
    assert stages == {"a wish": "planning", "another": "rejected"}
    assert Schedule.objects.filter(user=person, kind="desire").count() == 1


def test_no_desire_is_lost_beyond_the_newest_hundred(person: User, client: Client) -> None:
    client.force_login(person)
    first = noticed(person, title="zanzibar", stage="reviewing")
    oldest = noticed(person, title="quito", stage="executing")
    urgent = noticed(person, risk="low", priority="urgent")
    for number in range(1, 120):
        noticed(person, title=f"wish {number}", stage="completed" if number % 2 else "nascent", risk="low")
    sections = {section.key: section for section in sections_of(person)}
    assert sections["noticed"].desires[0].id == urgent.pk
    assert [card.id for card in sections["review"].desires] == [first.pk]
    assert [card.id for card in sections["active"].desires] == [oldest.pk]
    assert sections["noticed"].count == 60
    page = client.get("/agency/").content.decode()
    assert "zanzibar" in page
    assert f"and {60 - SHOWN} more" in page
    seen, address = set(), "/agency/?show=all"
    for _page in range(3):
        board = client.get(address).context["board"]
        seen |= {card.id for card in board.every}
        address = f"/agency/{board.older_url.partition('#')[0]}"
    assert not board.older_url
    assert len(seen) == 122
    counted = {"stage=executing": 1, "risk=low&stage=completed": PAGE, "source=implicit": 0, "before=x": PAGE}
    for query, count in counted.items():
        answer = client.get(f"/agency/?{query}")
        assert len(answer.context["board"].every) == count
        assert ('<details class="more" open>' in answer.content.decode()) is (query != "before=x")


def test_what_is_over_is_put_away_and_taken_back(person: User, client: Client) -> None:
    client.force_login(person)
    desire, live = noticed(person, stage="failed"), noticed(person, title="live")
    assert "archive" in page_for(desire).can
    client.post(f"/agency/{desire.pk}/archive/")
    client.post(f"/agency/{live.pk}/archive/")
    assert [card.id for card in board_of(person).every] == [live.pk]
    assert [card.id for card in board_of(person, Asked("archive")).every] == [desire.pk]
    assert "Take it back from the archive" in client.get(f"/agency/{desire.pk}/").content.decode()
    client.post(f"/agency/{desire.pk}/unarchive/")
    assert len(board_of(person).every) == 2
    client.post(f"/agency/{desire.pk}/archive/")
    client.post(f"/agency/{desire.pk}/reset/")
    desire.refresh_from_db()
    assert (desire.stage, desire.archived_at) == ("pending", None)


@pytest.mark.parametrize("on", [True, False])
def test_what_is_done_goes_to_the_archive_by_itself_where_that_is_set(person: User, on: bool) -> None:
    config.set_config(user=person, auto_archive=on)
    desire = say(drive(create_desire(user=person, description=WANTED)), "approve")
    assert desire.stage == "completed"
    assert (desire.archived_at is not None) is on
    assert (desire.pk in {card.id for card in board_of(person).every}) is not on


def test_a_badge_says_what_is_asked_and_a_problem_is_said_once(person: User, client: Client) -> None:
    client.force_login(person)
    asking = drive(create_desire(user=person, description="mail it to my sister"))
    assert asking.stage == "planning"
    assert "Asks you something" in client.get(f"/agency/{asking.pk}/").content.decode()
    stuck = drive(create_desire(user=person, description=WANTED))
    Desire.objects.filter(pk=stuck.pk).update(stage="planning")
    stuck.stage = "planning"
    assert escalate(stuck, "No way leads there.")
    page = client.get(f"/agency/{stuck.pk}/").content.decode()
    assert "No way leads there." in page
    assert 'id="problem"' not in page
