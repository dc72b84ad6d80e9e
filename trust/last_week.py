"""What each step of autonomy would have done with a person's real acts and plans of the last seven days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ownyou.lib.cards import Card
from ownyou.lib.errors import OwnYouError
from trust import grants, policy
from trust.autonomy import AUTONOMY_TITLES
from trust.ledger.weighing import Ground
from trust.models import Action, User
from trust.policy import Circumstances, Verdict
from trust.reviewing import starts_unasked
from trust.tools import AnyTool, tools_of

WEEK = timedelta(days=7)
MOST_ACTS = 200

MEANS = {
    User.Autonomy.OBSERVE: gettext_lazy("I look at what is yours and do nothing by myself."),
    User.Autonomy.SUGGEST: gettext_lazy("I show you every plan before it starts."),
    User.Autonomy.SUPERVISED_AUTO: gettext_lazy("Plans of low risk start by themselves."),
    User.Autonomy.BOUNDED_AUTO: gettext_lazy("Plans up to medium risk start by themselves."),
    User.Autonomy.ADAPTIVE_AUTO: gettext_lazy("Plans up to high risk start by themselves."),
}

type RisksOf = Callable[[User, datetime], Iterable[str]]
_plans: list[RisksOf] = []


def register_plans(risks_of: RisksOf) -> None:
    """Let the app that owns plans say the risks of those that a person had since a moment."""
    if risks_of not in _plans:
        _plans.append(risks_of)


class StepCard(Card):
    """One step of autonomy. `width_*`: shares of the bar, in percent."""

    value: str
    number: int
    title: str
    means: str
    chosen: bool
    allowed: int
    asked: int
    denied: int
    width_allowed: float
    width_asked: float
    width_denied: float
    denied_from: float
    acts_words: str
    plans_words: str


def steps_for(user: User) -> list[StepCard]:
    """The five steps, each with what it would have done."""
    acts = circumstances_of(user)
    since = timezone.now() - WEEK
    risks = [risk for risks_of in _plans for risk in risks_of(user, since)]
    return [_step(user, number, step, acts, risks) for number, step in enumerate(User.Autonomy, start=1)]


def circumstances_of(user: User) -> list[Circumstances]:
    """The circumstances of last week's acts, newest first, at most 200, under today's trust and rules.

    Acts whose tool is gone, or whose arguments fit it no more, are left out.
    """
    rows = Action.objects.of(user).filter(created_at__gte=timezone.now() - WEEK, predecessor=None)
    acts = list(rows.only("user_id", "tool", "arguments", "tainted")[:MOST_ACTS])
    if not acts:
        return []
    ground, tools = Ground(user), {spec.name: spec for spec in tools_of(user)}
    weighed = (_circumstances(ground, tools.get(act.tool), act) for act in acts)
    return [circumstances for circumstances in weighed if circumstances is not None]


def _circumstances(ground: Ground, spec: AnyTool | None, act: Action) -> Circumstances | None:
    if spec is None:
        return None
    try:
        arguments = spec.parse(act.arguments)
        found = ground.circumstances(spec, arguments, tainted=act.tainted)
    except OwnYouError:
        return None
    covered = grants.covering(ground.grants, spec, arguments) is not None
    return replace(found, grant="standing") if covered else found


def _step(
    user: User, number: int, step: User.Autonomy, acts: list[Circumstances], risks: list[str]
) -> StepCard:
    said = Counter(policy.decide(replace(act, autonomy=step.value)).decision for act in acts)
    unseen = sum(starts_unasked(autonomy=step, setting=user.plan_review, risk=risk) for risk in risks)
    share = 100 / (len(acts) or 1)
    return StepCard(
        value=step.value,
        number=number,
        title=str(AUTONOMY_TITLES[step]),
        means=str(MEANS[step]),
        chosen=user.autonomy == step,
        allowed=said[Verdict.ALLOW],
        asked=said[Verdict.ASK],
        denied=said[Verdict.DENY],
        width_allowed=round(said[Verdict.ALLOW] * share, 1),
        width_asked=round(said[Verdict.ASK] * share, 1),
        width_denied=round(said[Verdict.DENY] * share, 1),
        denied_from=round((said[Verdict.ALLOW] + said[Verdict.ASK]) * share, 1),
        acts_words=_acts_words(said, len(acts)),
        plans_words=_plans_words(unseen, len(risks)),
    )


def _acts_words(said: Counter[Verdict], total: int) -> str:
    if not total:
        return _("There were no acts last week.")
    parts = [
        (said[Verdict.ALLOW], _("%(count)d by itself")),
        (said[Verdict.ASK], _("%(count)d with your OK")),
        (said[Verdict.DENY], _("%(count)d not done")),
    ]
    words = ", ".join(text % {"count": count} for count, text in parts if count)
    total_words = ngettext("Of %(count)d act: ", "Of %(count)d acts: ", total) % {"count": total}
    return f"{total_words}{words}."


def _plans_words(unseen: int, total: int) -> str:
    if not total:
        return ""
    words = {"unseen": unseen, "count": total}
    return (
        ngettext(
            "%(unseen)d of %(count)d plan would have started unseen.",
            "%(unseen)d of %(count)d plans would have started unseen.",
            total,
        )
        % words
    )
