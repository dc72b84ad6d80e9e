"""Days in Lyon: sights from the map; and what is said where the map cannot be asked."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.test import override_settings

from agency.sources.registry import unregister_source
from missions.levels.complex import drafts
from missions.models import Mission, SourceReport
from missions.services import create_mission
from missions.trips.checks import broken
from missions.trips.plan import TripPlan
from tests.fakes.http_server import Reply
from tests.fakes.openstreetmap import FakeOpenStreetMap, overpass_node
from tests.missions.evenings import V, asked, leave_the_rest, part, say, status_of, work
from trust.models import Activity, Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
GOAL = "Plan 3 days in Lyon in May for 2 people, 900 euros"
NAMES = {f"name:{code}": "x" for code in ("en", "de", "it", "es", "pl")}


def sights() -> list[dict[str, object]]:
    kinds = ("museum", "attraction", "viewpoint", "museum", "attraction", "gallery")
    return [
        overpass_node(
            number,
            {
                "name": f"Sight {number}",
                "tourism": kind,
                "opening_hours": "Mo-Su 09:00-18:00",
                "wikidata": f"Q{number}",
                **NAMES,
            },
            lat=45.755 + number * 0.002,
            lon=4.835 + number * 0.002,
        )
        for number, kind in enumerate(kinds * 2, 1)
    ]


def hotels() -> list[dict[str, object]]:
    """Places to sleep; the fake answers every question with all it has, whatever was asked."""
    kinds = (("hotel", "4"), ("hotel", "2"), ("hostel", ""), ("guest_house", ""))
    return [
        overpass_node(
            100 + number,
            {"name": f"Bed {number}", "tourism": kind, **({"stars": stars} if stars else {})},
            lat=45.757 + number * 0.001,
            lon=4.837 + number * 0.001,
        )
        for number, (kind, stars) in enumerate(kinds, 1)
    ]


@pytest.fixture
def the_map() -> Iterator[FakeOpenStreetMap]:
    with FakeOpenStreetMap(*sights(), *hotels()) as server:
        addresses = {name.removeprefix("OWNYOU_"): value for name, value in server.environment.items()}
        unregister_source("openstreetmap")
        with override_settings(**addresses, SOURCES="catalogue,openstreetmap"):
            yield server
        unregister_source("openstreetmap")


@pytest.fixture
def an_empty_map() -> Iterator[FakeOpenStreetMap]:
    with FakeOpenStreetMap() as server:
        addresses = {name.removeprefix("OWNYOU_"): value for name, value in server.environment.items()}
        unregister_source("openstreetmap")
        with override_settings(**addresses, SOURCES="catalogue,openstreetmap"):
            yield server
        unregister_source("openstreetmap")


def plan_of(mission: Mission) -> TripPlan:
    plan = TripPlan.model_validate(json.loads(drafts.read(mission, "drafts/plan_v1.json")))
    assert not broken(plan.checks)
    return plan


def test_a_city_that_only_the_map_knows_gets_real_days(
    world: None, owner: User, the_map: FakeOpenStreetMap
) -> None:
    mission = work(create_mission(user=owner, goal=GOAL))
    first = asked(mission, "flights").payload["why"]
    assert "The catalogue knows nothing to see and nowhere to sleep in Lyon. OpenStreetMap is asked" in first
    assert "estimated from distance" in first
    mission = say(mission, "flights", V.CHOOSE)
    assert "knows nothing to see" not in asked(mission, "stay").payload["why"], "it is said once"
    assert "what a night costs is an estimate" in asked(mission, "stay").payload["why"]
    assert len(asked(mission, "stay").payload["options"]) == 4
    mission = leave_the_rest(say(mission, "stay", V.CHOOSE))
    assert status_of(mission)["sights"] == "done"
    assert part(mission, "sights").attempt == 1
    plan = plan_of(mission)
    (stay,) = plan.stays
    assert (stay.source, stay.estimate) == ("openstreetmap", True)
    assert stay.cost > 0
    assert "price: estimate" in drafts.read(mission, "drafts/itinerary_v1.md").decode()
    seen = [item for day in plan.days for item in day.items if item.source == "openstreetmap"]
    assert len(plan.days) == 3
    assert len({item.name for item in seen}) >= 4
    assert not any("Nothing to see" in words for words in plan.misfits)
    assert "ticket: estimate" in {item.note for item in seen}
    assert "OpenStreetMap contributors" in drafts.read(mission, "drafts/itinerary_v1.md").decode()


def test_with_the_map_out_of_reach_the_plan_says_what_is_missing(
    world: None, owner: User, the_map: FakeOpenStreetMap
) -> None:
    the_map.will_say(Reply(status=400))
    mission = leave_the_rest(say(work(create_mission(user=owner, goal=GOAL)), "flights", V.CHOOSE))
    plan = plan_of(mission)
    said = " ".join(plan.misfits)
    assert "Nothing to see is known in Lyon" in said
    assert "OpenStreetMap" in said
    failed = SourceReport.objects.filter(mission=mission, status=SourceReport.Status.FAILED)
    assert {"sights"} <= {report.part for report in failed}


def test_the_map_is_not_asked_for_sights_where_the_catalogue_knows_enough(
    world: None, owner: User, the_map: FakeOpenStreetMap
) -> None:
    work(create_mission(user=owner, goal=GOAL.replace("Lyon", "Paris")))
    assert not any("tourism" in asked.fields.get("data", "") for asked in the_map.asked)


def test_without_the_map_the_first_card_says_what_is_missing_and_which_cities_are_known(
    world: None, owner: User
) -> None:
    mission = work(create_mission(user=owner, goal=GOAL.replace("Lyon", "Lisbon")))
    why = asked(mission, "flights").payload["why"]
    assert "nothing to see and nowhere to sleep in Lisbon" in why
    assert "OpenStreetMap, which may know them, is not switched on." in why
    assert "Paris" in why
    mission = say(mission, "flights", V.REFINE, "make it Paris instead")
    assert "nothing to see" not in asked(mission, "flights").payload["why"]


def test_nothing_is_missing_in_a_city_of_the_catalogue(world: None, owner: User) -> None:
    mission = work(create_mission(user=owner, goal=GOAL.replace("Lyon", "Paris")))
    assert mission.understood["foreseen"] == []


def test_what_nobody_can_know_is_not_asked_about_and_the_draft_says_where_to_look(
    world: None, owner: User
) -> None:
    mission = say(work(create_mission(user=owner, goal=GOAL.replace("Lyon", "Lisbon"))), "flights", V.CHOOSE)
    review = asked(mission, "review")
    assert Decision.objects.open().filter(subject_id=mission.pk).count() == 1
    assert part(mission, "stay").note == "Leave the bed to you and keep the budget's share of it"
    assert "two days later" in review.payload["refine_suggestions"]
    assert not any("museum" in words for words in review.payload["refine_suggestions"])
    plan = plan_of(mission)
    assert [one.what for one in plan.look_up] == ["Places to sleep", "What to see and do", "Restaurants"]
    read = drafts.read(mission, "drafts/itinerary_v1.md").decode()
    assert "[OpenStreetMap](https://www.openstreetmap.org/search?query=hotels+in+Lisbon)" in read
    free = [item.start.hour for day in plan.days[1:] for item in day.items if item.kind == "free"]
    assert min(free) < 11, "mornings are there to be filled"


def test_what_is_not_found_is_looked_for_more_widely_and_then_asked_about(
    world: None, owner: User, an_empty_map: FakeOpenStreetMap
) -> None:
    mission = say(work(create_mission(user=owner, goal=GOAL)), "flights", V.CHOOSE)
    assert {key: part(mission, key).replans for key in ("stay", "activities")} == {"stay": 1, "activities": 1}
    said = Activity.objects.filter(subject_id=mission.pk).values_list("text", flat=True)
    assert any("trying a wider area" in line for line in said)
    assert any("trying the map" in line for line in said)
    question = asked(mission, "stay")
    assert "nothing fits" in question.title
    assert "The catalogue knows" not in question.payload["why"], "it is said once"
    assert "Without it: Leave the bed to you" in question.payload["why"]
    assert not any("museum" in words for words in question.payload["suggestions"])
    assert question.payload["suggestions"][-2:] == ["Try again", "Go on without it"]
    attempt = part(mission, "stay").attempt
    mission = say(mission, "stay", V.ANSWER, text="Try again")
    assert (status_of(mission)["stay"], part(mission, "stay").attempt) == ("asking", attempt + 1)
    mission = leave_the_rest(mission)
    assert "asking" not in status_of(mission).values()
    assert part(mission, "stay").note == "Leave the bed to you and keep the budget's share of it"
    assert any("sleep" in words for words in plan_of(mission).misfits)
