"""A run that goes on reads where it stands once, and never what it has overwritten since."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.checkpoint.base import CheckpointTuple, empty_checkpoint
from langgraph.checkpoint.postgres import PostgresSaver

from agency.runtime import checkpoints
from missions.services import create_mission
from ownyou.lib.ids import new_id
from tests.missions.steps import answer_first, drive, refresh


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[CheckpointTuple | None]:
    """What was read from the database, in order."""
    seen: list[CheckpointTuple | None] = []
    read = PostgresSaver.get_tuple

    def noted(self: PostgresSaver, config: Any) -> CheckpointTuple | None:
        seen.append(read(self, config))
        return seen[-1]

    monkeypatch.setattr(PostgresSaver, "get_tuple", noted)
    return seen


def test_an_answered_mission_reads_its_checkpoint_once(world: None, owner: Any, reads: list[Any]) -> None:
    mission = create_mission(user=owner, goal="Find Italian restaurants in Paris for Friday night, 4 people")
    drive(mission)
    answer_first(mission, "choose")
    reads.clear()
    assert drive(mission).status == "done"
    assert len(reads) == 1
    assert refresh(mission).status == "completed"


def test_a_mission_that_begins_looks_for_no_checkpoint(world: None, owner: Any, reads: list[Any]) -> None:
    mission = create_mission(user=owner, goal="Find Italian restaurants in Paris for Friday night, 4 people")
    drive(mission)
    assert not [read for read in reads if read is not None]
    assert len(reads) <= 1
    assert refresh(mission).status == "interrupted"


def test_what_was_looked_at_is_given_away_once_and_not_after_a_write(owner: Any, reads: list[Any]) -> None:
    saver = checkpoints.saver(owner.pk)
    assert isinstance(saver, checkpoints.RunsSaver)
    config: Any = {"configurable": {"thread_id": str(new_id()), "checkpoint_ns": ""}}

    def put(values: dict[str, Any]) -> Any:
        made = empty_checkpoint()
        made["channel_values"], made["channel_versions"] = values, dict.fromkeys(values, "1")
        return saver.put(config, made, {"source": "input", "step": 0}, dict.fromkeys(values, "1"))

    put({"at": "first"})
    looked = saver.look_at(config)
    taken = saver.get_tuple(config)
    assert looked is not None
    assert taken is looked
    assert len(reads) == 1
    taken.checkpoint["channel_values"]["at"] = "changed by who reads"
    again = saver.get_tuple(config)
    assert again is not None
    assert again.checkpoint["channel_values"] == {"at": "first"}
    assert len(reads) == 2
    saver.look_at(config)
    place = put({"at": "second"})
    newest = saver.get_tuple(config)
    assert newest is not None
    assert newest.checkpoint["channel_values"] == {"at": "second"}
    saver.put_writes(place, [("left", "by a node")], "task")
    pending = saver.get_tuple(config)
    assert pending is not None
    assert [write[1:] for write in pending.pending_writes or []] == [("left", "by a node")]
    saver.delete_thread(config["configurable"]["thread_id"])
    assert saver.get_tuple(config) is None
