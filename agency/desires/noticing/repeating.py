"""What a person does again and again: evidence that waits becomes a desire once a second piece is there."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import islice
from typing import Final, Self
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.utils.translation import override

from agency.desires import config
from agency.desires.noticing import likeness, making, proposing
from agency.desires.noticing.patterns import FACETS, Signal, wording_of
from agency.desires.noticing.seen import Seen, pattern_of, seen_again
from agency.desires.room import has_room
from agency.models import Desire, DesireEvidence
from trust.models import User

ENOUGH: Final = 2
"""Independent pieces of evidence from which there is a desire; before, they wait."""
MOST_AT_ONCE: Final = 5
"""Desires that one look makes."""
MOST_READ: Final = 60
"""Patterns that one look reads for that, the most frequent first."""
SHARED: Final = 2
"""A pattern that shares so much of its evidence with a desire says the same as that one, less narrowly."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """One pattern, or several of exactly the same evidence, and what they signal."""

    signal: Signal
    evidence: list[DesireEvidence]
    place: int = 0
    """Which of the things its newest evidence signals."""

    @property
    def about(self) -> frozenset[UUID]:
        return frozenset(one.about for one in self.evidence)


def notice(user: User) -> list[Desire]:
    """Strengthen the desires that new evidence speaks for, and make those that it is enough for."""
    touched = _strengthen(user)
    if config.settings_of(user).notice_patterns:
        with override(user.language):
            touched += _made(user)
    return touched


def _made(user: User) -> list[Desire]:
    """The desires of what is repeated most: a few in one look, so that nobody is flooded; the rest wait."""
    known = Known.of(user)
    found = (_desire_of(user, pattern, known) for pattern in repeated(user))
    return list(islice((desire for desire in found if desire is not None), MOST_AT_ONCE))


def _strengthen(user: User) -> list[Desire]:
    """Give evidence to the desire that its pattern has made already."""
    loose = DesireEvidence.objects.filter(user=user, desire=None)
    made = DesireEvidence.objects.filter(user=user, pattern__in=loose.values("pattern")).exclude(desire=None)
    owners = {bytes(pattern): desire for pattern, desire in made.values_list("pattern", "desire_id")}
    waiting = defaultdict(list)
    for row in loose.filter(pattern__in=list(owners)) if owners else ():
        waiting[owners[bytes(row.pattern)]].append(row)
    desires = Desire.objects.filter(pk__in=waiting).select_related("user")
    with transaction.atomic():
        return [desire for desire in desires if making.attach(desire, waiting[desire.pk])]


def repeated(user: User) -> list[Repeated]:
    """What was seen often enough without being a desire, the narrowest first."""
    loose = DesireEvidence.objects.filter(user=user, desire=None)
    often = (
        loose.values("pattern")
        .annotate(n=Count("id"))
        .filter(n__gte=ENOUGH)
        .order_by("-n")
        .values_list("pattern", flat=True)[:MOST_READ]
    )
    rows: dict[bytes, list[DesireEvidence]] = defaultdict(list)
    for row in loose.filter(pattern__in=list(often)).order_by("at"):
        rows[bytes(row.pattern)].append(row)
    newest = seen_again(user, [evidence[-1] for evidence in rows.values()])
    found = [one for evidence in rows.values() if (one := _read(user, evidence, newest)) is not None]
    return sorted(_joined(found), key=lambda one: FACETS.index(one.signal.facet))


def _read(user: User, evidence: list[DesireEvidence], newest: dict[UUID, Seen]) -> Repeated | None:
    """A pattern in words, from the newest of its evidence that is still there. `newest`: what the last of it
    refers to, if that is."""
    for row in reversed(evidence):
        known = newest if row is evidence[-1] else seen_again(user, [row])
        seen = known.get(row.seen_id)
        for place, signal in enumerate(seen.signals if seen else ()):
            if pattern_of(user.pk, signal) == bytes(row.pattern):
                return Repeated(signal, evidence, place)
    return None


def _joined(found: list[Repeated]) -> list[Repeated]:
    """Topics of exactly the same evidence are one, in the order in which they are said ("electric cars")."""
    groups: dict[tuple[str, frozenset[UUID]], list[Repeated]] = defaultdict(list)
    for one in found:
        groups[one.signal.facet, one.about].append(one)
    return [_one_of(group) if facet == "topic" else group[0] for (facet, _about), group in groups.items()]


def _one_of(group: list[Repeated]) -> Repeated:
    signals = [one.signal for one in sorted(group, key=lambda one: one.place)]
    label, key = " ".join(one.label for one in signals), " ".join(one.key for one in signals)
    return Repeated(Signal("topic", key, label), [row for one in group for row in one.evidence])


@dataclass(slots=True)
class Known:
    """What one look knows of a person's desires, read once: those that behaviour can speak for, and which of
    all has evidence about what."""

    seeable: list[Desire]
    about: dict[UUID, set[UUID]]

    @classmethod
    def of(cls, user: User) -> Self:
        """What there is at the beginning of a look."""
        known = cls(likeness.seeable(user), defaultdict(set))
        rows = DesireEvidence.objects.filter(user=user).exclude(desire=None)
        for about, desire in rows.values_list("about", "desire_id"):
            known.about[about].add(desire)
        return known

    def say_it_already(self, pattern: Repeated) -> bool:
        """Whether a desire shares so much evidence with a pattern that it says the same."""
        shared = Counter(desire for about in pattern.about for desire in self.about.get(about, ()))
        return any(count >= SHARED for count in shared.values())

    def add(self, desire: Desire, pattern: Repeated) -> None:
        """Know a desire that was made or strengthened."""
        if desire not in self.seeable:
            self.seeable.insert(0, desire)
        for about in pattern.about:
            self.about[about].add(desire.pk)


def _desire_of(user: User, pattern: Repeated, known: Known) -> Desire | None:
    """The desire that a pattern speaks for, there or new; None where a narrower one says it."""
    wording = wording_of(pattern.signal)
    alike = likeness.like(user, wording.title, among=known.seeable)
    if alike is None and known.say_it_already(pattern):
        return None
    with transaction.atomic():
        making.lock(user)
        if alike is None and not has_room(user):
            return None
        desire = alike or making.create_noticed(
            user=user,
            title=wording.title,
            description=wording.description,
            every=wording.every,
            source=Desire.Source.IMPLICIT,
            strength=0.0,
            at=pattern.evidence[0].at,
        )
        making.attach(desire, pattern.evidence)
    known.add(desire, pattern)
    return desire


def propose_strong(user: User) -> int:
    """Propose what has reached the threshold; returns how many were."""
    rows = Desire.objects.filter(user=user).at(Desire.Stage.NASCENT, Desire.Stage.ABANDONED)
    faded = rows.filter(plannings=0, source=Desire.Source.IMPLICIT) | rows.filter(stage=Desire.Stage.NASCENT)
    scales = proposing.Scales.of(user)
    count = 0
    for desire in faded:
        desire.user = user
        with transaction.atomic():
            count += proposing.propose_if_strong(desire, scales)
    return count
