"""What a person sets about desires: autonomy and review (on `User`), what matters, and the archive."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.models import DesireSettings
from ownyou.lib.errors import InvalidInput
from ownyou.lib.text import clean_line
from trust import audit, autonomy
from trust.models import HardRule, User

MOST_LINES, MOST_LINE = 12, 200


class Config(BaseModel):
    """The settings as they are shown: `never` are the words of the person's own rules."""

    autonomy: str
    review: str
    matters: list[str]
    never: list[str]
    auto_archive: bool


def config_of(user: User) -> Config:
    """The settings of a person."""
    row = DesireSettings.objects.filter(user=user).first()
    rules = HardRule.objects.filter(user=user)
    return Config(
        autonomy=user.autonomy,
        review=user.plan_review,
        matters=list(row.matters) if row else [],
        never=[rule.mentions for rule in rules if rule.mentions],
        auto_archive=row.auto_archive if row else False,
    )


def set_config(
    *,
    user: User,
    autonomy_to: str | None = None,
    review: str | None = None,
    confirmed: bool = False,
    matters: Sequence[str] | None = None,
    never: Sequence[str] | None = None,
    auto_archive: bool | None = None,
) -> Config:
    """Change what is given. `never` becomes rules of the person's own, which the gate holds as well.

    Raises `InvalidInput`, and then nothing is changed.
    """
    with transaction.atomic():
        if autonomy_to is not None:
            autonomy.set_autonomy(user=user, to=autonomy_to)
        if review is not None and review != user.plan_review:
            autonomy.set_plan_review(user=user, to=review, confirmed=confirmed)
        if matters is not None or auto_archive is not None:
            _save(user, matters, auto_archive)
        if never is not None:
            _set_never(user, _lines(never, "never"))
    return config_of(user)


def _save(user: User, matters: Sequence[str] | None, auto_archive: bool | None) -> None:
    row, _made = DesireSettings.objects.get_or_create(user=user)
    if matters is not None:
        row.matters = _lines(matters, "matters")
    if auto_archive is not None:
        row.auto_archive = auto_archive
    row.save()
    audit.note("desire_settings_changed", user_id=user.pk, actor=user, auto_archive=row.auto_archive)


def _set_never(user: User, wanted: list[str]) -> None:
    """Rules that only mention words are the questionnaire's; those about an agent or a kind stay."""
    rules = {rule.mentions: rule for rule in HardRule.objects.filter(user=user, agent="", kind="")}
    for words, rule in rules.items():
        if words and words not in wanted:
            autonomy.remove_rule(user=user, rule_id=rule.pk)
    for words in wanted:
        if words not in rules:
            autonomy.add_rule(user=user, mentions=words)


def _lines(given: Sequence[str], field: str) -> list[str]:
    lines = list(dict.fromkeys(line for one in given if (line := clean_line(one))))
    if len(lines) > MOST_LINES or any(len(line) > MOST_LINE for line in lines):
        raise InvalidInput(
            _("At most %(count)d lines of %(length)d characters.")
            % {"count": MOST_LINES, "length": MOST_LINE},
            field=field,
        )
    return lines
