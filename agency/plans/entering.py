"""What a person wants in the calendar as they say it: “put the dentist on Friday at 10 into my calendar”.

Such a sentence asks for an entry and nothing else: it is not looked up. What is to be found out first (“put
all concerts of December into my calendar”), and what is not said (“put it in my calendar”), is not of this
kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from agency.plans.essence import AssetLite
from agency.plans.toolview import ToolView
from agency.reasoning.dates import DateSpan, find_dates
from ownyou.lib.text import clean_line, shorten

ASKS = "put it in my calendar"
"""How any such sentence asks for its tool."""
MOST_TITLE = 200
_BEGINS, _ENDS, _ZONE = "starts_at", "ends_at", "zone"

_POLITE = (
    r"(?:(?:please|can you|could you|would you|bitte|kannst du|könntest du|s'il te plaît|peux-tu|por favor"
    r"|per favore)[\s,]+)*"
)
_FOR_ME = r"(?:(?:me|mir|uns|bitte|mal|noch|please|moi|me)\s+)*"
_ENGLISH = r"(?:put|add|enter|note|write|save|schedule|mark|stick|pop|place)"
_GERMAN = r"(?:trage?|setze?|schreibe?|notiere?|packe?|stelle?)"
_FRENCH = r"(?:mets|mettez|ajoute|ajoutez|inscris|inscrivez|note|notez)"
_SPANISH = r"(?:pon|añade|apunta|agrega|anota)"
_ITALIAN = r"(?:metti|aggiungi|segna|inserisci|annota)"
_VERB = rf"(?:{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_SPANISH}|{_ITALIAN})"
_CALENDAR = (
    r"(?:(?:down\s+)?(?:in|into|to|on|onto)\s+(?:my|the|our)\s+calendar"
    r"|in\s+(?:meinen|den|unseren|meinem|dem)\s+kalender"
    r"|(?:dans|à|sur)\s+(?:mon|l['’]|le|notre)\s*(?:agenda|calendrier)"
    r"|(?:en|a|al)\s+(?:(?:mi|el)\s+)?(?:calendario|agenda)"
    r"|(?:nel|sul|in|al|nella|in)\s+(?:mio\s+|mia\s+)?(?:calendario|agenda))"
)
_AN_ENTRY = (
    r"(?:(?:make|create|add|new)\s+(?:an?\s+)?(?:new\s+)?calendar\s+(?:entry|event)\s*(?:for|:|,)"
    r"|(?:make|create|add|put)\s+an?\s+(?:new\s+)?(?:entry|event|appointment)\s+"
    r"(?:in|into|to|on)\s+(?:my|the)\s+calendar\s*(?:for|:|,)"
    r"|(?:mach|mache|erstelle?|leg|lege)\s+(?:mir\s+)?(?:einen\s+)?kalendereintrag\s*(?:für|:|,)"
    r"|(?:trag|trage|schreibe?|setze?)\s+(?:mir\s+)?in\s+(?:meinen|den)\s+kalender(?:\s+ein)?\s*[:,]?)"
)
_LABEL = (
    r"(?:(?:calendar|schedule|appointment|kalender|termin|agenda|rendez-vous)(?:\s+entry)?"
    r"|(?:trag|trage)\s+(?:mir\s+|bitte\s+)*ein)"
)
"""What says before a colon that an entry follows; it is one only where its moment is said as well."""
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"^\W*{_POLITE}{_AN_ENTRY}\s*(?P<what>\S.*?)(?:\s+ein)?\W*$",
        rf"^\W*{_POLITE}{_VERB}\s+{_FOR_ME}{_CALENDAR}\s*[:,]\s*(?P<what>\S.*?)\W*$",
        rf"^\W*{_POLITE}{_VERB}\s+{_FOR_ME}(?P<what>\S.*?)\s+{_CALENDAR}(?:\s+ein)?(?P<more>(?:[\s,:.]+\S.*?)?)"
        r"(?:\s+ein)?\W*$",
        rf"^\W*(?:kannst|könntest)\s+du\s+{_FOR_ME}(?P<what>\S.*?)\s+{_CALENDAR}"
        r"\s+(?:eintragen|schreiben|setzen)\W*$",
    )
)
_WHERE_TIMED = re.compile(
    rf"^\W*{_POLITE}(?:{_LABEL}\s*:\s*(?P<what>\S.*?)|(?:trag|trage)\s+{_FOR_ME}(?P<said>\S.*?)\s+ein)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_SAID_BEFORE = re.compile(
    r"^(?:it|this|that|them|these|those|everything|es|das|dies|dieses|sie|ihn|alles|ça|cela|ceci|les?|la|lo|todo"
    r"|tutto)$",
    re.IGNORECASE,
)
_TO_BE_FOUND = re.compile(
    r"^(?:all|every|each|any|some|which|what|when|whatever|the next|alle|jede[nrsm]?|welche[nrsm]?|was|wann"
    r"|den nächsten|tous|toutes|chaque|quels?|quand|todos|todas|cada|tutti|tutte|ogni)\b",
    re.IGNORECASE,
)
_AND_MORE = re.compile(
    r"\b(?:and|und|then|dann|et|y|e)\s+(?:then\s+|dann\s+)?(?:mail|e-?mail|send|schick|envoie)", re.IGNORECASE
)
_REMINDS = re.compile(
    r"^(?:please\s+|bitte\s+)?(?:remind\s+me\s+(?:to|of|about|that)\b|(?:do\s+not|don['’]t)\s+let\s+me\s+forget\s+to\b"
    r"|erinnere?\s+mich\s+(?:bitte\s+)?(?:daran\b\s*,?|an\b)|rappelle[\s-]moi\s+(?:de|que)\b)\s*",
    re.IGNORECASE,
)
"""Says that it is a reminder, which is no part of what stands in the calendar."""
REMINDER = timedelta(minutes=30)
"""How long what one is reminded of is entered for, where no end was said."""
_ARTICLE = re.compile(
    r"^(?:the|an?|der|die|das|den|dem|eine?[nm]?|l['’]|le|la|les|une?|el|los|las|il|lo|gli)(?:\s+|(?<=['’]))",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"(?:[\s,;:–-]|(?:^|\s)(?:on|at|from|for|am|um|ab|von|vom|für|le|à|de|du|pour|el|a|las|il|alle|per))+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entering:
    """What is to stand in the calendar, and from when until when, as far as that was said; aware."""

    title: str
    begins: datetime | None
    ends: datetime | None


def entry_in(text: str, *, now: datetime | None, languages: Sequence[str]) -> Entering | None:
    """The entry that a text asks for; None where it asks for something else. `now` is in their zone."""
    text = clean_line(text)
    found = next((match for form in (*_FORMS, _WHERE_TIMED) if (match := form.match(text))), None)
    if found is None or _AND_MORE.search(text):
        return None
    begins, ends, spans = _moments(text, now, languages)
    if found.re is _WHERE_TIMED and begins is None:
        return None
    what = _without(found, "what" if found["what"] else "said", spans)
    more = _without(found, "more", spans) if "more" in found.re.groupindex else ""
    title = f"{what}, {more}" if more else what
    if reminds := _REMINDS.match(title):
        title = title[reminds.end() :]
        ends = ends or (begins + REMINDER if begins else None)
    title = _tidied(title)
    if not title or _SAID_BEFORE.match(title) or _TO_BE_FOUND.match(what):
        return None
    return Entering(shorten(title[:1].upper() + title[1:], MOST_TITLE), begins, ends)


def _moments(
    text: str, now: datetime | None, languages: Sequence[str]
) -> tuple[datetime | None, datetime | None, list[DateSpan]]:
    """From when until when, as a text says it in one of its languages, and the words that say so. A day and a
    time of day may stand apart."""
    if now is None:
        return None, None, []
    ref = now.replace(tzinfo=None)
    for language in languages:
        spans = find_dates(text, ref=ref, language=language[:2])
        whole = next((span for span in spans if isinstance(span.begins, datetime)), None)
        if whole is not None:
            return _at(now, whole.begins), _at(now, whole.ends), [whole]
        day = next((span for span in spans if span.kind == "date"), None)
        hour = next((span for span in spans if isinstance(span.begins, time)), None)
        if day is not None and hour is not None:
            return _at(now, _joined(day, hour.begins)), _at(now, _joined(day, hour.ends)), [day, hour]
    return None, None, []


def _joined(day: DateSpan, hour: object) -> datetime | None:
    return (
        datetime.combine(day.begins, hour)
        if isinstance(day.begins, date) and isinstance(hour, time)
        else None
    )


def _at(now: datetime, moment: object) -> datetime | None:
    return moment.replace(tzinfo=now.tzinfo) if isinstance(moment, datetime) else None


def _without(found: re.Match[str], group: str, spans: Sequence[DateSpan]) -> str:
    """The words of a group, without those that say when."""
    start, end = found.span(group)
    parts, at = [], start
    for span in sorted(spans, key=lambda one: one.start):
        if start <= span.start and span.end <= end:
            parts.append(_DANGLING.sub("", found.string[at : span.start]))
            at = span.end
    return clean_line(" ".join([*parts, found.string[at:end]])).strip(" ,.:;")


def _tidied(title: str) -> str:
    return _ARTICLE.sub("", _DANGLING.sub("", title)).strip()


def tool_for(tools: Sequence[ToolView]) -> ToolView | None:
    """The tool that makes entries: an act that needs a name and the moment at which something begins."""
    return next(
        (tool for tool in tools if tool.acts and _BEGINS in tool.required and "title" in tool.required), None
    )


def inputs_for(entry: Entering, tool: ToolView, said: str) -> list[AssetLite]:
    """What is given to the tool, named as its parameters are."""
    given: dict[str, str] = {"title": entry.title}
    if entry.begins is not None:
        given[_BEGINS] = entry.begins.isoformat()
        given[_ZONE] = str(entry.begins.tzinfo or "")
    if entry.ends is not None:
        given[_ENDS] = entry.ends.isoformat()
    return [
        AssetLite(name=name, type=str(tool.takes[name]), description=shorten(said, 200), value=value)
        for name, value in given.items()
        if value and name in tool.takes
    ]
