"""The activity feed as JSON: oldest first, from a number on."""

from __future__ import annotations

from typing import Any

from trust import activity
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
        assert api.get(f"/activity?after={after}").status_code == 422


def test_everybody_reads_their_own_feed_only(api: Any, their_api: Any, owner: Any) -> None:
    lines(owner, 2)
    assert their_api.get("/activity").json()["items"] == []


def test_me_is_the_person_behind_the_token(api: Any, owner: Any) -> None:
    body = api.get("/me").json()
    assert body["email"] == owner.email
    assert body["home"] == "Paris"
