"""Import a catalogue: manage.py import_catalogue FILE [--source NAME] [--format csv|json|jsonl]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agency.catalogue.importing import ImportReport, import_rows
from agency.catalogue.loading import load_sample
from agency.catalogue.reading import Format
from agency.catalogue.rows import KINDS
from ownyou.lib.errors import OwnYouError

FORMATS: tuple[Format, ...] = ("csv", "json", "jsonl")
_SUFFIXES: dict[str, Format] = {
    ".csv": "csv", ".tsv": "csv", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl",
}  # fmt: skip


class Command(BaseCommand):
    help = "Import restaurants, events, products or tariffs from a CSV, JSON or JSON lines file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="the file to import")
        parser.add_argument("--sample", action="store_true", help="load the shipped sample instead of a file")
        parser.add_argument("--source", default="", help="name of the source (default: the file's name)")
        parser.add_argument("--format", choices=FORMATS, help="default: by the file's name")
        parser.add_argument("--kind", choices=KINDS, help="kind of the rows that do not say theirs")
        parser.add_argument("--show", type=int, default=20, help="how many refused rows to print")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["sample"]:
                self.stdout.write(f"Sample catalogue: {load_sample()} items.")
            else:
                self._import(options)
        except OwnYouError as error:
            raise CommandError(error.message) from error

    def _import(self, options: dict[str, Any]) -> None:
        path: Path | None = options["file"]
        if path is None:
            raise CommandError("Name a file, or use --sample.")
        form: Format = options["format"] or _format_of(path)
        try:
            with path.open("rb") as stream:
                source = options["source"] or path.stem.lower()
                report = import_rows(stream, format=form, source=source, kind=options["kind"])
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
        self._print(report, options["show"])

    def _print(self, report: ImportReport, show: int) -> None:
        for rejection in report.rejected[:show]:
            self.stderr.write(
                f"line {rejection.line}, {rejection.field}: {rejection.reason}  {rejection.row}"
            )
        if len(report.rejected) > show:
            self.stderr.write(f"... and {len(report.rejected) - show} more refused rows")
        self.stdout.write(
            f"{report.added} added, {report.updated} updated, {report.unchanged} unchanged,"
            f" {len(report.rejected)} refused."
        )
        if not (report.added or report.updated or report.unchanged):
            raise CommandError("Nothing was imported.")


def _format_of(path: Path) -> Format:
    suffix = path.suffix.lower()
    form = _SUFFIXES.get(suffix)
    if form is None:
        raise CommandError(f"What is in {path.name}? Say --format {', '.join(FORMATS)}.")
    return form
