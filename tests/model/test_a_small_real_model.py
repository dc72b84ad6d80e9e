"""A small real model behind the skills: it mostly talks nonsense, and missions still come to their end."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from agency.models import ReasoningCall, Thread
from bench.ports import free_port
from missions.cards import page_card_for
from missions.models import Mission
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from tests.model.serve import model_file
from tests.plugins.not_run import missing
from trust.models import Decision, User

START_SECONDS = 120.0
GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


@pytest.fixture(scope="module")
def small_model() -> Iterator[str]:
    """The address of a llama.cpp server with a model of 135 million parameters."""
    if model_file() is None or importlib.util.find_spec("xllamacpp") is None:
        missing("small language model")
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.model.serve", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield _ready(f"http://127.0.0.1:{port}", server)
    finally:
        server.terminate()
        server.wait(timeout=30)


def _ready(address: str, server: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            if httpx.get(f"{address}/health", timeout=2).status_code == 200:
                return f"{address}/v1"
        except httpx.HTTPError:
            pass
        time.sleep(0.3)
    pytest.fail("the small model's server did not start")


@pytest.mark.django_db(transaction=True)
def test_a_whole_mission_completes_whatever_a_small_model_says(
    world: object, owner: User, small_model: str, settings: Any
) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_API_KEY = small_model, "smollm2", "none"
    settings.LLM_TIMEOUT = 12.0
    mission = create_mission(user=owner, goal=GOAL)
    for _ in range(8):  # what it was taken for may change, and another graph go on
        if drive(mission).status == Thread.Status.WAITING:
            _answer(mission)
    done = refresh(mission)
    assert done.status == Mission.Status.COMPLETED
    assert done.result is not None
    calls = list(ReasoningCall.objects.filter(user=owner))
    assert any(call.model_calls for call in calls), "the model was never asked"
    for call in calls:
        assert call.source == ReasoningCall.Source.MODEL or call.fallback, (
            "the rules answered without saying why"
        )
        assert call.source in ReasoningCall.Source.values
    unused = any(call.source == ReasoningCall.Source.RULES for call in calls)
    assert bool(page_card_for(done).rules_words) is unused


def _answer(mission: Mission) -> None:
    """Go on as a patient person would: with the first option, or with what was asked for."""
    decision = open_decision(mission)
    if decision.kind == Decision.Kind.CHOICE:
        answer_first(mission, "choose")
        return
    suggestions = decision.payload.get("suggestions") or [GOAL]
    answer_first(mission, "answer", text={"place": "Paris"}.get(decision.payload.get("slot"), suggestions[0]))
