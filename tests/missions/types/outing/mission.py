"""A small type of level 3 for tests: a dinner and a show wait for nobody, a walk comes after dinner."""

from __future__ import annotations

from collections.abc import Sequence

from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer, SearchRequest
from missions.brief import Adjustments, Brief
from missions.plugins.complex import ComplexMission, Done, Draft, File, Found, Judged, Part

PARTS = [
    Part("dinner", "Dinner", "places", contingency="a picnic"),
    Part("show", "Show", "events"),
    Part("walk", "Walk", "walking", depends_on=("dinner",)),
]


class Outing(ComplexMission):
    """An evening out."""

    def decompose(self, brief: Brief) -> list[Part]:
        return PARTS

    def requests(self, part: Part, brief: Brief, done: Done) -> list[SearchRequest]:
        kinds = {"dinner": "restaurant", "show": "restaurant"}
        if part.key not in kinds:
            return []
        return [self.request(brief).model_copy(update={"kind": kinds[part.key]})]

    def judge(self, part: Part, offers: Sequence[Offer], brief: Brief, done: Done) -> Judged:
        if part.key == "walk":
            return Judged(
                [], 1.0, facts={"from": done["dinner"].chosen[0].title if done["dinner"].chosen else ""}
            )
        scene = self.scene(brief)
        ranked = self.rank([offer for offer in offers if not self.check(offer, scene).drop], scene)
        return Judged(
            ranked, 1.0 if ranked else 0.0, ask=True, question=f"Which {part.key}?", risks=["It may rain."]
        )

    def instead(self, part: Part, brief: Brief, done: Done) -> Found | None:
        return (
            Found(part.key, facts={"picnic": True}, note="A picnic instead.")
            if part.key == "dinner"
            else None
        )

    def draft(self, brief: Brief, done: Done, version: int) -> Draft:
        titles = {key: [offer.title for offer in found.chosen] for key, found in done.items()}
        words = "\n".join(f"- {key}: {', '.join(names)}" for key, names in sorted(titles.items()))
        return Draft(
            f"# Version {version}\n{words}\n", {"title": "The evening", "chosen": titles, "version": version}
        )

    def affected(self, before: Brief, after: Brief, parts: Sequence[Part]) -> set[str]:
        return {"show"} if "another show" in after.adjustments.prefer else {"dinner"}

    def refine(self, words: str, refinement: Refinement, brief: Brief) -> tuple[Brief, list[str]] | None:
        if "another show" not in words:
            return None
        wished: Adjustments = brief.adjustments.model_copy(update={"prefer": ["another show"]})
        return brief.model_copy(update={"adjustments": wished}), ["another show"]

    def package(self, draft: Draft, brief: Brief) -> list[File]:
        return [File("final/evening.md", draft.markdown.encode())]
