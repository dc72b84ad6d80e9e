"""Real MCP servers: one of our own over streamable HTTP, programs from PyPI and npm over stdio."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from agency.models import McpServer
from agency.tools.mcp.servers import connect_server
from bench.ports import free_port
from trust import approvals, decisions, ledger
from trust.decisions import Answer
from trust.ledger import Proposal
from trust.models import Action, Decision

HERE = Path(__file__).parent
PATIENCE = 20.0
NPM = Path(sys.prefix) / "npm" / "node_modules" / ".bin"


@dataclass
class Talkative:
    """The server's process; it can be killed and started again on the same port."""

    log: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    changed: bool = False
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def as_at_first(self) -> bool:
        return self.process is not None and self.process.poll() is None and not self.changed

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/mcp"

    def start(self, *how: str) -> None:
        if self.process is not None:
            self.process.wait(PATIENCE)  # one that ends itself lets go of the port only when it has ended
        self.port, self.changed = self.port or free_port(), bool(how)
        command = [sys.executable, str(HERE / "talkative.py"), str(self.port), *how]
        self.process = subprocess.Popen(
            command,
            env=os.environ | {"TALKATIVE_LOG": str(self.log)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.started.append(self.process)
        _wait_for(self.port)

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def heard(self) -> list[str]:
        """What its tools were asked, in order."""
        return self.log.read_text().splitlines() if self.log.exists() else []


def _wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the MCP server did not start")


@pytest.fixture(scope="session")
def one_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talkative]:
    """One process for all tests: its imports take seconds."""
    server = Talkative(tmp_path_factory.mktemp("mcp") / "heard.txt")
    server.start()
    yield server
    for process in server.started:
        process.kill()
        process.wait()


@pytest.fixture
def talkative(one_server: Talkative, settings: Any) -> Talkative:
    """The server, running as it was at first, having heard nothing."""
    settings.ALLOW_PRIVATE_ADDRESSES = True
    if not one_server.as_at_first:
        one_server.kill()
        one_server.start()
    one_server.log.unlink(missing_ok=True)
    return one_server


@pytest.fixture
def connected(world: None, owner: Any, talkative: Talkative) -> McpServer:
    """The server as the owner connected it, its tools listed."""
    server = connect_server(user=owner, name="board", url=talkative.url)
    assert server.error is None, server.error
    return server


@pytest.fixture
def do(owner: Any) -> Callable[..., Action]:
    """Proposes an act, says yes to it, and performs it."""

    def doing(tool: str, **arguments: Any) -> Action:
        [act] = ledger.propose([Proposal(tool, arguments, key=f"test:{tool}")], user=owner)
        assert act.status == Action.Status.WAITING, act.reason
        decision = approvals.ask_for([act], user=owner, key=f"ask:{act.pk}")
        decisions.answer(user=owner, decision_id=decision.pk, given=Answer(Decision.Verdict.APPROVE))
        return ledger.perform(act.pk)

    return doing
