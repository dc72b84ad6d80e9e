"""Drafts as files of the mission: `drafts/itinerary_vN.md` to read, `drafts/plan_vN.json` as data."""

from __future__ import annotations

import json
import re
from io import BytesIO
from uuid import uuid5
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils.translation import gettext as _

from agency import artifacts
from agency.models import Artifact
from missions.models import Mission
from missions.plugins.complex import Draft, File
from ownyou.lib.errors import NotFound
from trust.activity import Subject

PLAN, FINAL = "plan.md", "final/"
_VERSION = re.compile(r"^drafts/plan_v(\d+)\.json$")


def keep_plan(mission: Mission, markdown: str, number: int) -> None:
    """Keep what the goal was taken apart into for a round; a new version only where it changed."""
    content = markdown.encode()
    if _newest(mission, PLAN) != content:
        _keep(mission, File(PLAN, content), f"plan:{number}")


def keep_draft(mission: Mission, draft: Draft, version: int, worded: dict[str, str]) -> None:
    """Keep a version of the draft, once; `worded`: who worded it."""
    whole = {**draft.data, "misfits": draft.misfits, "worded": worded}
    data = json.dumps(whole, ensure_ascii=False, indent=1).encode()
    _keep(mission, File(path_of(version), draft.markdown.encode()), f"draft:{version}")
    _keep(mission, File(f"drafts/plan_v{version}.json", data, "application/json"), f"data:{version}")


def draft_of(mission: Mission, version: int) -> Draft:
    """Read a version back. Raises `NotFound`."""
    data = json.loads(read(mission, f"drafts/plan_v{version}.json"))
    markdown = read(mission, path_of(version)).decode()
    return Draft(markdown, data, data.get("misfits", []))


def path_of(version: int) -> str:
    """Where a version of the draft is kept, for reading."""
    return f"drafts/itinerary_v{version}.md"


def versions_of(mission: Mission) -> list[int]:
    """The numbers of the drafts that there are, oldest first."""
    return versions_in(files_of(mission))


def versions_in(files: list[Artifact]) -> list[int]:
    """The numbers of the drafts among these files, oldest first."""
    numbers = (_VERSION.match(row.path) for row in files)
    return sorted(int(number[1]) for number in numbers if number)


def keep_package(mission: Mission, files: list[File], version: int) -> list[str]:
    """Keep the files that are delivered, once each; returns their paths."""
    return [_keep(mission, file, f"final:{version}:{file.path}") for file in files]


def files_of(mission: Mission) -> list[Artifact]:
    """The newest version of each file of a mission, by path."""
    rows = Artifact.objects.filter(user_id=mission.user_id).about("mission", mission.pk).newest()
    return sorted(rows, key=lambda row: str(row.path))


def file_of(mission: Mission, path: str, version: int | None = None) -> Artifact:
    """One file of a mission, the newest version unless one is named. Raises `NotFound`."""
    found = next((row for row in files_of(mission) if row.path == path), None)
    if found is not None and version not in (None, found.version):
        same = Artifact.objects.filter(user_id=mission.user_id, path_hash=found.path_hash)
        found = same.about("mission", mission.pk).filter(version=version, deleted_at=None).first()
    if found is None:
        raise NotFound(_("There is no such file here."))
    return found


def read(mission: Mission, path: str) -> bytes:
    """The content of a file. Raises `NotFound`."""
    return artifacts.read(file_of(mission, path))


def zipped(mission: Mission) -> bytes:
    """All files of a mission in one archive, in their folders."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for row in files_of(mission):
            archive.writestr(row.path, artifacts.read(row))
    return packed.getvalue()


def _newest(mission: Mission, path: str) -> bytes | None:
    try:
        return read(mission, path)
    except NotFound:
        return None


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
