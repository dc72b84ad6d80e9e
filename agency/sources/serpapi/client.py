"""Asking SerpApi's engines."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import JsonValue

from agency.sources.base import SourceUnavailable
from agency.sources.http import PoliteClient, Question, Unusable
from agency.sources.settings import setting
from ownyou.lib.deadline import Deadline

URL = "https://serpapi.com"
_client = PoliteClient("SerpApi", seconds_between=0.2, keep_seconds=3600)


def configured() -> bool:
    """Whether there is a key."""
    return bool(setting("SERPAPI_KEY"))


def ask[T](engine: str, deadline: Deadline, read: Callable[[dict[str, JsonValue]], T], **fields: str) -> T:
    """Ask one engine. Raises SourceUnavailable, also for an error that comes as an answer."""
    if not configured():
        raise SourceUnavailable(
            _("%(source)s has no key in the settings (%(name)s).")
            % {"source": "SerpApi", "name": "OWNYOU_SERPAPI_KEY"}
        )
    question = Question(
        f"{setting('SERPAPI_URL', URL).rstrip('/')}/search.json",
        (("engine", engine), *sorted((name, value) for name, value in fields.items() if value)),
        secrets=(("api_key", setting("SERPAPI_KEY")),),
    )
    return _client.ask(question, deadline, lambda answer: read(_checked(answer)))


def _checked(answer: JsonValue) -> dict[str, JsonValue]:
    if not isinstance(answer, dict):
        raise Unusable(gettext_lazy("sent something else than an answer"))
    error = answer.get("error")
    if isinstance(error, str) and "hasn't returned any results" not in error:
        raise Unusable(gettext_lazy("refused the question"))
    return answer


def rows(answer: dict[str, JsonValue], name: str) -> list[dict[str, JsonValue]]:
    """The rows under `name`; none when it found nothing."""
    found = answer.get(name)
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []
