"""`{% lucide "check" size=16 class="icon" %}`, drawn once per process: a page has fifty, often the same.

Takes the place of the package's own tag (settings.TEMPLATES), which parses and writes the SVG each time.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from lucide.templatetags.lucide import lucide as draw

register = template.Library()
KEPT = 1024


@register.simple_tag
def lucide(name: str, *, size: int | None = 24, **attributes: object) -> SafeString:
    """Return the icon's SVG with these attributes (underscores become hyphens)."""
    written = tuple((key, str(value) + "") for key, value in attributes.items())
    return _drawn(str(name) + "", size, written)


@lru_cache(maxsize=KEPT)
def _drawn(name: str, size: int | None, attributes: tuple[tuple[str, str], ...]) -> SafeString:
    return mark_safe(draw(name, size=size, **dict(attributes)))
