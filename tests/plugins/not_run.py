"""Says at the end what was not run because this machine lacks it; in CI that is a failure.

A test that needs something calls `missing("Chromium")` when it is not there.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import NoReturn

import pytest

PREFIX = "not run: no "


def missing(name: str) -> NoReturn:
    """End this test as not run, for want of `name`; with CI=true as failed."""
    if in_ci():
        pytest.fail(f"{PREFIX}{name}, and CI must run everything", pytrace=False)
    pytest.skip(f"{PREFIX}{name}")


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for reason, count in sorted(Counter(_reasons(terminalreporter)).items()):
        line = reason if reason.startswith("not run: ") else f"not run: {reason}"
        terminalreporter.write_line(f"{line} ({count} test{'s' if count > 1 else ''})")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a test that was not run is a failed run, however it was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if in_ci() and reporter is not None and _reasons(reporter) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _reasons(reporter: pytest.TerminalReporter) -> list[str]:
    """Why each skipped test was skipped; reports come from the workers of xdist as well."""
    return [_reason(report) for report in reporter.stats.get("skipped", [])]


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ")
