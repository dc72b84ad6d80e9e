"""The supervisor with small programs in place of OwnYou's."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from ownyou.embedded import supervisor as supervisor_module
from ownyou.embedded.console import Console
from ownyou.embedded.processes import spawn
from ownyou.embedded.supervisor import Child, KeepsDying, StopRequested, Supervisor

SLEEPS = "import time; print('awake', flush=True); time.sleep(60)"
STUBBORN = f"import signal; signal.signal(15, signal.SIG_IGN); {SLEEPS}"
POLITE = f"import signal, sys; signal.signal(15, lambda *_: (print('bye'), sys.exit())); {SLEEPS}"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SLEEPS!r}])"


def child(name: str, code: str, *, grace: float = 1.0, rank: int = 0) -> Child:
    def start() -> subprocess.Popen[bytes]:
        return spawn([sys.executable, "-c", code], environment=os.environ, output=subprocess.PIPE)

    return Child(name, start, grace=grace, rank=rank)


@pytest.fixture
def said() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def supervisor(said: io.StringIO) -> Iterator[Supervisor]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    with Supervisor(Console(said), on_change=lambda traces: None) as made:
        yield made
    for number, handler in before.items():
        signal.signal(number, handler)


def has_said(said: io.StringIO, text: str) -> bool:
    return text in said.getvalue()


def test_lines_carry_the_name_of_who_said_them(supervisor: Supervisor, said: io.StringIO) -> None:
    supervisor.start(child("web", SLEEPS))
    assert supervisor.run_until(lambda: has_said(said, "web      | awake\n"), 10)


def test_a_killed_child_is_started_again(supervisor: Supervisor, said: io.StringIO) -> None:
    web = child("web", SLEEPS)
    supervisor.start(web)
    supervisor.run_until(lambda: has_said(said, "awake"), 10)
    assert web.process is not None
    web.process.kill()
    assert supervisor.run_until(lambda: said.getvalue().count("awake") == 2, 10)
    assert has_said(said, "web died (killed by SIGKILL); starting it again in 0.25 s")


def test_a_child_that_keeps_dying_ends_it_all_with_its_last_lines(supervisor: Supervisor) -> None:
    supervisor.start(child("beat", "print('no such table'); raise SystemExit(3)"))
    with pytest.raises(KeepsDying, match=r"(?s)beat died 5 times.*exit code 3.*no such table"):
        supervisor.run_until(lambda: False, 30)


def test_a_child_that_ignores_the_signal_is_killed(supervisor: Supervisor, said: io.StringIO) -> None:
    stubborn = child("worker", STUBBORN, grace=0.3)
    supervisor.start(stubborn)
    supervisor.start(child("beat", SLEEPS, rank=1))
    supervisor.run_until(lambda: said.getvalue().count("awake") == 2, 10)
    assert stubborn.process is not None
    began = time.monotonic()
    supervisor.stop_all()
    assert time.monotonic() - began < 20
    assert stubborn.process.poll() == -signal.SIGKILL


def test_grandchildren_end_too(supervisor: Supervisor, said: io.StringIO) -> None:
    parent = child("worker", PARENT)
    supervisor.start(parent)
    supervisor.run_until(lambda: has_said(said, "awake"), 10)
    assert parent.process is not None
    [grandchild] = psutil.Process(parent.process.pid).children()
    supervisor.stop_all()
    grandchild.wait(timeout=20)


def test_children_stop_in_order(
    supervisor: Supervisor, said: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor_module, "STOP_SECONDS", 60.0)  # this machine may pause
    for rank, name in enumerate(("web", "worker", "beat")):
        supervisor.start(child(name, POLITE, grace=20, rank=rank))
    supervisor.run_until(lambda: said.getvalue().count("awake") == 3, 10)
    supervisor.stop_all()
    byes = [line.split()[0] for line in said.getvalue().splitlines() if line.endswith("bye")]
    assert byes == ["web", "worker", "beat"]


def test_a_signal_asks_to_stop(supervisor: Supervisor) -> None:
    supervisor.start(child("web", SLEEPS))
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(StopRequested):
        supervisor.run_until(lambda: False, 5)


def test_what_runs_once_gives_its_exit_code(supervisor: Supervisor) -> None:
    assert supervisor.run_once(child("set-up", "raise SystemExit(4)")) == 4
    assert supervisor.run_once(child("set-up", "print('done')")) == 0
