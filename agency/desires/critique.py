"""Reading what a person says against a plan: which of its tools to leave out, and what else they want.

The words are data: they are cut to a length, compared with tools' own words, and read with the wish.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agency.plans.fitting import Fitting, stems_in
from agency.plans.toolview import ToolView

MOST_CRITIQUE = 1_000
NEAR = 0.6
"""From this fit on, words that say “not” mean this tool of the plan."""
_NOT = re.compile(
    r"^(?:and |but |please |und |aber |bitte |et |mais )*"
    r"(?:do not|don['’]t|no|not|never|without|skip|leave out|drop|kein\w*|nicht|ohne|lass|ne|pas|sans)"
    r"\b[ ,]*",
    re.IGNORECASE,
)
_NOT_AT_THE_END = re.compile(r"\b(?:nicht|weglassen|pas)$", re.IGNORECASE)
_CLAUSES = re.compile(
    r"[.;!?]+(?=\s|$)|\n+|,\s*(?=but|and|aber|und|mais|et\b)|\s+(?:but|aber|mais)\s+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a critique asks for: the names of tools to do without, and words to read with the wish."""

    without: tuple[str, ...]
    words: str


def read_critique(critique: str, tools: Sequence[ToolView]) -> Wanted:
    """Read a critique against the tools that the plan uses."""
    fitting = Fitting(tools)
    without: list[str] = []
    rest: list[str] = []
    for clause in filter(None, (part.strip() for part in _CLAUSES.split(critique))):
        named = _refused(clause, tools, fitting)
        if named:
            without += named
        elif not _NOT.match(clause):
            rest.append(clause)
    return Wanted(tuple(dict.fromkeys(without)), ". ".join(rest))


def _refused(clause: str, tools: Sequence[ToolView], fitting: Fitting) -> list[str]:
    """The tool that a clause with a “not” means; none for any other clause."""
    found = _NOT.match(clause)
    if found is None and not _NOT_AT_THE_END.search(clause):
        return []
    what = _NOT_AT_THE_END.sub("", clause[found.end() if found else 0 :]).strip()
    fits = fitting.all(what)
    named = [tool.name for tool in tools if stems_in(what) & stems_in(tool.title) or fits[tool.name] >= NEAR]
    return [max(named, key=lambda name: fits[name])] if named else []
