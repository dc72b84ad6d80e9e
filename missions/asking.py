"""The ask box: a sentence becomes a mission, or a desire where it is to be pursued over time.

Either can be made the other.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from agency.desires import lifecycle
from agency.desires import services as desires
from agency.desires.noticing import hearing
from agency.models import Desire, Heard
from agency.reasoning.wish_rules import may_hold_a_wish
from missions import outside, services
from missions.models import Mission
from ownyou.lib.errors import Conflict
from ownyou.lib.ids import new_id
from trust import presence
from trust.models import Activity, User


def ask(*, user: User, sentence: str, request_key: UUID | None = None) -> Mission | Desire:
    """Take on what a person asks for. What is wished for over time, and nothing else, becomes a desire.

    They are led to its page, so they count as looking at it before it begins: a card that comes before the
    page is open keeps the time of one that is seen. Raises `InvalidInput`, and what `create_mission` raises.
    """
    heard = sentence[: hearing.MOST_TEXT]
    found = hearing.read(user, heard) if may_hold_a_wish(heard) else None
    if found is not None and found.wishes and not found.rest:
        about = request_key or new_id()
        noticed = hearing.take_in(user=user, text=sentence, origin=Heard.Origin.ASK, about=about)
        if noticed.desires:
            return noticed.desires[0]
    return services.create_mission(user=user, goal=sentence, request_key=request_key, prepare=_looked_at)


def _looked_at(mission: Mission) -> None:
    regions = [f"mission:{mission.pk}"]
    presence.note_looking(mission.user_id, regions, seconds=presence.OPENING_SECONDS)


def as_mission(*, user: User, desire_id: UUID) -> Mission:
    """Do what a desire was made of once instead, as a mission; the desire is let go. Words of others stay
    marked as that.

    Raises `NotFound`, `Conflict` where it was begun, and what `create_mission` raises.
    """
    desire = desires.desire_of(user, desire_id)
    if desire.plannings:
        raise Conflict(_("It is being pursued already."), stage=desire.stage)
    heard = Heard.objects.filter(user=user, pk__in=desire.evidence.values("seen_id")).first()

    def let_go(mission: Mission) -> None:
        desires.stop_work(desire)
        lifecycle.must_move(desire, Desire.Stage.REJECTED, _("Done once instead"), kind=Activity.Kind.DECIDED)
        if desire.tainted:
            Mission.objects.filter(pk=mission.pk).update(tainted=True)

    goal = heard.text if heard is not None else desire.description
    return services.create_mission(user=user, goal=goal, prepare=let_go, locks=True, hears=False)


def as_desire(*, user: User, mission_id: UUID) -> Desire:
    """Pursue over time what a mission was made of; a mission that still works is given up.

    Raises `NotFound`.
    """
    mission = services.mission_of(user, mission_id)
    with transaction.atomic():
        if mission.status not in Mission.ENDED:
            services.cancel_mission(user=user, mission_id=mission.pk)
    return hearing.take_as_said(
        user=user, text=mission.wording, about=mission.pk, tainted=outside.shaped_goal(mission)
    )
