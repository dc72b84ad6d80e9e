"""`{% lucide "check" size=16 class="icon" %}`: an icon's SVG, drawn once, as the template is read.

Takes the place of the package's own tag (settings.TEMPLATES), which parses and writes the SVG each time: a
page has fifty.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.base import FilterExpression, Node, Parser, TextNode, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe
from lucide.templatetags.lucide import lucide as draw

register = template.Library()
KEPT = 1024


@register.tag
def lucide(parser: Parser, token: Token) -> Node:
    """Draw an icon at once; one with a variable in its name or attributes waits until the page is drawn."""
    _, name, *rest = token.split_contents()
    icon = Icon(parser.compile_filter(name), token_kwargs(rest, parser))
    return TextNode(icon.render(Context())) if icon.is_fixed() else icon


class Icon(Node):
    """The icon called `name` with these attributes (underscores become hyphens)."""

    def __init__(self, name: FilterExpression, attributes: dict[str, FilterExpression]) -> None:
        self.name = name
        self.attributes = attributes

    def is_fixed(self) -> bool:
        """Whether all is written out."""
        return all(_is_fixed(expression) for expression in (self.name, *self.attributes.values()))

    def render(self, context: Context) -> SafeString:
        values = {name: value.resolve(context) for name, value in self.attributes.items()}
        size = values.pop("size", 24)
        written = tuple((name, str(value) + "") for name, value in values.items())
        return _drawn(str(self.name.resolve(context)) + "", size, written)


def _is_fixed(expression: FilterExpression) -> bool:
    is_number = expression.is_var and expression.var.lookups is None
    return not expression.filters and (is_number or not expression.is_var)


@lru_cache(maxsize=KEPT)
def _drawn(name: str, size: int | None, attributes: tuple[tuple[str, str], ...]) -> SafeString:
    return mark_safe(draw(name, size=size, **dict(attributes)))
