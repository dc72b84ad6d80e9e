"""A graph whose steps the tests script, driven as a worker drives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypedDict
from uuid import UUID

import pytest
from django.db import connections
from django.utils import timezone
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from agency.models import Thread
from agency.runtime import driving, graphs
from agency.runtime.graphs import GraphSpec, register_graph
from agency.runtime.threads import start_thread
from ownyou.lib import live
from ownyou.lib.ids import new_id
from trust import decisions
from trust.activity import Subject
from trust.decisions import Answer, Question
from trust.models import Decision, User


class State(TypedDict, total=False):
    subject: str


class Killed(BaseException):
    """A worker that dies in the middle: nothing after it runs, as with kill -9."""


@dataclass
class Stage:
    """A scripted graph. `acts` is what its nodes did, `moved` what its subject was told."""

    user: User
    subject: Subject = field(default_factory=lambda: Subject("test", new_id()))
    acts: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    hooks: dict[str, Callable[[], object]] = field(default_factory=dict)
    thread_id: UUID | None = None

    def start(self, graph: str = "test.stage") -> Thread:
        thread = start_thread(user_id=self.user.pk, graph=graph, subject=self.subject)
        self.thread_id = thread.pk
        return thread

    def drive(self) -> Thread:
        """Drive as a worker would, and return the row as it is then."""
        assert self.thread_id is not None
        driving.drive(self.thread_id)
        return self.thread

    def drive_until_killed(self) -> None:
        with pytest.raises(Killed):
            self.drive()

    @property
    def thread(self) -> Thread:
        return Thread.objects.get(pk=self.thread_id)

    @property
    def decision(self) -> Decision:
        return Decision.objects.filter(thread_id=self.thread_id).latest("created_at")

    def answer(self, text: str = "yes") -> Decision:
        given = Answer(Decision.Verdict.ANSWER, text=text)
        return decisions.answer(user=self.user, decision_id=self.decision.pk, given=given)

    def end_time(self) -> Decision:
        """Let the question's time be over, and return it."""
        Decision.objects.filter(pk=self.decision.pk).update(expires_at=timezone.now())
        return self.decision

    def number(self, number: int) -> Decision:
        return Decision.objects.get(key=f"{self.thread_id}:ask:{number}")

    def answer_number(self, number: int, text: str) -> None:
        given = Answer(Decision.Verdict.ANSWER, text=text)
        decisions.answer(user=self.user, decision_id=self.number(number).pk, given=given)

    def die(self) -> None:
        raise Killed

    def once(self, name: str, act: Callable[[], object]) -> None:
        """Do something in the middle of a node, the first time that it gets there."""

        def hook() -> None:
            del self.hooks[name]
            act()

        self.hooks[name] = hook

    def look_dead(self) -> None:
        """Make the running thread's last sign of life an old one."""
        Thread.objects.filter(pk=self.thread_id).update(heartbeat_at=timezone.now() - timedelta(hours=1))

    def at(self, point: str) -> None:
        if hook := self.hooks.get(point):
            hook()

    def ask(self, number: int = 0) -> UUID:
        question = Question(Decision.Kind.CLARIFICATION, "test", "What now?", {"question": "What now?"})
        key = f"{self.thread_id}:ask:{number}"
        return decisions.ask(question, user_id=self.user.pk, key=key, thread_id=self.thread_id).pk


_stages: dict[str, Stage] = {}


def _node(name: str, work: Callable[[Stage], None]) -> Callable[[State], State]:
    def run(state: State) -> State:
        try:
            work(_stages[state["subject"]])
            return {}
        finally:
            connections.close_all()

    run.__name__ = name
    return run


def _first(stage: Stage) -> None:
    stage.at("first")
    stage.acts.append("first")


def _ask(stage: Stage) -> None:
    decision = stage.ask()
    stage.at("asked")
    given = interrupt({"decision": str(decision)})
    stage.at("answered")
    decision = Decision.objects.get(pk=given["decision"])
    said = decision.answer["text"] if decision.answer else "without a verdict"
    stage.acts.append(f"{decision.status} {said}")


def _last(stage: Stage) -> None:
    stage.at("last")
    stage.acts.append("last")


def _build() -> StateGraph[Any, Any, Any, Any]:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    steps = {"first": _first, "ask": _ask, "last": _last}
    for name, work in steps.items():
        graph.add_node(name, _node(name, work))
    for edge in ((START, "first"), ("first", "ask"), ("ask", "last"), ("last", END)):
        graph.add_edge(*edge)
    return graph


def _ask_number(number: int) -> Callable[[Stage], None]:
    def ask(stage: Stage) -> None:
        given = interrupt({"decision": str(stage.ask(number))})
        answer = Decision.objects.get(pk=given["decision"]).answer
        assert answer is not None
        stage.acts.append(f"{number}: {answer['text']}")

    return ask


def _build_pair() -> StateGraph[Any, Any, Any, Any]:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    for number in (0, 1):
        graph.add_node(f"ask{number}", _node(f"ask{number}", _ask_number(number)))
        graph.add_edge(START, f"ask{number}")
        graph.add_edge(f"ask{number}", END)
    return graph


def _moved(thread: Thread, to: str) -> None:
    _stages[str(thread.subject_id)].moved.append(str(to))


def spec(**changes: Any) -> GraphSpec:
    values: dict[str, Any] = {
        "name": "test.stage",
        "version": 1,
        "build": _build,
        "initial": lambda subject: {"subject": str(subject)},
        "moved": _moved,
    }
    return GraphSpec(**{**values, **changes})


@pytest.fixture(name="spec")
def _spec() -> Callable[..., GraphSpec]:
    """Makes another specification of the scripted graph."""
    return spec


def _set(owner: User, specification: GraphSpec) -> Iterator[Stage]:
    register_graph(specification)
    made = Stage(owner)
    _stages[str(made.subject.id)] = made
    made.start(specification.name)
    yield made
    for key in [key for key in graphs._specs if key[0].startswith("test.")]:
        graphs._specs.pop(key)
        graphs._compiled.pop(key, None)


@pytest.fixture
def stage(world: None, owner: User) -> Iterator[Stage]:
    """A scripted graph that is started: first, ask, last."""
    yield from _set(owner, spec())


@pytest.fixture
def pair(world: None, owner: User) -> Iterator[Stage]:
    """A graph that asks two questions side by side."""
    yield from _set(owner, spec(name="test.pair", build=_build_pair))


@pytest.fixture
def sent() -> Callable[[Stage], int]:
    """Counts the messages about a thread that lie in the queue."""

    def count(stage: Stage) -> int:
        messages = live.connection().lrange("missions", 0, -1)
        return sum(str(stage.thread_id).encode() in _body(message) for message in messages)

    return count


def _body(message: bytes) -> bytes:
    import base64
    import json

    return base64.b64decode(json.loads(message)["body"])
