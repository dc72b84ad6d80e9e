"""docs/plugin-recipe.md, followed to the letter in a temporary folder."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from missions.cards import card_for
from missions.plugins import discovery
from missions.services import create_mission
from tests.missions.steps import drive, refresh
from trust.models import User

RECIPE = Path(__file__).parents[2] / "docs" / "plugin-recipe.md"
LINES_AT_MOST = 200


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Path]:
    """The recipe's two files, written where they are told to be, and discovered."""
    text = RECIPE.read_text(encoding="utf-8")
    [config] = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    [code] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    folder = tmp_path / "coffee"
    folder.mkdir()
    (folder / "config.yaml").write_text(config, encoding="utf-8")
    (folder / "mission.py").write_text(code.replace('"coffee_shop"', '"italian"'), encoding="utf-8")
    discovery.discover(discovery.HERE, tmp_path)
    yield folder
    discovery.discover()


def test_it_is_small(plugin: Path) -> None:
    written = [file for file in plugin.iterdir() if file.is_file()]
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in written)
    assert lines <= LINES_AT_MOST


def test_a_goal_with_its_keyword_runs_as_the_new_type(plugin: Path, world: None, owner: User) -> None:
    mission = create_mission(user=owner, goal="somewhere calm for an espresso in Rome")
    assert mission.mission_type == "coffee"
    assert mission.slots["mood"] == "quiet"
    drive(mission)
    card = card_for(refresh(mission))
    assert card.type_title == "Coffee"
    [decision] = card.decisions
    assert decision.options
    assert {part.name for part in decision.options[0].score_parts} == {"Rating", "Distance"}


def test_the_shipped_types_still_work_beside_it(plugin: Path, world: None, owner: User) -> None:
    mission = create_mission(user=owner, goal="Find Italian restaurants in Paris for Friday night, 4 people")
    assert mission.mission_type == "dining"


def test_a_broken_plugin_is_reported_and_the_others_work(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "config.yaml").write_text("type: broken\ntitle: Broken\n", encoding="utf-8")
    try:
        discovery.discover(discovery.HERE, tmp_path)
        [broken] = discovery.broken()
        assert broken.folder == "broken"
        assert "config.yaml" in broken.reason
        assert discovery.is_built("dining")
    finally:
        discovery.discover()


def test_a_copy_of_a_type_takes_nothing_over(tmp_path: Path) -> None:
    shutil.copytree(discovery.HERE / "dining", tmp_path / "dinner")
    try:
        discovery.discover(discovery.HERE, tmp_path)
        [broken] = discovery.broken()
        assert (broken.folder, "“dining” is there already" in broken.reason) == ("dinner", True)
        assert discovery.type_named("dining").__module__.startswith("missions.")
    finally:
        discovery.discover()
