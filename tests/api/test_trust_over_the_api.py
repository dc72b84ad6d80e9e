"""Trust as JSON: what its pages can read and change, with the same refusals."""

from __future__ import annotations

from typing import Any

import pytest

from agency.models import McpServer
from agency.tools.mcp import servers
from ownyou.lib.errors import OwnYouError
from trust import notices
from trust.models import Grant, HardRule, Notification, ToolSwitch, TrustScore

K = Notification.Kind


def test_how_trust_stands_and_lowering_and_lifting_it(api: Any, owner: Any) -> None:
    TrustScore.objects.create(user=owner, agent="email", kind="send", level=2, successes=11)
    [agent] = [one for one in api.get("/trust").json()["items"] if one["agent"] == "email"]
    [kind] = [one for one in agent["kinds"] if one["kind"] == "send"]
    assert (kind["level"], kind["can_lower"], "11" in kind["counts_words"]) == (2, True, True)
    said = {"agent": "email", "kind": "send"}
    lowered = api.post("/trust/levels", {**said, "change": "lower"}).json()
    assert (lowered["level"], lowered["ceiling"]) == (1, 1)
    assert api.post("/trust/levels", {**said, "change": "lower", "level": 2}).status_code == 409
    assert api.post("/trust/levels", {**said, "change": "lift"}).json()["ceiling"] == 3
    assert api.post("/trust/levels", {**said, "change": "accept"}).status_code == 422
    assert api.post("/trust/levels", {**said, "change": "accept", "understood": True}).status_code == 409
    assert api.post("/trust/levels", {**said, "change": "raise"}).status_code == 422
    assert api.post("/trust/levels", {**said, "agent": "nobody", "change": "lower"}).status_code == 404


def test_autonomy_and_its_limits_are_read_and_changed_together_or_not_at_all(api: Any, owner: Any) -> None:
    before = api.get("/trust/settings").json()
    wanted = {"autonomy": "observe", "acts_a_day": 3, "notice_mail": "never"}
    assert api.send("PUT", "/trust/settings", as_json(wanted)).json() == {**before, **wanted}
    for bad in ({"autonomy": "reckless"}, {"plan_review": "always"}, {"approval_minutes": 0}):
        answer = api.send("PUT", "/trust/settings", as_json({"acts_a_day": 9, "autonomy": "suggest"} | bad))
        assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert api.get("/trust/settings").json() == {**before, **wanted}


def test_standing_oks_are_listed_and_taken_back(api: Any, owner: Any) -> None:
    grant = Grant.objects.create(
        user=owner, agent="email", kind="send", tool="mail.send", scope={"recipient": "me"}
    )
    [shown] = api.get("/trust/grants").json()["items"]
    assert (shown["id"], shown["used"], "to you" in shown["scope_words"]) == (str(grant.pk), 0, True)
    assert api.send("DELETE", f"/trust/grants/{grant.pk}").status_code == 204
    assert api.get("/trust/grants").json()["items"] == []


def test_rules_are_added_once_and_taken_away(api: Any, owner: Any) -> None:
    made = api.post("/trust/rules", {"kind": "send", "mentions": "salary"})
    assert (made.status_code, "salary" in made.json()["words"]) == (201, True)
    assert api.post("/trust/rules", {"kind": "send", "mentions": "salary"}).status_code == 409
    for bad in ({}, {"kind": "sing"}, {"agent": "nobody"}):
        assert api.post("/trust/rules", bad).status_code == 422
    assert api.send("DELETE", f"/trust/rules/{made.json()['id']}").status_code == 204
    assert not HardRule.objects.filter(user=owner).exists()


def test_people_see_the_tools_and_only_an_admin_switches_them(api: Any, owner: Any) -> None:
    [mail] = [one for one in api.get("/tools").json()["items"] if one["name"] == "mail.send"]
    assert (mail["enabled"], mail["uses"]) == (True, None)
    off = as_json({"enabled": False})
    assert api.send("PUT", "/tools/mail.send", off).status_code == 404
    assert not ToolSwitch.objects.exists()
    owner.is_superuser = True
    owner.save(update_fields=["is_superuser"])
    switched = api.send("PUT", "/tools/mail.send", off).json()
    assert (switched["enabled"], switched["uses"]) == (False, 0)
    assert ToolSwitch.objects.get().tool == "mail.send"
    assert api.send("PUT", "/tools/no.such", off).status_code == 404
    assert api.send("PUT", "/tools/mail.send", as_json({})).status_code == 422


def test_notices_are_listed_and_read(api: Any, owner: Any) -> None:
    for number in (1, 2, 3):
        notices.notify(user_id=owner.pk, key=f"k{number}", kind=K.FAILED, text=f"notice {number}")
    shown = api.get("/notices").json()["items"]
    assert [one["text"] for one in shown] == ["notice 3", "notice 2", "notice 1"]
    assert api.post(f"/notices/{shown[0]['id']}/read").json()["read_at"]
    assert api.post("/notices/read").json() == {"read": 2}


def test_servers_are_connected_listed_and_taken_away(
    api: Any, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object) -> None:
        raise OwnYouError("It does not answer.")

    monkeypatch.setattr(servers, "converse", away)
    wanted = {"name": "almanac", "url": "https://93.184.216.34/mcp", "headers": {"Authorization": "secret"}}
    made = api.post("/mcp-servers", wanted)
    assert (made.status_code, made.json()["problem"]) == (201, "It does not answer.")
    assert "secret" not in api.get("/mcp-servers").content.decode()
    assert api.post("/mcp-servers", wanted).status_code == 409
    assert api.post("/mcp-servers", {**wanted, "name": "No Name"}).status_code == 422
    assert api.post("/mcp-servers", {**wanted, "name": "b", "url": "http://127.0.0.1/"}).status_code == 422
    assert api.post("/mcp-servers/programs", {"name": "p", "command": ["true"]}).status_code == 404
    path = f"/mcp-servers/{made.json()['id']}"
    assert api.post(f"{path}/list").json()["problem"] == "It does not answer."
    assert api.send("DELETE", path).status_code == 204
    assert not McpServer.objects.exists()


def test_all_of_it_is_in_the_document(api: Any) -> None:
    paths = api.get("/openapi.json").json()["paths"]
    for path in (
        "trust",
        "trust/levels",
        "trust/settings",
        "trust/grants",
        "trust/rules",
        "tools",
        "notices",
    ):
        assert f"/api/{path}" in paths
    assert {"get", "post"} <= set(paths["/api/mcp-servers"])


def as_json(body: dict[str, Any]) -> str:
    import json

    return json.dumps(body)
