"""What speaks from a pattern is said in words that the rules read again, in every language."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation

from agency.desires.noticing.patterns import FACETS, Signal, wording_of
from agency.plans.by_rules import plan_by_rules
from agency.plans.goal import GoalToRead, read_open_goal
from agency.plans.toolview import toolbox
from trust.models import User

LABELS = {
    "cuisine": ("italian", {"en": "Italian", "de": "Italienisch"}),
    "genre": ("classical", {"en": "classical", "de": "Klassik"}),
    "product": ("headphones", {"en": "headphones", "de": "headphones"}),
    "bill": ("electricity", {"en": "electricity", "de": "Strom"}),
    "topic": ("ferns", {"en": "ferns", "de": "ferns"}),
    "place": ("Lisbon", {"en": "Lisbon", "de": "Lisbon"}),
    "kind": ("day trip", {"en": "day trip", "de": "Tagesausflug"}),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("facet", FACETS)
def test_each_facet_is_searched_for_by_its_name_and_listed(
    world: object, owner: User, facet: str, language: str
) -> None:
    label, said = LABELS[facet]
    with translation.override(language):
        wording = wording_of(Signal(facet, label, label))
        question = GoalToRead(
            text=wording.description, language=language, now=timezone.now(), tools=toolbox(owner)
        )
        found = read_open_goal.rules(question)
    assert said[language] in wording.title
    assert found.mission is not None
    assert not found.missing
    plan = plan_by_rules(found.mission, question.tools)
    assert [step.tool for _hop, step in plan.steps()] == ["web.search", "pages.list"]
    [query] = [asset.value for asset in found.mission.inputs]
    assert said[language] in str(query)
