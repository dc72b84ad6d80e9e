"""The feed's page can be narrowed by kind, agent and mission, and stays live under a filter."""

from __future__ import annotations

import re
from typing import Any

import pytest

from missions.models import Mission
from trust import activity
from trust.activity import Subject
from trust.models import Activity

pytestmark = pytest.mark.usefixtures("db")
K = Activity.Kind


@pytest.fixture
def told(owner: Any) -> Mission:
    """Lines of two agents, one of them about a mission."""
    mission = Mission.objects.create(user=owner, goal="Paris in May")
    activity.record(user_id=owner.pk, kind=K.AGENT_COMPLETED, agent="dining", text="Found a table")
    activity.record(
        user_id=owner.pk,
        kind=K.AGENT_ERROR,
        agent="research",
        text="A source is away",
        subject=Subject("mission", mission.pk),
    )
    activity.record(user_id=owner.pk, kind=K.LEARNED, agent="dining", text="You like figs")
    return mission


def texts(browser: Any, query: str) -> list[str]:
    page = browser.get(f"/activity/?{query}").content.decode()
    main = page.split("<main")[1].split("</main")[0]
    return re.findall(r"Found a table|A source is away|You like figs", main)


def test_filters_narrow_and_combine(told: Mission, browser: Any) -> None:
    assert texts(browser, "") == ["You like figs", "A source is away", "Found a table"]
    assert texts(browser, "agent=dining") == ["You like figs", "Found a table"]
    assert texts(browser, "agent=dining&filter=learned") == ["You like figs"]
    assert texts(browser, f"mission={told.pk}") == ["A source is away"]
    assert texts(browser, f"mission={told.pk}&agent=dining") == []


@pytest.mark.parametrize("query", ["filter=nonsense", "mission=nonsense", "before=nonsense", "agent="])
def test_filters_that_are_none_are_left_out(told: Mission, browser: Any, query: str) -> None:
    assert len(texts(browser, query)) == 3


def test_the_choices_are_what_the_feed_told_of(told: Mission, browser: Any) -> None:
    page = browser.get("/activity/").content.decode()
    assert '<option value="research"' in page
    assert f'<option value="{told.pk}"' in page


def test_the_list_says_what_it_takes_live(told: Mission, browser: Any) -> None:
    page = browser.get(f"/activity/?filter=problems&agent=research&mission={told.pk}").content.decode()
    wanted = f'data-only-kinds="agent_error" data-only-agent="research" data-only-subject="{told.pk}"'
    assert wanted in page
    assert 'data-kind="agent_error" data-agent="research"' in page


def panel(browser: Any, query: str = "") -> str:
    text: str = browser.get(f"/activity/panel/{query}").content.decode()
    return text


def test_the_panel_has_chips_that_narrow_it_by_kind_agent_and_mission(told: Mission, browser: Any) -> None:
    assert 'hx-get="/activity/panel/"' in browser.get("/inbox/").content.decode()
    shown = panel(browser)
    assert set(re.findall(r'id="panel-(\w+)-2"', shown)) == {"filter", "agent", "mission"}
    assert re.findall(r"Found a table|A source is away|You like figs", shown)[0] == "You like figs"
    for query in re.findall(r'href="/activity/(\?[^"]*agent=dining[^"]*)"', shown):
        narrowed = panel(browser, query.replace("&amp;", "&"))
        assert "A source is away" not in narrowed
        assert 'data-only-agent="dining"' in narrowed
        assert re.search(r'aria-current="true"[^>]*>Dining', narrowed)
    about = panel(browser, f"?mission={told.pk}&filter=problems")
    assert ("A source is away" in about, "Found a table" in about) == (True, False)
    assert "Nothing like that" in panel(browser, f"?mission={told.pk}&filter=done")
