"""`{% when at %}`: a moment in words for reading, exact on hover and for screen readers.

A tag and not an included template: lists are full of moments, and an include takes ten times as long.
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from ownyou.lib.locales import clock, moment_in_words

register = template.Library()
register.filter("in_words", moment_in_words)
register.filter("clock", clock, expects_localtime=True)
NEVER = mark_safe("")


@register.simple_tag
def when(at: datetime | None) -> SafeString:
    """Return a `<time>` for an aware moment; nothing for None. The page keeps its words true (page.js)."""
    if at is None:
        return NEVER
    local = localtime(at)
    exact = moment_in_words(at)
    return format_html(
        '<time datetime="{}" title="{}" data-relative><span>{}</span><span class="unseen">, {}</span></time>',
        local.isoformat(),
        exact,
        naturaltime(at),
        exact,
    )
