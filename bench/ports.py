"""Ports of the loopback interface for what is started beside other things."""

from __future__ import annotations

import random
import socket

LOWEST, HIGHEST = 20_000, 32_000
"""Below what systems give to whoever asks for any port, so that no connection or listener takes one of these
between the look at it and its use."""


def free_port() -> int:
    """Return a port that nobody uses. Raises `OSError` where there is none."""
    for port in random.sample(range(LOWEST, HIGHEST), 200):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port between {LOWEST} and {HIGHEST}")
