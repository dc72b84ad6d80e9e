"""A local HTTP server that answers as it is told and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Reply:
    """One answer. `hang`: seconds before anything is sent; `drip`: seconds before each single byte."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    hang: float = 0.0
    drip: float = 0.0
    declared_length: int | None = None

    @classmethod
    def of(cls, answer: object, **rest: object) -> Reply:
        """The reply whose body is `answer` as JSON."""
        return cls(body=json.dumps(answer).encode(), **rest)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Asked:
    """One request as it arrived; `fields` come from the query or the form."""

    method: str
    path: str
    fields: dict[str, str]
    user_agent: str
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""


class FakeServer:
    """Listens on a free loopback port between `with` and its end.

    The replies given with `will_say` are used in turn, the last one again and again; a function instead of
    a reply gets the request and makes the reply.
    """

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._replies: deque[Reply | Callable[[Asked], Reply]] = deque()
        self._closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def will_say(self, *replies: Reply | Callable[[Asked], Reply]) -> None:
        """Answer with `replies` from now on."""
        self._replies = deque(replies)

    def _next(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        reply = self._replies.popleft() if len(self._replies) > 1 else self._replies[0]
        return reply if isinstance(reply, Reply) else reply(asked)

    def _handler(fake) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer(urlsplit(self.path).query)

            def do_POST(self) -> None:
                self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

            def _answer(self, fields: str) -> None:
                values = {name: value[-1] for name, value in parse_qs(fields, keep_blank_values=True).items()}
                path = urlsplit(self.path).path
                agent, headers = self.headers.get("User-Agent", ""), dict(self.headers.items())
                reply = fake._next(Asked(self.command, path, values, agent, headers, fields))
                if reply.hang and fake._closing.wait(reply.hang):
                    return
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                length = len(reply.body) if reply.declared_length is None else reply.declared_length
                self.send_header("Content-Length", str(length))
                self.end_headers()
                self._send(reply)

            def _send(self, reply: Reply) -> None:
                step = 1 if reply.drip else max(1, len(reply.body))
                for start in range(0, len(reply.body), step):
                    if reply.drip and fake._closing.wait(reply.drip):
                        return
                    try:
                        self.wfile.write(reply.body[start : start + step])
                        self.wfile.flush()
                    except OSError:  # the client left
                        return

            def log_message(self, format: str, *args: object) -> None:
                """Tests need no access log."""

        return Handler
