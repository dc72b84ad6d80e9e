"""Which sources may be asked for a person: they are rows of the registry, and policy holds for them as for
any tool that reads."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel

from agency.sources.base import Offer, SearchRequest, Source, SourceUnavailable
from agency.sources.registry import LOCAL, enabled_names, named_or_none
from trust import policy
from trust.ledger.weighing import Ground
from trust.models import User
from trust.policy import Verdict
from trust.tools import AnyTool, Done, Errand, Kind, ToolFailed, ToolSpec

AGENTS = {
    "restaurant": "places", "event": "places", "sight": "places", "activity": "places",
    "product": "shopping", "tariff": "shopping", "flight": "travel", "train": "travel", "stay": "travel",
}  # fmt: skip
TOOLS = {
    "restaurant": "places.restaurants", "event": "places.events", "product": "shopping.products",
    "tariff": "shopping.tariffs", "flight": "travel.flights", "stay": "travel.stays",
}  # fmt: skip
"""The tool that looks for the same by itself: one that is switched off is not gone round by a mission."""

OFF = gettext_noop("%(source)s is switched off here, so it was not asked.")
REFUSED = gettext_noop("%(source)s was not asked. %(reason)s")


class Found(BaseModel):
    """What a source offered."""

    offers: list[Offer]


def sources_as_tools() -> list[AnyTool]:
    """The sources of this instance as rows of the registry, each with a switch of its own."""
    return [_spec(source, "places") for name in enabled_names() if (source := named_or_none(name))]


def refusal_of(
    user: User, source: Source, requests: Iterable[SearchRequest], *, ground: Ground | None = None
) -> str:
    """Why a source is not to be asked this for a person, in a sentence; empty where it may be.

    Switched off in the registry (itself, or the tool that looks for the same beyond this machine), or denied
    by the person's rules or autonomy; by the `ground` where that was looked up already.
    """
    ground = ground or Ground(user)
    for request in requests:
        spec = _spec(source, AGENTS.get(request.kind, "places"))
        ruling = policy.decide(ground.circumstances(spec, request))
        if ruling.rule == "tool_off" or (spec.egress and TOOLS.get(request.kind) in ground.off):
            return _(OFF) % {"source": _(source.title)}
        if ruling.decision is Verdict.DENY:
            return _(REFUSED) % {"source": _(source.title), "reason": ruling.reason}
    return ""


def _spec(source: Source, agent: str) -> AnyTool:
    outside = source.name not in LOCAL

    def run(errand: Errand, wanted: SearchRequest) -> Done[Found]:
        """Ask it. Raises `ToolFailed`."""
        try:
            return Done(Found(offers=source.search(wanted)))
        except SourceUnavailable as error:
            raise ToolFailed(error.reason, away=error.away) from error

    return ToolSpec(
        name=f"source.{source.name}",
        title=source.title,
        agent=agent,
        kind=Kind.READ,
        description=_("What missions ask for offers."),
        arguments=SearchRequest,
        result=Found,
        run=run,
        untrusted=outside,
        egress=outside,
        by_words=False,
    )
