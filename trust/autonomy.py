"""What a person sets about acting: autonomy, review of plans, limits, and rules of their own.

Each change is written down twice, in the audit log (names and numbers) and in the feed (a sentence), in the
transaction of the change.
"""

from __future__ import annotations

from datetime import time
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.locales import clock
from ownyou.lib.text import clean_line
from trust import activity, audit
from trust.activity import Subject
from trust.models import Activity, HardRule, User
from trust.tools import Kind
from trust.wording import DO, agent_title

SUBJECT = "trust"
MOST_RULES = 50
MOST_MENTIONS = 120
MOST_ACTS = 1_000
MINUTES = (1, 240)

AUTONOMY_TITLES = {
    User.Autonomy.OBSERVE: gettext_lazy("Observe"),
    User.Autonomy.SUGGEST: gettext_lazy("Suggest"),
    User.Autonomy.SUPERVISED_AUTO: gettext_lazy("Supervised"),
    User.Autonomy.BOUNDED_AUTO: gettext_lazy("Bounded"),
    User.Autonomy.ADAPTIVE_AUTO: gettext_lazy("Adaptive"),
}
REVIEW_TITLES = {
    User.Review.NEVER: gettext_lazy("Show me every plan first"),
    User.Review.TRUST_BASED: gettext_lazy("By risk and the step above"),
    User.Review.ALWAYS: gettext_lazy("Start every plan without showing it"),
}
MAIL_TITLES = {
    User.NoticeMail.NEVER: gettext_lazy("Never"),
    User.NoticeMail.WAITING: gettext_lazy("When something has waited for half an hour"),
    User.NoticeMail.AT_ONCE: gettext_lazy("At once"),
}


def set_autonomy(*, user: User, to: str) -> None:
    """Set how much starts without asking. Raises `InvalidInput` for a step that is none."""
    chosen = _one_of(User.Autonomy, to, "autonomy")
    said = _("You set autonomy to “%(title)s”.") % {"title": AUTONOMY_TITLES[chosen]}
    _set(user, "autonomy", chosen.value, said)


def set_plan_review(*, user: User, to: str, confirmed: bool = False) -> None:
    """Set which plans are shown first. To start every plan unseen must be confirmed: else `InvalidInput`."""
    chosen = _one_of(User.Review, to, "plan_review")
    if chosen is User.Review.ALWAYS and not confirmed:
        raise InvalidInput(
            _("Starting every plan unseen is dangerous. Tick the box if you want it."), field="confirmed"
        )
    said = _("You set the review of plans to “%(title)s”.") % {"title": REVIEW_TITLES[chosen]}
    _set(user, "plan_review", chosen.value, said)


def set_limits(*, user: User, acts_a_day: int, approval_minutes: int) -> None:
    """Set how many acts a day may happen without asking, 0 to 1000, and how many minutes, 1 to 240, an OK is
    waited for while somebody is looking. Raises `InvalidInput`; then neither is set."""
    if not 0 <= acts_a_day <= MOST_ACTS:
        raise InvalidInput(
            _("A number from 0 to %(most)d, please.") % {"most": MOST_ACTS}, field="acts_a_day"
        )
    least, most = MINUTES
    if not least <= approval_minutes <= most:
        words = {"least": least, "most": most}
        raise InvalidInput(_("From %(least)d to %(most)d minutes, please.") % words, field="approval_minutes")
    said = _("You set the most acts a day without asking to %(count)d.") % {"count": acts_a_day}
    waits = _("You set how long an OK is waited for to %(count)d minutes.") % {"count": approval_minutes}
    with transaction.atomic(), activity.told_last():
        _set(user, "acts_a_day", acts_a_day, said)
        _set(user, "approval_minutes", approval_minutes, waits)


def set_notice_mail(*, user: User, to: str) -> None:
    """Set when notices come by mail as well."""
    chosen = _one_of(User.NoticeMail, to, "notice_mail")
    said = _("You set mail about what waits to “%(title)s”.") % {"title": MAIL_TITLES[chosen]}
    _set(user, "notice_mail", chosen.value, said)


def set_digest_at(*, user: User, to: time | None) -> None:
    """Set when the daily summary comes, in the person's own time; None: never."""
    said = _("You set the daily summary to %(time)s.") % {"time": clock(to)} if to else ""
    _set(user, "digest_at", to, said or _("You do not want a daily summary."))


def add_rule(*, user: User, agent: str = "", kind: str = "", mentions: str = "") -> HardRule:
    """Add a rule of what is never done: by this agent, of this kind, or that mentions these words.

    Raises `InvalidInput` for a rule that names nothing or an unknown kind, `Conflict` for too many or one
    that is there already.
    """
    words = clean_line(mentions)[:MOST_MENTIONS]
    if kind and kind not in Kind:
        raise InvalidInput(_("That is no kind of act."), field="kind")
    if not (agent or kind or words):
        raise InvalidInput(_("Say who, what or about what: one of the three is needed."), field="mentions")
    sentence = rule_sentence(agent, kind, words)
    with transaction.atomic(), activity.told_last():
        User.objects.select_for_update().get(pk=user.pk)
        known = list(HardRule.objects.filter(user=user))
        if len(known) >= MOST_RULES:
            raise Conflict(_("That are as many rules as can be kept. Take one away first."))
        if any((rule.agent, rule.kind, rule.mentions or "") == (agent, kind, words) for rule in known):
            raise Conflict(_("This rule is there already."))
        rule = HardRule.objects.create(
            user=user, agent=agent[:32], kind=kind, mentions=words or None, words=sentence
        )
        audit.note("rule_added", user_id=user.pk, actor=user, subject_kind="rule", subject_id=rule.pk)
        _tell(user, _("Your new rule: %(rule)s") % {"rule": sentence})
    return rule


def remove_rule(*, user: User, rule_id: UUID) -> None:
    """Take a rule away. Raises `NotFound` for one that is not theirs."""
    with transaction.atomic(), activity.told_last():
        rule = HardRule.objects.select_for_update().filter(user=user, pk=rule_id).first()
        if rule is None:
            raise NotFound(_("There is no such rule here."))
        audit.note("rule_removed", user_id=user.pk, actor=user, subject_kind="rule", subject_id=rule.pk)
        _tell(user, _("No longer your rule: %(rule)s") % {"rule": rule.words})
        rule.delete()


def rule_sentence(agent: str, kind: str, mentions: str) -> str:
    """A rule as the person reads it."""
    what = str(DO[Kind(kind)]) if kind else _("do anything")
    facts = {"what": what, "who": agent_title(agent), "words": mentions}
    if agent and mentions:
        return _("Never %(what)s with %(who)s that mentions “%(words)s”.") % facts
    if agent:
        return _("Never %(what)s with %(who)s.") % facts
    if mentions:
        return _("Never %(what)s that mentions “%(words)s”.") % facts
    return _("Never %(what)s.") % facts


def _one_of[C: User.Autonomy | User.Review | User.NoticeMail](choices: type[C], value: str, field: str) -> C:
    if value not in choices.values:
        raise InvalidInput(_("That cannot be chosen here."), field=field)
    return choices(value)


def _set(user: User, field: str, to: object, said: str) -> None:
    """Change one setting, if it is another than before."""
    with transaction.atomic(), activity.told_last():
        row = User.objects.select_for_update().get(pk=user.pk)
        before = getattr(row, field)
        setattr(user, field, to)
        if before == to:
            return
        User.objects.filter(pk=user.pk).update(**{field: to})
        audit.note(
            "setting_changed",
            user_id=user.pk,
            actor=user,
            setting=field,
            before=_plain(before),
            after=_plain(to),
        )
        _tell(user, said)


def _plain(value: object) -> object:
    return f"{value:%H:%M}" if isinstance(value, time) else value


def _tell(user: User, text: str) -> None:
    activity.record(
        user_id=user.pk,
        kind=Activity.Kind.DECIDED,
        agent="you",
        text=text,
        subject=Subject(SUBJECT, user.pk),
    )
