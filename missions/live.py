"""The live regions of missions: the mission page, Today's board, and the inbox's rows about missions."""

from __future__ import annotations

from uuid import UUID

from django.template.loader import render_to_string

from missions.board import board_of, vars_of
from missions.cards import live_card_for
from missions.models import Mission
from missions.part_cards import parts_card
from missions.plan_cards import plan_card
from missions.rows import url_of_mission
from ownyou.lib.prepared import rows_where
from ownyou.lib.text import shorten
from trust.live import register_region
from trust.models import User
from trust.subjects import register_subject


def register_regions() -> None:
    """Tell the feed how these regions are drawn, and where missions are shown."""
    register_subject("mission", url_of_mission, titles_of_missions)
    register_region("mission", draw_mission, subjects={"mission"})
    register_region("plan", draw_plan, subjects={"mission"})
    register_region("parts", draw_parts, subjects={"mission"})
    register_region("today", draw_today, subjects={"mission"})


def titles_of_missions(user: User, ids: set[UUID]) -> dict[UUID, str]:
    """What missions are called, by id."""
    rows = Mission.objects.filter(user=user, pk__in=ids).only("goal")
    return {row.pk: shorten(row.goal, 80) for row in rows}


def draw_mission(user: User, mission_id: UUID | None) -> str | None:
    """Draw the live part of a mission page; nothing for a stranger's mission."""
    if mission_id is None:
        return None
    found = rows_where(Mission, _OWN, but=("shortlist",), id=mission_id, user=user.pk)
    if not found:
        return None
    [mission] = found
    mission.user = user  # who looks is known: no join, and their words are opened once
    context = {"mission": live_card_for(mission), "user": user}
    return "".join(render_to_string(f"missions/mission.html#{part}", context) for part in ("live", "after"))


_OWN = "WHERE id = %(id)s AND user_id = %(user)s"


def draw_plan(user: User, mission_id: UUID | None) -> str | None:
    """Draw the plan of an open goal; nothing where there is none."""
    mission = Mission.objects.filter(user=user, pk=mission_id).first() if mission_id else None
    if mission is None or (plan := plan_card(mission)) is None:
        return None
    return render_to_string("missions/plan.html", {"mission": mission, "plan": plan})


def draw_parts(user: User, mission_id: UUID | None) -> str | None:
    """Draw the parts, the draft and the files of a mission of level 3; nothing where there are none."""
    mission = Mission.objects.filter(user=user, pk=mission_id).first() if mission_id else None
    if mission is None or (parts := parts_card(mission)) is None:
        return None
    return render_to_string("missions/parts.html", {"mission": mission, "parts": parts})


def draw_today(user: User, _: UUID | None) -> str | None:
    """Draw the board of Today."""
    return render_to_string("missions/today.html#board", {**vars_of(board_of(user)), "user": user})
