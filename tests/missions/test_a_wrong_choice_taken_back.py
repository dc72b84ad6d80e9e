"""A choice that was a slip is taken back by a button or a word: what it taught goes, the options come."""

from __future__ import annotations

from threading import Thread
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from memory.preferences import preferences
from missions.choosing_again import choose_again, says_wrong_choice
from missions.learning import learn_from_choice
from missions.models import Mission
from missions.services import create_mission
from ownyou.lib.errors import Conflict, NotFound
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Decision, User


@pytest.fixture
def unlearned(world: object, owner: User, settings: Any) -> Mission:
    """A dinner for which a place was chosen, and nothing learned yet."""
    settings.SOURCES = "catalogue"
    mission = create_mission(user=owner, goal="dinner for two in Berlin on Friday")
    drive(mission)
    answer_first(mission, "choose")
    drive(mission)
    return refresh(mission)


@pytest.fixture
def chosen(unlearned: Mission) -> Mission:
    """A dinner for which a place was chosen and learned."""
    learn_from_choice(unlearned.pk)
    return refresh(unlearned)


def favourites(user: User) -> list[str]:
    return [key for key in preferences(user) if key.startswith("dining.favourites.")]


def test_the_options_come_again_and_nothing_is_left_of_the_choice(chosen: Mission) -> None:
    assert favourites(chosen.user)
    again = choose_again(user=chosen.user, mission_id=chosen.pk)
    drive(again)
    assert open_decision(again).kind == Decision.Kind.CHOICE
    assert favourites(chosen.user) == []
    assert refresh(chosen).archived_at is not None


def test_the_page_offers_it_and_its_button_leads_to_the_options(chosen: Mission, client: Client) -> None:
    client.force_login(chosen.user)
    page = client.get(reverse("mission", args=[chosen.pk]))
    act = reverse("mission_act", args=[chosen.pk, "another"])
    assert act in page.content.decode()
    led = client.post(act)
    client.post(act)  # a double click
    again = Mission.objects.exclude(pk=chosen.pk).get()
    assert led["Location"] == reverse("mission", args=[again.pk])


def test_words_do_the_same(chosen: Mission, client: Client) -> None:
    client.force_login(chosen.user)
    place = reverse("mission_feedback", args=[chosen.pk])
    led = client.post(place, {"text": "oh no, I meant the other one"}, headers={"HX-Request": "true"})
    again = Mission.objects.exclude(pk=chosen.pk).get()
    assert led["HX-Redirect"] == reverse("mission", args=[again.pk])


@pytest.mark.django_db(transaction=True)
def test_a_choice_that_is_taken_back_while_it_is_learned_from_teaches_nothing(
    unlearned: Mission,
) -> None:
    user = unlearned.user
    assert unlearned.learned_at is None
    learner = Thread(target=_learn, args=[unlearned.pk])
    with transaction.atomic():
        choose_again(user=user, mission_id=unlearned.pk)
        learner.start()
        learner.join(1.0)
    learner.join(30.0)
    assert not learner.is_alive()
    assert favourites(user) == []


def _learn(mission_id: UUID) -> None:
    try:
        learn_from_choice(mission_id)
    finally:
        connection.close()


def test_nobody_else_can(chosen: Mission, stranger: User) -> None:
    with pytest.raises(NotFound):
        choose_again(user=stranger, mission_id=chosen.pk)


def test_what_was_not_chosen_is_not_taken_back(world: object, owner: User) -> None:
    mission = create_mission(user=owner, goal="dinner for two in Berlin on Friday")
    with pytest.raises(Conflict):
        choose_again(user=owner, mission_id=mission.pk)


@pytest.mark.parametrize(
    "text",
    [
        "undo",
        "Oh no, I meant the other one!",
        "take that back please",
        "that was the wrong one",
        "oops, misclicked",
        "I picked the wrong one",
        "Ups, falsch geklickt",
        "nein, ich meinte das andere",
        "mach das rückgängig",
    ],
)
def test_words_that_take_a_choice_back(text: str) -> None:
    assert says_wrong_choice(text)


@pytest.mark.parametrize(
    "text",
    [
        "it was lovely, undo my tie",
        "the food was wrong",
        "I would take the other one next time",
        "I took the second one",
        "I chose the first option.",
        "schön war es",
    ],
)
def test_words_of_feedback_do_not(text: str) -> None:
    assert not says_wrong_choice(text)
