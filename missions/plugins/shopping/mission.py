"""Shopping: the same thing at several retailers (level 1), the best of a kind (2), things that fit (3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from babel.core import Locale, get_global
from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.reasoning.slots import EXCLUDE
from agency.sources.base import Offer
from missions import levels, measuring
from missions.brief import Brief
from missions.bundles.fitting import shortfalls, suits, what_serves
from missions.bundles.kinds import kind_named, kinds_in, uses_in, uses_ranked_by
from missions.bundles.mission import BundleMission
from missions.bundles.spec_words import spec_words
from missions.plugins.base import Check, CoordinatedMission, Learning, Scene
from missions.ranking import PARTS, delivered_in
from missions.refining import WISHES
from missions.same_product import products_of
from missions.scoring import UNKNOWN, Part, Scored
from missions.weighing import sort_wished, weights_for
from ownyou.lib.text import key_of

FAST_DAYS = 2
FOR_A_USE = {"use": 0.2, "price_match": 0.3, "rating": 0.25, "trust": 0.15, "delivery": 0.1}
FOR_DEMANDING_USE = {"use": 0.35, "price_match": 0.15, "rating": 0.25, "trust": 0.15, "delivery": 0.1}
"""What counts of a thing for a use that was named: "for video editing" the cheapest is rarely the best."""
COMPARING = 2
"""The level of a category or a comparison; a named product is compared between its shops."""


class Shopping(BundleMission, CoordinatedMission):
    """Compares offers by price with delivery, rating, retailer and time; a bundle is planned in parts."""

    graph: ClassVar[dict[int, str]] = {1: levels.SIMPLE, 2: levels.COORDINATED, 3: levels.COMPLEX}

    def words(self, brief: Brief) -> str:
        """The product as it was named."""
        return str(brief.slots.get("product") or brief.goal)

    def categories(self, brief: Brief) -> list[str]:
        """Of two kinds that are named the one that fits the other: a laptop bag is looked for among bags."""
        words = self.words(brief)
        kind = kind_named(words)
        return [kind.name] if kind is not None and kind.fits and len(kinds_in(words)) > 1 else []

    def check(self, offer: Offer, scene: Scene) -> Check:
        """In stock; trusted retailers only, if that was asked or learned; good enough for its use."""
        common = super().check(offer, scene)
        if common.drop:
            return common
        if other := measuring.missed(offer, scene.brief):
            return Check(other)
        short = shortfalls(offer, uses_in(self.words(scene.brief)))
        untold = [
            _("%(quality)s not known") % {"quality": value_words.in_words(quality)}
            for quality in _qualities(scene.brief)
            if not _tells_of(offer, quality) and not measuring.is_measured(offer, quality)
        ]
        untold += measuring.untold(offer, scene.brief)
        common = Check(misses=(*common.misses, *untold), unmet=(*common.unmet, *short))
        if offer.attributes.get("in_stock") is False:
            return Check(_("not in stock"))
        if not self._trusted_only(scene.brief):
            return common
        trusted = offer.attributes.get("trusted")
        if trusted is False:
            return Check(_("retailer not known to be trusted"))
        return common if trusted else replace(common, misses=(*common.misses, _("retailer not known")))

    def ruled_out(self, offer: Offer, brief: Brief) -> bool:
        """Of a make, too: it stands in the title."""
        said = brief.slots.get(f"{EXCLUDE}product")
        words = [*(said if isinstance(said, list) else []), *brief.adjustments.exclude]
        makes = [f" {key_of(str(word))} " for word in words]
        title = f" {key_of(offer.title)} "
        return super().ruled_out(offer, brief) or any(make in title for make in makes)

    def _trusted_only(self, brief: Brief) -> bool:
        return "trusted" in brief.wishes or brief.taste("trusted_only") is not None

    def wishes(self, brief: Brief) -> list[str]:
        """Fast delivery can be said in the goal as well."""
        said = ["fast"] if brief.slots.get("delivery") == "fast" else []
        return list(dict.fromkeys([*said, *super().wishes(brief)]))

    def taste_match(self, area: str, named: str, offer: Offer) -> float:
        """Delivery matches by its days and its price."""
        if named == "fast" and area in {"", "delivery"}:
            days = offer.attributes.get("shipping_days")
            return 0.6 if isinstance(days, int | float) and days <= FAST_DAYS else 0.0
        if not area and named not in WISHES:
            return 0.6 if _tells_of(offer, named) else 0.0
        if (area, named) == ("delivery", "free"):
            return 0.6 if offer.attributes.get("shipping_price") == 0 else 0.0
        return super().taste_match(area, named, offer)

    def met(self, wish: str, scored: Sequence[Scored]) -> list[float]:
        """What is measured counts by its place among the options: the lightest is "lighter" most."""
        measured = measuring.compared([one.offer for one in scored], wish)
        return super().met(wish, scored) if measured is None else measured

    def weights(self, scene: Scene) -> dict[str, float]:
        """What a use asks for counts where one is named."""
        uses = uses_ranked_by(self.words(scene.brief))
        if not uses:
            return super().weights(scene)
        weights = FOR_DEMANDING_USE if any(use.demanding for use in uses) else FOR_A_USE
        return weights_for(weights, sort_wished(scene.brief.goal, scene.brief.adjustments.sort))

    def parts(self, offer: Offer, scene: Scene) -> dict[str, Part]:
        """The usual parts, and how well it serves the use that was named."""
        uses = uses_ranked_by(self.words(scene.brief))
        if not uses:
            return super().parts(offer, scene)
        usual = {name: PARTS[name](offer, scene) for name in self.weights(scene) if name in PARTS}
        value = suits(offer, uses)
        if value is None:
            return {"use": Part(UNKNOWN, _("specifications not known"), known=False), **usual}
        return {"use": Part(value, what_serves(offer, uses)), **usual}

    def spread(self, scored: list[Scored], scene: Scene) -> list[Scored]:
        """Of several products the best offer of each first: three shops of one are no choice of laptops."""
        if scene.brief.level != COMPARING or scene.brief.adjustments.sort:
            return scored
        firsts = products_of([one.offer.title for one in scored])
        in_turn = sorted(range(len(scored)), key=lambda at: (scored[at].unknowns, firsts[at] != at))
        return [scored[at] for at in in_turn]

    def note(self, brief: Brief) -> str:
        """In which order several shops of several products stand."""
        if brief.level != COMPARING or brief.adjustments.sort:
            return ""
        return _("The best offer of each product comes first, then other shops of the same.")

    def order(self, scored: Scored, scene: Scene) -> int:
        """Shops abroad come after those at home, unless the person wishes for something else first."""
        return 0 if scene.brief.adjustments.sort else int(bool(_abroad(scored.offer, scene.brief)))

    def against(self, offer: Offer, scene: Scene) -> list[str]:
        """What a shop abroad may cost more is not in its price."""
        country = _abroad(offer, scene.brief)
        if not country:
            return super().against(offer, scene)
        words = _("shop abroad (%(country)s): delivery and customs may come on top") % {
            "country": Locale.parse(scene.brief.language, sep="-").territories.get(country, country)
        }
        return [*super().against(offer, scene), words]

    def title(self, offer: Offer) -> str:
        """The product and who sells it: the same product comes from several retailers."""
        return f"{offer.title} · {offer.retailer}" if offer.retailer else offer.title

    def facts(self, offer: Offer, scene: Scene) -> list[str]:
        """Retailer, delivery, and the specifications that matter."""
        facts: list[str] = []
        days, fee = offer.attributes.get("shipping_days"), offer.attributes.get("shipping_price")
        if isinstance(days, int | float):
            facts.append(delivered_in(round(days)))
        if fee == 0:
            facts.append(_("free delivery"))
        specs = offer.attributes.get("specs")
        if isinstance(specs, dict):
            told = [(name, value) for name, value in specs.items() if not isinstance(value, list)]
            shown = [spec_words(name, value) for name, value in told if value not in (None, False)]
            facts += [words for words in shown[:3] if len(words) < 40]
        return [fact for fact in facts if fact]

    def to_refine(self, brief: Brief) -> list[str]:
        """Each limit that was set can be taken back."""
        return [*measuring.to_lift(brief), *super().to_refine(brief)]

    def learnings(self, option: dict[str, Any], brief: Brief) -> list[Learning]:
        """The retailer chosen becomes a preferred one."""
        retailer = str(option.get("retailer") or "")
        if not retailer:
            return []
        slug = key_of(retailer).replace(" ", "_")[:60]
        value = {"polarity": "like", "value": retailer}
        return [
            Learning(
                f"shopping.retailers.{slug}",
                value,
                _("You chose an offer of %(retailer)s.") % {"retailer": retailer},
            )
        ]


def _qualities(brief: Brief) -> list[str]:
    """How the thing is to be ("black", "noise cancelling"), said since the goal."""
    return [wish for wish in brief.wishes if wish not in WISHES]


def _tells_of(offer: Offer, quality: str) -> bool:
    """Whether an offer's title, category, features or specifications have all words of a quality."""
    specs, features = offer.attributes.get("specs"), offer.attributes.get("features")
    told = [offer.title, offer.category, *map(str, features if isinstance(features, list) else [])]
    for name, value in (specs if isinstance(specs, dict) else {}).items():
        told += [] if value in (None, False) else [name, str(value)]
    known = set(key_of(" ".join(told).replace("_", " ")).split())
    return set(key_of(quality).split()) <= known


def _abroad(offer: Offer, brief: Brief) -> str:
    """The country (ISO code) of a shop that is not of the person's country nor sells in their currency."""
    home = (brief.home or {}).get("country") or get_global("zone_territories").get(brief.zone, "")
    there = offer.place.country if offer.place else ""
    if not there or not home or offer.currency == brief.currency:
        return ""
    return "" if there.upper() == str(home).upper() else there.upper()
