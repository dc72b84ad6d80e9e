"""docs/plugin-recipe.md, followed word for word in a temporary folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agency.sources.base import Offer
from missions.cards import card_for
from missions.plugins import discovery
from missions.services import create_mission
from tests.missions.steps import drive, refresh
from trust.models import User

PROJECT = Path(__file__).parents[2]
PAGE = (PROJECT / "docs" / "plugin-recipe.md").read_text(encoding="utf-8")
LINES_AT_MOST = 200


def only(pattern: str) -> str:
    """The one piece of the page that looks like this, as it is printed there."""
    [piece] = re.findall(pattern, PAGE, re.DOTALL | re.MULTILINE)
    return str(piece)


def write_files(folder: Path, more: str = "") -> None:
    """Make the folder of the page with the three files it names; `more` goes to the end of the class."""
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "config.yaml").write_text(only(r"```yaml\n(.*?)```"), encoding="utf-8")
    (folder / "mission.py").write_text(only(r"```python\n(.*?)```") + more, encoding="utf-8")


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Path]:
    """The recipe's files, written as they are printed, and discovered."""
    write_files(tmp_path / "coffee")
    discovery.discover(discovery.HERE, tmp_path)
    yield tmp_path / "coffee"
    discovery.discover()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project with the recipe's files where the page says they go; all else is the project's own."""
    folder = tmp_path / "ownyou"
    folder.mkdir()
    for name in ("ownyou", "trust", "memory", "agency", "feedback", "templates", "static"):
        (folder / name).symlink_to(PROJECT / name)
    shutil.copy(PROJECT / "manage.py", folder)
    shutil.copytree(PROJECT / "missions", folder / "missions", ignore=shutil.ignore_patterns("__pycache__"))
    write_files(folder / "missions" / "plugins" / "coffee")
    return folder


def test_the_command_of_the_page_says_what_the_page_says(project: Path) -> None:
    command = only(r"^    (echo [^\n]*)$")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["sh", "-c", command],
        cwd=project,
        env={**os.environ, "PATH": path, "DATA": str(project / "var")},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    said = json.loads(ran.stdout)
    understood = {"mission_type": said["mission_type"], **said["slots"]}
    promised = dict(re.findall(r'`"(mission_type|mood|place)": "(\w+)"`', PAGE))
    assert promised.keys() == {"mission_type", "mood", "place"}
    assert {name: understood[name] for name in promised} == promised


def test_the_method_of_the_page_fits_into_the_class(tmp_path: Path) -> None:
    method = only(r"^(    def taste_match.*?)\n\n(?=##)")
    write_files(tmp_path / "coffee", f"\n{method}\n")
    try:
        discovery.discover(discovery.HERE, tmp_path)
        assert discovery.broken() == []
        sunny = Offer(source="s", source_id="1", kind="restaurant", title="T", attributes={"terrace": True})
        kind = discovery.type_named("coffee")
        assert kind.taste_match("seats", "outdoor", sunny) == 0.6
        assert kind.taste_match("noise", "outdoor", sunny) == 0.0
    finally:
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
