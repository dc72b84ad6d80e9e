"""Pages of missions draw what is shown: the rest comes when asked for, or with the feed."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from missions.board import numbers_of
from missions.cards import UNFOLDED
from missions.lifecycle import subject_of
from missions.models import Mission
from missions.services import create_mission, pause_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust import activity, live, notices
from trust.models import Activity, Decision, Feed, Notification, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


@pytest.fixture
def mission(world: None, owner: User) -> Mission:
    owner.onboarding = User.Onboarding.DONE
    owner.save(update_fields=["onboarding"])
    made = create_mission(user=owner, goal=GOAL)
    drive(made)
    return refresh(made)


def page_of(user: User, path: str) -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def titles(mission: Mission) -> list[str]:
    return [str(option["title"]) for option in open_decision(mission).payload["options"]]


def test_the_card_asks_for_its_table_and_the_table_has_every_option(mission: Mission) -> None:
    address = f"/decisions/{open_decision(mission).pk}/table/"
    page = page_of(mission.user, f"/missions/{mission.pk}/")
    assert f'hx-get="{address}"' in page
    assert "<table" not in page
    table = page_of(mission.user, address)
    assert all(title in table for title in titles(mission))


def test_a_stranger_gets_no_table(mission: Mission, stranger: User) -> None:
    client = Client()
    client.force_login(stranger)
    answer = client.get(f"/decisions/{open_decision(mission).pk}/table/")
    assert answer.status_code == 404
    assert titles(mission)[0] not in unescape(answer.content.decode())


def test_the_page_has_all_that_happened_and_a_push_brings_only_the_new_lines(mission: Mission) -> None:
    seq = Feed.objects.get(user=mission.user).seq
    page = page_of(mission.user, f"/missions/{mission.pk}/")
    assert [f'id="step-{number}"' in page for number in range(1, seq + 1)] == [True] * seq

    answer_first(mission, "choose")
    drive(mission)
    update = live.missed(mission.user, after=seq, regions=[f"mission:{mission.pk}"])
    assert update.seq > seq
    assert f'data-seq="{seq}"' not in update.lines
    assert update.lines.count(f'data-subject="{mission.pk}"') == update.seq - seq
    [region] = update.fragments
    assert "step-" not in region["html"]


def test_what_happened_long_ago_is_on_the_page_when_asked_for(mission: Mission, stranger: User) -> None:
    for number in range(300):
        activity.record(
            user_id=mission.user_id,
            kind=Activity.Kind.AGENT_THINKING,
            text=f"Looked at place {number}.",
            subject=subject_of(mission),
        )
    seq = Feed.objects.get(user=mission.user).seq
    page, shown = page_of(mission.user, f"/missions/{mission.pk}/"), []
    while True:
        shown += [int(number) for number in re.findall(r'id="step-(\d+)"', page)]
        further = re.search(rf'hx-get="(/missions/{mission.pk}/before/\d+/)"', page)
        if further is None:
            break
        page = page_of(mission.user, further[1])
    assert shown == list(range(seq, 0, -1))
    client = Client()
    client.force_login(stranger)
    assert client.get(f"/missions/{mission.pk}/before/{seq}/").status_code == 404


@pytest.mark.parametrize(("more", "folded"), [(0, 0), (30, 1)])
def test_a_long_timeline_has_all_but_its_newest_lines_marked_as_older(
    mission: Mission, more: int, folded: int
) -> None:
    Activity.objects.filter(
        subject_id=mission.pk, seq__lte=Feed.objects.get(user=mission.user).seq - 3
    ).delete()
    for number in range(more):
        activity.record(
            user_id=mission.user_id,
            kind=Activity.Kind.AGENT_THINKING,
            text=f"Looked at place {number}.",
            subject=subject_of(mission),
        )
    page = page_of(mission.user, f"/missions/{mission.pk}/")
    lines = re.findall(r'<li class="line ([^"]*)" id="step-', page)
    assert [("older" in line.split()) for line in lines] == [
        n >= UNFOLDED and bool(folded) for n in range(len(lines))
    ]
    assert page.count('id="older-lines"') == folded


def test_a_page_notes_where_the_feed_is_at_before_it_reads_what_it_shows(
    mission: Mission, monkeypatch: Any
) -> None:
    seq = Feed.objects.get(user=mission.user).seq
    real = Mission.from_db.__func__  # type: ignore[attr-defined]
    seen: list[int] = []

    def something_happens(cls: Any, *row: Any) -> Any:
        if not seen:
            seen.append(Feed.objects.filter(user=mission.user).update(seq=seq + 5))
        return real(cls, *row)

    monkeypatch.setattr(Mission, "from_db", classmethod(something_happens))
    page = page_of(mission.user, f"/missions/{mission.pk}/")
    assert seen
    assert f'data-seq="{seq}"' in page.partition("<main")[0]


def test_today_shows_the_best_option_and_the_way_to_compare(mission: Mission) -> None:
    page = page_of(mission.user, "/")
    assert f"<strong>{titles(mission)[0]}</strong>" in page
    assert re.search(rf'href="/missions/{mission.pk}/#decision-[^"]+">Compare</a>', page)


def test_today_counts_what_the_inbox_counts_paused_missions_and_desires_too(mission: Mission) -> None:
    pause_mission(user=mission.user, mission_id=mission.pk)
    asked = open_decision(mission)
    other = uuid4()
    asked.pk, asked.key, asked.thread_id = other, str(other), other
    asked.subject_kind, asked.subject_id = "desire", other
    asked.save(force_insert=True)
    page = page_of(mission.user, "/")
    assert re.search(r'id="needs-count"[^>]*>2<', page)
    assert re.search(r'id="rail-count"[^>]*>2<', page)
    assert page.count('<article class="waiting"') == 2


def test_an_address_of_a_form_that_is_opened_says_that_nothing_was_done(mission: Mission) -> None:
    client = Client()
    client.force_login(mission.user)
    answer = client.get("/missions/new/")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "Nothing was done here" in answer.content.decode()


def test_a_reminder_says_what_it_is_about_and_its_line_in_the_feed_does_not_twice(mission: Mission) -> None:
    Decision.objects.update(remind_at=timezone.now())
    notices.remind(timezone.now())
    [notice] = Notification.objects.of(mission.user)
    title = open_decision(mission).title
    assert notice.text == f"Still waits for you: {GOAL}: {title}"
    assert Activity.objects.of(mission.user).latest("seq").text == f"Still waits for you: {title}"


def test_two_questions_with_the_same_options_keep_names_of_their_own_in_the_inbox(mission: Mission) -> None:
    drive(create_mission(user=mission.user, goal=GOAL))
    names = re.findall(r' id="([^"]+)"', page_of(mission.user, "/inbox/"))
    assert sum(name.startswith("option-") for name in names) > len(titles(mission))
    assert len(names) == len(set(names))


def test_this_month_counts_what_ended_and_what_ended_well(mission: Mission) -> None:
    assert numbers_of(mission.user).completion == ""
    answer_first(mission, "choose")
    drive(mission)
    assert numbers_of(mission.user).completion == "100%"
    Mission.objects.filter(pk=mission.pk).update(outcome=Mission.Outcome.FAILED)
    assert numbers_of(mission.user).completion == "0%"


def test_of_much_that_is_gone_by_some_is_shown_and_the_rest_is_folded(mission: Mission) -> None:
    rules = [f"You like dish {number}" for number in range(9)]
    mission.applied = rules
    mission.save(update_fields=["applied"])
    shown, _, folded = page_of(mission.user, f"/missions/{mission.pk}/").partition('id="applied-more"')
    assert [rule in shown for rule in rules] == [True] * 4 + [False] * 5
    assert all(rule in folded for rule in rules[4:])


def test_the_palette_says_how_a_mission_stands_in_the_words_of_its_page(mission: Mission) -> None:
    answer_first(mission, "choose")
    drive(mission)
    found = page_of(mission.user, "/palette/?q=Italian")
    assert "Done" in found
    assert "completed" not in found


def test_an_empty_archive_does_not_teach_what_a_mission_is(mission: Mission) -> None:
    page = page_of(mission.user, "/missions/?tab=archive")
    assert "What you put away from its page is kept here." in page
    assert "No missions here yet" not in page
