"""The one client that all HTTP sources share: polite, bounded in time and size, and plain about failures."""

from __future__ import annotations

import functools
import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Literal, Never

import httpx
import stamina
from django.core.cache import BaseCache, caches
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from pydantic import JsonValue

from agency.sources.answers import find_answer, keep_answer
from agency.sources.base import SourceUnavailable
from agency.sources.circuit import Circuit
from agency.sources.pace import Pace
from agency.sources.settings import setting
from ownyou.lib.deadline import Deadline, finish_within

MOST_BYTES = 5_000_000
ATTEMPTS = 3

for _name in ("httpx", "httpcore"):  # they log whole addresses, which hold what a person looks for
    logging.getLogger(_name).setLevel(logging.WARNING)

_BUSY = 429
_OUR_FAULT = frozenset({400, 404, 405, 406, 413, 414, 422})
_NO_TIME_LEFT = 0.05


@dataclass(frozen=True, slots=True)
class Question:
    """One request: a GET with `fields` in the query, or a POST with them as a form, or with `body` as JSON.

    `secrets` are sent with the fields, `headers` beside them; neither is part of what the question is.
    """

    url: str
    fields: tuple[tuple[str, str], ...] = ()
    method: Literal["GET", "POST"] = "GET"
    body: dict[str, JsonValue] | None = None
    secrets: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()

    def canonical(self) -> str:
        """The same text for the same question."""
        said = [self.method, self.url, self.fields]
        return json.dumps(said if self.body is None else [*said, self.body])


class Unusable(Exception):
    """Raised by a reader of answers: what came is JSON, but not what was asked for. Says why."""


class _Trouble(Exception):
    """A question failed: the predicate of a sentence on the source, and what to do about it.

    Said in the language of who asks, so not where it is raised: that is in a thread of its own.
    """

    def __init__(
        self,
        reason: object,
        *,
        again: bool = False,
        wait: float | None = None,
        ours: bool = False,
        **facts: object,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
        self.again = again
        self.wait = wait
        self.ours = ours


class PoliteClient:
    """Asks one source over HTTP.

    `title` is what people read in a failure, `seconds_between` the pace for each host, `keep_seconds` how
    long an answer is good. After `failures` in a row the source is left alone for `rest_seconds`.
    """

    def __init__(
        self,
        title: str,
        *,
        seconds_between: float = 0.0,
        keep_seconds: float = 86_400,
        failures: int = 5,
        rest_seconds: float = 60.0,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self.title = title
        self._pace = Pace(seconds_between)
        self._keep_seconds = keep_seconds
        self._circuit = Circuit(failures=failures, seconds=rest_seconds)
        self._most_bytes = most_bytes

    def ask[T](
        self,
        question: Question,
        deadline: Deadline,
        read: Callable[[JsonValue], T],
        *,
        complete: Callable[[JsonValue], bool] = lambda answer: True,
    ) -> T:
        """What `read` makes of the JSON that answers `question`.

        A kept answer is used first. `read` raises Unusable for JSON of another shape than expected; such an
        answer is not kept, nor one that is not `complete`. Raises SourceUnavailable, at the latest when the
        deadline passes.
        """
        cache = caches["default"]
        kept = find_answer(cache, question.canonical())
        if kept is not None:
            with suppress(Unusable):  # kept by a version that read it otherwise
                return read(kept)
        self._mind_the_circuit()
        answer, result = self._ask_now(question, deadline, read, cache)
        if complete(answer):
            keep_answer(cache, question.canonical(), answer, seconds=self._keep_seconds)
        return result

    def _mind_the_circuit(self) -> None:
        if self._circuit.seconds_to_wait() > 0:
            raise SourceUnavailable(
                _("%(source)s failed several times in a row, so it was left alone this time.")
                % {"source": self.title},
                away=True,
            )

    def _ask_now[T](
        self, question: Question, deadline: Deadline, read: Callable[[JsonValue], T], cache: BaseCache
    ) -> tuple[JsonValue, T]:
        def work() -> tuple[JsonValue, T]:
            answer = self._ask_with_retries(question, deadline, cache)
            return answer, read(answer)

        try:
            outcome = finish_within(deadline, work)
        except _Trouble as trouble:
            self._give_up(trouble)
        except Unusable as error:
            self._give_up(_Trouble(str(error)))
        except TimeoutError:
            self._give_up(_Trouble(gettext_lazy("did not answer in time"), again=True))
        self._circuit.succeeded()
        return outcome

    def _give_up(self, trouble: _Trouble) -> Never:
        if not trouble.ours:
            self._circuit.failed()
        what = str(trouble.reason) % trouble.facts if trouble.facts else str(trouble.reason)
        if trouble.wait:
            what = _("%(what)s and asked us to wait %(time)s") % {
                "what": what,
                "time": _in_words(trouble.wait),
            }
        said = _("%(source)s %(what)s.") % {"source": self.title, "what": what}
        raise SourceUnavailable(said, away=trouble.again) from trouble

    def _ask_with_retries(self, question: Question, deadline: Deadline, cache: BaseCache) -> JsonValue:
        def backoff(error: Exception) -> bool | float:
            if not isinstance(error, _Trouble) or not error.again:
                return False
            left = deadline.remaining()
            if error.wait is None:
                return left > _NO_TIME_LEFT
            return error.wait if error.wait < left else False

        for attempt in stamina.retry_context(
            on=backoff, attempts=ATTEMPTS, timeout=None, wait_initial=0.2, wait_max=2.0, wait_jitter=0.2
        ):
            with attempt:
                return self._ask_once(question, deadline, cache)
        raise AssertionError("stamina ends by returning or raising")

    def _ask_once(self, question: Question, deadline: Deadline, cache: BaseCache) -> JsonValue:
        try:
            host = httpx.URL(question.url).host
            if not self._pace.wait(host, deadline, cache):
                raise _Trouble(gettext_lazy("has too many questions from us in line"), ours=True)
            return self._fetch(question, deadline)
        except httpx.TimeoutException as error:
            raise _Trouble(gettext_lazy("did not answer in time"), again=True) from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise _Trouble(
                gettext_lazy("has an address in the settings that is not valid"), ours=True
            ) from error
        except httpx.TransportError as error:
            raise _Trouble(gettext_lazy("could not be reached"), again=True) from error
        except httpx.RequestError as error:
            raise _Trouble(gettext_lazy("sent an answer that cannot be unpacked")) from error

    def _fetch(self, question: Question, deadline: Deadline) -> JsonValue:
        fields = dict(question.fields + question.secrets)
        form = question.method == "POST" and question.body is None
        with _client(os.getpid()).stream(
            question.method,
            question.url,
            params=fields if question.method == "GET" else None,
            data=fields if form else None,
            json=question.body,
            headers={"User-Agent": user_agent(), "Accept": "application/json", **dict(question.headers)},
            timeout=max(deadline.remaining(), _NO_TIME_LEFT),
        ) as response:
            _check_status(response)
            return _read_json(response, self._body(response, deadline))

    def _body(self, response: httpx.Response, deadline: Deadline) -> bytes:
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > self._most_bytes:
                raise _Trouble(
                    gettext_lazy("sent more than %(most)s MB, which is not read"),
                    most=f"{self._most_bytes / 1e6:g}",
                )
            if deadline.passed:
                raise _Trouble(gettext_lazy("did not answer in time"), again=True)
        return bytes(body)


def user_agent() -> str:
    """How the instance names itself: public servers ask for a name and a way to reach its operator."""
    contact = " ".join(setting("CONTACT").split()).encode("ascii", "ignore").decode()
    return f"OwnYou/{setting('OWNYOU_VERSION', '0.1.0')} (self-hosted; {contact or 'no contact given'})"


@functools.cache
def _client(pid: int) -> httpx.Client:
    """One pool of connections for each process: `pid` keeps a forked worker off its parent's sockets."""
    return httpx.Client(follow_redirects=False)


def _check_status(response: httpx.Response) -> None:
    status = response.status_code
    if status == 200:
        return
    if status == _BUSY or status >= 500:
        wait = _retry_after(response)
        busy = status in (_BUSY, 503, 504)
        what = gettext_lazy("is busy") if busy else gettext_lazy("had a fault of its own (HTTP %(status)d)")
        raise _Trouble(what, again=True, wait=wait, status=status)
    if status in (401, 403):
        raise _Trouble(gettext_lazy("did not accept the key in the settings"), ours=True)
    if response.is_redirect:
        raise _Trouble(gettext_lazy("points to another address; set that one in the settings"), ours=True)
    what = gettext_lazy("did not accept the question (HTTP %(status)d)")
    raise _Trouble(what, ours=status in _OUR_FAULT, status=status)


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds of the header Retry-After, which is a number or a date (RFC 9110, 10.2.3); None without."""
    value = response.headers.get("Retry-After", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, ((at if at.tzinfo else at.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds())


def _read_json(response: httpx.Response, body: bytes) -> JsonValue:
    if "html" in response.headers.get("Content-Type", "") or body.lstrip()[:1] == b"<":
        raise _Trouble(gettext_lazy("answered with a web page instead of data"))
    try:
        text = body.decode(response.charset_encoding or "utf-8-sig")
        answer: JsonValue = json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse_constant)
    except (ValueError, LookupError, RecursionError) as error:
        raise _Trouble(gettext_lazy("sent an answer that cannot be read")) from error
    return answer


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is not JSON")


def _in_words(seconds: float) -> str:
    if seconds < 90:
        count = max(1, round(seconds))
        return ngettext("%(count)d second", "%(count)d seconds", count) % {"count": count}
    if seconds < 5400:
        return _("%(count)d minutes") % {"count": round(seconds / 60)}
    return _("%(count)d hours") % {"count": round(seconds / 3600)}
