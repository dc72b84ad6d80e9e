"""Spreads a run of all tests over the machine's processors; each process has services of its own.

A narrower run, of a file or a folder, stays in one process. `-n 0` keeps all in one, `-n 3` takes three.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

TOGETHER = ("tests/journeys/", "tests/crashes/")
"""Folders whose tests share one OwnYou, and so one process."""

APART = ("tests/crashes/test_acts_in_chaos.py",)
"""Files in them that have an OwnYou of their own."""

LONGEST = (*APART, *TOGETHER, "tests/secrecy/", "tests/up/", "tests/model/")
"""Begun first, so that no process is left alone with one of them at the end."""


def runs_tests(config: pytest.Config) -> bool:
    """Whether tests run in this process, rather than in others that it leads."""
    return hasattr(config, "workerinput") or config.option.dist == "no"


class ByFile(LoadScopeScheduling):
    """Gives each process a file (or one of the folders) at a time, in the order of the collection."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.split("::", 1)[0]
        if file in APART:
            return file
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    return ByFile(config, log)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are processors for all tests, since many wait for programs to start or die;
    none beside ours for less."""
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    processors = len(os.sched_getaffinity(0))
    return processors + 1 if everything and processors > 1 else 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first."""
    items.sort(key=lambda item: _rank(item.nodeid))


def ends_folder(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Whether this process goes on to another folder after the test, or to none."""
    return nextitem is None or nextitem.path.parent != item.path.parent


def _rank(nodeid: str) -> int:
    ranks = (rank for rank, place in enumerate(LONGEST) if nodeid.startswith(place))
    return next(ranks, len(LONGEST))
