"""kill -9 in each phase of a mission of weeks, and many workers at it: the same trip, nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ownyou.embedded import celery_url, settings_from
from tests.crashes.conftest import PATIENCE, Held, kill_workers
from tests.crashes.trips import (
    APPROVE,
    CHOOSE,
    FLIGHTS,
    FLORENCE,
    GOAL,
    REFINE,
    ROME,
    WORDS,
    Trip,
    forget_answers,
    kill_pools,
    no_writes,
    wait_for_a_writer,
)
from tests.journeys.conftest import App, wait_for

Travel = Callable[[], Trip]


@pytest.fixture(scope="module")
def travel(up: App) -> Iterator[Travel]:
    """Starts trips, each of a person of its own."""
    clients = []

    def start() -> Trip:
        client = up.client(f"traveller-{len(clients)}@example.com")
        clients.append(client)
        return Trip(up, client, client.post("/api/missions", json={"goal": GOAL}).json()["id"])

    yield start
    for client in clients:
        client.close()


@pytest.fixture(scope="module")
def undisturbed(travel: Travel) -> dict[str, object]:
    """What comes of the trip when nothing happens to anybody."""
    trip = travel()
    trip.say(FLIGHTS, CHOOSE)
    trip.say(ROME, CHOOSE)
    trip.say(FLORENCE, CHOOSE)
    trip.say("Draft 1", REFINE, WORDS)
    trip.say("Draft 2", APPROVE)
    trip.judge()
    outcome: dict[str, Any] = trip.outcome()
    assert outcome["asked"] == {("choice", "answered", "choose"): 3, ("review", "answered", "refine"): 1,
                                ("review", "answered", "approve"): 1}  # fmt: skip
    assert outcome["runs"] == [(14,)], "ten parts, four of which ran again"
    assert set(outcome["files"].values()) == {1}
    return outcome


@pytest.fixture
def four_processes(up: App) -> Iterator[None]:
    """The worker of missions has four processes instead of one."""
    from celery import Celery

    control = Celery(set_as_current=False, broker=celery_url(settings_from(up.data).redis_url)).control

    def count() -> int:
        return len(up.pids("celery", "worker", "missions,background"))

    def worker_of_missions() -> list[str]:
        return [name for answer in control.ping(timeout=5) for name in answer if name.startswith("missions@")]

    before = count()
    [worker] = wait_for(worker_of_missions, seconds=PATIENCE)
    control.pool_grow(3, destination=[worker])
    wait_for(lambda: count() == before + 3, seconds=PATIENCE)
    yield
    control.pool_shrink(3, destination=[worker])


def test_four_processes_answers_in_reverse_and_a_source_that_hangs(
    up: App, undisturbed: dict[str, object], travel: Travel, held: Held, four_processes: None
) -> None:
    forget_answers(up)
    trip = travel()
    held.wait_until_asked()
    trip.say(FLIGHTS, CHOOSE)
    trip.asked(ROME, FLORENCE)
    trip.say(FLORENCE, CHOOSE)
    trip.say(ROME, CHOOSE)
    trip.wait_for_parts(stay_rome="done", stay_florence="done", restaurants_rome="working")
    assert trip.status == "executing"
    held.let_go()
    trip.say("Draft 1", REFINE, WORDS)
    trip.say("Draft 2", APPROVE)
    trip.judge()
    assert not (unlike := trip.unlike(undisturbed)), unlike


def test_kill_9_in_each_phase(up: App, undisturbed: dict[str, object], travel: Travel, held: Held) -> None:
    forget_answers(up)
    with no_writes(up, "missions_subgoal"):  # planning: the parts are being written down
        trip = travel()
        wait_for_a_writer(up)
        kill_pools(up)
    held.wait_until_asked()  # a part searches
    kill_pools(up)
    held.let_go()
    trip.asked(FLIGHTS)  # a part waits
    kill_workers(up)
    trip.say(FLIGHTS, CHOOSE)
    trip.asked(ROME, FLORENCE)
    trip.say(ROME, CHOOSE)
    with no_writes(up, "agency_artifact"):  # synthesis: the draft is being kept
        trip.say(FLORENCE, CHOOSE)
        wait_for_a_writer(up)
        kill_pools(up)
    with no_writes(up, "trust_decision"):  # between draft and review: it is kept, and not asked about yet
        wait_for_a_writer(up, "trust_decision")
        kill_pools(up)
    trip.asked("Draft 1")
    with no_writes(up, "missions_subgoal"):  # review: its words are being taken in
        trip.say("Draft 1", REFINE, WORDS)
        wait_for_a_writer(up)
        kill_pools(up)
    trip.asked("Draft 2")
    kill_workers(up)  # between the yes and the package: nobody works when it is said
    with no_writes(up, "agency_artifact"):  # the final files are being kept
        trip.say("Draft 2", APPROVE)
        wait_for_a_writer(up)
        kill_pools(up)
    trip.judge()
    assert not (unlike := trip.unlike(undisturbed)), unlike
