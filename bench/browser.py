"""A browser's traffic, without the browser: a session, kept-alive HTTP, a websocket that notes arrivals."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable
from queue import Empty, Queue
from typing import Any, Self
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE = 30.0
type Message = dict[str, Any]


class NothingCame(Exception):
    """What was waited for did not arrive; the message says what arrived last."""


class Browser:
    """One person's browser on 127.0.0.1:`port`."""

    def __init__(self, port: int, email: str, **fields: Any) -> None:
        self.user, session = person(email, **fields)
        self.port = port
        self.cookies = dict([session])
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.get("/")

    def get(self, path: str) -> tuple[int, str]:
        """Return the status and the body of a page."""
        status, _, body = self._ask("GET", path)
        return status, body

    def post(self, path: str, fields: dict[str, str], *, htmx: bool = False) -> tuple[int, str, str]:
        """Post a form; return the status, the address it leads to, and the body."""
        token = next(value for name, value in self.cookies.items() if "csrf" in name)
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-CSRFToken": token,
            **({"HX-Request": "true"} if htmx else {}),
        }
        return self._ask("POST", path, urlencode(fields), headers)

    def socket(self, path: str) -> Socket:
        """Open a websocket."""
        return Socket(f"ws://127.0.0.1:{self.port}{path}", self.cookie, f"http://127.0.0.1:{self.port}")

    @property
    def cookie(self) -> str:
        """The header with the session."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _ask(
        self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        try:
            return self._ask_once(method, path, body, headers or {})
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            self._connection.close()  # kept-alive connections end after a while
            return self._ask_once(method, path, body, headers or {})

    def _ask_once(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, str, str]:
        self._connection.request(method, path, body, {**headers, "Cookie": self.cookie})
        response = self._connection.getresponse()
        text = response.read().decode()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return response.status, response.headers.get("Location", ""), text


class Socket:
    """A websocket. Messages are stamped when they arrive, whatever the main thread does."""

    def __init__(self, url: str, cookie: str, origin: str) -> None:
        self._socket = connect(
            url, additional_headers={"Cookie": cookie, "Origin": origin}, compression=None, max_size=None
        )
        self._arrived: Queue[tuple[float, Message]] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()

    def send(self, message: Message) -> None:
        self._socket.send(json.dumps(message))

    def wait(self, wanted: Callable[[Message], bool]) -> tuple[float, Message]:
        """Return the first message that is wanted, with its time of arrival. Raises `NothingCame`."""
        last: Message = {}
        while True:
            try:
                arrived, last = self._arrived.get(timeout=PATIENCE)
            except Empty:
                raise NothingCame(json.dumps(last)[-3000:]) from None
            if wanted(last):
                return arrived, last

    def forget(self) -> None:
        """Drop what has arrived."""
        while not self._arrived.empty():
            self._arrived.get_nowait()

    def _read(self) -> None:
        try:
            for text in self._socket:
                arrived = time.perf_counter()
                self._arrived.put((arrived, json.loads(text)))
        except ConnectionClosed:
            return


def person(email: str, **fields: Any) -> tuple[Any, tuple[str, str]]:
    """Make a person who lives in Paris; return them with the cookie of a session."""
    from django.conf import settings
    from django.test import Client

    from trust.models import User

    home = {"name": "Paris", "country": "FR", "lat": 48.8566, "lon": 2.3522}
    known = User.objects.filter(email=email).first()
    user = known or User.objects.create_user(
        email, time_zone="Europe/Paris", home=home, onboarding="done", currency="EUR", **fields
    )
    client = Client()
    client.force_login(user)
    return user, (settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
