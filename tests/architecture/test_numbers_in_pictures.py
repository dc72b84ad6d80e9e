"""A picture's numbers have a decimal point in every language: "12,5" is no width."""

from __future__ import annotations

import re
from pathlib import Path

from django.template import Context, Template
from django.utils.translation import override

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
SHAPE = re.compile(r"<(?:svg|rect|line|circle|path|text|polyline)\b[^>]*>")
NUMBER = re.compile(r"\b(?:x|y|x1|x2|y1|y2|cx|cy|r|d|points|width|height|viewBox)=\"([^\"]*)\"")
VARIABLE = re.compile(r"\{\{(.*?)\}\}")


def written_as_people_do(markup: str) -> list[str]:
    """The variables in numbers of shapes that are written as the reader's language writes numbers."""
    return [
        variable.strip()
        for shape in SHAPE.findall(markup)
        for value in NUMBER.findall(shape)
        for variable in VARIABLE.findall(value)
        if not re.search(r"\|unlocalize|floatformat:'\d+u'|\|add:", variable)
    ]


def test_no_picture_has_one() -> None:
    found = {
        str(path.relative_to(TEMPLATES)): wrong
        for path in TEMPLATES.rglob("*.html")
        if (wrong := written_as_people_do(path.read_text()))
    }
    assert found == {}


def test_it_is_seen_where_there_is_one() -> None:
    assert written_as_people_do('<rect width="{{ row.share }}" height="5"/>') == ["row.share"]
    assert written_as_people_do('<rect width="{{ row.share|unlocalize }}"/>') == []


def test_what_stands_in_them_has_a_point_in_german() -> None:
    with override("de"):
        drawn = Template('{% load l10n %}<rect width="{{ share|unlocalize }}"/>{{ share }}')
        assert drawn.render(Context({"share": 12.5})) == '<rect width="12.5"/>12,5'
