"""Markdown as HTML that is safe to show, and as plain text that reads well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from textwrap import indent
from typing import TYPE_CHECKING, Final

import nh3

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

MARKS: Final = re.compile(r"[#*_`~\[\]<>|\\&]|^\s*(?:[-+=]|\d+[.)])|^(?: {4}|\t)", re.MULTILINE)
"""What Markdown may take for a mark; a text without any reads as it stands."""
UNDERLINES: Final = {"h1": "=", "h2": "-"}
MOST_UNDERLINE: Final = 60


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # only who shows a text waits for it

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def to_html(text: str) -> str:
    """Return `text` (Markdown) as sanitised HTML; links carry no referrer, images are left out."""
    return nh3.clean(
        _markdown().render(text),
        tags=nh3.ALLOWED_TAGS - {"img"},
        attributes={**nh3.ALLOWED_ATTRIBUTES, "*": set()},  # no titles: nobody sees them until they point
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )


def to_plain(text: str) -> str:
    """Return `text` (Markdown) without its marks: headings underlined, lists kept, and behind the words of a
    link the address that it leads to, so that nothing is hidden in it."""
    if not MARKS.search(text):
        return text
    from markdown_it.tree import SyntaxTreeNode

    return "\n\n".join(_blocks(SyntaxTreeNode(_markdown().parse(text))))


def _blocks(node: SyntaxTreeNode) -> Iterator[str]:
    """The blocks in a block, each as text."""
    for child in node.children:
        if words := _block(child):
            yield words


def _block(node: SyntaxTreeNode) -> str:
    match node.type:
        case "heading":
            words = _words(node)
            line = UNDERLINES.get(node.tag, "") * min(MOST_UNDERLINE, len(words))
            return f"{words}\n{line}" if line else words
        case "paragraph" | "inline":
            return _words(node)
        case "bullet_list" | "ordered_list":
            return _list(node)
        case "blockquote":
            return indent("\n\n".join(_blocks(node)), "> ", lambda line: True)
        case "fence" | "code_block":
            return indent(node.content.rstrip("\n"), "    ")
        case "hr":
            return "* * *"
        case "table":
            rows = (row for part in node.children for row in part.children)
            return "\n".join(" | ".join(map(_words, row.children)) for row in rows)
    return "\n\n".join(_blocks(node))


def _list(node: SyntaxTreeNode) -> str:
    """The items of a list, close together where each is short."""
    first = int(node.attrs.get("start", 1))
    items = []
    for number, child in enumerate(node.children, first):
        mark = f"{number}. " if node.type == "ordered_list" else "- "
        inner = list(_blocks(child))
        parts = "\n".join(inner) if all("\n" not in one for one in inner[:1]) else "\n\n".join(inner)
        items.append(mark + indent(parts, " " * len(mark)).lstrip())
    return "\n".join(items)


def _words(node: SyntaxTreeNode) -> str:
    """What stands in a line, without marks."""
    match node.type:
        case "text" | "code_inline":
            return node.content
        case "softbreak" | "hardbreak":
            return "\n"
        case "image":
            return node.content
        case "s":  # what is struck out would read as its contrary
            return f"~~{''.join(map(_words, node.children))}~~"
        case "link":
            words, address = "".join(map(_words, node.children)), str(node.attrs.get("href", ""))
            bare = address.removeprefix("mailto:")
            return words if words in (address, bare) or not bare else f"{words} ({bare})"
    return "".join(map(_words, node.children))
