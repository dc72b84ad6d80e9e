"""Every page's address, walked by a stranger, with ids that nobody has, and after the session has ended."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from agency.models import Desire, McpServer
from memory.models import MemoryItem
from missions.models import Mission
from tests.badinput.conftest import make_mission, make_question
from trust.models import Action, Grant, HardRule, Notification

OPEN = {"healthz"}
ELSEWHERE = ("admin", "api", "account")
FORMS: dict[str, Any] = {"verdict": "reject", "text": "words", "goal": "words", "completion": "complete"}


def pages() -> list[tuple[str, tuple[str, ...]]]:
    """Name and parameters of every address that is a page of ours."""
    found = []
    for pattern in get_resolver().url_patterns:
        route = str(pattern.pattern)
        if route.startswith(ELSEWHERE) or (isinstance(pattern, URLResolver) and pattern.namespace):
            continue
        for one in pattern.url_patterns if isinstance(pattern, URLResolver) else [pattern]:
            if isinstance(one, URLPattern) and one.name and one.name not in OPEN:
                found.append((one.name, tuple(one.pattern.converters)))
    return found


def addresses(ids: dict[str, Any]) -> list[str]:
    verbs = (
        "pause",
        "resume",
        "cancel",
        "retry",
        "again",
        "archive",
        "undo",
        "stop",
        "check",
        "happened",
        "reset",
    )
    texts = {"name": "topics", "path": "final/plan.md", "option_id": "one", "before": 1, "after": 2}
    ids, made = {**texts, **ids}, []
    for name, parameters in pages():
        for verb in verbs if "verb" in parameters else ("",):
            values = {key: ids.get(key, verb) for key in parameters}
            made.append(reverse(name, kwargs=values))
    return made


@pytest.fixture
def ids(owner: Any) -> dict[str, Any]:
    """Something of the owner's for every kind of id in an address."""
    mission = make_mission(owner)
    item = MemoryItem.objects.create(
        user=owner,
        namespace=["preferences"],
        key="test",
        key_hash=b"k" * 16,
        value={"sentence": "likes rain"},
        text="likes rain",
        fingerprint=b"f" * 16,
        provenance_kind="user",
    )
    act = {"tool": "notes.save", "agent": "notes", "kind": "write", "title": "Keep a note", "arguments": {}}
    return {
        "action_id": Action.objects.create(user=owner, key="k", args_hash="x", status="waiting", **act).pk,
        "grant_id": Grant.objects.create(user=owner, agent="email", kind="send").pk,
        "rule_id": HardRule.objects.create(user=owner, kind="send", words="Never send.").pk,
        "notice_id": Notification.objects.create(user=owner, key="k", kind="reminder", text="x").pk,
        "server_id": McpServer.objects.create(user=owner, name="board", transport="http").pk,
        "mission_id": mission.pk,
        "desire_id": Desire.objects.create(user=owner, title="x", description="x").pk,
        "decision_id": make_question(owner, mission).pk,
        "item_id": item.pk,
        "revision_id": 1,
    }


def test_every_kind_of_id_is_known_to_this_walk() -> None:
    parameters = {parameter for _, parameters in pages() for parameter in parameters}
    known = {"mission_id", "decision_id", "item_id", "revision_id", "verb", "name"}
    known |= {"path", "before", "after", "desire_id", "option_id"}
    assert parameters == known | {"action_id", "grant_id", "rule_id", "notice_id", "server_id"}
    assert len(pages()) >= 20


def test_a_stranger_finds_nothing_of_the_owners(db: None, their_browser: Client, ids: dict[str, Any]) -> None:
    assert_nothing_there(their_browser, ids)
    mission = Mission.objects.get(pk=ids["mission_id"])
    assert (mission.status, mission.archived_at) == ("interrupted", None)
    assert Grant.objects.get(pk=ids["grant_id"]).revoked_at is None
    assert Notification.objects.get(pk=ids["notice_id"]).read_at is None
    assert HardRule.objects.filter(pk=ids["rule_id"]).exists()
    assert McpServer.objects.filter(pk=ids["server_id"]).exists()


def test_ids_that_nobody_has_are_not_found(db: None, browser: Client, ids: dict[str, Any]) -> None:
    assert_nothing_there(browser, {key: uuid4() for key in ids} | {"revision_id": 10**12})


def assert_nothing_there(browser: Client, ids: dict[str, Any]) -> None:
    walked = [address for address in addresses(ids) if any(str(value) in address for value in ids.values())]
    assert len(walked) >= 14
    for address in walked:
        for answer in (browser.get(address), browser.post(address, FORMS)):
            assert answer.status_code in (404, 405), f"{address}: {answer.status_code}"
        assert 404 in {browser.get(address).status_code, browser.post(address, FORMS).status_code}, address


@pytest.mark.parametrize("method", ["get", "post"])
def test_an_ended_session_inside_a_panel_leads_to_a_whole_login_page(
    db: None, ids: dict[str, Any], method: str
) -> None:
    nobody = Client(raise_request_exception=False)
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/missions/?tab=all"}
    for address in addresses(ids):
        answer = getattr(nobody, method)(address, headers=headers)
        if answer.status_code == 405 or address == "/live/":
            assert answer.status_code in (401, 405)
            continue
        assert answer.status_code == 401, address
        assert answer["HX-Redirect"] == "/accounts/login/?next=%2Fmissions%2F%3Ftab%3Dall", address
        assert answer.content == b"", address


@pytest.mark.parametrize("referer", ["http://testserver/missions/?tab=all", "http://elsewhere.example/x", ""])
def test_a_form_sent_after_the_session_has_ended_comes_back_to_its_page(
    db: None, owner: Any, ids: dict[str, Any], referer: str
) -> None:
    page = "/missions/?tab=all" if "testserver" in referer else "/"
    sent = 0
    for address in addresses(ids):
        nobody = Client(raise_request_exception=False, headers={"Referer": referer} if referer else None)
        answer = nobody.post(address, {"goal": "cheaper electricity"})
        if answer.status_code != 302:
            continue
        sent += 1
        assert answer["Location"] == f"/accounts/login/?{urlencode({'next': page}, safe='/')}", address
    assert sent >= 14
    nobody.force_login(owner)
    assert nobody.get(page).status_code == 200


def test_an_ended_session_on_a_page_leads_to_the_login(db: None, ids: dict[str, Any]) -> None:
    nobody = Client(raise_request_exception=False)
    for address in addresses(ids):
        if address != "/live/":
            answer = nobody.get(address)
            answer = nobody.post(address) if answer.status_code == 405 else answer
            assert answer.status_code == 302, address
            assert answer["Location"].startswith("/accounts/login/?next="), address


def test_a_form_without_its_token_puts_no_page_into_a_panel(db: None, owner: Any) -> None:
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.force_login(owner)
    answer = browser.post("/missions/new/", {"goal": "pasta"}, headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert not Mission.objects.exists()
