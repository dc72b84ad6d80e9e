"""Markdown to HTML that is safe to show."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import nh3

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # only who shows a text waits for it

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def to_html(text: str) -> str:
    """Return `text` (Markdown) as sanitised HTML; links carry no referrer, images are left out."""
    return nh3.clean(
        _markdown().render(text),
        tags=nh3.ALLOWED_TAGS - {"img"},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
