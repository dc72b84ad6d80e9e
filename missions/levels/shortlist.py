"""From what the sources said to ranked options: merge, filter, score, explain."""

from __future__ import annotations

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from agency.models import ReasoningCall
from agency.reasoning.engine import collected_calls, count_costs, reason
from agency.reasoning.skills.reasons import OptionFacts, OptionsToExplain, write_reasons
from agency.sources.base import Offer
from missions import options as option_cards
from missions.brief import Brief
from missions.levels.desk import Desk
from missions.merging import merge
from missions.models import Mission, SourceReport
from missions.scoring import Scored
from ownyou.lib.prepared import Along, as_json, insertion_of_many

SHOWN = 5
_CALLS = f"calls AS ({insertion_of_many('calls', ReasoningCall, source='moved')})"


def kept_of(desk: Desk) -> tuple[list[Offer], dict[str, int], list[SourceReport]]:
    """The offers that meet the hard wishes, why the others do not (counted), and the sources' reports.

    Looked through once a round: what `aggregate` weighs is what `rank` scores.
    """
    return desk.drive.shared(f"kept of round {desk.mission.round}", lambda: look_through(desk, desk.brief()))


def look_through(desk: Desk, brief: Brief) -> tuple[list[Offer], dict[str, int], list[SourceReport]]:
    """What `kept_of` hands out, for any brief."""
    offers, reports = desk.found()
    scene = desk.kind.scene(brief)
    kept: list[Offer] = []
    dropped: dict[str, int] = {}
    for offer in merge(offers):
        verdict = desk.kind.check(offer, scene)
        if verdict.drop:
            dropped[verdict.drop] = dropped.get(verdict.drop, 0) + 1
        else:
            kept.append(offer)
    return kept, dropped, reports


def make(desk: Desk, to: Mission.Status | None = None, **changes: Any) -> None:
    """Score what was kept, keep the best as options, and say how many were compared: as the mission's move to
    a status, with further columns, where one is given.

    Where others were asked for and nothing else fits, those that were shown are shown again.
    """
    brief = desk.brief()
    kept, dropped, reports = kept_of(desk)
    no_others = not kept and bool(brief.adjustments.seen)
    if no_others:
        adjustments = brief.adjustments.model_copy(update={"seen": []})
        brief = brief.model_copy(update={"adjustments": adjustments})
        kept, dropped, reports = look_through(desk, brief)
        changes["adjustments"] = adjustments.model_dump(mode="json")
    scene = desk.kind.scene(brief)
    scored = desk.kind.rank(kept, scene)
    calls = _explain(desk, scored)
    options = [option_cards.option_of(one, scene, desk.kind) for one in scored]
    left_out = ", ".join(
        f"{count} {reason}" for reason, count in sorted(dropped.items(), key=lambda item: -item[1])
    )
    found = len(kept) + sum(dropped.values())
    said = {"found": found, "many": desk.kind.config.noun(found), "fit": len(kept), "left_out": left_out}
    text = (
        _("Compared %(found)d %(many)s; %(fit)d fit (%(left_out)s)")
        if left_out
        else _("Compared %(found)d %(many)s; %(fit)d fit")
    ) % said
    failed = [report.title for report in reports if report.status == SourceReport.Status.FAILED]
    off = [report.words for report in reports if report.status == SourceReport.Status.OFF]
    understood = {
        **desk.mission.understood,
        "found": found,
        "fit": len(kept),
        "left_out": left_out,
        "unreached": failed,
        "off": off,
        "no_others": no_others,
        "untold": _untold(desk, brief, kept),
    }
    if reports and not any(report.status == SourceReport.Status.ANSWERED for report in reports):
        text = _("No source could be asked")
    beside = Along(_CALLS, {"calls": as_json(calls)}) if calls else None
    facts = {"shortlist": options, "understood": understood, **changes}
    key = f"rank:{desk.mission.round}"
    if to is None:
        desk.save(text, key=key, beside=beside, followed=True, **facts)
    else:
        desk.move(to, text, key=key, beside=beside, followed=True, **facts)
    count_costs(calls)


def _untold(desk: Desk, brief: Brief, kept: list[Offer]) -> list[str]:
    """The qualities wished for that nothing found is known to have, of places to go to: theirs to check."""
    wishes = desk.kind.wishes(brief) if desk.kind.goes_out and kept else []
    return [wish for wish in wishes if not any(desk.kind.taste_match("", wish, offer) for offer in kept)]


def _explain(desk: Desk, scored: list[Scored]) -> list[ReasoningCall]:
    """Put one short reason in front of what was learned, for the options that are shown first."""
    shown = scored[:SHOWN]
    if not shown:
        return []
    facts = [OptionFacts(title=one.offer.title, strongest=option_cards.strongest(one)) for one in shown]
    with collected_calls() as calls:
        question = OptionsToExplain(goal=desk.mission.wording, options=facts)
        reasons = reason(write_reasons, question, asker=desk.asker()).value.reasons
    for one, text in zip(shown, reasons, strict=False):
        if text:
            one.reasons.insert(0, text)
        one.against[:0] = [capfirst(words) for words in option_cards.weakest(one)[:1]]
    return calls
