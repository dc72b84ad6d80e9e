"""Planning by rules: backwards over typed signatures, from what is wanted to what is given."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from agency.plans.clauses import IT
from agency.plans.drafting import Draft
from agency.plans.essence import AssetLite, MissionLite, PlanLite
from agency.plans.fitting import Fitting
from agency.plans.goal import ONESELF
from agency.plans.hopping import hops_of
from agency.plans.toolview import ToolView, views_of
from agency.plans.ways import Missing, Search, Use
from ownyou.lib.errors import OwnYouError
from trust.tools import AnyTool


class NoWay(OwnYouError):
    """Nobody can make what is wanted. `missing` is the asset that stands in the way; `tool` would take it."""

    status = 422
    code = "no_way"

    def __init__(self, message: str, missing: AssetLite, tool: str = "") -> None:
        super().__init__(message)
        self.missing, self.tool = missing, tool


def plan_by_rules(
    mission: MissionLite, tools: Iterable[AnyTool | ToolView], *, fitting: Fitting | None = None
) -> PlanLite:
    """Return the cheapest plan that makes the mission's outputs, in their order.

    Each output may use what those before it made; its description says which of several tools is meant.
    Raises `NoWay`.
    """
    views, mission = views_of(tools), mission.model_copy(deep=True)
    search = Search(views, fitting or Fitting(views.values()), mission.name, list(mission.inputs))
    draft = Draft(mission)
    for output in mission.outputs:
        way = search.best(output.typed, hint_of(output, mission), final=True)
        if not isinstance(way, Use):
            raise _no_way(output, search.missing)
        draft.add(output, way)
        search.at_hand.extend(asset for asset in draft.assets() if asset not in search.at_hand)
    draft.use_the_rest(search.fitting)
    return PlanLite(mission=draft.mission, hops=hops_of(draft))


def hint_of(output: AssetLite, mission: MissionLite) -> str:
    """The words that say how an output is to be made, with “it” for what is given."""
    words = output.description or mission.goal
    for given in mission.inputs:
        for value in given.value if isinstance(given.value, list) else [given.value]:
            if isinstance(value, str) and len(value) > len(ONESELF):
                words = words.replace(value, IT["en"])
    return words


def _no_way(output: AssetLite, missing: list[Missing]) -> NoWay:
    """What to say: the parameter that the best-fitting tool lacks, else the output itself."""
    nearest = max(missing, key=lambda lack: lack.fit, default=None)
    if nearest is None or nearest.tool is None:
        message = _("There is no tool here that makes “%(name)s” (%(type)s).")
        return NoWay(message % {"name": output.name, "type": output.type}, output)
    schema = nearest.tool.parameters["properties"][nearest.name]
    asset = AssetLite.model_construct(
        name=nearest.name,
        type=str(nearest.type.one),
        description=str(schema.get("description", "")),
        is_collection=nearest.type.many,
        collection_type="array" if nearest.type.many else None,
        value=None,
    )
    message = _("“%(tool)s” needs “%(name)s” (%(type)s), and nothing here gives it.")
    facts = {"tool": nearest.tool.title_words, "name": nearest.name, "type": asset.type}
    return NoWay(message % facts, asset, nearest.tool.name)
