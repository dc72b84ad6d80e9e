"""Reading what a person says against a plan: which of its tools to leave out, and what else they want.

The words are data: they are cut to a length, compared with tools' own words, and read with the wish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agency.plans.fitting import Fitting, stems_in
from agency.plans.toolview import ToolView

MOST_CRITIQUE = 1_000
NEAR = 0.6
"""From this fit on, words that say “not” mean this tool of the plan."""
_REFUSES = (
    r"(?:do not|don['’]t|no|not|never|without|skip|leave out|drop|instead of|rather than"
    r"|kein\w*|nicht|ohne|lass|statt|anstatt|anstelle von|ne|pas|sans|au lieu d[eu]s?|plutôt que?)\b"
)
_NOT = re.compile(
    rf"^(?:and |but |please |und |aber |bitte |et |mais )*{_REFUSES}[ ,]*",
    re.IGNORECASE,
)
_NOT_AT_THE_END = re.compile(r"\b(?:nicht|weglassen|pas)$", re.IGNORECASE)
_INSTEAD = r"(?:but|and|instead|rather|just|only|aber|und|sondern|nur|stattdessen|lieber|mais|et|seulement)\b"
_CLAUSES = re.compile(
    r"[.;!?]+(?=\s|$)|\n+|\s+(?:but|aber|sondern|mais)\s+"
    rf"|(?:,\s*|\s+[-–—]\s*)(?={_INSTEAD}|{_REFUSES})"
    rf"|\s+(?:and|und|et)\s+(?={_REFUSES})"
    r"|\s+(?=(?:instead of|rather than|statt|anstatt|anstelle von|au lieu d|plutôt qu))",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.;!?\n]")
_JOINS = re.compile(
    r"^(?:(?:but|and|instead|rather|sondern|stattdessen|lieber|mais|aber|und|et)\b[ ,]*)+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a critique asks for: the names of tools to do without, and words to read with the wish."""

    without: tuple[str, ...]
    words: str


def read_critique(critique: str, tools: Sequence[ToolView]) -> Wanted:
    """Read a critique against the tools that the plan uses. “A, not B” says both: what is wanted, and what is
    left out."""
    fitting = Fitting(tools)
    without: list[str] = []
    rest: list[str] = []
    for between, clause in _clauses(critique):
        named = _refused(clause, tools, fitting)
        if named:
            without += named
        elif not _NOT.match(clause):
            rest += filter(None, [_JOINS.sub("", clause)])
        elif rest and not _ENDS.search(between):  # “restaurants, without meat”: no tool, but a limit
            rest[-1] += f"{between}{clause}"
    return Wanted(tuple(dict.fromkeys(without)), ". ".join(rest))


def _clauses(critique: str) -> Iterator[tuple[str, str]]:
    """The clauses of a critique, each with what stands between it and the one before."""
    begins, between = 0, ""
    for found in [*_CLAUSES.finditer(critique), None]:
        ends = found.start() if found else len(critique)
        if clause := critique[begins:ends].strip():
            yield between, clause
        if found:
            begins, between = found.end(), found.group()


def _refused(clause: str, tools: Sequence[ToolView], fitting: Fitting) -> list[str]:
    """The tool that a clause with a “not” means; none for any other clause."""
    found = _NOT.match(clause)
    if found is None and not _NOT_AT_THE_END.search(clause):
        return []
    what = _NOT_AT_THE_END.sub("", clause[found.end() if found else 0 :]).strip()
    fits = fitting.all(what)
    named = [tool.name for tool in tools if stems_in(what) & stems_in(tool.title) or fits[tool.name] >= NEAR]
    return [max(named, key=lambda name: fits[name])] if named else []
