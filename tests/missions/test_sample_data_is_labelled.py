"""What the product ships as sample data is called so until the end; a person's own rows are not."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client

from agency.sources.base import Offer, SearchRequest
from agency.sources.registry import source_named
from missions.cards import card_for
from missions.models import Mission
from missions.services import create_mission
from missions.terminal import Ending, FirstAnswers, Terminal
from tests.missions.steps import answer_first, drive, refresh
from trust.models import User
from trust.tokens import make_token

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


class OwnRows:
    """The catalogue, holding what a person imported."""

    name = "catalogue"
    title = "Catalogue"

    def search(self, request: SearchRequest) -> list[Offer]:
        found = source_named("catalogue").search(request)
        return [offer.model_copy(update={"sample": False}) for offer in found]


def chosen(user: User) -> Mission:
    mission = create_mission(user=user, goal=GOAL)
    drive(mission)
    answer_first(mission, "choose")
    drive(mission)
    return refresh(mission)


def page_of(mission: Mission) -> str:
    client = Client()
    client.force_login(mission.user)
    page = unescape(client.get(f"/missions/{mission.pk}/").content.decode())
    return page.partition('id="result"')[2].partition("</section>")[0]


def told(mission: Mission) -> str:
    lines: list[str] = []
    assert Terminal(mission, FirstAnswers(), lines.append).follow() == Ending.COMPLETED
    return lines[-1]


def test_what_was_chosen_is_called_sample_data_everywhere(world: None, owner: User, settings: Any) -> None:
    settings.SOURCES = "catalogue"
    mission = chosen(owner)
    assert [source.sample for source in card_for(mission).sources] == [True]
    assert "sample data" in page_of(mission)
    assert "sample data" in told(mission)
    token = make_token(user=owner, name="test")
    answer = Client().get(f"/api/missions/{mission.pk}", headers={"Authorization": f"Bearer {token}"}).json()
    assert (answer["result"]["sample"], answer["result"]["source"]) == (True, "catalogue")


def test_a_persons_own_rows_are_not(
    world: None, owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SOURCES = "catalogue"
    monkeypatch.setattr("missions.levels.sourcing.source_named", lambda name: OwnRows())
    mission = chosen(owner)
    card = card_for(mission)
    assert [source.sample for source in card.sources] == [False]
    assert card.result is not None
    assert not card.result.sample
    assert "sample data" not in page_of(mission)
    assert "sample data" not in told(mission)
