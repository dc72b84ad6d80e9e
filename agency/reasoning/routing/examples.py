"""The labelled sentences that routing learns from: one file per label, one sentence a line.

`examples/<domain>.txt`, `examples/missions/<type>.txt` and `examples/other/<topic>.txt`, all written for
this project. After a change run `python -m agency.reasoning.routing.training`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("examples")


class Example(NamedTuple):
    text: str
    label: str


def load_examples(folder: Path = FOLDER) -> list[Example]:
    """All shipped examples, in the order of their files' names."""
    paths = sorted(folder.rglob("*.txt"), key=lambda path: path.relative_to(folder).as_posix())
    return [example for path in paths for example in _read(path, _label_of(path, folder))]


def fingerprint(examples: list[Example]) -> str:
    """A digest of texts, labels and their order: tells whether saved weights still belong to them."""
    lines = "\n".join(f"{label}\t{text}" for text, label in examples)
    return hashlib.sha256(lines.encode()).hexdigest()


def _label_of(path: Path, folder: Path) -> str:
    topic = path.relative_to(folder).parts[0]
    return "other" if topic == "other" else path.stem


def _read(path: Path, label: str) -> list[Example]:
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [Example(line, label) for line in lines if line and not line.startswith("#")]
