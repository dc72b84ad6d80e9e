"""How trust stands, in sentences: a card an agent, a row a kind of act, with the evidence and last acts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ownyou.lib.cards import Card
from trust.act_cards import url_of_act
from trust.models import Action, Decision, Grant, HardRule, TrustScore, User
from trust.policy import AUTONOMOUS, KNOWN
from trust.scores import STREAK, SUBJECT
from trust.tools import AnyTool, Kind, tools_of
from trust.wording import COUNTED, DOES, DOING, NAMED, agent_title, listed, scope_words

LAST_ACTS = 3
LOOKED_AT = 200
FIRST = 1


class LastAct(Card):
    """One of the last acts."""

    id: UUID
    title: str
    status: str
    status_words: str
    at: datetime
    url: str


class KindCard(Card):
    """The trust in one agent for one kind of act. `share`: how full the bar of evidence is, in percent."""

    agent: str
    kind: str
    title: str
    doing: str
    level: int
    ceiling: int
    level_words: str
    evidence_words: str
    counts_words: str
    done: int
    needed: int
    share: int
    can_lower: bool
    can_lift: bool
    offered: bool
    covers: list[str]
    tools: list[str]
    acts: list[LastAct]


class AgentCard(Card):
    """One agent: what it does on its own and what it asks for, in a sentence."""

    agent: str
    title: str
    sentence: str
    offered: bool
    kinds: list[KindCard]


class GrantCard(Card):
    """One standing OK."""

    id: UUID
    words: str
    scope_words: str
    until: datetime | None
    used: int
    used_words: str
    created_at: datetime


class RuleCard(Card):
    """One rule of the person's own."""

    id: UUID
    words: str


def agents_of(user: User) -> list[AgentCard]:
    """Every agent that has tools for this person, or trust already; those that act first."""
    tools = _by_kind(tools_of(user))
    scores = {(row.agent, row.kind): row for row in TrustScore.objects.filter(user=user)}
    acts = _last_acts(user)
    offered = set(
        Decision.objects.of(user).open().filter(subject_kind=SUBJECT).values_list("subject_id", flat=True)
    )
    cards: dict[str, list[KindCard]] = defaultdict(list)
    for agent, kind in sorted(tools.keys() | scores.keys(), key=lambda pair: (pair[0], _order(pair[1]))):
        score = scores.get((agent, kind)) or TrustScore(user=user, agent=agent, kind=kind)
        row = _kind_card(
            score, tools.get((agent, kind), []), acts.get((agent, kind), []), score.pk in offered
        )
        cards[agent].append(row)
    found = [_agent_card(agent, kinds) for agent, kinds in cards.items()]
    return sorted(found, key=lambda card: (all(row.kind == Kind.READ for row in card.kinds), card.title))


def grants_of(user: User) -> list[GrantCard]:
    """The standing OKs that count now, newest first."""
    titles = {spec.name: spec.title_words for spec in tools_of(user)}
    rows = Grant.objects.of(user).standing(timezone.now())
    return [_grant_card(row, titles, user.email) for row in rows]


def rules_of(user: User) -> list[RuleCard]:
    """The person's own rules, oldest first."""
    return [RuleCard(id=row.pk, words=row.words) for row in HardRule.objects.filter(user=user)]


def agent_choices(user: User) -> list[tuple[str, str]]:
    """The agents that a rule can be about: those with tools."""
    names = {spec.agent for spec in tools_of(user)}
    return sorted(((name, agent_title(name)) for name in names), key=lambda pair: pair[1])


def kind_choices() -> list[tuple[str, str]]:
    """The kinds of act that a rule can be about."""
    return [(kind.value, str(title)) for kind, title in NAMED.items()]


def _by_kind(specs: Iterable[AnyTool]) -> dict[tuple[str, str], list[AnyTool]]:
    found: dict[tuple[str, str], list[AnyTool]] = defaultdict(list)
    for spec in specs:
        found[spec.agent, str(spec.kind)].append(spec)
    return found


def _order(kind: str) -> int:
    return list(Kind).index(Kind(kind))


def _last_acts(user: User) -> dict[tuple[str, str], list[LastAct]]:
    """The last three acts that ended, of every agent and kind, among the newest 200."""
    found: dict[tuple[str, str], list[LastAct]] = defaultdict(list)
    rows = Action.objects.of(user).ended().exclude(status=Action.Status.SUPERSEDED)
    fields = ("user_id", "agent", "kind", "title", "status", "ended_at", "created_at")
    for act in rows.only(*fields)[:LOOKED_AT]:
        mine = found[act.agent, act.kind]
        if len(mine) < LAST_ACTS:
            mine.append(_act_card(act))
    return found


def _act_card(act: Action) -> LastAct:
    return LastAct(
        id=act.pk,
        title=act.title,
        status=act.status,
        status_words=act.get_status_display(),
        at=act.ended_at or act.created_at,
        url=url_of_act(act.pk),
    )


def _agent_card(agent: str, kinds: list[KindCard]) -> AgentCard:
    alone = [str(DOES[Kind(row.kind)]) for row in kinds if _acts_alone(row)]
    asks = [row.doing for row in kinds if not _acts_alone(row)]
    parts = []
    if alone:
        parts.append(_("%(does)s on its own") % {"does": listed(alone)})
    if asks:
        parts.append(_("asks before %(doing)s") % {"doing": listed(asks)})
    title = agent_title(agent)
    words = _("%(agent)s: %(does)s.") % {"agent": title, "does": ", ".join(parts)}
    offered = any(row.offered for row in kinds)
    return AgentCard(agent=agent, title=title, sentence=words, offered=offered, kinds=kinds)


def _acts_alone(row: KindCard) -> bool:
    if row.kind == Kind.READ:
        return row.level >= KNOWN
    return row.level >= AUTONOMOUS and bool(row.covers)


def _kind_card(score: TrustScore, specs: list[AnyTool], acts: list[LastAct], offered: bool) -> KindCard:
    public = any(not (spec.private or spec.costs) for spec in specs)
    starts_at = KNOWN if score.kind == Kind.READ and public else FIRST
    level = min(max(score.level, starts_at), score.ceiling)
    covers = [spec.title_words for spec in specs if spec.reversible and spec.automatic_at_most >= AUTONOMOUS]
    grows = _grows(score, level, bool(covers))
    done = min(score.streak, STREAK) if grows else 0
    return KindCard(
        agent=score.agent,
        kind=score.kind,
        title=str(NAMED[Kind(score.kind)]),
        doing=_doing(score.kind, specs),
        level=level,
        ceiling=score.ceiling,
        level_words=_level_words(score.kind, level, bool(covers)),
        evidence_words=_evidence_words(score, level, bool(covers), offered),
        counts_words=_counts_words(score),
        done=done,
        needed=STREAK if grows else 0,
        share=done * 100 // STREAK,
        can_lower=level > FIRST,
        can_lift=score.ceiling < AUTONOMOUS,
        offered=offered and level == KNOWN,
        covers=covers,
        tools=[spec.title_words for spec in specs],
        acts=acts,
    )


def _doing(kind: str, specs: list[AnyTool]) -> str:
    """What these tools do, as it is asked for; of reads it is said why they ask."""
    if kind == Kind.READ and specs and all(spec.costs for spec in specs):
        return _("searches that cost money")
    if kind == Kind.READ and specs and all(spec.private for spec in specs):
        return _("reading what is private")
    return str(DOING[Kind(kind)])


def _grows(score: TrustScore, level: int, reversible: bool) -> bool:
    """Whether more acts that go well would change anything."""
    if level == FIRST:
        return score.ceiling >= KNOWN
    return level == KNOWN and score.kind != Kind.READ and reversible and score.ceiling >= AUTONOMOUS


def _level_words(kind: str, level: int, reversible: bool) -> str:
    if kind == Kind.READ:
        return _("on its own") if level >= KNOWN else _("asks you")
    if level >= AUTONOMOUS and reversible:
        return _("on its own, where it can be undone")
    return _("knows you, asks you") if level >= KNOWN else _("asks you")


def _evidence_words(score: TrustScore, level: int, reversible: bool, offered: bool) -> str:
    """What is still missing, or why nothing more will come."""
    words = {"done": min(score.streak, STREAK), "needed": STREAK, "acts": str(COUNTED[Kind(score.kind)])}
    if level < AUTONOMOUS and score.ceiling == level:
        return _("You hold it here. It does not grow until you let it.")
    if level == FIRST and score.kind == Kind.READ:
        return _("%(done)d of %(needed)d approved reads until it reads on its own.") % words
    if level == FIRST and reversible:
        return (
            _(
                "%(done)d of %(needed)d approved %(acts)s until it knows you; after %(needed)d more it may "
                "offer to act on its own."
            )
            % words
        )
    if level == FIRST:
        return _("%(done)d of %(needed)d approved %(acts)s until it knows you.") % words
    if score.kind == Kind.READ:
        return ""
    if level == KNOWN and not reversible:
        return _("It keeps asking, since this cannot be taken back.")
    if level == KNOWN and offered:
        return _("%(needed)d more went well. It may act on its own if you allow it.") % words
    if level == KNOWN:
        return (
            _("%(done)d of %(needed)d more approved %(acts)s until it may offer to act on its own.") % words
        )
    return _("You allowed it. A no, an undo or two failures in a row end it by themselves.")


def _counts_words(score: TrustScore) -> str:
    parts = [
        (score.successes, ngettext("%(count)d with your OK", "%(count)d with your OK", score.successes)),
        (score.automatic, ngettext("%(count)d on its own", "%(count)d on its own", score.automatic)),
        (score.rejections, ngettext("%(count)d no", "%(count)d times no", score.rejections)),
        (score.undos, ngettext("%(count)d undone", "%(count)d undone", score.undos)),
        (score.failures, ngettext("%(count)d failed", "%(count)d failed", score.failures)),
    ]
    return " · ".join(text % {"count": count} for count, text in parts if count)


def _grant_card(row: Grant, titles: dict[str, str], own_address: str) -> GrantCard:
    what = titles.get(row.tool) or _("%(agent)s: %(kind)s") % {
        "agent": agent_title(row.agent),
        "kind": str(NAMED[Kind(row.kind)]),
    }
    used = ngettext("used once", "used %(count)d times", row.used) % {"count": row.used}
    return GrantCard(
        id=row.pk,
        words=what,
        scope_words=scope_words(row.scope, own_address=own_address),
        until=row.until,
        used=row.used,
        used_words=used if row.used else _("not used yet"),
        created_at=row.created_at,
    )
