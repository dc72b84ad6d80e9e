"""How a mission is completed: its move with the line that says so; then, once its run has ended, learning."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from missions import lifecycle
from missions.models import Mission
from ownyou.lib.commit import after_commit
from trust.models import Activity


def complete(mission: Mission, title: str, **changes: Any) -> bool:
    """Move a mission to completed with what came of it; whether it moved. `title`: of its result.

    `changes` are further columns (personal ones wrapped by `seal`). The one statement that moves it shows it
    to the person.
    """
    text = _("Done: %(title)s") % {"title": title}
    line = lifecycle.Line(text, Activity.Kind.AGENT_COMPLETED, key=f"mission:{mission.pk}:completed")
    return lifecycle.reach(mission, Mission.Status.COMPLETED, line, **changes)


def learn_from(mission: Mission) -> None:
    """Let a worker learn from a completed mission, after commit. A lost message is found by the sweep."""
    after_commit(_send, mission.pk)


def _send(mission_id: UUID) -> None:
    from missions.tasks import learn_from_choice

    learn_from_choice.apply_async_on_commit(  # type: ignore[attr-defined]
        args=[str(mission_id)], retry=False
    )
