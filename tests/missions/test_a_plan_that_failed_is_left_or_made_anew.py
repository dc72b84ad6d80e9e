"""What can be answered where a plan did not work: leave it, or do without the tool that failed."""

from __future__ import annotations

from typing import Any

import pytest

from agency.models import Plan, ToolStep
from missions.models import Mission
from missions.services import create_mission
from tests.fakes.http_server import FakeServer, Reply
from tests.missions.steps import answer_first, drive, refresh
from trust.models import Activity, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def failed(world: object, owner: User, settings: Any) -> Any:
    """A mission whose encyclopaedias have nothing to say."""
    with FakeServer() as server:
        settings.WIKIVOYAGE_URL = settings.WIKIPEDIA_URL = f"{server.url}/w/api.php"
        server.will_say(lambda asked: Reply.of({"error": "away"}, status=400))
        mission = create_mission(user=owner, goal="read what Wikivoyage says about Giverny and write it down")
        drive(mission)
        assert "wikivoyage.read" in tools_of(mission)
        yield mission


def tools_of(mission: Mission) -> list[str]:
    plan = Plan.objects.about("mission", mission.pk).first()
    return list(ToolStep.objects.filter(hop__plan=plan).values_list("tool", flat=True))


def test_nothing_is_said_to_be_kept_where_nothing_was_found(failed: Mission) -> None:
    answer_first(failed, "answer", text="Leave it there")
    drive(failed)
    assert refresh(failed).status == Mission.Status.ABANDONED
    said = "\n".join(Activity.objects.filter(subject_id=failed.pk).values_list("text", flat=True))
    assert "Nothing was found" in said
    assert "is kept" not in said


def test_it_is_planned_anew_without_what_is_refused(failed: Mission) -> None:
    answer_first(failed, "answer", text="no Wikivoyage, just keep the note")
    drive(failed)
    assert Plan.objects.about("mission", failed.pk).count() == 2
    assert "wikivoyage.read" not in tools_of(failed)
    assert "notes.save" in tools_of(failed)
