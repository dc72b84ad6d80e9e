"""Files of a mission: artifacts that stay with it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field, field_validator

from agency import artifacts
from agency.tools.shapes import SavedFile, Words
from ownyou.lib.errors import InvalidInput
from trust.activity import Subject
from trust.tools import Done, Errand, Kind, Risk, ToolSpec


class NewFile(BaseModel):
    """A Markdown file."""

    path: str = Field("page.md", max_length=artifacts.MOST_PATH)
    content: Words

    @field_validator("path")
    @classmethod
    def _a_path(cls, path: str) -> str:
        try:
            return artifacts.clean_path(path)
        except InvalidInput as error:
            raise ValueError(error.message) from None


class FileKept(BaseModel):
    file: SavedFile


def save(errand: Errand, new: NewFile) -> Done[FileKept]:
    """Keep a new version of the file with the mission it belongs to."""
    row = artifacts.keep(
        user=errand.user,
        subject=Subject(errand.subject_kind or "user", errand.subject_id or errand.user.pk),
        path=new.path,
        content=new.content.encode(),
        tainted=errand.tainted,
        made_by=errand.action_id,
    )
    kept = SavedFile(id=str(row.pk), path=row.path, version=row.version, size=row.size)
    return Done(
        FileKept(file=kept),
        receipt=_("Saved as %(path)s.") % {"path": row.path},
    )


SAVE = ToolSpec(
    name="files.save",
    title=gettext_noop("Save a file"),
    verb=gettext_noop("Save file"),
    agent="files",
    kind=Kind.READ,  # artifacts and drafts are not the world: keeping one needs nobody's OK
    description="Save a Markdown file with the mission.",
    arguments=NewFile,
    result=FileKept,
    run=save,
    risk=Risk.NONE,
    idempotent=True,
    describe=lambda new: _("Save the file %(path)s") % {"path": new.path},
    consumes={"content": "markdown", "path": "string:filename"},
    produces={"file": "file"},
    verbs=(
        "save it as a file",
        "make a file of it",
        "make a file with",
        "keep a file with",
        "download it as a file",
        "als Datei speichern",
        "leg eine Datei an mit",
        "behalte eine Datei mit",
    ),
)
TOOLS = (SAVE,)
