"""The activity feed as JSON: oldest first, from a number on."""

from __future__ import annotations

from typing import Any

import pytest

from ownyou.lib.ids import new_id
from trust import activity
from trust.activity import Subject
from trust.models import Activity


def lines(user: Any, many: int) -> None:
    for number in range(1, many + 1):
        activity.record(user_id=user.pk, kind=Activity.Kind.STATUS_CHANGED, text=f"line {number}")


def test_the_feed_comes_oldest_first_and_goes_on_where_it_stopped(api: Any, owner: Any) -> None:
    lines(owner, 5)
    first = api.get("/activity?limit=3").json()
    assert [item["text"] for item in first["items"]] == ["line 1", "line 2", "line 3"]
    rest = api.get(f"/activity?after={first['next']}").json()
    assert [item["text"] for item in rest["items"]] == ["line 4", "line 5"]
    assert rest["next"] is None
    assert api.get(f"/activity?after={rest['items'][-1]['id']}").json()["items"] == []


def test_numbers_that_are_none_are_refused(api: Any) -> None:
    for after in ("-1", "x", "1e3", "9" * 40):
        assert api.get(f"/activity?after={after}").status_code == 400


def test_everybody_reads_their_own_feed_only(api: Any, their_api: Any, owner: Any) -> None:
    lines(owner, 2)
    assert their_api.get("/activity").json()["items"] == []


def test_me_is_the_person_behind_the_token(api: Any, owner: Any) -> None:
    body = api.get("/me").json()
    assert body["email"] == owner.email
    assert body["home"] == "Paris"


def told(owner: Any) -> Any:
    subject = Subject("mission", new_id())
    for agent, kind, about in (
        ("dining", Activity.Kind.AGENT_COMPLETED, subject),
        ("dining", Activity.Kind.AGENT_ERROR, Subject()),
        ("research", Activity.Kind.AGENT_ERROR, subject),
    ):
        activity.record(user_id=owner.pk, kind=kind, agent=agent, text=f"{agent} {kind}", subject=about)
    return subject.id


def test_the_feed_is_narrowed_by_agent_kind_and_mission(api: Any, owner: Any) -> None:
    mission = told(owner)

    def ids(query: str) -> list[int]:
        return [item["id"] for item in api.get(f"/activity?{query}").json()["items"]]

    assert ids("agent=dining") == [1, 2]
    assert ids("kind=agent_error") == [2, 3]
    assert ids(f"mission={mission}") == [1, 3]
    assert ids(f"mission={mission}&agent=dining&kind=agent_completed") == [1]
    assert ids("agent=dining&after=1") == [2]


BAD = [
    ("kind=nonsense", "kind"),
    ("mission=nonsense", "mission"),
    ("agent=" + "x" * 33, "agent"),
    ("agent=%00", "agent"),
    ("after=x", "after"),
]


@pytest.mark.parametrize(("query", "name"), BAD)
def test_a_value_that_cannot_be_is_a_problem_that_names_the_parameter(
    api: Any, query: str, name: str
) -> None:
    answer = api.get(f"/activity?{query}")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["errors"][0]["parameter"] == name


@pytest.mark.parametrize(
    "query",
    ["/memory?cursor=x", "/actions?status=x", "/actions?agent=%00", "/decisions?limit=0", "/missions?tab=x"],
)
def test_so_it_is_for_the_parameters_of_other_lists(api: Any, query: str) -> None:
    answer = api.get(query)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["errors"][0]["parameter"]


def test_the_document_says_what_narrows_the_feed(api: Any) -> None:
    paths = api.get("/openapi.json").json()["paths"]
    for path in ("/api/activity", "/api/v1/agents/activity/stream"):
        names = {parameter["name"] for parameter in paths[path]["get"]["parameters"]}
        assert {"agent", "kind", "mission", "after"} <= names
