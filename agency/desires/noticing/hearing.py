"""Hearing wishes: words are kept once, read by rules at once or by the generator, and taken to desires."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from agency.desires import config
from agency.desires.noticing import making, proposing
from agency.desires.room import full
from agency.models import Desire, Heard
from agency.reasoning.skills.wish import Wish, WishesFound, WordsHeard, detect_wishes
from agency.reasoning.wish_rules import may_hold_a_wish
from agency.runtime.threads import start_thread
from ownyou.lib.fields import seal
from ownyou.lib.ids import new_id
from ownyou.lib.text import bounded
from trust.activity import Subject
from trust.models import User

GENERATOR: Final = "desire.generator"
KIND: Final = "heard"
MOST_TEXT: Final = 4_000


@dataclass(frozen=True, slots=True)
class Noticed:
    """What was noticed in words: the desires, and whether something else was asked for as well."""

    desires: list[Desire]
    rest: bool


def read(user: User, text: str) -> WishesFound:
    """The wishes in a text, by rules; none where the person wants none noticed."""
    if not config.settings_of(user).notice_words:
        return WishesFound(rest=True)
    return detect_wishes.rules(WordsHeard(text=text, language=user.language))


def hear(*, user: User, text: str, origin: Heard.Origin, about: UUID, tainted: bool = False) -> None:
    """Let the generator look for wishes in words that came with something else, once.

    Words without a sign of a wish cost nothing and are not kept. `tainted`: they came out of text of others.
    Call it in the transaction of the words.
    """
    if not may_hold_a_wish(text[:MOST_TEXT]) or not config.settings_of(user).notice_words:
        return
    heard, new = _keep(user, text[:MOST_TEXT], origin, about, tainted)
    if new:
        start_thread(user_id=user.pk, graph=GENERATOR, subject=Subject(KIND, heard.pk))


def take_in(*, user: User, text: str, origin: Heard.Origin, about: UUID | None = None) -> Noticed:
    """Read words by rules at once, and make desires of their wishes. The same `about` is taken in once.

    Raises `InvalidInput` for empty or overlong words.
    """
    text = bounded(text, name=_("What you said"), most=MOST_TEXT)
    found = read(user, text)
    if not found.wishes:
        return Noticed([], found.rest)
    with transaction.atomic():
        heard, _new = _keep(user, text, origin, about or new_id())
        keep_found(heard, found)
    return Noticed(take(heard, found.wishes), found.rest)


def take_as_said(*, user: User, text: str, about: UUID, tainted: bool = False) -> Desire:
    """Make a desire of words that the person says are one, whatever the rules read. What was turned down, was
    given up or did not work is taken up again. Where others wrote the words (`tainted`) the person is asked
    once more, whatever their autonomy allows.

    Raises `Conflict` where no more fit.
    """
    text = bounded(text, name=_("What you said"), most=MOST_TEXT)
    wish = next(iter(detect_wishes.rules(WordsHeard(text=text)).wishes), None)
    wish = wish or Wish(quote=text[:2_000], title=making.title_of(text))
    with transaction.atomic():
        heard, _new = _keep(user, text, Heard.Origin.ASK, about, tainted)
        keep_found(heard, WishesFound(wishes=[wish]))
    desires = take(heard, [wish])
    if not desires:
        raise full()
    with transaction.atomic():
        proposing.take_up_again(desires[0], asks=tainted)
    return desires[0]


def take(heard: Heard, wishes: list[Wish]) -> list[Desire]:
    """Make desires of the wishes in words, each once: what was wished before grows stronger."""
    taken = (making.take_wish(heard, number, wish) for number, wish in enumerate(wishes))
    return [desire for desire in taken if desire is not None]


def keep_found(heard: Heard, found: WishesFound) -> None:
    """Note what was read in words."""
    heard.found = found.model_dump(mode="json")
    Heard.objects.filter(pk=heard.pk).update(found=seal(heard.user_id, heard.found))


def _keep(
    user: User, text: str, origin: Heard.Origin, about: UUID, tainted: bool = False
) -> tuple[Heard, bool]:
    words = {"text": text, "tainted": tainted}
    return Heard.objects.get_or_create(user=user, origin=origin, about=about, defaults=words)
