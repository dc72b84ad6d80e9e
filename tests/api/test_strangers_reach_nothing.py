"""Every operation of the document, asked by a stranger for the owner's things, and by nobody."""

from __future__ import annotations

from typing import Any

from django.test import Client

from agency.models import Desire, McpServer
from ownyou.api import api as ninja_api
from trust import activity
from trust.models import Action, Activity, Grant, HardRule, Notification, ToolSwitch

MARKER = "zanzibarmarker"
BODIES = {
    "answer_decision": {"verdict": "choose", "options": ["one"]},
    "change_plan_input": {"value": "Vernon"},
    "create_desire": {"description": "pasta"},
    "create_mission": {"goal": "pasta"},
    "follow_up_mission": {"kind": "booked"},
    "revise_desire": {"critique": "shorter"},
    "switch_tool": {"enabled": False},
    "give_feedback": {"completion": "complete", "quality": 5, "text": "good"},
}


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = ninja_api.get_openapi_schema(path_prefix="")["paths"]
    return [
        (method, path, operation)
        for path, methods in paths.items()
        if not path.startswith("/api/v1/agents/")  # async views beside ninja, with tests of their own
        for method, operation in methods.items()
    ]


def test_nobody_reaches_any_operation(nobody: Any, owner: Any) -> None:
    for method, path, operation in operations():
        answer = ask(nobody, method, filled(path, owner.pk), operation)
        assert answer.status_code == 401, path


def test_a_stranger_gets_404_for_everything_that_is_the_owners(
    their_api: Any, owner: Any, mission: Any, choice: Any, memory: Any
) -> None:
    act = Action.objects.create(user=owner, key="k", tool="mail.send", title=MARKER, arguments={})
    desire = Desire.objects.create(user=owner, title=MARKER, description=MARKER)
    rows = {"agent": "email", "kind": "send"}
    server = McpServer.objects.create(user=owner, name="theirs", transport="http", url="https://example.org")
    ids = {
        "grant_id": Grant.objects.create(user=owner, **rows).pk,
        "rule_id": HardRule.objects.create(user=owner, words=MARKER, **rows).pk,
        "notice_id": Notification.objects.create(user=owner, key="k", text=MARKER, url="/inbox/").pk,
        "server_id": server.pk,
        "tool": "mail.send",
        "mission_id": mission.pk,
        "decision_id": choice.pk,
        "item_id": memory,
        "action_id": act.pk,
        "desire_id": desire.pk,
    }
    walked = 0
    for method, path, operation in operations():
        if "{" in path:
            name = path.split("{")[1].split("}")[0]
            answer = ask(their_api, method, filled(path, ids.get(name, mission.pk)), operation)
            assert answer.status_code == 404, f"{method} {path}: {answer.status_code}"
            walked += 1
    assert walked >= 10
    mission.refresh_from_db()
    choice.refresh_from_db()
    assert (mission.status, choice.status) == ("executing", "open")
    assert Grant.objects.get().revoked_at is None
    assert (HardRule.objects.count(), McpServer.objects.count(), ToolSwitch.objects.count()) == (1, 1, 0)
    assert Notification.objects.get().read_at is None


def test_a_strangers_lists_hold_nothing_of_the_owners(
    their_api: Any, owner: Any, make_mission: Any, memory: Any
) -> None:
    make_mission(owner, goal=f"dinner {MARKER}")
    activity.record(user_id=owner.pk, kind=Activity.Kind.STATUS_CHANGED, text=MARKER)
    HardRule.objects.create(user=owner, words=MARKER)
    Grant.objects.create(
        user=owner, agent="email", kind="send", tool="mail.send", scope={"recipient": MARKER}
    )
    Notification.objects.create(user=owner, key="k", text=MARKER)
    McpServer.objects.create(user=owner, name=MARKER, transport="http", url=f"https://{MARKER}.example.org")
    for method, path, _ in operations():
        if method == "get" and "{" not in path:
            for query in ("", f"?q={MARKER}", f"?query={MARKER}"):
                answer = their_api.get(path + query)
                assert answer.status_code == 200, path
                assert MARKER not in answer.content.decode(), path


def filled(path: str, value: object) -> str:
    return path.replace(path[path.index("{") : path.index("}") + 1], str(value)) if "{" in path else path


def ask(client: Any, method: str, path: str, operation: dict[str, Any]) -> Any:
    import json

    body = json.dumps(BODIES.get(operation["operationId"], {})) if "requestBody" in operation else ""
    return client.send(method.upper(), path, body)


def test_nobody_reaches_the_agents_protocol(db: None) -> None:
    assert Client().post("/api/v1/agents/approve", {}, content_type="application/json").status_code == 401
    assert Client().get("/api/v1/agents/activity/stream").status_code == 401
