"""What a person sets about desires: autonomy and review (on `User`), what matters, noticing, the archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import time

from django.db import transaction
from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.desires import telling
from agency.models import DesireSettings
from agency.runtime.schedules.services import drop_schedule, set_schedule
from ownyou.lib.errors import InvalidInput
from ownyou.lib.text import clean_line
from trust import audit, autonomy
from trust.models import HardRule, User

MOST_LINES, MOST_LINE = 12, 200
LEAST_THRESHOLD, MOST_THRESHOLD = 0.2, 1.0
MOST_HALF_LIFE = 365


class Config(BaseModel):
    """The settings as they are shown: `never` are the words of the person's own rules."""

    autonomy: str
    review: str
    matters: list[str]
    never: list[str]
    auto_archive: bool
    notice_words: bool
    notice_patterns: bool
    threshold: float
    half_life_days: int
    review_at: time | None
    told_by: dict[str, str]

    @property
    def threshold_percent(self) -> int:
        return round(self.threshold * 100)


def settings_of(user: User) -> DesireSettings:
    """The row of a person's settings; one with the defaults, unsaved, where nothing was set yet."""
    return DesireSettings.objects.filter(user=user).first() or DesireSettings(user=user)


def config_of(user: User) -> Config:
    """The settings of a person."""
    row = settings_of(user)
    rules = HardRule.objects.filter(user=user)
    return Config(
        autonomy=user.autonomy,
        review=user.plan_review,
        matters=list(row.matters),
        never=[rule.mentions for rule in rules if rule.mentions],
        auto_archive=row.auto_archive,
        notice_words=row.notice_words,
        notice_patterns=row.notice_patterns,
        threshold=row.threshold,
        half_life_days=row.half_life_days,
        review_at=row.review_at,
        told_by=telling.told_by(row),
    )


class Noticing(BaseModel):
    """What is to be changed about noticing; None leaves it. `reviews` says whether `review_at` is meant."""

    notice_words: bool | None = None
    notice_patterns: bool | None = None
    threshold: float | None = None
    half_life_days: int | None = None
    review_at: time | None = None
    reviews: bool = False


def set_noticing(user: User, wanted: Noticing) -> None:
    """Set what is noticed, from which strength it is proposed, how fast it fades, and when it is reviewed.

    Raises `InvalidInput`.
    """
    if wanted.threshold is not None and not LEAST_THRESHOLD <= wanted.threshold <= MOST_THRESHOLD:
        raise InvalidInput(_("The strength goes from 0.2 to 1."), field="threshold")
    if wanted.half_life_days is not None and not 1 <= wanted.half_life_days <= MOST_HALF_LIFE:
        raise InvalidInput(_("The half-life goes from 1 to 365 days."), field="half_life_days")
    if wanted.review_at is not None and wanted.review_at.tzinfo is not None:
        raise InvalidInput(
            _("The time of the review is one of your own day, without an offset."), field="review_at"
        )
    row, _made = DesireSettings.objects.get_or_create(user=user)
    for name, value in wanted.model_dump(exclude={"reviews", "review_at"}, exclude_none=True).items():
        setattr(row, name, value)
    if wanted.reviews:
        row.review_at = wanted.review_at
        set_review(user, wanted.review_at)
    row.save()
    facts = wanted.model_dump(mode="json", exclude={"reviews"})
    audit.note("desire_settings_changed", user_id=user.pk, actor=user, **facts)


REVIEW = "desire.review"
"""The kind and key of the schedule of the daily review, and the name of its graph."""


def set_review(user: User, at: time | None) -> None:
    """Have desires reviewed every day at a local time; None: no more."""
    if at is None:
        drop_schedule(user=user, key=REVIEW)
    else:
        set_schedule(user=user, key=REVIEW, kind=REVIEW, rule="FREQ=DAILY", at=at)


def set_config(
    *,
    user: User,
    autonomy_to: str | None = None,
    review: str | None = None,
    confirmed: bool = False,
    matters: Sequence[str] | None = None,
    never: Sequence[str] | None = None,
    auto_archive: bool | None = None,
    noticing: Noticing | None = None,
    told_by: Mapping[str, str] | None = None,
) -> Config:
    """Change what is given. `never` becomes rules of the person's own, which the gate holds as well; of
    `told_by` what is not named stays.

    Raises `InvalidInput`, and then nothing is changed.
    """
    with transaction.atomic():
        if autonomy_to is not None:
            autonomy.set_autonomy(user=user, to=autonomy_to)
        if review is not None and review != user.plan_review:
            autonomy.set_plan_review(user=user, to=review, confirmed=confirmed)
        if matters is not None or auto_archive is not None or told_by is not None:
            _save(user, matters, auto_archive, told_by)
        if noticing is not None:
            set_noticing(user, noticing)
        if never is not None:
            _set_never(user, _lines(never, "never"))
    return config_of(user)


def _save(
    user: User,
    matters: Sequence[str] | None,
    auto_archive: bool | None,
    told_by: Mapping[str, str] | None,
) -> None:
    row, _made = DesireSettings.objects.get_or_create(user=user)
    if matters is not None:
        row.matters = _lines(matters, "matters")
    if auto_archive is not None:
        row.auto_archive = auto_archive
    if told_by is not None:
        row.told_by = {**row.told_by, **telling.checked(told_by)}
    row.save()
    facts = {"auto_archive": row.auto_archive, "told_by": row.told_by}
    audit.note("desire_settings_changed", user_id=user.pk, actor=user, **facts)


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
