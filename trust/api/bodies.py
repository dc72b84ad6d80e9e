"""Bodies of requests: JSON of at most 1 MB, read once."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.parser import Parser

from ownyou.lib.errors import InvalidInput
from trust.api.problems import UnsupportedMedia

_READ = "_api_body"


class JsonParser(Parser):
    """Gives ninja what `read_body` has read."""

    def parse_body(self, request: HttpRequest) -> Any:
        return getattr(request, _READ)


def read_body(request: HttpRequest) -> None:
    """Read the body. Raises `UnsupportedMedia`, `InvalidInput` (no JSON), Django's `RequestDataTooBig`."""
    if not request.body:
        return
    kind = request.content_type or "application/json"
    if kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMedia
    setattr(request, _READ, _parsed(request.body))


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body, parse_constant=_refused)
    except json.JSONDecodeError as error:
        where = f"{error.msg} at line {error.lineno}, column {error.colno}"
        raise InvalidInput(_("The body is not JSON: %(where)s.") % {"where": where}) from None
    except (ValueError, RecursionError):
        raise InvalidInput(_("The body is not JSON that can be read.")) from None


def _refused(name: str) -> Any:
    raise ValueError(name)
