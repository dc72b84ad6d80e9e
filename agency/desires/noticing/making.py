"""From evidence to desires: said or repeated, new or the same in other words, stronger or taken back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.desires import config, helping, lifecycle
from agency.desires.noticing import likeness, proposing
from agency.desires.noticing.offering import followed_words
from agency.desires.noticing.patterns import described
from agency.desires.noticing.strength import SAID, SEEN, strength_of
from agency.desires.room import has_room, may_come_back
from agency.models import Desire, DesireEvidence, Heard
from agency.reasoning.skills.wish import Wish
from ownyou.lib.crypto import keyed_hash
from ownyou.lib.text import clean_line, shorten
from trust.models import User

S = Desire.Stage
MOST_TITLE: Final = 120
MOST_DESCRIPTION: Final = 2_000
RAISED: Final[dict[str, str]] = {
    Desire.Priority.LOW: Desire.Priority.MEDIUM.value,
    Desire.Priority.MEDIUM: Desire.Priority.HIGH.value,
}
"""The priority of what is said once more; urgent is what the person calls so."""
WEIGHTS: Final = {
    DesireEvidence.Kind.WORDS.value: SAID,
    DesireEvidence.Kind.MEMORY.value: SEEN,
    DesireEvidence.Kind.ACTIVITY.value: SEEN,
}


def title_of(text: str) -> str:
    """A name for a wish whose words say no better one."""
    return shorten(clean_line(text), MOST_TITLE)


def take_wish(heard: Heard, number: int, wish: Wish) -> Desire | None:
    """The desire of a wish that was said: the one that it repeats, or a new one; None where no more fit.

    Doing it twice is doing it once.
    """
    user = heard.user
    among = likeness.known(user) if heard.tainted else likeness.sayable(user)
    alike = likeness.like(user, wish.title, among=among)
    if heard.tainted and alike is not None:
        return alike  # words of others strengthen nothing
    pattern = keyed_hash(user.pk, f"{heard.pk}:{number}", purpose="desire.words")
    with transaction.atomic():
        lock(user)
        before = DesireEvidence.objects.filter(user=user, pattern=pattern, about=heard.about).first()
        if before is not None and before.desire is not None:
            return before.desire
        alike = alike or _made_meanwhile(heard, wish, among)
        if heard.tainted and alike is not None:
            return alike
        if alike is None and not has_room(user, tainted=heard.tainted and heard.origin != Heard.Origin.ASK):
            return None
        desire = alike or _said(user, heard, wish)
        DesireEvidence.objects.create(
            user=user,
            desire=desire,
            kind=DesireEvidence.Kind.WORDS,
            pattern=pattern,
            about=heard.about,
            seen_id=heard.pk,
            at=heard.created_at,
        )
        if alike is not None:
            _said_again(desire, heard)
        proposing.propose_if_strong(desire)
    return desire


def _made_meanwhile(heard: Heard, wish: Wish, known: list[Desire]) -> Desire | None:
    """The same wish, where another process took it in since the `known` ones were read. Call it with the
    person's desires locked."""
    rows = Desire.objects.of(heard.user).exclude(stage__in=Desire.ENDED)
    if not heard.tainted:
        rows = rows.filter(tainted=False)
    if known:
        rows = rows.filter(pk__gt=max(one.pk for one in known))
    news = list(rows)
    for one in news:
        one.user = heard.user
    return likeness.like(heard.user, wish.title, among=news) if news else None


def _source_of(heard: Heard) -> Desire.Source:
    if heard.tainted:
        return Desire.Source.AGENT
    return Desire.Source.SCHEDULE if heard.origin == Heard.Origin.MATTERS else Desire.Source.EXPLICIT


def _said(user: User, heard: Heard, wish: Wish) -> Desire:
    return create_noticed(
        user=user,
        title=wish.title,
        description=_description(wish),
        every=wish.every,
        source=_source_of(heard),
        strength=SEEN if heard.tainted else SAID,
        at=heard.created_at,
        tainted=heard.tainted,
    )


def _description(wish: Wish) -> str:
    if not wish.look_for:
        return wish.quote
    return followed_words(wish.look_for) or described(wish.look_for)


def _said_again(desire: Desire, heard: Heard) -> None:
    """What was said is wished for more than what was seen; what was turned down is wished for again."""
    if desire.source == Desire.Source.IMPLICIT and heard.origin != Heard.Origin.MATTERS:
        lifecycle.save(desire, source=Desire.Source.EXPLICIT)
    restrengthen(desire)
    words = _("You said it again: %(title)s") % {"title": desire.title}
    if heard.origin != Heard.Origin.MATTERS and (higher := RAISED.get(desire.priority)):
        lifecycle.save(desire, priority=higher)
        words = (
            f"{words}. {_('Its priority is %(priority)s now.') % {'priority': Desire.Priority(higher).label}}"
        )
    lifecycle.tell(desire, words, key=f"said:{heard.pk}")
    lifecycle.note(desire, "reinforced", kind="words")
    if desire.stage in (S.REJECTED, S.ABANDONED) and may_come_back(desire):
        proposing.propose(desire)


def create_noticed(
    *,
    user: User,
    title: str,
    description: str,
    every: str,
    source: Desire.Source,
    strength: float,
    at: datetime,
    tainted: bool = False,
) -> Desire:
    """A nascent desire, with its line in the feed and its audit entry. `tainted`: in words of others, so that
    the person takes it up or nobody does. Call it in a transaction."""
    said = source == Desire.Source.EXPLICIT
    weight = helping.Weight() if said else helping.weight_of(user, description)
    desire = Desire.objects.create(
        user=user,
        priority=weight.priority(Desire.Priority.MEDIUM),
        title=shorten(clean_line(title), MOST_TITLE),
        description=shorten(description, MOST_DESCRIPTION),
        every=every,
        source=source,
        stage=S.NASCENT,
        strength=strength,
        tainted=tainted,
    )
    Desire.objects.filter(pk=desire.pk).update(strengthened_at=at)
    desire.strengthened_at = at
    lifecycle.note(desire, "noticed", source=source.value, tainted=tainted)
    words = _("Noticed a wish in words of others: %(title)s") if tainted else _("Noticed a wish: %(title)s")
    lifecycle.tell(desire, words % {"title": desire.title}, key="noticed")
    if weight.words:
        lifecycle.tell(desire, weight.words, key="weighed")
    return desire


def attach(desire: Desire, evidence: Iterable[DesireEvidence]) -> int:
    """Add evidence that waited to a desire; returns how much was new to it."""
    ids = [one.pk for one in evidence]
    taken = DesireEvidence.objects.filter(pk__in=ids, desire=None).update(desire=desire)
    if taken:
        restrengthen(desire)
        lifecycle.note(desire, "reinforced", kind="seen", evidence=taken)
    return taken


def restrengthen(desire: Desire) -> None:
    """Reckon the strength of a desire from its evidence. One that was asked for stands on being asked for."""
    rows = list(desire.evidence.values_list("at", "kind", "about").order_by("at"))
    counted = {(about, WEIGHTS[kind]): at for at, kind, about in reversed(rows)}
    weights = [(at, weight) for (_about, weight), at in counted.items()]
    if desire.source == Desire.Source.EXPLICIT and not any(kind == "words" for _at, kind, _id in rows):
        weights.append((desire.created_at, SAID))
    half_life = config.settings_of(desire.user).half_life_days
    strength, last = strength_of(weights, half_life_days=half_life)
    lifecycle.save(desire, strength=strength, strengthened_at=last or timezone.now())


def take_back(user: User, memories: set[UUID]) -> None:
    """Drop the evidence of memories that the person forgot, and let what it spoke for grow weaker."""
    gone = DesireEvidence.objects.filter(user=user, seen_id__in=memories)
    touched = set(gone.exclude(desire=None).values_list("desire_id", flat=True))
    heard = Heard.objects.filter(user=user, origin=Heard.Origin.MEMORY, about__in=memories)
    said = DesireEvidence.objects.filter(user=user, seen_id__in=list(heard.values_list("pk", flat=True)))
    touched |= set(said.exclude(desire=None).values_list("desire_id", flat=True))
    gone.delete()
    said.delete()
    heard.delete()
    for desire in Desire.objects.filter(pk__in=touched).select_related("user"):
        restrengthen(desire)


def lock(user: User) -> None:
    """Let a person's desires be made one after the other, so that the same wish at once is one."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
