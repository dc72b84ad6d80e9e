"""Import of other people's catalogues: good rows go in, bad ones come back with line, field and reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from pydantic import BaseModel, ValidationError

from agency.catalogue.aliases import to_row_values
from agency.catalogue.reading import Format, RawRow, Unreadable, read_rows
from agency.catalogue.rows import KINDS, CatalogueRow
from ownyou.lib.errors import InvalidInput
from ownyou.lib.text import clean_line, shorten

SAMPLE = "sample"
_SOURCE_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,59}")
_ROW_SHOWN = 200


class Rejection(BaseModel):
    """A row that was not taken. `line` counts as `RawRow.line` does, 0 for the file as a whole."""

    line: int
    field: str
    reason: str
    row: str


class ImportReport(BaseModel):
    """What an import did."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    rejected: list[Rejection] = []


def import_rows(
    stream: IO[bytes] | IO[str], *, format: Format, source: str, kind: str | None = None
) -> ImportReport:
    """Import a file under the name `source`; `kind` is that of rows which do not say theirs.

    Rows already imported under that name are found by their id and updated. Raises InvalidInput for a
    source's name or a kind that is none; everything wrong with the file itself is in the report.
    """
    from agency.catalogue.writing import write_items  # models: only once apps are ready

    _check_arguments(source, kind)
    rows, rejected = parse_rows(stream, format=format, kind=kind)
    added, updated, unchanged = write_items(
        source, (row.columns(source=source, sample=False) for row in rows)
    )
    return ImportReport(added=added, updated=updated, unchanged=unchanged, rejected=rejected)


def parse_rows(
    stream: IO[bytes] | IO[str], *, format: Format, kind: str | None = None
) -> tuple[list[CatalogueRow], list[Rejection]]:
    """The good rows of a file and the refused ones, in the file's order; touches no database."""
    rows: dict[str, CatalogueRow] = {}
    lines: dict[str, int] = {}
    rejected: list[Rejection] = []
    try:
        for raw in read_rows(stream, format):
            for outcome in _outcomes(raw, kind):
                if isinstance(outcome, Rejection):
                    rejected.append(outcome)
                elif outcome.source_id in rows:
                    reason = f"the same id as in line {lines[outcome.source_id]}: {outcome.source_id[:60]}"
                    rejected.append(_rejection(raw, "source_id", reason))
                else:
                    rows[outcome.source_id] = outcome
                    lines[outcome.source_id] = raw.line
    except Unreadable as error:
        rejected.append(Rejection(line=error.line, field="file", reason=error.reason, row=""))
    return list(rows.values()), rejected


def _check_arguments(source: str, kind: str | None) -> None:
    if not _SOURCE_NAME.fullmatch(source):
        raise InvalidInput(_("A source's name has small letters, digits, dots and dashes, at most 60."))
    if source == SAMPLE:
        raise InvalidInput(_("%(name)s is the shipped catalogue's name. Choose another.") % {"name": SAMPLE})
    if kind is not None and kind not in KINDS:
        raise InvalidInput(
            _("%(kind)s is no kind. Known are %(kinds)s.") % {"kind": kind, "kinds": ", ".join(KINDS)}
        )


def _outcomes(raw: RawRow, kind: str | None) -> Iterator[CatalogueRow | Rejection]:
    if raw.problem:
        yield _rejection(raw, "row", raw.problem)
        return
    defaults = {"kind": kind, **raw.defaults} if kind else raw.defaults
    for values in to_row_values(raw.values, defaults):
        try:
            yield CatalogueRow.model_validate(values)
        except ValidationError as error:
            yield _refused(raw, values, error)


def _refused(raw: RawRow, values: Mapping[str, Any], error: ValidationError) -> Rejection:
    """The first thing wrong with a row, and how many more are."""
    errors = error.errors(include_url=False, include_context=False)
    first = errors[0]
    field = ".".join(str(part) for part in first["loc"]) or "row"
    reason = _reason(field, first["msg"].removeprefix("Value error, "), values)
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return _rejection(raw, field, reason + more)


def _reason(field: str, message: str, values: Mapping[str, Any]) -> str:
    if field == "kind":
        said = values.get("kind")
        known = f"known are {', '.join(KINDS)}"
        return (
            f"unknown kind {str(said)[:40]!r}; {known}" if said is not None else f"kind is missing; {known}"
        )
    if field not in values and message == "Field required":
        return f"{field} is missing"
    return message if field not in values else f"{message} (got {str(values[field])[:60]!r})"


def _rejection(raw: RawRow, field: str, reason: str) -> Rejection:
    shown = shorten(clean_line(str(dict(raw.values))), _ROW_SHOWN)
    return Rejection(line=raw.line, field=field, reason=clean_line(reason), row=shown)
