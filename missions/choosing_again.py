"""A choice that was a slip ("I meant the other one"): what it taught is taken back, the options come again.

A mission that is done stays done (what came of it may be booked by now), so a new one like it asks again.
"""

from __future__ import annotations

import re
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memory.names import COMPLETED
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import withdraw, withdraw_from
from missions import services
from missions.followups import UNDER_WAY
from missions.models import Mission
from ownyou.lib.errors import Conflict
from trust.models import Action, User

_SLIP = re.compile(
    r"""\W*(?:(?:oh|no|oops|sorry|wait|hm+|damn|nein|ups|oje|ach|halt|moment|please|bitte)\W+)*(?:
    undo(?:\ (?:that|it|this|my\ choice))?
    | (?:take|i\ take)\ (?:that|it|this)\ back
    | i\ (?:meant|wanted)\ (?:the\ )?(?:other|first|second|third|last|next)(?:\ (?:one|option))?
    | i\ (?:clicked|chose|picked|took)\ (?:on\ )?(?:the\ )?wrong(?:\ (?:one|option))?
    | (?:that|this|it)\ (?:is|was|['’]s)
        \ (?:not\ the\ (?:right\ )?one(?:\ i\ (?:meant|wanted))?|the\ wrong\ one)
    | (?:the\ )?wrong\ (?:one|choice|click|option) | (?:i\ )?mis-?clicked
    | (?:mach\ (?:das\ )?|das\ )?rückgängig(?:\ machen)?
    | (?:nimm|ich\ nehme)\ (?:das|es)\ zurück
    | ich\ (?:meinte|wollte)\ (?:doch\ )?(?:den|die|das)\ (?:ander|erst|zweit|dritt|letzt|nächst)\w+
    | (?:ich\ habe?\ mich\ )?verklickt | falsch\w*\ (?:geklickt|gewählt|ausgewählt|wahl|auswahl)
    | (?:das|es)\ (?:war|ist)\ (?:der|die|das)\ falsche
    )(?:\W+(?:please|bitte|sorry|instead|again))*\W*""",
    re.IGNORECASE | re.VERBOSE,
)


def says_wrong_choice(text: str) -> bool:
    """Whether words are nothing but that the choice was a slip: "oh no, I meant the other one", "undo"."""
    return _SLIP.fullmatch(text) is not None


def choose_again(*, user: User, mission_id: UUID) -> Mission:
    """Take back what a choice taught, and ask anew in a mission like it, which is returned; once only.

    Raises `NotFound`, what `create_mission` raises, and `Conflict` where there was no choice, or where an act
    that followed it is done or under way: that has its own way back, and comes first.
    """
    mission = services.mission_of(user, mission_id)
    if not mission.was_chosen:
        raise Conflict(_("There is no choice here to take back."), status=mission.status)
    if _acted(mission):
        raise Conflict(
            _(
                "Something was done with this choice already, or waits for your OK. Undo or stop that first,"
                " here or under Activity, then choose another."
            ),
            status=mission.status,
        )
    again = services.repeat_mission(
        user=user, mission_id=mission_id, request_key=uuid5(mission.pk, "choose again")
    )
    cause = Provenance(ProvenanceKind.MISSION, again.pk)
    with transaction.atomic():
        Mission.objects.filter(pk=mission.pk, learned_at=None).update(learned_at=timezone.now())
        withdraw_from(user=user, source=Provenance(ProvenanceKind.CHOICE, mission.pk), cause=cause)
        kept = (COMPLETED, str(user.pk))
        withdraw(user=user, namespace=kept, key=str(mission.pk), cause=cause, stated=True)
    services.archive_mission(user=user, mission_id=mission_id)
    return again


def _acted(mission: Mission) -> bool:
    followed = Action.objects.of(mission.user).filter(subject_id=mission.pk, successor=None)
    return followed.filter(status__in=(*UNDER_WAY, Action.Status.SUCCEEDED, Action.Status.UNKNOWN)).exists()
