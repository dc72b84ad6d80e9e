"""What a person says on the cards of acts, and whom they let OwnYou reach."""

from __future__ import annotations

from typing import Any

import httpx

from tests.journeys.conftest import App, wait_for
from tests.secrecy.telling import MARKERS, PATIENCE, begun


def decide_on_acts(app: App) -> None:
    """A mail changed in words, edited and sent for good, one refused, an entry and a note."""
    with app.client("quiet-three@example.com") as api:
        recipient = f"{MARKERS['scope of a grant'].lower()}@example.org"
        mission = begun(api, f"send a mail to {recipient}: the plumber comes on Tuesday at 12")
        card = _card(api, mission)
        _answer(api, card, "refine", text=f"shorter, and name {MARKERS['refined draft']}")
        card = _card(api, mission, after=card)
        [act] = card["acts"]
        yes = {"verdict": "approve", "arguments": {"subject": MARKERS["edited argument"]}}
        _answer(api, card, "approve", acts=[{**yes, "id": act["id"], "grant": {}}])

        card = _card(api, begun(api, "send a mail to someone@example.org: I will be late"))
        no = {"verdict": "reject", "reason": f"never write to {MARKERS['reason of a no']}"}
        _answer(api, card, "reject", acts=[{**no, "id": card["acts"][0]["id"]}])

        begun(api, f"put the visit of {MARKERS['entry']} on Friday at 10 into my calendar")
        begun(api, f"write down that {MARKERS['note']} comes on Monday at 9")
        path = f"{MARKERS['name of a file']}.md"
        kept = begun(api, f"save this as a file called {path}: {MARKERS['words of a file']}")
        file = f"/api/missions/{kept}/artifacts/{path}"
        wait_for(lambda: MARKERS["words of a file"] in api.get(file).text, seconds=PATIENCE, every=0.3)
        wait_for(lambda: _told(api, "entry", "note", "edited argument"), seconds=PATIENCE, every=0.3)
        assert MARKERS["scope of a grant"].lower() in api.get("/api/trust").text
        assert MARKERS["reason of a no"] in api.get("/api/actions").text


def connect_a_server(app: App, address: str) -> None:
    """Let OwnYou reach an MCP server, and take one for one that is none."""
    with app.client("quiet-three@example.com") as api:
        for name, url in (("board", address), ("nobody", address.replace("/mcp", "/nothing"))):
            wanted = {
                "name": name,
                "url": f"{url}?for={MARKERS['address of a server']}",
                "headers": {"Authorization": f"Bearer {MARKERS['token of a server']}"},
            }
            made = api.post("/api/mcp-servers", json=wanted)
            assert made.status_code == 201, made.text
            assert bool(made.json()["problem"]) == (name == "nobody"), made.text


def _card(api: httpx.Client, mission: str, after: Any = None) -> Any:
    """The open card of a mission's acts that follows `after`, when it has come to it."""

    def asked() -> Any:
        for decision in api.get("/api/decisions").json()["items"]:
            if decision["kind"] == "approval" and decision["subject_id"] == mission:
                return decision if not after or decision["id"] != after["id"] else None
        return _approve_plan(api)

    return wait_for(asked, seconds=PATIENCE, every=0.3)


def _approve_plan(api: httpx.Client) -> None:
    for decision in api.get("/api/decisions").json()["items"]:
        if decision["kind"] == "review":
            _answer(api, decision, "approve")


def _answer(api: httpx.Client, card: Any, verdict: str, **said: Any) -> None:
    answer = api.post(f"/api/decisions/{card['id']}", json={"verdict": verdict, **said})
    assert answer.status_code in (200, 202), answer.text


def _told(api: httpx.Client, *names: str) -> bool:
    """Say yes to what is asked; whether the receipts speak of all of these by now."""
    for decision in api.get("/api/decisions").json()["items"]:
        if decision["kind"] in ("approval", "review"):
            acts = [{"id": act["id"], "verdict": "approve"} for act in decision["acts"]]
            _answer(api, decision, "approve", acts=acts)
    receipts = api.get("/api/actions").text
    return all(MARKERS[name] in receipts for name in names)
