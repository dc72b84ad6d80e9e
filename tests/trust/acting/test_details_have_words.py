"""Each detail of an act that a card may show has words of ours, which stand in the reader's language."""

from __future__ import annotations

import pytest

from trust.act_fields import LABELS
from trust.models import User
from trust.tools import Kind, tools_of

pytestmark = pytest.mark.django_db


def test_no_detail_of_an_act_is_named_by_its_code(world: None, owner: User) -> None:
    asked = {
        name for spec in tools_of(owner) if spec.kind != Kind.READ for name in spec.arguments.model_fields
    }
    assert asked
    assert asked <= set(LABELS)
