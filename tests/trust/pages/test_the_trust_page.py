"""The trust page says how trust stands and changes it: audited, told in the feed, and refused in words."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from trust import approvals, grants, last_week, ledger, scores, standing
from trust.models import Action, Activity, AuditEntry, Decision, Grant, HardRule, TrustScore, User
from trust.reviewing import starts_unasked
from trust.tools import Kind

pytestmark = pytest.mark.usefixtures("db")
S = Action.Status


def row_of(owner: Any, agent: str = "post", kind: str = "send") -> standing.KindCard:
    cards = {card.agent: card for card in standing.agents_of(owner)}
    return next(row for row in cards[agent].kinds if row.kind == kind)


def give_score(owner: Any, **fields: Any) -> TrustScore:
    return TrustScore.objects.create(user=owner, agent="post", kind="send", **fields)


def take_back(*_: Any) -> str:
    return "taken back"


def test_the_sentence_and_the_evidence_stand_first(owner, post, browser) -> None:
    post.tool("post.send", undo=take_back)
    post.tool("post.look", kind=Kind.READ)
    give_score(owner, streak=7, successes=7)
    words = browser.get("/trust/").content.decode()
    assert "Post: reads on its own, asks before sending." in words
    assert "7 of 10 approved sends until it knows you; after 10 more it may offer to act on its own." in words
    assert row_of(owner).share == 70


@pytest.mark.parametrize(
    ("fields", "undo", "evidence", "level"),
    [
        ({"streak": 3}, True, "3 of 10 approved sends until it knows you; after 10 more", "asks you"),
        ({"streak": 3}, False, "3 of 10 approved sends until it knows you.", "asks you"),
        ({"level": 2, "streak": 4}, True, "4 of 10 more approved sends until", "knows you, asks you"),
        ({"level": 2}, False, "It keeps asking, since this cannot be taken back.", "knows you, asks you"),
        ({"level": 3}, True, "You allowed it.", "on its own, where it can be undone"),
        ({"level": 1, "ceiling": 1}, True, "You hold it here.", "asks you"),
    ],
)
def test_each_state_of_trust_has_its_words(owner, post, fields, undo, evidence, level) -> None:
    post.tool("post.send", undo=take_back if undo else None)
    give_score(owner, **fields)
    row = row_of(owner)
    assert row.evidence_words.startswith(evidence)
    assert row.level_words == level


def test_the_last_acts_of_an_agent_are_shown_newest_first(owner, post, proposal, say) -> None:
    for name in ("Ada", "Bob", "Cleo", "Dan"):
        [act] = ledger.propose([proposal(name)], user=owner)
        say(approvals.ask_for([act], user=owner, key=name), "approve")
        ledger.perform(act.pk)
    assert [act.title for act in row_of(owner).acts] == [
        f"Send a letter to {name}" for name in ("Dan", "Cleo", "Bob")
    ]
    assert row_of(owner).acts[0].url == f"/receipts/{act.pk}/"


def test_lowering_is_a_ceiling_until_it_is_lifted(owner, post, browser) -> None:
    score = give_score(owner, level=3)
    browser.post("/trust/level/", {"agent": "post", "kind": "send", "verb": "lower"})
    score.refresh_from_db()
    assert (score.level, score.ceiling) == (2, 2)
    browser.post("/trust/level/", {"agent": "post", "kind": "send", "verb": "lift"})
    score.refresh_from_db()
    assert (score.level, score.ceiling) == (2, 3)
    assert AuditEntry.objects.filter(event="trust_changed", user_id=owner.pk).count() == 2


def test_a_page_that_is_behind_takes_no_second_level_away(owner, post, browser) -> None:
    score = give_score(owner, level=3)
    page = browser.get("/trust/").content.decode()
    assert '<input type="hidden" name="level" value="3">' in page
    wanted = {"agent": "post", "kind": "send", "verb": "lower", "level": "3"}
    assert browser.post("/trust/level/", wanted).status_code == 302
    second = browser.post("/trust/level/", wanted)
    assert second.status_code == 409
    assert "Trust has changed meanwhile" in second.content.decode()
    score.refresh_from_db()
    assert (score.level, score.ceiling) == (2, 2)


def test_level_3_is_taken_only_when_it_is_offered_and_with_a_tick(owner, post, browser) -> None:
    post.tool("post.send", undo=take_back)
    score = give_score(owner, level=2, streak=10, successes=20)
    wanted = {"agent": "post", "kind": "send", "verb": "accept", "understood": "on"}
    assert browser.post("/trust/level/", wanted).status_code == 409
    assert "I want this done without being asked." not in browser.get("/trust/").content.decode()
    scores.offer(score)
    assert "I want this done without being asked." in browser.get("/trust/").content.decode()
    assert browser.post("/trust/level/", wanted | {"understood": ""}).status_code == 302
    score.refresh_from_db()
    assert score.level == 3


def test_the_offer_in_the_inbox_says_how_far_it_goes(owner, post, browser) -> None:
    post.tool("post.send", undo=take_back)
    scores.offer(give_score(owner, level=2, streak=10, successes=20))
    page = browser.get("/inbox/").content.decode()
    assert "Only: Send a letter. Each of these can be undone or stopped for a while." in page
    assert "whatever text from outside has shaped, asks you all the same" in page


def test_an_offer_without_the_tick_changes_nothing(owner, post, browser) -> None:
    post.tool("post.send", undo=take_back)
    score = give_score(owner, level=2, streak=10)
    scores.offer(score)
    answer = browser.post("/trust/level/", {"agent": "post", "kind": "send", "verb": "accept"})
    assert answer.status_code == 422
    score.refresh_from_db()
    assert score.level == 2
    assert Decision.objects.of(owner).open().count() == 1


def test_a_standing_ok_is_listed_in_words_and_taken_back(owner, post, proposal, browser) -> None:
    [act] = ledger.propose([proposal("Ada")], user=owner)
    grant = grants.give(user=owner, action=act, until=timezone.now() + timedelta(days=3))
    words = browser.get("/trust/").content.decode()
    assert "Send a letter</strong> to Ada" in words
    assert "not used yet" in words
    browser.post(f"/trust/grants/{grant.pk}/revoke/")
    assert Grant.objects.get(pk=grant.pk).revoked_at is not None
    assert standing.grants_of(owner) == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kind": "send"}, "Never send."),
        ({"agent": "post"}, "Never do anything with Post."),
        ({"mentions": "Ada"}, "Never do anything that mentions “Ada”."),
        (
            {"agent": "post", "kind": "send", "mentions": "Ada"},
            "Never send with Post that mentions “Ada”.",
        ),
    ],
)
def test_a_rule_of_ones_own_stops_acts_until_it_is_removed(
    owner, post, proposal, browser, given, words
) -> None:
    browser.post("/trust/rules/", given)
    rule = HardRule.objects.get(user=owner)
    assert rule.words == words
    [act] = ledger.propose([proposal("Ada")], user=owner)
    assert (act.status, act.rule) == (S.DENIED, "own_rule")
    browser.post(f"/trust/rules/{rule.pk}/remove/")
    [act] = ledger.propose([proposal("Ada")], user=owner)
    assert act.status == S.WAITING
    events = set(AuditEntry.objects.filter(user_id=owner.pk).values_list("event", flat=True))
    assert {"rule_added", "rule_removed"} <= events
    told = [row.text for row in Activity.objects.filter(user=owner, agent="you").order_by("seq")]
    assert told == [f"Your new rule: {words}", f"No longer your rule: {words}"]


@pytest.mark.parametrize(
    "given", [{}, {"kind": "eat"}, {"agent": "nobody"}, {"mentions": "   "}, {"kind": "\x00"}]
)
def test_a_rule_that_says_nothing_is_refused_in_place(owner, post, browser, given) -> None:
    answer = browser.post("/trust/rules/", given)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not HardRule.objects.exists()


def test_the_same_rule_is_kept_once(owner, post, browser) -> None:
    browser.post("/trust/rules/", {"kind": "send"})
    assert browser.post("/trust/rules/", {"kind": "send"}).status_code == 409
    assert HardRule.objects.count() == 1


def test_a_step_of_autonomy_is_set_told_and_audited(owner, browser) -> None:
    browser.post("/trust/autonomy/", {"to": "bounded_auto"})
    browser.post("/trust/autonomy/", {"to": "bounded_auto"})
    assert User.objects.get(pk=owner.pk).autonomy == "bounded_auto"
    entry = AuditEntry.objects.get(event="setting_changed")
    assert entry.facts == {"setting": "autonomy", "before": "suggest", "after": "bounded_auto"}
    assert Activity.objects.get(user=owner).text == "You set autonomy to “Bounded”."
    assert browser.post("/trust/autonomy/", {"to": "god"}).status_code == 422


def test_starting_every_plan_unseen_must_be_confirmed(owner, browser) -> None:
    answer = browser.post("/trust/review/", {"to": "always"})
    assert answer.status_code == 422
    assert "dangerous" in answer.content.decode()
    assert User.objects.get(pk=owner.pk).plan_review == "trust_based"
    browser.post("/trust/review/", {"to": "always", "confirmed": "on"})
    assert User.objects.get(pk=owner.pk).plan_review == "always"


@pytest.mark.parametrize(
    ("acts", "minutes", "status"),
    [
        ("3", "9", 302),
        ("0", "1", 302),
        ("-1", "9", 422),
        ("1001", "9", 422),
        ("3", "0", 422),
        ("x", "9", 422),
    ],
)
def test_limits_are_numbers_within_bounds(owner, browser, acts, minutes, status) -> None:
    answer = browser.post("/trust/limits/", {"acts_a_day": acts, "approval_minutes": minutes})
    assert answer.status_code == status
    person = User.objects.get(pk=owner.pk)
    if status == 302:
        assert (person.acts_a_day, person.approval_minutes) == (int(acts), int(minutes))
    assert AuditEntry.objects.filter(event="setting_changed").exists() == (person.approval_minutes != 5)


def test_each_step_shows_what_it_would_have_done_with_the_acts_of_last_week(owner, post, proposal) -> None:
    post.tool("post.undoable", undo=take_back, agent="letters")
    TrustScore.objects.create(user=owner, agent="letters", kind="send", level=3)
    acts = ledger.propose([proposal(), proposal(), proposal(tool="post.undoable")], user=owner)
    old = ledger.propose([proposal()], user=owner)[0]
    Action.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=8))
    assert [act.status for act in acts] == [S.WAITING, S.WAITING, S.APPROVED]
    steps = {step.value: step for step in last_week.steps_for(owner)}
    observe, suggest = steps["observe"], steps["suggest"]
    assert (observe.allowed, observe.asked, observe.denied) == (0, 0, 3)
    assert (suggest.allowed, suggest.asked, suggest.denied) == (1, 2, 0)
    assert suggest.acts_words == "Of 3 acts: 1 by itself, 2 with your OK."
    assert suggest.chosen


@pytest.mark.parametrize(
    ("autonomy", "setting", "risk", "safe", "starts"),
    [
        ("observe", "always", "none", True, False),
        ("suggest", "trust_based", "none", True, False),
        ("supervised_auto", "trust_based", "low", True, True),
        ("supervised_auto", "trust_based", "medium", True, False),
        ("bounded_auto", "trust_based", "medium", True, True),
        ("bounded_auto", "trust_based", "high", True, False),
        ("adaptive_auto", "trust_based", "high", True, True),
        ("adaptive_auto", "trust_based", "critical", True, False),
        ("adaptive_auto", "never", "none", True, False),
        ("suggest", "always", "high", True, True),
        ("suggest", "always", "critical", True, False),
        ("adaptive_auto", "always", "none", False, False),
    ],
)
def test_which_plans_start_unseen(autonomy, setting, risk, safe, starts) -> None:
    assert starts_unasked(autonomy=autonomy, setting=setting, risk=risk, safe=safe) is starts


def test_an_agent_that_is_not_there_is_not_found(owner, browser) -> None:
    wanted = {"agent": "nobody", "kind": "send", "verb": "lower"}
    assert browser.post("/trust/level/", wanted).status_code == 404
    assert browser.post("/trust/level/", wanted | {"agent": "post", "verb": "raise"}).status_code == 404
    assert not TrustScore.objects.exists()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"costs": True}, "asks before searches that cost money and sending"),
        ({"private": True}, "asks before reading what is private and sending"),
        ({}, "reads on its own"),
    ],
)
def test_a_read_that_asks_says_what_of_it_asks(owner, post, browser, fields, words) -> None:
    post.tool("post.look", kind=Kind.READ, **fields)
    assert words in browser.get("/trust/").content.decode()
