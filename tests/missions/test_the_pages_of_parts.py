"""What a person sees of a mission of level 3, on pages and over the API: parts, drafts, files."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.test import Client

from missions.models import Mission
from missions.part_cards import _changes
from missions.services import create_mission
from tests.missions.evenings import V, say, to_the_draft
from trust.models import User
from trust.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mission(evening: Mission) -> Mission:
    return evening


@pytest.fixture
def page(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def test_the_page_shows_each_part_with_what_it_waits_for(mission: Mission, page: Client) -> None:
    text = page.get(f"/missions/{mission.pk}/").content.decode()
    assert 'id="part-dinner"' in text
    assert "after Dinner" in text
    assert "0 of 3 parts done" in text
    assert "If nothing is found: a picnic" in text


def test_the_page_of_a_goal_that_is_not_understood_yet_keeps_a_place_for_its_parts(
    world: None, owner: User, page: Client
) -> None:
    mission = Mission.objects.create(user=owner, goal="five days in Paris", provisional=True)
    address, place = f"/missions/{mission.pk}/", f'data-live="parts:{mission.pk}"'
    assert place in page.get(address).content.decode()
    Mission.objects.filter(pk=mission.pk).update(level=1, mission_type="dining", provisional=False)
    assert place not in page.get(address).content.decode()


def test_the_draft_and_its_files_are_on_the_page_after_a_reload(mission: Mission, page: Client) -> None:
    mission = to_the_draft(mission)
    text = page.get(f"/missions/{mission.pk}/").content.decode()
    assert "Yes, this one" in text
    assert "The evening" in text
    assert "research/dinner.json" in text
    read = page.get(f"/missions/{mission.pk}/files/drafts/itinerary_v1.md").content.decode()
    assert "<h1>Version 1</h1>" in read
    kept = page.get(f"/missions/{mission.pk}/files/drafts/plan_v1.json?download")
    assert kept.headers["Content-Disposition"] == 'attachment; filename="plan_v1.json"'
    assert json.loads(kept.content)["version"] == 1


def test_two_drafts_are_compared_with_the_words_that_led_there(mission: Mission, page: Client) -> None:
    mission = to_the_draft(mission)
    mission = say(mission, "review", V.REFINE, text="another show please")
    mission = say(mission, "show", V.CHOOSE, option=0)
    text = page.get(f"/missions/{mission.pk}/drafts/1/2/").content.decode()
    assert "another show please" in text
    assert "<del>Version 1</del>" in text
    assert "<ins>Version 2</ins>" in text
    assert page.get(f"/missions/{mission.pk}/drafts/1/9/").status_code == 404


def test_all_files_come_as_one_archive(mission: Mission, page: Client) -> None:
    mission = say(to_the_draft(mission), "review", V.APPROVE)
    archive = zipfile.ZipFile(io.BytesIO(page.get(f"/missions/{mission.pk}/files.zip").content))
    assert set(archive.namelist()) >= {"plan.md", "final/evening.md", "drafts/itinerary_v1.md"}


def test_what_was_delivered_stands_first_and_by_its_name(mission: Mission, page: Client) -> None:
    text = page.get(f"/missions/{to_the_draft(mission).pk}/").content.decode()
    assert "Your files" not in text
    mission = say(mission, "review", V.APPROVE)
    text = page.get(f"/missions/{mission.pk}/").content.decode()
    order = ("Your files", "Evening</span>", "draft-title", "feedback-place")
    places = [text.index(words) for words in order]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("| Meals | $611 | $1,183 |", "Meals · $611 · $1,183"),
        ("|---|---:|---:|", ""),
        ("- **9:50 AM** Louvre", "9:50 AM Louvre"),
    ],
)
def test_a_compared_line_has_no_signs_of_markdown(line: str, words: str) -> None:
    assert "".join(change.text for change in _changes([], [line])) == words


def test_the_plan_and_the_files_are_data_for_the_api(mission: Mission, owner: User) -> None:
    asked = {"Authorization": f"Bearer {make_token(user=owner, name='test')}"}
    early = Client().get(f"/api/missions/{mission.pk}/plan", headers=asked).json()
    assert (early["version"], [part["key"] for part in early["parts"]]) == (0, ["dinner", "show", "walk"])
    mission = to_the_draft(mission)
    plan = Client().get(f"/api/missions/{mission.pk}/plan", headers=asked).json()
    assert (plan["version"], plan["title"], plan["versions"]) == (1, "The evening", [1])
    assert plan["budget"] == {"limit": 200, "needed": None, "least": None, "total": 40, "currency": "USD"}
    items = Client().get(f"/api/missions/{mission.pk}/artifacts", headers=asked).json()["items"]
    for item in items:
        answer = Client().get(item["url"], headers=asked)
        assert answer.status_code == 200
        assert len(answer.content) == item["size"]
    assert Client().get(f"/api/missions/{mission.pk}/artifacts/none.md", headers=asked).status_code == 404


def test_a_stranger_finds_none_of_it(mission: Mission, stranger: User) -> None:
    mission = to_the_draft(mission)
    client = Client()
    client.force_login(stranger)
    asked = {"Authorization": f"Bearer {make_token(user=stranger, name='test')}"}
    for path in ("", "files.zip", "files/plan.md", "drafts/1/1/"):
        assert client.get(f"/missions/{mission.pk}/{path}").status_code == 404, path
    for path in ("plan", "artifacts", "artifacts/plan.md"):
        assert Client().get(f"/api/missions/{mission.pk}/{path}", headers=asked).status_code == 404, path


def test_a_mission_without_parts_has_no_plan(world: None, owner: User, page: Client) -> None:
    other = create_mission(user=owner, goal="Find Italian restaurants in Paris for Friday night, 4 people")
    assert page.get(f"/missions/{other.pk}/files.zip").status_code == 404
    asked = {"Authorization": f"Bearer {make_token(user=owner, name='test')}"}
    assert Client().get(f"/api/missions/{other.pk}/plan", headers=asked).status_code == 404
