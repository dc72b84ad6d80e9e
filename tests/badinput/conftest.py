"""What people should never send, and a browser of a person."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from missions.models import Mission
from trust import decisions
from trust.activity import Subject
from trust.decisions import Question
from trust.models import Decision

STRANGE = {
    "NUL": "Italian din\x00ner in Paris on Friday, 4 people",
    "right to left": "عشاء إيطالي في باريس \u202eevil\u202c يوم الجمعة",
    "HTML": "<script>alert(1)</script><img src=x onerror=alert(1)> dinner in Paris",
    "template syntax": "dinner in {{ settings.SECRET_KEY }} {% include 'base.html' %} {% csrf_token %}",
    "SQL": "dinner'; DROP TABLE missions_mission; -- \" OR 1=1 /* %s %(x)s */",
    "format": "dinner {0.__class__} %s %d ${HOME} \\x00 \\u0000",
    "surrogates and emoji": "dinner 🍝 for 👨\u200d👩\u200d👧 \ufffe\uffff",
    "combining": "pasta" + "\u0301" * 200,
    "control characters": "dinner\r\n\t\x1b[31m\x07 in Paris",
    "one letter": "x",
    "digits": "9" * 400,
    "a budget of 400 digits": "best laptop under $" + "9" * 400,
    "no words": "?!… – ///",
    "one long word": "a" * 1_999,
}
EMPTY = ["", "   ", "\x00\x01", "\u202e\n"]
TOO_LONG = "pasta " * 1_667


@pytest.fixture
def browser(owner: Any) -> Client:
    """The owner's browser; a page that breaks is a page, not an exception."""
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    return client


@pytest.fixture
def their_browser(stranger: Any) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(stranger)
    return client


def make_mission(owner: Any, **fields: Any) -> Mission:
    values = {"goal": "Italian in Paris", "mission_type": "dining", "status": Mission.Status.INTERRUPTED}
    return Mission.objects.create(user=owner, **{**values, **fields})


def make_question(owner: Any, mission: Mission, kind: str = "choice") -> Decision:
    """An open question of a mission that no graph waits for."""
    question = Question(
        Decision.Kind(kind),
        "dining",
        "Which one?",
        {"question": "Which one?", "options": [{"id": "one", "title": "Chez Test"}]},
        refine_allowed=kind == "choice",
    )
    key = f"test:{mission.pk}:{kind}:{Decision.objects.count()}"
    return decisions.ask(question, user_id=owner.pk, key=key, subject=Subject("mission", mission.pk))
