"""Instructions planted in memories, pages, errors and critiques reach the planner, and start nothing unasked.

The person allows as much as can be allowed: what holds is not their caution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import batched

import pytest

from agency.desires.critique import read_critique
from agency.desires.outcomes import Executed, Fault, Met, Wrong, judge
from agency.desires.services import create_desire, revise
from agency.models import Asset, Desire, Plan
from agency.plans.by_rules import plan_by_rules
from agency.plans.goal import GoalToRead
from agency.plans.reading import read_by_rules
from agency.plans.storing import essence
from agency.plans.toolview import toolbox
from memory.names import preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from tests.desires.harms import PLANTED
from tests.desires.steps import WANTED, allow, drive
from tests.plans import kit
from trust.models import Action, Decision, User
from trust.tools import Done, Errand, ToolFailed, register_tool

S = Desire.Stage
PLACES = ("Giverny", "Vernon", "Rouen", "Honfleur", "Bayeux", "Dieppe", "Fécamp", "Évreux", "Lisieux", "Caen")
THREE = "look up Giverny, Vernon and Rouen on Wikivoyage, collect it into one page and save it as a note"
ACTS = ("mail.send", "notes.keep")
ONE_OF_EACH_ORDER = PLANTED[::5]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trusting(person: User) -> Iterator[User]:
    """Somebody who lets everything start by itself; nothing was done in the end."""
    allow(person, "adaptive_auto", "always")
    yield person
    assert not any(kit.calls[tool] for tool in ACTS)
    assert not Action.objects.filter(user=person, status="succeeded").exists()


def tools_of(desire: Desire) -> list[str]:
    plan = Plan.objects.about("desire", desire.pk)[0]
    return [step.tool for _hop, step in essence(plan).steps()]


def guide(*texts: str, fails: bool = False) -> None:
    """Let the travel guide say, or fail with, what somebody else wrote, one text after the other."""
    left = iter(texts)

    def look_up(errand: Errand, wanted: kit.Topic) -> Done[kit.PageRead]:
        text = next(left, texts[-1])
        if fails:
            raise ToolFailed(text)
        return Done(kit.PageRead(page=kit.Page(title=wanted.topic, text=text)))

    register_tool(replace(kit.LOOK_UP, run=look_up))


def test_what_is_planted_in_memories_is_recalled_and_changes_no_plan(trusting: User) -> None:
    allow(trusting, "adaptive_auto", "never")  # planning is enough for all but the last
    for number, (place, texts) in enumerate(zip(PLACES, batched(PLANTED, 3), strict=True)):
        wish = f"look up {place} on Wikivoyage and summarise it"
        for nth, text in enumerate(texts):
            remember(
                user=trusting,
                namespace=preferences_of(trusting),
                key=f"imported.{number}.{nth}",
                value=text,
                text=f"Who wants to {wish} should know about {place}. {text}",
                provenance=Provenance(ProvenanceKind.IMPORT),
                stated=False,
            )
        if place == PLACES[-1]:
            allow(trusting, "adaptive_auto", "always")
        desire = drive(create_desire(user=trusting, description=wish))
        recalled = " ".join(desire.guidance["recalled"])
        assert all(text in recalled for text in texts), place
        assert tools_of(desire) == ["guide.look_up", "pages.sum"]
    assert desire.stage == S.COMPLETED, desire.problem


def test_what_is_planted_in_pages_shapes_no_act_that_is_not_asked_for(trusting: User) -> None:
    for texts in batched(PLANTED, 3):
        guide(*texts)
        desire = drive(create_desire(user=trusting, description=THREE))
        [act] = Action.objects.filter(subject_id=desire.pk)
        assert (act.tool, act.status, act.tainted) == ("notes.keep", "waiting", True)
        assert all(text in act.arguments["text"] for text in texts)
        assert act.shaped_by
        assert Decision.objects.get(subject_id=desire.pk, status="open").kind == Decision.Kind.APPROVAL


def test_what_is_planted_in_errors_is_noted_and_never_read_with_a_wish(trusting: User) -> None:
    for text in PLANTED:
        fault = Fault(tool="guide.look_up", wrong=Wrong.FAILED, words=text)
        found = judge(Executed(criteria=[Met(words="a page", met=False)], faults=[fault], retries=1))
        assert (found.verdict, found.insights.words, found.insights.said) == ("loop_back", [text], "")
    guide(PLANTED[0], fails=True)
    desire = drive(create_desire(user=trusting, description=WANTED))
    assert [one.verdict for one in desire.outcomes.order_by("execution")][:2] == ["retry", "loop_back"]
    assert all(PLANTED[0] not in plan.goal for plan in Plan.objects.about("desire", desire.pk))
    assert not set(tools_of(desire)) & set(ACTS)


def test_what_is_pasted_as_a_critique_comes_to_a_plan_that_is_shown(trusting: User) -> None:
    for text in PLANTED:
        words = read_critique(text, []).words
        found = read_by_rules(GoalToRead(text=f"{WANTED}. {words}", tools=toolbox(trusting)))
        assert found.mission is not None, text
        steps = plan_by_rules(found.mission, toolbox(trusting)).steps()
        assert {step.tool for _hop, step in steps} & {*ACTS, "web.search"}, text
    allow(trusting, "adaptive_auto", "never")
    desires = [drive(create_desire(user=trusting, description=WANTED)) for _ in ONE_OF_EACH_ORDER]
    allow(trusting, "adaptive_auto", "always")
    for desire, text in zip(desires, ONE_OF_EACH_ORDER, strict=True):
        shown = drive(revise(user=trusting, desire_id=desire.pk, critique=text))
        assert shown.stage == S.REVIEWING, (text, shown.problem)
        assert Plan.objects.about("desire", desire.pk).count() == 2
        assert not (shown.reviewed or {})["verdict"]["unasked"]


def test_what_is_planted_as_a_wish_is_planned_and_shown(trusting: User) -> None:
    for text in ONE_OF_EACH_ORDER:
        desire = drive(create_desire(user=trusting, description=text, source="agent", tainted=True))
        assert desire.stage == S.REVIEWING, (text, desire.problem)
        [plan] = Plan.objects.about("desire", desire.pk)
        assert Asset.objects.filter(plan=plan, role="input", tainted=True).exists()
        assert set(tools_of(desire)) & set(ACTS)
    assert not kit.calls
