"""Named points at which a worker kills itself, once for each act, with the signal that cannot be caught.

An act names its point in its own words: “act 7 [killed before the call]”.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from pydantic import BaseModel, JsonValue

from trust.tools import AnyTool, Done, Errand

BEFORE_CLAIM = "killed before the claim"
BEFORE_CALL = "killed before the call"
AFTER_CALL = "killed after the call"
WHOLE_WORKER = "killed with all of its worker"
POINTS = (BEFORE_CLAIM, BEFORE_CALL, AFTER_CALL, WHOLE_WORKER)

_armed: list[bool] = []


def arm(**_: Any) -> None:
    """Only processes of a worker's pool die."""
    _armed.append(True)


def deadly(spec: AnyTool) -> AnyTool:
    """The tool, with the points before the claim, before its call and after it."""

    def run(errand: Errand, arguments: BaseModel) -> Done[Any]:
        _die_at(BEFORE_CALL, arguments)
        done: Done[Any] = spec.run(errand, arguments)
        _die_at(AFTER_CALL, arguments)
        _die_at(WHOLE_WORKER, arguments)
        return done

    def relied_on(errand: Errand, arguments: BaseModel) -> Mapping[str, JsonValue]:
        _die_at(BEFORE_CLAIM, arguments)
        return spec.precondition(errand, arguments) if spec.precondition else {}

    return replace(spec, run=run, precondition=relied_on)


def _die_at(point: str, arguments: BaseModel) -> None:
    named = re.search(rf"act (\d+) \[{point}\]", arguments.model_dump_json())
    if not _armed or named is None or not _first_time(named[1]):
        return
    if point == WHOLE_WORKER:
        os.kill(os.getppid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def _first_time(act: str) -> bool:
    folder = Path(settings.DATA) / "chaos"
    folder.mkdir(exist_ok=True)
    try:
        (folder / act).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
