"""What an executor's checkpoint keeps: ids and numbers."""

from __future__ import annotations

from agency.acting.state import Acting


class Executing(Acting, total=False):
    """The state of the acting nodes, and which desire it is."""

    desire_id: str
