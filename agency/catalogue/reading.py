"""Files into raw rows: CSV, JSON and JSON lines as people and programs really write them."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Literal

type Format = Literal["csv", "json", "jsonl"]

LARGEST_BYTES = 64 * 1024 * 1024
_DELIMITERS = ",;\t|"


class Unreadable(Exception):
    """The file as a whole cannot be read; `line` is where, 0 when nowhere in particular."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True)
class RawRow:
    """One row as written. `line` counts lines of CSV and JSON lines, and rows of JSON, from 1.

    `problem` says why a line is no row at all; `defaults` are what the file says for all its rows.
    """

    line: int
    values: Mapping[str, Any]
    problem: str = ""
    defaults: Mapping[str, Any] = field(default_factory=dict)


def read_rows(stream: IO[bytes] | IO[str], form: Format) -> Iterator[RawRow]:
    """The rows of a file, one by one; raises Unreadable (for CSV and JSON lines also midway)."""
    text = _text_of(stream)
    if not text.strip():
        raise Unreadable("the file is empty")
    if text.lstrip()[:200].lower().startswith(("<!doctype", "<html", "<?xml", "<head", "<body")):
        raise Unreadable("this is a web page or XML, not data: check the address it was downloaded from")
    return {"csv": _csv_rows, "json": _json_rows, "jsonl": _json_lines}[form](text)


def _text_of(stream: IO[bytes] | IO[str]) -> str:
    content = stream.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise Unreadable(f"the file is larger than {LARGEST_BYTES // 2**20} MB: split it")
    return content.removeprefix("\ufeff") if isinstance(content, str) else decoded(content)


def decoded(content: bytes) -> str:
    """Text of bytes in UTF-8 or UTF-16 with its mark, else in code page 1252, which has all of Latin-1."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _csv_rows(text: str) -> Iterator[RawRow]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        names = next(filter(any, reader))
        _check_names(names)
        before = reader.line_num
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _csv_row(before + 1, names, cells)
            before = reader.line_num
    except csv.Error as error:
        raise Unreadable(f"this is no CSV from here on: {error}", reader.line_num) from None


def _csv_row(line: int, names: list[str], cells: list[str]) -> RawRow:
    if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
        problem = f"{len(cells)} cells under {len(names)} names: is a comma not in quotes?"
        return RawRow(line, {"": cells}, problem)
    return RawRow(line, {name: cell for name, cell in zip(names, cells, strict=False) if cell.strip()})


def _check_names(names: list[str]) -> None:
    if any("\x00" in name for name in names):
        raise Unreadable("the first line holds NUL characters: this is no text file", 1)
    if len(names) < 2:
        raise Unreadable("the first line does not name columns (such as kind,title,city)", 1)


def _delimiter(text: str) -> str:
    """What separates the names in the first line that has any, outside quotes."""
    first = next(line for line in text.splitlines() if line.strip())
    plain = "".join(first.split('"')[::2])
    return max(_DELIMITERS, key=plain.count) if any(mark in plain for mark in _DELIMITERS) else ","


def _json_rows(text: str) -> Iterator[RawRow]:
    content = _load(text)
    if isinstance(content, dict):
        yield from _rows_of_object(content)
    elif isinstance(content, list):
        yield from _rows_of_list(content, {})
    else:
        raise Unreadable("the JSON is neither a list of rows nor an object that holds one")


def _rows_of_object(content: dict[str, Any]) -> Iterator[RawRow]:
    """Lists of rows under any name; a name such as "restaurants" tells their kind; scalars hold for all."""
    lists = {name: value for name, value in content.items() if isinstance(value, list)}
    if not lists:
        yield RawRow(1, content)
        return
    shared = {name: value for name, value in content.items() if isinstance(value, str | int | float)}
    counted = 0
    for name, items in lists.items():
        kind = {} if name in ("items", "rows", "data", "results") else {"kind": name}
        yield from _rows_of_list(items, {**kind, **shared}, counted)
        counted += len(items)


def _rows_of_list(items: list[Any], defaults: Mapping[str, Any], counted: int = 0) -> Iterator[RawRow]:
    for number, item in enumerate(items, start=counted + 1):
        if isinstance(item, dict):
            yield RawRow(number, item, defaults=defaults)
        else:
            yield RawRow(number, {"": item}, "this is no object with named values")


def _json_lines(text: str) -> Iterator[RawRow]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            item = _load(line)
        except Unreadable as error:
            yield RawRow(number, {"": line}, error.reason)
            continue
        problem = "" if isinstance(item, dict) else "this is no object with named values"
        yield RawRow(number, item if isinstance(item, dict) else {"": item}, problem)


def _load(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except json.JSONDecodeError as error:
        reason = f"this is no JSON: {error.msg} in column {error.colno}"
        raise Unreadable(reason, error.lineno) from None
    except (RecursionError, ValueError):
        raise Unreadable("this JSON is nested too deeply or holds a number too long") from None
