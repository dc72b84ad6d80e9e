"""The local catalogue as a source: works with no key and no network."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from agency.sources.base import Offer, SearchRequest


class CatalogueSource:
    """Offers from the rows of `agency.catalogue`."""

    name = "catalogue"
    title = gettext_noop("Catalogue")
    kinds = frozenset({"restaurant", "event", "product", "tariff", "stay", "sight", "activity", "service"})

    def search(self, request: SearchRequest) -> list[Offer]:
        """See `agency.sources.base.Source.search`."""
        from agency.catalogue.search import search_catalogue  # models: only once apps are ready

        return search_catalogue(request)
