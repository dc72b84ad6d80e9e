"""What happens once the rows are committed, and may be lost: whatever needs it is found again by a sweep."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction


def after_commit[**P](act: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call `act` once the transaction is committed; at once outside of one. What it raises is only logged.

    Not `on_commit(partial(...), robust=True)`: Django logs the function's name, and a partial has none.
    """

    def acted() -> None:
        act(*args, **kwargs)

    transaction.on_commit(acted, robust=True)
