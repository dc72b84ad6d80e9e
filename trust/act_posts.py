"""The form of a card about acts: a verdict, changed details and a standing OK for each act."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.utils import timezone

from ownyou.lib.errors import InvalidInput
from trust.act_cards import TERMS, acts_of
from trust.act_fields import changed_in
from trust.cards import DecisionCard
from trust.models import Decision

TERM_DAYS = {"week": timedelta(days=7), "month": timedelta(days=30)}


def acts_in(posted: Mapping[str, str], decision: Decision) -> tuple[dict[str, object], ...]:
    """What a posted card says of each act. Fields: `act-<id>-shown` (the card had it), `-do` (ticked),
    `-reason` (why not, where it is not), `-grant` (how long a standing OK is to hold), `-edits` (its details
    were in the form), and `-field-<name>` for each detail."""
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
        if own.get("grant"):
            one["grant"] = {"until": _until(own["grant"])}
        said.append(one)
    return tuple(said)


def edits_in(posted: Mapping[str, str], decision: Decision) -> tuple[dict[str, object], ...]:
    """What stands changed in the details of a posted card that is not approved: a no and words for a new
    draft come with it, so that it is not lost."""
    said = (one for one in acts_in(posted, decision) if "arguments" in one)
    return tuple({"id": one["id"], "arguments": one["arguments"]} for one in said)


def _until(term: str) -> str | None:
    """When a standing OK for this term ends, as an ISO moment; None for one without an end."""
    now = timezone.localtime()
    if term == "always":
        return None
    if term == "today":
        return (now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)).isoformat()
    return (now + TERM_DAYS.get(term, TERM_DAYS["week"])).isoformat()


def _details(own: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix("field-"): value for name, value in own.items() if name.startswith("field-")}


def filled_in(card: DecisionCard, posted: Mapping[str, str], refusal: InvalidInput) -> None:
    """Keep in a refused card what was typed into it, and say beside each detail why it does not fit: `wrong`
    and `known` of the refusal. The one value known for what was typed is put in, to be looked at."""
    wrong, known = _by_field(refusal.wrong), _by_field(refusal.known)
    for act in card.acts:
        act.left_out = f"act-{act.id}-shown" in posted and f"act-{act.id}-do" not in posted
        term = posted.get(f"act-{act.id}-grant", "")
        act.grant_term = term if term in TERMS else ""
        act.why_not = posted.get(f"act-{act.id}-reason", "")
        for field in act.fields:
            name = f"act-{act.id}-field-{field.name}"
            unticked = field.kind == "check" and f"act-{act.id}-edits" in posted
            field.value = posted.get(name, "false" if unticked else field.value)
            field.error = wrong.get((act.id, field.name), "")
            if value := known.get((act.id, field.name)):
                field.value, field.known = value, True


def _by_field(said: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """What is said of details, by act and field; the first where it is said of parts of one."""
    found: dict[tuple[str, str], str] = {}
    for place, words in said.items():
        act, _dot, inside = place.removeprefix("acts.").partition(".")
        found.setdefault((act, inside.partition(".")[0]), words)
    return found
