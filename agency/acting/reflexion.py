"""What an agent learns from an OK, a no, an edit, a wish in words, or a failure; recalled on its next run.

Lessons are memory under ("reflexions", person, agent): seen, edited and forgotten like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel, Field, ValidationError

from agency.reasoning.signing import signature_in, signs_from_now_on
from memory.models import MemoryItem
from memory.names import REFLEXIONS, Namespace, checked_namespace
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from ownyou.lib.errors import NotFound
from ownyou.lib.locales import day_in_words
from ownyou.lib.prepared import prepared_cursor
from ownyou.lib.text import shorten
from trust.ledger import Proposal
from trust.ledger.proposing import args_hash
from trust.models import Action, User
from trust.tools import tool_named

S = Action.Status
MOST_LESSONS = 50
EDIT, WISH = "edit", "wish"
SIGNATURE = "signature"
"""What a wish about it is about, instead of a field."""
FAILURE = "failure"
NO, YES, CAUTION = "no", "yes", "caution"
"""Kinds of lessons about whether, not how; and the rule by which what they are about is asked for."""
SHORTER = 0.7
"""An edit that leaves at most this share of a text is a wish for shorter ones."""


class Lesson(BaseModel):
    """One thing learned. `wish`: words that hold for every such draft; `avoid`: it was not wanted. `scope`,
    or `same` (the hash of its arguments) where its tool has none, says what kind of act it is about; `day`
    and `reason` belong to a no. `item` is the memory that keeps it, where it was read from.
    """

    text: str
    tool: str
    kind: str
    field: str = ""
    wish: str = ""
    avoid: bool = False
    scope: dict[str, Any] = {}
    same: str = ""
    day: str = ""
    reason: str = ""
    item: str = Field("", exclude=True)

    @property
    def shown(self) -> dict[str, str]:
        """How a card says that it counted: in words, with the page where it is changed or forgotten."""
        return {"words": self.text, "url": f"{reverse('memory')}#fact-{self.item}"}

    def is_about(self, scope: dict[str, Any], same: str) -> bool:
        """Whether it is about acts of this scope, or with these arguments where there is no scope."""
        return self.scope == scope if self.scope or scope else bool(same) and self.same == same


def namespace_of(user: User, agent: str) -> Namespace:
    """Where an agent's lessons about a person are."""
    return (REFLEXIONS, str(user.pk), agent)


def reflect_on(action: Action) -> None:
    """Keep what an ended act teaches; the same act teaches the same once."""
    for lesson in _lessons_from(action):
        key = f"{action.agent}.{lesson.kind}.{action.pk}" + (f".{lesson.field}" if lesson.field else "")
        remember(
            user=action.user,
            namespace=namespace_of(action.user, action.agent),
            key=key,
            value=lesson.model_dump(mode="json"),
            text=lesson.text,
            provenance=Provenance(ProvenanceKind.AGENT, action.subject_id or action.pk),
            tell=lesson.kind != FAILURE,
        )


def cautious(proposal: Proposal, *, user: User) -> Proposal:
    """A proposal that says so where the person said no to the like before, and has not said yes since.

    It is asked for then, whatever the trust. Raises `NotFound` and `InvalidInput` as proposing it does.
    """
    spec = tool_named(proposal.tool, user)
    parsed = spec.parse(proposal.arguments)
    said = parsed.model_dump(mode="json")
    about = [
        lesson
        for lesson in lessons_of(user, spec.agent)
        if lesson.tool == spec.name
        and lesson.kind in (NO, YES)
        and lesson.is_about(spec.scope_of(parsed), args_hash(user.pk, spec.name, said))
    ]
    if not about or about[0].kind == YES:
        return proposal
    return replace(proposal, caution=" ".join(filter(None, (_caution(about[0]), proposal.caution))))


def caution_about(action: Action) -> str:
    """Why an act that would run without asking is to be asked for after all; empty where nothing says so."""
    proposal = Proposal(action.tool, action.arguments, action.key)
    return cautious(proposal, user=action.user).caution


def _caution(lesson: Lesson) -> str:
    day = day_in_words(date.fromisoformat(lesson.day)) if lesson.day else _("before")
    if lesson.reason:
        words = _("You said no to the like of this (%(day)s): “%(reason)s”. It is done only with your OK.")
        return words % {"day": day, "reason": shorten(lesson.reason, 200)}
    return _("You said no to the like of this (%(day)s). It is done only with your OK.") % {"day": day}


def lessons_of(user: User, agent: str) -> list[Lesson]:
    """What this agent learned, the newest first; of two wishes about the same field the newer holds."""
    lessons, fields = [], set()
    where = checked_namespace(namespace_of(user, agent))
    for item in _newest(user.pk, where):
        lesson = _read(item)
        if lesson is None or (lesson.wish and (lesson.tool, lesson.field) in fields):
            continue
        if lesson.wish:
            fields.add((lesson.tool, lesson.field))
        lessons.append(lesson)
    return lessons


def _newest(user_id: UUID, namespace: list[str]) -> list[MemoryItem]:
    """What holds under a namespace, the newest first, with nothing but its value. Each act looks: so by a
    statement that is planned once."""
    field = MemoryItem._meta.get_field("value")
    facts: dict[str, Any] = {
        "user": user_id,
        "namespace": namespace,
        "now": timezone.now(),
        "most": MOST_LESSONS,
    }
    with prepared_cursor() as cursor:
        cursor.execute(_NEWEST, facts)
        rows = cursor.fetchall()
    return [MemoryItem(id=pk, value=field.from_db_value(value, None, connection)) for pk, value in rows]


_NEWEST = f"""
SELECT id, value FROM {MemoryItem._meta.db_table}
WHERE user_id = %(user)s AND namespace = %(namespace)s::text[]
    AND (valid_from IS NULL OR valid_from <= %(now)s) AND (valid_until IS NULL OR valid_until > %(now)s)
ORDER BY updated_at DESC LIMIT %(most)s
"""


ANY_LESSON = f"""
    SELECT FROM {MemoryItem._meta.db_table} WHERE user_id = %(user)s
        AND namespace > ARRAY['{REFLEXIONS}', %(learner)s::text]
        AND namespace < ARRAY['{REFLEXIONS}', %(learner)s::text || '0']
"""
"""Has a row where any agent of this person learned anything of their acts; `learner` is `user` as text."""


def retold(item: MemoryItem, sentence: str) -> Any:
    """The value of a lesson that the person says anew: their words are the wish from now on, if there was one
    or if they are such as last. None for what is no lesson."""
    lesson = _read(item)
    if lesson is None:
        return None
    changed: dict[str, Any] = {"text": sentence}
    if lesson.kind in (WISH, EDIT):
        said = _INSTEAD.sub("", _said_in(sentence))
        signs = bool(signature_in(said))
        lasts = bool(lesson.wish) or (signs_from_now_on(said) if signs else _is_manner(said))
        field = lesson.field if lesson.field != SIGNATURE else "preview 1"
        changed |= {"wish": said if lasts else "", "field": SIGNATURE if signs else field}
    elif lesson.kind == NO:
        changed["reason"] = sentence.rpartition("”: ")[2] if "”: " in sentence else ""
    return item.value | changed


_WISHED = re.compile(r"^[^“„\"]{0,40}:\s*[“„\"](.+)[”“\"]\.?$", re.S)
_INSTEAD = re.compile(r"^(?:instead|stattdessen|plutôt)[\s:,]+", re.I)


def _said_in(sentence: str) -> str:
    """The wish within the sentence that says that it was wished; else the sentence."""
    found = _WISHED.match(sentence.strip())
    return (found.group(1) if found else sentence).strip()


def failures_since(user_id: UUID, since: datetime) -> list[tuple[str, datetime]]:
    """The tools of acts that failed, each time with its moment, as all agents' lessons say."""
    rows = MemoryItem.objects.filter(user_id=user_id, namespace__0=REFLEXIONS, updated_at__gte=since).valid()
    found = [(_read(item), item.updated_at) for item in rows.order_by("-updated_at")[:MOST_LESSONS]]
    return [(lesson.tool, moment) for lesson, moment in found if lesson and lesson.kind == FAILURE]


def _read(item: MemoryItem) -> Lesson | None:
    try:
        return Lesson.model_validate(item.value).model_copy(update={"item": str(item.pk)})
    except ValidationError:
        return None


def _lessons_from(action: Action) -> Iterator[Lesson]:
    if action.status == S.REJECTED:
        yield _no(action)
    elif action.status == S.FAILED and not action.away:
        yield _failure(action)
    elif action.status == S.SUCCEEDED:
        yield from _edits(action)
        yield from _wishes(action)
        if action.rule == CAUTION:
            yield _yes(action)


def _no(action: Action) -> Lesson:
    reason = action.error or ""
    text = _("You said no to “%(title)s”") % {"title": shorten(action.title, 120)}
    return Lesson(
        text=f"{text}: {reason}" if reason else f"{text}.",
        tool=action.tool,
        kind=NO,
        avoid=True,
        scope=_scope(action),
        same=action.args_hash,
        day=_day_of(action),
        reason=reason,
    )


def _yes(action: Action) -> Lesson:
    """The person said yes to what they had said no to: from now on the trust counts again."""
    return Lesson(
        text=_("You said yes to “%(title)s” after all.") % {"title": shorten(action.title, 120)},
        tool=action.tool,
        kind=YES,
        scope=_scope(action),
        same=action.args_hash,
        day=_day_of(action),
    )


def _day_of(action: Action) -> str:
    return timezone.localtime(action.ended_at, action.user.zone).date().isoformat()


def _failure(action: Action) -> Lesson:
    text = _("“%(title)s” did not work: %(error)s") % {
        "title": shorten(action.title, 120),
        "error": action.error or "",
    }
    return Lesson(text=text, tool=action.tool, kind=FAILURE, scope=_scope(action))


def _edits(action: Action) -> Iterator[Lesson]:
    """What the person changed by hand on the card."""
    decision = action.decision
    if decision is None or not (edited := (decision.edited_arguments or {}).get(str(action.pk))):
        return
    shown = next((act for act in decision.payload["acts"] if act["id"] == str(action.pk)), None)
    for field, before in (shown["arguments"] if shown else {}).items():
        after = edited.get(field)
        if isinstance(before, str) and isinstance(after, str) and before != after:
            shorter = len(after) <= SHORTER * len(before)
            yield Lesson(
                text=_("You changed the %(field)s from “%(before)s” to “%(after)s”.")
                % {"field": field, "before": shorten(before, 100), "after": shorten(after, 100)},
                tool=action.tool,
                kind=EDIT,
                field=field,
                wish=f"shorter {field}" if shorter else "",
            )


def _wishes(action: Action) -> Iterator[Lesson]:
    """What the person said to the previews of the act that was done in the end.

    A signature is for that act, unless they say that it is for all; words about how hold for later drafts.
    """
    decision = action.decision
    for preview in decision.history if decision else []:
        said = str(preview.get("said", ""))
        signs = bool(signature_in(said))
        lasts = signs_from_now_on(said) if signs else _is_manner(said)
        if said:
            yield Lesson(
                text=_("You wished: “%(said)s”") % {"said": shorten(said, 200)},
                tool=action.tool,
                kind=WISH,
                field=SIGNATURE if signs else f"preview {preview.get('attempt', 1)}",
                wish=said if lasts else "",
            )


MANNERS = ("short", "brief", "concise", "kürzer", "knapp", "court")
"""Words about how, not what: they hold for the next draft as well."""


def _is_manner(said: str) -> bool:
    return len(said) < 60 and any(word in said.casefold() for word in MANNERS)


def _scope(action: Action) -> dict[str, Any]:
    """What a lesson is limited to; nothing for a tool that is gone, which nobody can ask any more."""
    try:
        spec = tool_named(action.tool, action.user)
    except NotFound:
        return {}
    return spec.scope_of(spec.parse(action.arguments))
