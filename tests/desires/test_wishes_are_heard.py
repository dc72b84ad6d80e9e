"""Wishes in words: what is one and what is none, from the ask box, the API, goals and feedback."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from agency.desires import config
from agency.desires.config import Noticing
from agency.desires.noticing import hearing, making
from agency.models import Desire, DesireEvidence, Heard, Thread, ToolStep
from agency.plans.by_rules import plan_by_rules
from agency.plans.goal import GoalToRead
from agency.plans.reading import read_by_rules
from agency.plans.toolview import toolbox
from agency.reasoning.skills.wish import Wish, WishesFound, WordsHeard, check, detect_wishes
from agency.reasoning.wish_rules import may_hold_a_wish, read_wishes
from agency.runtime import driving
from feedback.services import give_feedback
from missions.models import Mission
from tests.api.conftest import Api, api  # noqa: F401
from tests.desires.steps import MAILED, allow, open_decision, say
from trust.models import Activity, Decision, User

S = Desire.Stage
FOLDER = Path(__file__).parents[1] / "evals" / "wishes"
LEARN, KEEP, GOAL = "I'd love to learn Italian", "Keep me up to date on Giverny", "Find a table for tonight"


def sentences(name: str) -> list[str]:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("sentence", sentences("wishes"))
def test_a_wish_is_noticed(sentence: str) -> None:
    found = detect_wishes.rules(WordsHeard(text=sentence))
    assert found.wishes
    assert may_hold_a_wish(sentence)
    assert check(WordsHeard(text=sentence), found) == []


@pytest.mark.parametrize("sentence", sentences("no_wishes"))
def test_nothing_is_noticed_in_what_is_done_once(sentence: str) -> None:
    assert detect_wishes.rules(WordsHeard(text=sentence)).wishes == []


@pytest.mark.parametrize(("name", "wished"), [("wishes_held_out", True), ("no_wishes_held_out", False)])
def test_sentences_that_the_rules_were_not_made_with_are_mostly_right(name: str, wished: bool) -> None:
    lines = sentences(name)
    right = sum(bool(read_wishes(line)[0]) is wished for line in lines)
    assert right >= 0.85 * len(lines)


@pytest.mark.parametrize(
    ("text", "title", "every"),
    [
        (LEARN, "Learn Italian", ""),
        (KEEP, "Keep up to date on Giverny", "week"),
        ("Every Friday, suggest a film to watch", "Suggest a film to watch", "week"),
        ("Send me a short summary of AI news each morning", None, "day"),
        ("I want to try a new restaurant every month", "Try a new restaurant every month", "month"),
    ],
)
def test_a_wish_has_a_name_and_says_how_often(text: str, title: str | None, every: str) -> None:
    [wish] = detect_wishes.rules(WordsHeard(text=text)).wishes
    assert wish.every == every
    assert title is None or wish.title == title


@pytest.mark.parametrize(
    ("text", "look_for"),
    [
        (KEEP, "news about Giverny"),
        ("Remind me to keep up with the news from Lisbon", "news about Lisbon"),
        (LEARN, "how to learn Italian"),
        ("Every Friday, suggest a film to watch", "a film to watch"),
        ("Ich möchte Italienisch lernen", "Italienisch lernen"),
        ("Tell me when flights to Lisbon get cheaper", "Tell me when flights to Lisbon get cheaper"),
    ],
)
def test_a_wish_says_what_to_look_for(text: str, look_for: str) -> None:
    [wish] = detect_wishes.rules(WordsHeard(text=text)).wishes
    assert wish.look_for == look_for


def test_what_is_asked_for_once_beside_a_wish_is_seen() -> None:
    found = detect_wishes.rules(WordsHeard(text=f"{GOAL}, and keep me posted about Giverny"))
    assert [wish.quote for wish in found.wishes] == ["keep me posted about Giverny"]
    assert found.rest


def test_a_model_may_not_make_wishes_up() -> None:
    asked = WordsHeard(text=LEARN)
    assert check(asked, WishesFound(wishes=[Wish(quote="learn French", title="French")]))
    twice = Wish(quote="learn Italian", title="Italian")
    assert check(asked, WishesFound(wishes=[twice, twice]))


# What becomes of them --------------------------------------------------------------------------------------


pytestmark_rows = pytest.mark.django_db(transaction=True)


def ask(client: Client, sentence: str, key: str = "") -> str:
    answer = client.post("/missions/new/", {"goal": sentence, "request_key": key or str(uuid4())})
    assert answer.status_code == 302
    return str(answer["Location"])


def drive_all(user: User) -> None:
    for _turn in range(10):
        ready = list(
            Thread.objects.filter(user=user, status=Thread.Status.READY).values_list("pk", flat=True)
        )
        if not ready:
            return
        for thread_id in ready:
            driving.drive(thread_id)


@pytestmark_rows
def test_a_wish_in_the_ask_box_is_proposed_at_once(person: User, client: Client) -> None:
    client.force_login(person)
    place = ask(client, KEEP)
    desire = Desire.objects.get()
    assert place == f"/agency/{desire.pk}/"
    assert (desire.stage, desire.source, desire.every) == (S.PENDING, "explicit", "week")
    assert not Mission.objects.exists()
    page = client.get(place).content.decode()
    assert "not as something to do once" in page
    assert "Shall I pursue this?" in page
    assert "Strength" not in page, "what was said outright need not grow"
    assert page.count(KEEP) >= 2, "what speaks for it is shown"
    assert say(desire, "approve").plannings == 1


@pytest.mark.django_db
@pytest.mark.parametrize("text", [KEEP, LEARN, "Every Friday, suggest a film to watch"])
def test_what_was_noticed_can_be_planned_with_the_tools_there_are(owner: Any, text: str) -> None:
    [desire] = hearing.take_in(user=owner, text=text, origin=Heard.Origin.API).desires
    tools = toolbox(owner)
    found = read_by_rules(GoalToRead(text=desire.description, tools=tools))
    assert found.mission is not None
    assert not found.missing
    used = {step.tool for _hop, step in plan_by_rules(found.mission, tools).steps()}
    assert used == {"web.search", "pages.list"}


@pytestmark_rows
def test_asking_twice_by_mistake_makes_one(person: User, client: Client) -> None:
    client.force_login(person)
    key = str(uuid4())
    assert ask(client, KEEP, key) == ask(client, KEEP, key)
    assert Desire.objects.count() == DesireEvidence.objects.count() == 1


@pytestmark_rows
def test_a_plain_goal_is_a_mission_and_nothing_is_noticed(person: User, client: Client) -> None:
    client.force_login(person)
    place = ask(client, "Find Italian restaurants in Paris for Friday night, 4 people")
    assert place.startswith("/missions/")
    assert not Heard.objects.exists()
    assert not Desire.objects.exists()


@pytestmark_rows
def test_what_was_taken_for_a_wish_can_be_done_once(person: User, client: Client) -> None:
    client.force_login(person)
    place = ask(client, KEEP)
    desire = Desire.objects.get()
    once = client.post(f"/missions/once/{desire.pk}/")
    mission = Mission.objects.get()
    assert once["Location"] == f"/missions/{mission.pk}/"
    assert mission.goal == KEEP
    desire.refresh_from_db()
    assert desire.stage == S.REJECTED
    assert not Decision.objects.open().filter(subject_id=desire.pk).exists()
    assert 'class="decision open' not in client.get(place).content.decode(), "nothing is asked of it any more"
    drive_all(person)
    assert Desire.objects.count() == 1, "its goal is not noticed again"


@pytestmark_rows
def test_what_was_taken_for_a_mission_can_be_pursued(person: User, client: Client) -> None:
    client.force_login(person)
    place = ask(client, "I want to book a table for two in Lyon")
    assert "Pursue it over time instead" in client.get(place).content.decode()
    pursued = client.post(f"{place}pursue/")
    desire = Desire.objects.get()
    assert pursued["Location"] == f"/agency/{desire.pk}/"
    assert desire.stage == S.PENDING
    assert Mission.objects.get().status == Mission.Status.ABANDONED


@pytestmark_rows
def test_a_wish_beside_a_goal_is_noticed_by_the_generator(person: User, client: Client) -> None:
    client.force_login(person)
    place = ask(client, "Find Italian restaurants in Paris for tonight, and keep me posted about Giverny")
    assert place.startswith("/missions/")
    thread = Thread.objects.get(graph=hearing.GENERATOR)
    driving.drive(thread.pk)
    desire = Desire.objects.get()
    assert (desire.title, desire.stage) == ("Keep posted about Giverny", S.PENDING)
    assert "Shall I pursue this?" in open_decision(desire).title
    thread.refresh_from_db()
    assert thread.status == Thread.Status.DONE


@pytestmark_rows
def test_a_wish_in_feedback_is_noticed_once(person: User) -> None:
    mission = Mission.objects.create(user=person, goal="dinner", mission_type="dining", status="completed")
    for _again in range(2):
        give_feedback(
            user=person,
            mission_id=mission.pk,
            completion="complete",
            quality=5,
            text="Lovely. I'd love to learn to cook like that",
        )
    assert Thread.objects.filter(graph=hearing.GENERATOR).count() == 1
    drive_all(person)
    assert Desire.objects.get().title == "Learn to cook like that"


@pytestmark_rows
def test_the_same_wish_in_other_words_grows_stronger_instead(person: User, client: Client) -> None:
    client.force_login(person)
    first = ask(client, KEEP)
    assert ask(client, "Please keep me posted about Giverny") == first
    assert ask(client, "I'd like to stay informed about Giverny") == first
    assert ask(client, "Keep me up to date on Chartres") != first
    assert ask(client, "I want to learn Italian") != first
    assert Desire.objects.count() == 3
    said = Desire.objects.order_by("created_at")[0]
    assert said.evidence.count() == 3
    assert said.priority == "high", "what is said again is wanted more"
    assert Activity.objects.filter(user=person, agent="desires").count() >= 3


@pytestmark_rows
def test_the_same_wish_that_two_processes_hear_at_once_is_one(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = making.lock

    def locked_late(user: User) -> None:
        """The other process was faster with the lock, after this one looked for what is alike."""
        monkeypatch.setattr(making, "lock", lock)
        hearing.take_in(user=user, text="Please keep me posted about Giverny", origin=Heard.Origin.API)
        lock(user)

    monkeypatch.setattr(making, "lock", locked_late)
    [mine] = hearing.take_in(user=person, text=KEEP, origin=Heard.Origin.API).desires
    assert Desire.objects.get().pk == mine.pk
    assert mine.evidence.count() == 2


@pytestmark_rows
def test_a_wish_that_was_turned_down_is_proposed_again_when_it_is_said_again(
    person: User, client: Client
) -> None:
    client.force_login(person)
    ask(client, KEEP)
    desire = say(Desire.objects.get(), "reject", "not now")
    assert (desire.stage, desire.problem) == (S.REJECTED, "not now")
    ask(client, KEEP)
    desire.refresh_from_db()
    assert desire.stage == S.PENDING
    assert open_decision(desire).payload["proposal"]


@pytestmark_rows
@pytest.mark.parametrize(("autonomy", "plannings"), [("suggest", 0), ("supervised_auto", 1)])
def test_whether_it_is_planned_without_asking_is_by_autonomy(
    person: User, client: Client, autonomy: str, plannings: int
) -> None:
    allow(person, autonomy)
    client.force_login(person)
    ask(client, KEEP)
    assert Desire.objects.get().plannings == plannings


@pytestmark_rows
def test_nothing_is_noticed_where_that_is_not_wanted(person: User, client: Client) -> None:
    config.set_config(user=person, noticing=Noticing(notice_words=False))
    client.force_login(person)
    assert ask(client, KEEP).startswith("/missions/")
    assert not Heard.objects.exists()
    assert not Desire.objects.exists()


@pytestmark_rows
def test_words_over_the_api_become_desires(person: User, api: Api) -> None:  # noqa: F811
    body = api.post("/agency/words", {"text": LEARN}).json()
    assert [one["stage"] for one in body["desires"]] == ["pending"]
    assert body["desires"][0]["proposed"]
    assert "approve" in body["desires"][0]["can"]
    shown = api.get(f"/agency/desires/{body['desires'][0]['id']}").json()
    assert [line["words"] for line in shown["evidence"]] == [LEARN]
    assert (shown["strength"], shown["threshold"]) == (1.0, 0.6)
    nothing = api.post("/agency/words", {"text": "Find a plumber"}).json()
    assert nothing == {"desires": [], "rest": True}
    assert api.post("/agency/words", {"text": " "}).status_code == 422
    assert api.post(f"/agency/desires/{shown['id']}/approve").json()["stage"] == "planning"


@pytestmark_rows
def test_words_on_a_proposal_are_kept_beside_the_wish(person: User) -> None:
    [desire] = hearing.take_in(user=person, text=KEEP, origin=Heard.Origin.API).desires
    wish = desire.description
    assert "weekends" in open_decision(desire).payload["refine_hint"]
    desire = say(desire, "refine", "only on weekends")
    assert (desire.description, desire.critique) == (wish, "only on weekends")
    assert desire.critique_at is not None
    assert desire.plannings == 1
    assert desire.guidance["words"] == ["only on weekends"]


@pytestmark_rows
def test_what_a_proposal_is_not_to_use_is_left_out_of_its_first_plan(person: User) -> None:
    desire = hearing.take_as_said(user=person, text=MAILED, about=uuid4())
    desire = say(desire, "refine", "do not send a mail")
    assert "mail.send" in desire.guidance["without"]
    steps = ToolStep.objects.filter(hop__plan__subject_id=desire.pk)
    assert "mail.send" not in set(steps.values_list("tool", flat=True))


@pytestmark_rows
def test_a_proposal_is_revised_over_the_api_without_losing_the_wish(person: User, api: Api) -> None:  # noqa: F811
    [body] = api.post("/agency/words", {"text": KEEP}).json()["desires"]
    path = f"/agency/desires/{body['id']}"
    shown = api.post(f"{path}/revise", {"critique": "only on weekends"}).json()
    assert (shown["stage"], shown["critique"]) == ("planning", "only on weekends")
    assert shown["description"] == body["description"]


@pytestmark_rows
def test_a_stranger_neither_sees_nor_turns_it(owner: Any, stranger: Any, client: Client) -> None:
    noticed = hearing.take_in(user=owner, text=KEEP, origin=Heard.Origin.ASK, about=uuid4())
    [desire] = noticed.desires
    mission = Mission.objects.create(user=owner, goal="secret", mission_type="dining")
    client.force_login(stranger)
    assert client.post(f"/missions/once/{desire.pk}/").status_code == 404
    assert client.post(f"/missions/{mission.pk}/pursue/").status_code == 404
    mine = hearing.take_in(user=stranger, text=KEEP, origin=Heard.Origin.ASK, about=uuid4())
    assert mine.desires[0].pk != desire.pk
    assert desire.evidence.count() == 1
