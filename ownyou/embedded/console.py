"""Prefixed, coloured lines in the terminal."""

from __future__ import annotations

import os
import sys
from typing import TextIO

WIDTH = 8
COLOURS = {"web": 36, "worker": 32, "missions": 33, "beat": 35, "set-up": 34}
OWN_NAME = "ownyou"


class Console:
    """Writes whole lines at once; a closed terminal is no reason to fail."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.coloured = self.stream.isatty() and "NO_COLOR" not in os.environ

    def line(self, name: str, text: str) -> None:
        """Write what a child said."""
        prefix = f"{name:<{WIDTH}} |"
        if self.coloured:
            prefix = f"\x1b[{COLOURS.get(name, 37)}m{prefix}\x1b[0m"
        self._write(f"{prefix} {text}\n")

    def notice(self, text: str) -> None:
        """Write something of our own."""
        prefix = f"{OWN_NAME:<{WIDTH}} |"
        self._write(f"\x1b[1m{prefix} {text}\x1b[0m\n" if self.coloured else f"{prefix} {text}\n")

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except (OSError, ValueError):
            return
