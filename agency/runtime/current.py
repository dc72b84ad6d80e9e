"""What the nodes of one drive share: LangGraph runs them in contexts that are copies of the driver's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from threading import RLock, get_ident
from typing import Any, cast
from uuid import UUID

from agency.models import Thread


class Drive:
    """One drive of one thread, and what its nodes looked up for each other. Only what stays as it is until
    the thread waits or ends: the thread's own facts, its owner, what was learned of them."""

    def __init__(
        self, thread: Thread, *, begins: bool = False, known: Mapping[str, Any] | None = None
    ) -> None:
        self.thread = thread
        self.begins = begins
        """Whether the thread has never run before: none of its nodes has done anything yet."""
        self.driver = get_ident()
        self._found: dict[str, Any] = dict(known or {})
        self._looking = RLock()

    def has(self, name: str) -> bool:
        """Whether something was looked up under this name."""
        return name in self._found

    def keep(self, name: str, found: Any) -> None:
        """Keep what a node knows, or with None have it looked up again."""
        if found is None:
            self._found.pop(name, None)
        else:
            self._found[name] = found

    def kept(self, name: str) -> Any:
        """What was kept under this name; None without."""
        return self._found.get(name)

    def shared[T](self, name: str, look_up: Callable[[], T]) -> T:
        """What was looked up under this name before; of nodes side by side one looks, and the others wait."""
        with self._looking:
            if name not in self._found:
                self._found[name] = look_up()
            return cast(T, self._found[name])


_drive: ContextVar[Drive | None] = ContextVar("the drive that a node runs in", default=None)


@contextmanager
def driving(
    thread: Thread, *, begins: bool = False, known: Mapping[str, Any] | None = None
) -> Iterator[None]:
    """Run nodes of this thread within; `begins`: for the first time. `known`: what was looked up before."""
    token = _drive.set(Drive(thread, begins=begins, known=known))
    try:
        yield
    finally:
        _drive.reset(token)


def drive_of(thread_id: UUID) -> Drive:
    """The drive that this thread's node runs in; outside of one, a drive of its own."""
    drive = _drive.get()
    if drive is not None and drive.thread.pk == thread_id:
        return drive
    return Drive(Thread.objects.get(pk=thread_id))


def beside_the_driver() -> bool:
    """Whether this runs in a thread beside the driver's, where nobody but the node gives back connections."""
    drive = _drive.get()
    return drive is None or drive.driver != get_ident()
