"""Missions of level 3: comparing drafts, and the files that they make."""

from __future__ import annotations

import io
import zipfile
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from agency import artifacts
from agency.models import Artifact
from missions import services
from missions.levels.complex import drafts
from missions.part_cards import compare, file_lines, title_of
from ownyou.lib.errors import NotFound
from ownyou.lib.markdown import to_html
from trust.views.http import PersonRequest, person_required

MOST_DIGITS = 9
TEXTS = frozenset({"text/markdown", "text/plain", "application/json", "text/calendar"})


@person_required
@require_GET
def compared(request: PersonRequest, mission_id: UUID, before: int, after: int) -> HttpResponse:
    """Two drafts, line by line, and the words that led from one to the other."""
    mission = services.mission_of(request.user, mission_id)
    context = {"mission": mission, "comparison": compare(mission, before, after)}
    return render(request, "missions/compare.html", context)


@person_required
@require_GET
def file(request: PersonRequest, mission_id: UUID, path: str) -> HttpResponse:
    """One file: read on a page where it is text, downloaded otherwise or with `?download`."""
    mission = services.mission_of(request.user, mission_id)
    row = drafts.file_of(mission, path, _version(request))
    if "download" in request.GET or row.media_type not in TEXTS:
        return _download(artifacts.read(row), row.path.rsplit("/", 1)[-1], row.media_type)
    versions = drafts.versions_of_file(mission, row)
    context = {"mission": mission, "file": row, "files": file_lines(mission), "versions": versions}
    return render(request, "missions/file.html", context | {"title": title_of(row.path)} | _shown(row))


def _version(request: PersonRequest) -> int | None:
    """The version that the address names; the newest where it names none. Raises `NotFound`."""
    said = request.GET.get("version", "")
    if said and not (said.isdecimal() and len(said) < MOST_DIGITS):
        raise NotFound(_("There is no such version of this file."))
    return int(said) if said else None


def _shown(row: Artifact) -> dict[str, object]:
    text = artifacts.read(row).decode("utf-8", "replace")
    if row.media_type == "text/markdown":
        return {"html": mark_safe(to_html(text))}
    return {"text": text}


@person_required
@require_GET
def zipped(request: PersonRequest, mission_id: UUID) -> HttpResponse:
    """All files of a mission in one archive. Raises `NotFound` where there are none."""
    mission = services.mission_of(request.user, mission_id)
    rows = drafts.files_of(mission)
    if not rows:
        raise NotFound(_("This mission has no files."))
    return _download(_archive(rows), f"{slugify(mission.goal)[:60] or 'mission'}.zip", "application/zip")


def _archive(rows: list[Artifact]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for row in rows:
            archive.writestr(row.path, artifacts.read(row))
    return packed.getvalue()


def _download(content: bytes, name: str, media_type: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name.replace('"', "")}"'
    answer.headers["Content-Security-Policy"] = "sandbox"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer
