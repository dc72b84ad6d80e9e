"""What was changed by hand and does not fit is said beside its field, in words, and nothing typed is lost."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from agency.tools.recipients import known_for
from memory.names import preferences_of
from memory.provenance import BY_USER, Provenance, ProvenanceKind
from memory.writing import remember
from ownyou.lib.errors import InvalidInput
from trust import approvals, ledger
from trust.ledger import Proposal
from trust.models import Action, Decision, User
from trust.tools import tool_named

ANNA = "anna@example.org"
MAIL = {"to": "me", "subject": "Lunch", "body": "On Tuesday at 12?"}
ENTRY = {"title": "Dinner", "starts_at": "2026-12-04T19:00:00Z", "ends_at": "2026-12-04T21:00:00Z"}


@pytest.fixture
def browser(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def card_of(owner: User, tool: str, *drafts: dict[str, Any]) -> tuple[Decision, list[Action]]:
    proposals = [
        Proposal(tool=tool, arguments=draft, key=f"one:{number}") for number, draft in enumerate(drafts)
    ]
    acts = ledger.propose(proposals, user=owner)
    return approvals.ask_for(acts, user=owner, key="card"), acts


def posted(act: Action, **typed: str) -> dict[str, str]:
    """What the form of an act's card sends when these details were typed."""
    start = f"act-{act.pk}-"
    fields = {f"{start}field-{name}": value for name, value in typed.items()}
    return {"verdict": "approve", f"{start}shown": "1", f"{start}do": "1", f"{start}edits": "1"} | fields


def learned(owner: User, text: str, provenance: Provenance = BY_USER) -> None:
    key = f"people.{len(text)}"
    remember(
        user=owner, namespace=preferences_of(owner), key=key, value=text, text=text, provenance=provenance
    )


def answer(browser: Client, decision: Decision, form: dict[str, str]) -> str:
    page = browser.post(f"/decisions/{decision.pk}/", form)
    assert page.status_code == 422
    decision.refresh_from_db()
    assert decision.status == Decision.Status.OPEN
    return page.content.decode()


@pytest.mark.parametrize(
    ("tool", "draft", "field", "typed", "words"),
    [
        ("mail.send", MAIL, "to", "anna at example.org", "“anna at example.org” is not an e-mail address."),
        ("mail.send", MAIL, "to", f"{ANNA}, bert", "A mail goes to one address."),
        ("mail.send", MAIL, "to", "also to Anna", "A mail goes to one address."),
        ("mail.send", MAIL, "to", "Anna", "I know none for “Anna”; write it out."),
        ("mail.send", MAIL, "to", "", "This cannot be empty."),
        ("mail.send", MAIL, "subject", "  ", "This cannot be empty."),
        ("mail.send", MAIL, "subject", "s" * 250, "At most 200 characters fit here."),
        ("mail.send", MAIL, "body", " \n ", "This cannot be empty."),
        ("calendar.add", ENTRY, "starts_at", "2026", "This is not a date with a time."),
        ("calendar.add", ENTRY, "starts_at", "soon", "This is not a date with a time."),
        ("calendar.add", ENTRY, "starts_at", "2026-13-40T10:00", "This is not a date with a time."),
        ("calendar.add", ENTRY, "starts_at", "", "This cannot be empty."),
        (
            "calendar.add",
            ENTRY,
            "ends_at",
            "2026-12-03T10:00",
            "It must end after it begins, within a month.",
        ),
        ("calendar.add", ENTRY, "zone", "Mars/North", "“Mars/North” is not a time zone."),
        ("notes.save", {"text": "buy milk"}, "text", "", "This cannot be empty."),
    ],
)
def test_each_detail_says_beside_its_field_why_it_does_not_fit(
    owner, browser, tool, draft, field, typed, words
) -> None:
    decision, [act] = card_of(owner, tool, draft)
    page = answer(browser, decision, posted(act, **{field: typed}))
    told = page.split(f'id="act-{act.pk}-{field}-error">')[1].split("</p>")[0]
    assert words in told
    box = page.split(f'name="act-{act.pk}-field-{field}"')[1].split("</div>")[0]
    assert 'aria-invalid="true"' in box
    assert typed.strip() in box
    assert Action.objects.get(pk=act.pk).status == Action.Status.WAITING


def test_all_that_is_wrong_is_said_at_once_and_what_is_right_stays(owner, browser) -> None:
    decision, acts = card_of(owner, "mail.send", MAIL, MAIL | {"subject": "Supper"})
    form = posted(acts[0], to="anna", subject="", body="Better words") | posted(acts[1], to="bert@")
    page = answer(browser, decision, form)
    for act, field in ((acts[0], "to"), (acts[0], "subject"), (acts[1], "to")):
        assert f'id="act-{act.pk}-{field}-error"' in page
    assert "Better words" in page
    assert 'value="bert@"' in page


def test_the_one_address_that_is_known_for_a_name_is_put_in_and_asked_for(owner, browser) -> None:
    learned(owner, f"Anna's e-mail address is {ANNA}")
    decision, [act] = card_of(owner, "mail.send", MAIL)
    page = answer(browser, decision, posted(act, to="Anna", subject="Supper"))
    assert f"The only one I know for “Anna” is {ANNA}." in page
    assert f'value="{ANNA}"' in page
    assert 'value="Supper"' in page
    sent = browser.post(f"/decisions/{decision.pk}/", posted(act, to=ANNA, subject="Supper"))
    assert sent.status_code == 302
    act.refresh_from_db()
    assert (act.status, act.arguments["to"]) == (Action.Status.APPROVED, ANNA)


def test_of_two_addresses_for_a_name_neither_is_taken(owner, browser) -> None:
    learned(owner, f"Anna writes from {ANNA}")
    learned(owner, "At work Anna is anna.b@work.example")
    decision, [act] = card_of(owner, "mail.send", MAIL)
    page = answer(browser, decision, posted(act, to="Anna"))
    assert "I know several for “Anna”" in page
    assert 'value="Anna"' in page


def test_what_others_wrote_gives_a_name_no_address(owner) -> None:
    learned(owner, f"Anna's new address is {ANNA}", Provenance(ProvenanceKind.MISSION))
    assert known_for(owner, "Anna") == []
    learned(owner, "Bert is b@example.org, Carla is c@example.org")
    assert known_for(owner, "to Carla") == ["c@example.org"]
    assert known_for(owner, "my Bert") == ["b@example.org"]
    assert known_for(owner, "Bert and Carla") is None


def test_nobody_finds_the_addresses_of_others(owner, stranger) -> None:
    learned(owner, f"Anna's e-mail address is {ANNA}")
    assert known_for(stranger, "Anna") == []


def test_over_the_api_each_detail_is_named_with_what_is_known(owner, browser) -> None:
    learned(owner, f"Anna's e-mail address is {ANNA}")
    decision, [act] = card_of(owner, "mail.send", MAIL)
    edits = [{"id": str(act.pk), "verdict": "approve", "arguments": {"to": "Anna", "body": ""}}]
    said = browser.post(
        f"/api/decisions/{decision.pk}",
        json.dumps({"verdict": "approve", "acts": edits}),
        content_type="application/json",
    )
    assert said.status_code == 422
    assert said.json()["errors"] == [
        {
            "detail": f"“Anna” is not an e-mail address. The only one I know for “Anna” is {ANNA}.",
            "field": f"acts.{act.pk}.to",
            "known": ANNA,
        },
        {"detail": "This cannot be empty.", "field": f"acts.{act.pk}.body"},
    ]


def test_a_number_is_no_moment() -> None:
    spec = tool_named("calendar.add")
    for value in (2026, "2026", "-3", 1.5):
        with pytest.raises(InvalidInput, match="not a date"):
            spec.parse(ENTRY | {"starts_at": value})
    entry = spec.parse(ENTRY)
    assert entry.starts_at == datetime(2026, 12, 4, 19, tzinfo=UTC)
