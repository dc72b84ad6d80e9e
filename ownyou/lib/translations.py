"""What a person reads, in other languages: the texts there are, a language's catalogue, its compiled form.

GNU gettext is not needed: Babel finds the texts in Python, Django's `templatize` turns a template into what
Babel reads, and data files name theirs by key. A catalogue is the source of truth,
`ownyou/locale/<language>/LC_MESSAGES/django.po`; beside it lies `django.mo`, compiled from it, for Django.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent.parent
LOCALES = ROOT / "ownyou" / "locale"
APPS = ("ownyou", "trust", "memory", "agency", "missions", "feedback")
HEADER = "# What OwnYou says. `manage.py translations` keeps this file; write what stands after msgstr only."
PLUGINS = "missions/plugins/*/config.yaml"
CLUES = "agency/reasoning/feedback_words.toml"
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""The functions that mark a text, and which of their arguments are its context, the text and its plural."""

type Said = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that a person reads: with its plural where it has one, its context, and the file it is in."""

    said: Said
    context: str | None
    file: str

    @property
    def first(self) -> str:
        """The text itself, in the singular where it has a plural."""
        return self.said if isinstance(self.said, str) else self.said[0]


def texts(root: Path = ROOT) -> Iterator[Text]:
    """All texts of the programs, templates and data files under `root`, file by file."""
    for app in APPS:
        for path in sorted((root / app).rglob("*.py")):
            yield from _in_python(path.read_bytes(), str(path.relative_to(root)))
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            yield from _in_template(path.read_text(), str(path.relative_to(root)))
    yield from _in_data(root)


def _in_python(source: bytes, file: str) -> Iterator[Text]:
    for _line, said, _comments, context in extract("python", BytesIO(source), KEYWORDS):
        yield Text(said, context, file)


def _in_template(source: str, file: str) -> Iterator[Text]:
    """What `templatize` leaves is no Python, but has its words; without indents they are read as such."""
    lines = (line.strip() for line in templatize(source).splitlines())
    yield from _in_python("\n".join(lines).encode(), file)


def _in_data(root: Path) -> Iterator[Text]:
    for path in sorted(root.glob(PLUGINS)):
        config = yaml.safe_load(path.read_text())
        file = str(path.relative_to(root))
        for noun in config["nouns"].values():
            yield Text(noun, config["type"], file)
        slots = config.get("slots", [])
        asked = [slot["ask"] for slot in slots if "ask" in slot]
        suggested = [words for slot in slots for words in slot.get("suggestions", []) if not words.isdigit()]
        for said in (config["title"], *asked, *suggested, *config.get("refine", []), *config["examples"][:1]):
            yield Text(said, None, file)
    clues = tomllib.loads((root / CLUES).read_text())
    rows = [
        *clues["quality"],
        *clues["thing"],
        *(row["excess"] for row in clues["quality"] if "excess" in row),
    ]
    for said in (row[name] for row in rows for name in row if name.endswith("sentence")):
        yield Text(said, None, CLUES)


def catalogue_of(language: str) -> Path:
    """Where a language's catalogue is."""
    return LOCALES / language / "LC_MESSAGES" / "django.po"


def load(language: str) -> Catalog:
    """Read a language's catalogue; an empty one where there is none yet."""
    path = catalogue_of(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def updated(old: Catalog, found: Iterable[Text]) -> Catalog:
    """A catalogue with the texts that are found, in their order, each with what `old` says for it."""
    new = Catalog(
        locale=old.locale, fuzzy=False, project="OwnYou", version="", header_comment=HEADER,
        creation_date=old.creation_date, revision_date=old.creation_date,
        last_translator="OwnYou", language_team="OwnYou",
    )  # fmt: skip
    texts_found = list(found)
    plurals = {(text.first, text.context): text.said for text in texts_found if text.said != text.first}
    for text in texts_found:
        known, said = old.get(text.first, text.context), plurals.get((text.first, text.context), text.said)
        string = known.string if known is not None and known.pluralizable == isinstance(said, tuple) else ""
        new.add(said, string, locations=[(text.file, 0)], context=text.context)
    return new


def as_po(catalogue: Catalog) -> bytes:
    """A catalogue as text. Lines are not wrapped and places have no line numbers: merging stays simple."""
    out = BytesIO()
    write_po(out, catalogue, width=0, include_lineno=False)
    return out.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """A catalogue as Django loads it."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """The texts that have no words in the language yet, or only guessed ones."""
    return [
        forms_of(message.id)[0]
        for message in catalogue
        if message.id and (message.fuzzy or not all(forms_of(message.string)))
    ]


def forms_of(said: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text as a tuple: of one, or of the singular and the plural."""
    return (said or "",) if said is None or isinstance(said, str) else tuple(said)
