"""A text made shorter by rules: half the sentences of each part, and every part is still there."""

from __future__ import annotations

import re

from agency.reasoning.skills.summary import TextToSum, sentences_of
from agency.reasoning.skills.summary import by_rules as gist_of

SHORT_LINE = 60
PROSE = 120
"""From this many characters a text field holds prose."""
MOST_SENTENCES = 20
_HEADING = re.compile(r"^(?:#{1,6}\s|[*_]*(?:source|quelle)s?\b)", re.I)
"""What begins a part, or says where it is from: “## Giverny”, “*Source: …*”."""


def shortened(text: str) -> str:
    """Half of a prose's sentences, at least one of each part, in order; of a line the part before its first
    break. Headings, sources, a greeting and a name under the text stay."""
    if len(text) <= PROSE and "\n" not in text:
        return re.split(r"\s[-–—|:]\s|[:;]\s", text, maxsplit=1)[0][:SHORT_LINE].rstrip(" ,;:-–")
    written: list[str] = []
    prose: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if _is_prose(block):
            prose.append(block)
            continue
        written += [*_half_of(prose), block]
        prose = []
    return "\n\n".join([*written, *_half_of(prose)])


def _is_prose(block: str) -> bool:
    return bool(sentences_of(block)) and not _HEADING.match(block)


def _half_of(prose: list[str]) -> list[str]:
    """The paragraphs of one part, as one with half their sentences; nothing for no paragraphs."""
    text = "\n\n".join(prose)
    count = len(sentences_of(text))
    if count < 2:
        return prose
    return [gist_of(TextToSum(text=text, sentences=max(1, min(MOST_SENTENCES, count // 2)))).text]
