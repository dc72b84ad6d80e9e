"""Trust over the API: levels with evidence, autonomy and limits, standing OKs, rules, tools, notices."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from ninja import Router, Schema, Status
from pydantic import Field

from ownyou.lib.errors import InvalidInput, NotFound
from trust import autonomy, grants, notices, scores, standing, switches
from trust.api.auth import PersonApiRequest
from trust.models import Notification, User
from trust.standing import AgentCard, GrantCard, KindCard, RuleCard
from trust.tools import Kind

router = Router(tags=["trust"])
CHANGES = {"lower": scores.lower, "lift": scores.lift, "accept": scores.accept_offer}


class Agents(Schema):
    """How trust stands: every agent, with its evidence for each kind of act."""

    items: list[AgentCard]


class LevelIn(Schema):
    """`lower` takes a level away and holds it there, `lift` lets it grow again, `accept` takes the offer of
    level 3, which must be `understood`. With `level`, the one that was seen, only that one is lowered."""

    agent: str = Field(max_length=32)
    kind: Kind
    change: Literal["lower", "lift", "accept"]
    understood: bool = False
    level: int | None = None


class TrustSettings(Schema):
    """How much starts without asking, and its limits."""

    autonomy: User.Autonomy
    plan_review: User.Review
    acts_a_day: int = Field(description="acts a day that may happen without asking, 0 to 1000")
    approval_minutes: int = Field(description="how long an OK is waited for while you look, 1 to 240 minutes")
    notice_mail: User.NoticeMail

    @classmethod
    def of(cls, user: User) -> TrustSettings:
        """As a person has set them."""
        return cls(**{name: getattr(user, name) for name in cls.model_fields})


class TrustSettingsIn(Schema):
    """What is to be changed; what is left out stays."""

    autonomy: str | None = None
    plan_review: str | None = None
    confirmed: bool = Field(False, description="needed for a review that starts every plan unseen")
    acts_a_day: int | None = None
    approval_minutes: int | None = None
    notice_mail: str | None = None


class Grants(Schema):
    """The standing OKs that count now, newest first."""

    items: list[GrantCard]


class Rules(Schema):
    """Your own rules of what is never done, oldest first."""

    items: list[RuleCard]


class RuleIn(Schema):
    """What is never done: by this agent, of this kind, or that mentions these words; one of them at least."""

    agent: str = Field("", max_length=32)
    kind: str = Field("", max_length=8)
    mentions: str = Field("", max_length=autonomy.MOST_MENTIONS)


class ToolOut(Schema):
    """One tool that you can use. `uses` and `failures` of 30 days are for admins."""

    name: str
    title: str
    agent: str
    kind: str
    risk: str
    reversible: bool
    untrusted: bool
    enabled: bool
    uses: int | None = None
    failures: int | None = None


class Tools(Schema):
    """The registry of tools, by name."""

    items: list[ToolOut]


class SwitchIn(Schema):
    """Whether a tool is on, for everybody."""

    enabled: bool


class NoticeOut(Schema):
    """One notice; `read_at` null: unread."""

    id: UUID
    kind: str
    text: str
    url: str
    decision_id: UUID | None
    read_at: datetime | None
    created_at: datetime


class Notices(Schema):
    """The newest hundred notices, unread ones first."""

    items: list[NoticeOut]


class NoticesRead(Schema):
    """How many notices were unread before."""

    read: int


@router.get("/trust", response=Agents, summary="How trust stands")
def get_trust(request: PersonApiRequest) -> Agents:
    return Agents(items=standing.agents_of(request.auth))


@router.post("/trust/levels", response=KindCard, summary="Change a level of trust")
def change_level(request: PersonApiRequest, wanted: LevelIn) -> KindCard:
    """404 for an agent or kind that has no tools here, 409 where level 3 is not offered or the level is no
    longer the one that was seen."""
    _kind_of(request.auth, wanted)
    if wanted.change == "accept" and not wanted.understood:
        raise InvalidInput(_("Say with “understood” that you want this."), field="understood")
    seen = {"seen": wanted.level} if wanted.change == "lower" else {}
    CHANGES[wanted.change](user=request.auth, agent=wanted.agent, kind=wanted.kind, **seen)
    return _kind_of(request.auth, wanted)


def _kind_of(user: User, wanted: LevelIn) -> KindCard:
    rows = (row for card in standing.agents_of(user) for row in card.kinds)
    found = next((row for row in rows if (row.agent, row.kind) == (wanted.agent, wanted.kind)), None)
    if found is None:
        raise NotFound(_("There is no such agent here."))
    return found


@router.get("/trust/settings", response=TrustSettings, summary="How much starts without asking")
def get_trust_settings(request: PersonApiRequest) -> TrustSettings:
    return TrustSettings.of(request.auth)


@router.put("/trust/settings", response=TrustSettings, summary="Change how much starts without asking")
def change_trust_settings(request: PersonApiRequest, wanted: TrustSettingsIn) -> TrustSettings:
    """All of what is given, or nothing where one of it does not fit."""
    user = request.auth
    with transaction.atomic():
        if wanted.autonomy is not None:
            autonomy.set_autonomy(user=user, to=wanted.autonomy)
        if wanted.plan_review is not None:
            autonomy.set_plan_review(user=user, to=wanted.plan_review, confirmed=wanted.confirmed)
        if wanted.notice_mail is not None:
            autonomy.set_notice_mail(user=user, to=wanted.notice_mail)
        if wanted.acts_a_day is not None or wanted.approval_minutes is not None:
            acts, minutes = wanted.acts_a_day, wanted.approval_minutes
            autonomy.set_limits(
                user=user,
                acts_a_day=user.acts_a_day if acts is None else acts,
                approval_minutes=user.approval_minutes if minutes is None else minutes,
            )
    return TrustSettings.of(user)


@router.get("/trust/grants", response=Grants, summary="Your standing OKs")
def list_grants(request: PersonApiRequest) -> Grants:
    """They are given with the answer to a decision (`acts[].grant`)."""
    return Grants(items=standing.grants_of(request.auth))


@router.delete("/trust/grants/{grant_id}", response={204: None}, summary="Take a standing OK back")
def revoke_grant(request: PersonApiRequest, grant_id: UUID) -> Status[None]:
    """What relied on it and has not begun is not done."""
    grants.revoke(user=request.auth, grant_id=grant_id)
    return Status(204, None)


@router.get("/trust/rules", response=Rules, summary="Your own rules")
def list_rules(request: PersonApiRequest) -> Rules:
    return Rules(items=standing.rules_of(request.auth))


@router.post("/trust/rules", response={201: RuleCard}, summary="Add a rule of what is never done")
def add_rule(request: PersonApiRequest, wanted: RuleIn) -> Status[RuleCard]:
    """409 for one that is there already."""
    if wanted.agent and wanted.agent not in dict(standing.agent_choices(request.auth)):
        raise InvalidInput(_("There is no such agent here."), field="agent")
    rule = autonomy.add_rule(user=request.auth, **wanted.model_dump())
    return Status(201, RuleCard(id=rule.pk, words=rule.words))


@router.delete("/trust/rules/{rule_id}", response={204: None}, summary="Take a rule away")
def remove_rule(request: PersonApiRequest, rule_id: UUID) -> Status[None]:
    autonomy.remove_rule(user=request.auth, rule_id=rule_id)
    return Status(204, None)


@router.get("/tools", response=Tools, summary="The registry of tools")
def list_tools(request: PersonApiRequest) -> Tools:
    return Tools(items=_tools_of(request.auth))


@router.put("/tools/{tool}", response=ToolOut, summary="Switch a tool on or off")
def switch_tool(request: PersonApiRequest, tool: str, wanted: SwitchIn) -> ToolOut:
    """For admins, and for everybody: a tool that is off is not used by anyone."""
    if not request.auth.is_superuser:
        raise NotFound(_("There is no such thing here."))
    switches.switch_tool(admin=request.auth, tool=tool, on=wanted.enabled)
    row = next((row for row in _tools_of(request.auth) if row.name == tool), None)
    if row is None:  # one that is gone was switched on again
        raise NotFound(_("There is no such tool here."))
    return row


def _tools_of(user: User) -> list[ToolOut]:
    rows = [ToolOut.model_validate(row, from_attributes=True) for row in switches.registry_for(user)]
    if user.is_superuser:
        return rows
    return [row.model_copy(update={"uses": None, "failures": None}) for row in rows if row.agent]


@router.get("/notices", response=Notices, tags=["notices"], summary="What you should hear of")
def list_notices(request: PersonApiRequest) -> Notices:
    return Notices(items=[_notice(row) for row in notices.shown_to(request.auth)])


@router.post("/notices/read", response=NoticesRead, tags=["notices"], summary="Take all notices as read")
def read_notices(request: PersonApiRequest) -> NoticesRead:
    return NoticesRead(read=notices.mark_all_read(user=request.auth))


@router.post(
    "/notices/{notice_id}/read", response=NoticeOut, tags=["notices"], summary="Take a notice as read"
)
def read_notice(request: PersonApiRequest, notice_id: UUID) -> NoticeOut:
    notice = notices.mark_read(user=request.auth, notice_id=notice_id)
    notice.refresh_from_db(fields=["read_at"])
    return _notice(notice)


def _notice(row: Notification) -> NoticeOut:
    return NoticeOut.model_validate(row, from_attributes=True)
