"""Drafts as files of the mission: `drafts/itinerary_vN.md` to read, `drafts/plan_vN.json` as data."""

from __future__ import annotations

import json
import re
from uuid import uuid5

from agency import artifacts
from agency.models import Artifact
from missions.models import Mission
from missions.plugins.complex import Draft, File
from ownyou.lib.errors import NotFound
from trust.activity import Subject

PLAN, FINAL = "plan.md", "final/"
_VERSION = re.compile(r"^drafts/plan_v(\d+)\.json$")


def keep_plan(mission: Mission, markdown: str) -> None:
    """Keep what the goal was taken apart into; a new version where it changed."""
    _keep(mission, File(PLAN, markdown.encode()), f"plan:{mission.round}")


def keep_draft(mission: Mission, draft: Draft, version: int) -> None:
    """Keep a version of the draft, once."""
    data = json.dumps({**draft.data, "misfits": draft.misfits}, ensure_ascii=False, indent=1).encode()
    _keep(mission, File(f"drafts/itinerary_v{version}.md", draft.markdown.encode()), f"draft:{version}")
    _keep(mission, File(f"drafts/plan_v{version}.json", data, "application/json"), f"data:{version}")


def draft_of(mission: Mission, version: int) -> Draft:
    """Read a version back. Raises `NotFound`."""
    data = json.loads(read(mission, f"drafts/plan_v{version}.json"))
    markdown = read(mission, f"drafts/itinerary_v{version}.md").decode()
    return Draft(markdown, data, data.get("misfits", []))


def versions_of(mission: Mission) -> list[int]:
    """The numbers of the drafts that there are, oldest first."""
    numbers = (_VERSION.match(row.path) for row in files_of(mission))
    return sorted(int(number[1]) for number in numbers if number)


def keep_package(mission: Mission, files: list[File], version: int) -> list[str]:
    """Keep the files that are delivered, once each; returns their paths."""
    return [_keep(mission, file, f"final:{version}:{file.path}") for file in files]


def files_of(mission: Mission) -> list[Artifact]:
    """The newest version of each file of a mission, by path."""
    rows = Artifact.objects.filter(user_id=mission.user_id).about("mission", mission.pk).newest()
    return sorted(rows, key=lambda row: str(row.path))


def file_of(mission: Mission, path: str) -> Artifact:
    """One file of a mission. Raises `NotFound`."""
    found = next((row for row in files_of(mission) if row.path == path), None)
    if found is None:
        raise NotFound("There is no such file here.")
    return found


def read(mission: Mission, path: str) -> bytes:
    """The content of a file. Raises `NotFound`."""
    return artifacts.read(file_of(mission, path))


def _keep(mission: Mission, file: File, made: str) -> str:
    artifacts.keep(
        user=mission.user,
        subject=Subject("mission", mission.pk),
        path=file.path,
        content=file.content,
        media_type=file.media_type,
        made_by=uuid5(mission.pk, made),
    )
    return file.path
