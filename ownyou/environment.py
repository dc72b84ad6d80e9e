"""Reading the environment: each function names the variable whose value cannot be used."""

from __future__ import annotations

import os


class WrongVariable(ValueError):
    """A variable of the environment has a value that cannot be used; says which, and the value."""


YES, NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    """Read a variable as it is; an empty one counts as not set."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    """Read a yes-or-no variable.

    Raises:
        WrongVariable: It is neither yes nor no.
    """
    value = text(name).lower()
    if value and value not in YES | NO:
        raise WrongVariable(f"{name} must be true or false, not “{value}”")
    return value in YES if value else default


def number(name: str, default: float) -> float:
    """Read a number of at least 0.

    Raises:
        WrongVariable: It is no such number.
    """
    try:
        value = float(text(name) or default)
    except ValueError:
        value = -1
    if not 0 <= value < float("inf"):
        raise WrongVariable(f"{name} must be a number, not “{text(name)}”")
    return value


def whole(name: str, default: int) -> int:
    """Read a whole number of at least 0.

    Raises:
        WrongVariable: It is no such number.
    """
    value = text(name)
    if value and not (value.isascii() and value.isdigit()):
        raise WrongVariable(f"{name} must be a whole number, not “{value}”")
    return int(value or default)


def listed(name: str, default: str = "") -> list[str]:
    """Read a comma-separated variable."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]
