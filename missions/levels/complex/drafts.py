"""Drafts as files of the mission: `drafts/<name>_vN.md` to read, `drafts/plan_vN.json` as data."""

from __future__ import annotations

import json
import re
from uuid import uuid5

from django.utils.translation import gettext as _

from agency import artifacts
from agency.models import Artifact
from missions.models import Mission
from missions.plugins.complex import Draft, File
from ownyou.lib.errors import NotFound
from trust.activity import Subject

PLAN, FINAL = "plan.md", "final/"
_VERSION = re.compile(r"^drafts/plan_v(\d+)\.json$")


def keep_plan(mission: Mission, markdown: str, moment: str, *, first: bool = False) -> None:
    """Keep what the goal was taken apart into at a moment of the mission; a new version where it changed.
    The `first` is compared with nothing."""
    content = markdown.encode()
    if first or _newest(mission, PLAN) != content:
        _keep(mission, File(PLAN, content), f"plan:{moment}")


def keep_draft(mission: Mission, draft: Draft, version: int, name: str, worded: dict[str, str]) -> None:
    """Keep a version of the draft, once; `name`: what its type calls it, `worded`: who worded it."""
    whole = {**draft.data, "misfits": draft.misfits, "worded": worded}
    data = json.dumps(whole, ensure_ascii=False, indent=1).encode()
    _keep(mission, File(f"drafts/{name}_v{version}.md", draft.markdown.encode()), f"draft:{version}")
    _keep(mission, File(f"drafts/plan_v{version}.json", data, "application/json"), f"data:{version}")


def draft_of(mission: Mission, version: int) -> Draft:
    """Read a version back. Raises `NotFound`."""
    data = json.loads(read(mission, f"drafts/plan_v{version}.json"))
    markdown = read(mission, path_of(mission, version)).decode()
    return Draft(markdown, data, data.get("misfits", []))


def path_of(mission: Mission, version: int) -> str:
    """Where a version of the draft is kept, for reading. Raises `NotFound`."""
    named = re.compile(rf"^drafts/[a-z_]+_v{version}\.md$")
    path = next((row.path for row in files_of(mission) if named.match(row.path)), None)
    if path is None:
        raise NotFound(_("There is no such draft here."))
    return str(path)


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


def versions_of_file(mission: Mission, row: Artifact) -> list[int]:
    """The numbers of the versions of a file that can still be read, oldest first."""
    return versions_by_file(mission)[row.path_hash]


def versions_by_file(mission: Mission) -> dict[str, list[int]]:
    """The numbers of the versions that can still be read, oldest first, by the hash of a file's path."""
    rows = Artifact.objects.filter(user_id=mission.user_id, deleted_at=None).about("mission", mission.pk)
    versions: dict[str, list[int]] = {}
    for path_hash, version in rows.order_by("version").values_list("path_hash", "version"):
        versions.setdefault(path_hash, []).append(version)
    return versions


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
