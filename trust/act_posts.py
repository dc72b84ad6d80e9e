"""The form of a card about acts: a verdict, changed details and a standing OK for each act."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from trust.act_cards import GRANT_DAYS, acts_of
from trust.act_fields import changed_in
from trust.cards import DecisionCard
from trust.models import Decision


def acts_in(posted: Mapping[str, str], decision: Decision) -> tuple[dict[str, object], ...]:
    """What a posted card says of each act. Fields: `act-<id>-shown` (the card had it), `-do` (ticked),
    `-reason` (why not, where it is not), `-grant`, `-edits` (its details were in the form), and
    `-field-<name>` for each detail."""
    said: list[dict[str, object]] = []
    for act in acts_of(decision):
        start = f"act-{act.id}-"
        own = {name.removeprefix(start): value for name, value in posted.items() if name.startswith(start)}
        if "shown" not in own:
            continue
        if "do" not in own:
            said.append({"id": act.id, "verdict": "reject", "reason": own.get("reason", "")})
            continue
        one: dict[str, object] = {"id": act.id, "verdict": "approve"}
        if "edits" in own and (changed := changed_in(act.fields, _details(own))):
            one["arguments"] = changed
        if "grant" in own:
            until = timezone.now() + timedelta(days=GRANT_DAYS)
            one["grant"] = {"until": until.isoformat()}
        said.append(one)
    return tuple(said)


def _details(own: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix("field-"): value for name, value in own.items() if name.startswith("field-")}


def filled_in(card: DecisionCard, posted: Mapping[str, str]) -> None:
    """Keep in a refused card what was typed into it."""
    for act in card.acts:
        act.left_out = f"act-{act.id}-shown" in posted and f"act-{act.id}-do" not in posted
        act.why_not = posted.get(f"act-{act.id}-reason", "")
        for field in act.fields:
            field.value = posted.get(f"act-{act.id}-field-{field.name}", field.value)
