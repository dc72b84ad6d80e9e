"""Rules that are tests, not memories."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.apps import apps
from django.conf import settings

from ownyou.lib import queues
from ownyou.lib.fields import EncryptedField

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("ownyou", "trust", "memory", "agency", "missions", "feedback")
OURS = [path for app in APPS for path in (PROJECT / app).rglob("*.py") if "migrations" not in path.parts]
HOSTS = {
    "nominatim.openstreetmap.org",
    "overpass-api.de",
    "www.openstreetmap.org",
    "api.tavily.com",
    "app.ticketmaster.com",
    "serpapi.com",
}
"""Every host that the product may talk to or link to by itself."""

CITED = {
    "nominatim.org",
    "wiki.openstreetmap.org",
    "www.w3.org",
    "www.mediawiki.org",
    "developer.ticketmaster.com",
    "docs.tavily.com",
    "docs.searxng.org",
}
"""Named as sources in docstrings."""


def test_every_task_names_its_queue() -> None:
    current_app.loader.import_default_modules()
    ours = [name for name in current_app.tasks if name.split(".")[0] in APPS]
    assert ours
    for name in ours:
        assert settings.CELERY_TASK_ROUTES[name]["queue"] in queues.ALL, name


@pytest.mark.parametrize("pattern", [r"\bcountdown\s*=", r"\beta\s*="])
def test_no_task_waits_inside_the_queue(pattern: str) -> None:
    """Long waits live in rows; Redis delivers long waits several times."""
    assert [path.name for path in OURS if re.search(pattern, path.read_text(encoding="utf-8"))] == []


def test_no_module_is_called_utils_or_helpers() -> None:
    assert [path for path in OURS if path.stem in {"utils", "helpers", "misc", "common"}] == []


def test_personal_texts_are_encrypted() -> None:
    """A model that belongs to a person has no plain text column for words."""
    plain = {"text", "goal", "title", "comment", "words", "message", "note", "body", "subject", "home"}
    for model in apps.get_models():
        if model._meta.app_label not in APPS or not hasattr(model, "user"):
            continue
        for field in model._meta.get_fields():
            if (
                field.name in plain
                and field.concrete
                and (model.__name__, field.name) != ("SourceReport", "title")
            ):
                assert isinstance(field, EncryptedField), f"{model.__name__}.{field.name}"


def test_the_hosts_it_may_talk_to_are_known() -> None:
    found = {
        host for path in OURS for host in re.findall(r"https?://([a-z0-9.-]+\.[a-z]{2,})", path.read_text())
    }
    assert {host for host in found if not host.endswith((".example", "example.com"))} <= HOSTS | CITED


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_nodes_do_not_know_the_orm() -> None:
    """Nodes of graphs reach rows through their desk, and files through `drafts`."""
    ports = {"desk", "asking_desk", "part_desk", "drafts"}
    nodes = [path for path in (PROJECT / "missions" / "levels").rglob("*.py") if path.stem not in ports]
    assert {"open", "planning", "reviewing", "coordinating"} <= {path.stem for path in nodes}
    for path in nodes:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not {module for module in _imports(tree) if module.startswith("django.db.models")}
        calls = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert "objects" not in calls, path


def test_views_write_nothing_themselves() -> None:
    views = [path for path in OURS if "views" in path.parts or path.stem == "views"]
    assert views
    for path in views:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\.(save|create|bulk_create|delete|update)\(", text), path


def test_nothing_is_sent_to_advertisers() -> None:
    forbidden = re.compile(
        r"doubleclick|google-analytics|googletagmanager|facebook\.net|segment\.io", re.IGNORECASE
    )
    files = [*OURS, *(PROJECT / "templates").rglob("*.html"), *(PROJECT / "static").rglob("*.js")]
    assert [path for path in files if forbidden.search(path.read_text(encoding="utf-8"))] == []


def test_who_only_serves_pages_loads_no_graph_and_prints_no_file() -> None:
    """LangGraph and the PDF library take a second and a half in each process that starts."""
    heavy = ("langgraph", "langsmith", "fpdf", "fontTools", "price_parser")
    code = f"import sys, django; django.setup(); print(*(set({heavy!r}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


NOT_FOR_PEOPLE = {"OWNYOU_VERSION"}
"""Named like a variable of the environment, but none."""


def documented() -> set[str]:
    """The variables in README's table; "`OWNYOU_SMTP_HOST`, `_PORT`" stands for OWNYOU_SMTP_PORT, too."""
    found: set[str] = set()
    for row in re.findall(r"^\| (`[^|]+) \|", (PROJECT / "README.md").read_text(), re.MULTILINE):
        full, short = re.findall(r"`(OWNYOU_[A-Z_]+)`", row), re.findall(r"`(_[A-Z_]+)`", row)
        found |= set(full)
        for name in full[:1]:
            parts = name.split("_")
            found |= {"_".join(parts[:end]) + more for end in range(2, len(parts)) for more in short}
    return found


def test_every_variable_of_the_environment_stands_in_the_readme() -> None:
    others = [PROJECT / "Makefile", *(PROJECT / "deploy").iterdir()]
    texts = [path.read_text() for path in (*OURS, *others) if path.is_file()]
    used = {name for text in texts for name in re.findall(r"\bOWNYOU_[A-Z_]*[A-Z]\b", text)}
    assert len(used) > 40
    assert sorted(used - documented() - NOT_FOR_PEOPLE) == []


TOLD = {
    *("Line", "Check", "Part", "Learning", "Doubt", "Question", "clarification"),
    *("NotFound", "InvalidInput", "Conflict", "BadRequest", "BadParameter", "TooMany"),
    *("SourceUnavailable", "Unusable", "_Trouble", "ToolFailed"),
}
"""What is made to be shown to a person: feed lines, reasons, questions, what went wrong."""
NAMING = {"ToolSpec": {"title", "verb"}}
"""What has names for people, by the arguments that hold them."""
WORDS = {"text", "words", "said", "far", "what", "title", "facts", "why", "reason", "question"}
"""Variables that hold words for people."""
SPEAKING = ("missions", "feedback")
"""Apps whose functions that return a sentence return it to a person."""
SILENT = {"admin", "admin_home", "models", "commands"}
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext"}
SQL = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|LIMIT|VALUES|RETURNING|SET|ANY|AND)\b|::")
TEXTS = {"move": 2, "save": 1, "keep": 1, "record": 0}
"""Methods that write a line of the feed, and how many of their first arguments may be its words."""


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _shown(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call that a person may read."""
    name = _called(call)
    if name in TOLD:
        return [*call.args, *(keyword.value for keyword in call.keywords)]
    if name in NAMING:
        return [keyword.value for keyword in call.keywords if keyword.arg in NAMING[name]]
    named = [keyword.value for keyword in call.keywords if keyword.arg in {"text", "title", "words"}]
    return [*call.args[: TEXTS[name]], *named] if name in TEXTS else []


def _is_bare(value: ast.expr) -> bool:
    """Tell whether an expression is, or may become, words that no translation reaches."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str) and " " in value.value.strip()
    if isinstance(value, ast.JoinedStr):
        fixed = (str(part.value) for part in value.values if isinstance(part, ast.Constant))
        return any(len(word) > 1 and word.isalpha() for text in fixed for word in text.split())
    if isinstance(value, ast.IfExp):
        return _is_bare(value.body) or _is_bare(value.orelse)
    if isinstance(value, ast.BinOp):
        return _is_bare(value.left) or _is_bare(value.right)
    return isinstance(value, ast.BoolOp) and any(_is_bare(each) for each in value.values)


def test_what_is_told_to_a_person_is_marked_for_translation() -> None:
    bare = [
        f"{path.relative_to(PROJECT)}:{value.lineno} {ast.unparse(value)}"
        for path in OURS
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        for value in _shown(call)
        if _is_bare(value)
    ]
    assert bare == [], "\n".join(bare)


def _said(tree: ast.AST) -> Iterator[ast.expr]:
    """What a module makes words of: what it returns, and what it calls text, words or the like."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value
        elif isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(getattr(target, "id", "") in WORDS for target in targets):
                yield node.value


def _is_composed(value: ast.expr) -> bool:
    """Tell whether it puts words and values together ("rated {n}"), other than for a key ("mission:{id}")."""
    if isinstance(value, ast.JoinedStr):
        fixed = "".join(str(part.value) for part in value.values if isinstance(part, ast.Constant))
        return bool(re.search(r"\s", fixed)) and _is_bare(value)
    if isinstance(value, ast.IfExp):
        return _is_composed(value.body) or _is_composed(value.orelse)
    if isinstance(value, ast.BinOp):
        return _is_composed(value.left) or _is_composed(value.right)
    if isinstance(value, ast.ListComp):
        return _is_composed(value.elt)
    if isinstance(value, ast.List | ast.Tuple):
        return any(_is_composed(each) for each in value.elts)
    return isinstance(value, ast.BoolOp) and any(_is_composed(each) for each in value.values)


def test_what_is_put_together_for_a_person_is_marked_for_translation() -> None:
    """The same for words that are returned or named first, and told later."""
    speaking = [
        path
        for path in OURS
        if path.relative_to(PROJECT).parts[0] in SPEAKING and not SILENT & {path.stem, *path.parts}
    ]
    assert len(speaking) > 100
    bare = [
        f"{path.relative_to(PROJECT)}:{value.lineno} {ast.unparse(value)}"
        for path in speaking
        for value in _said(ast.parse(path.read_text(encoding="utf-8")))
        if _is_composed(value)
    ]
    assert bare == [], "\n".join(bare)


def test_every_sentence_with_places_for_values_is_marked_for_translation() -> None:
    """A sentence such as "from your feedback on %(day)s" is for a person, wherever it stands."""
    bare = []
    for path in OURS:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        marked = {
            id(part)
            for call in ast.walk(tree)
            if isinstance(call, ast.Call) and _called(call) in MARKS
            for part in ast.walk(call)
        }
        bare += [
            f"{path.relative_to(PROJECT)}:{node.lineno} {node.value[:80]}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in marked
            and re.search(r"%\(\w+\)[sd]", node.value)
            and re.search(r"[a-z]{2,}", re.sub(r"%\(\w+\)[sdb]", "", node.value))
            and not SQL.search(node.value)
            and path.name != "settings.py"
        ]
    assert bare == [], "\n".join(bare)


def test_times_of_day_are_written_in_one_place() -> None:
    """`ownyou.lib.locales.clock`: a card, its receipt and the feed say the same moment alike."""
    own = re.compile(r"format_(?:time|datetime)\(|\bDATETIME_FORMAT|TIME_FORMAT")
    pages = [path for path in (PROJECT / "templates").rglob("*.html") if "admin" not in path.parts]
    drawn = re.compile(r"""\|(?:date:"[^"]*(?:[GgHhP]|DATETIME|TIME)|time\b)""")
    helper = PROJECT / "ownyou" / "lib" / "locales.py"
    assert not [path for path in OURS if path != helper and own.search(path.read_text(encoding="utf-8"))]
    for path in pages:  # what an input holds is for the browser
        assert not drawn.search(re.sub(r'value="[^"]*"', "", path.read_text(encoding="utf-8"))), path
