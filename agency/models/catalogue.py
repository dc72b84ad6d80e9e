"""Catalogue rows: what the shipped sample and imported files offer. Not personal, so plain columns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.core.exceptions import ValidationError
from django.db import models

from ownyou.lib.ids import new_id

if TYPE_CHECKING:
    from collections.abc import Iterable

KM_PER_DEGREE = 111.2


class CatalogueQuerySet(models.QuerySet["CatalogueItem"]):
    def on_offer(self, kind: str) -> Self:
        return self.filter(kind=kind, enabled=True)

    def cities_with(self, *kinds: str) -> dict[str, list[str]]:
        """For each kind, the names of the cities in which anything of it is on offer."""
        rows = self.filter(kind__in=kinds, enabled=True).exclude(city="").order_by("city")
        found: dict[str, list[str]] = {kind: [] for kind in kinds}
        for kind, city in rows.values_list("kind", "city").distinct():
            found[kind].append(city)
        return found

    def in_city(self, city_key: str) -> Self:
        return self.filter(city_key=city_key)

    def in_country(self, country: str) -> Self:
        return self.filter(country=country)

    def around(self, lat: float, lon: float, km: float) -> Self:
        """Rows in the square that holds the circle of `km` kilometres; the caller measures exactly."""
        lat_span = km / KM_PER_DEGREE
        lon_span = km / (KM_PER_DEGREE * max(math.cos(math.radians(lat)), 0.01))
        return self.filter(
            lat__range=(lat - lat_span, lat + lat_span), lon__range=(lon - lon_span, lon + lon_span)
        )

    def tagged(self, tags: Iterable[str]) -> Self:
        return self.filter(tags__overlap=list(tags))

    def mentioning(self, words: Iterable[str]) -> Self:
        return self.filter(words__overlap=list(words))


class CatalogueItem(models.Model):
    """One restaurant, event, tariff, or product at one retailer (`data["product_key"]` joins retailers)."""

    class Kind(models.TextChoices):
        RESTAURANT = "restaurant"
        EVENT = "event"
        PRODUCT = "product"
        TARIFF = "tariff"
        STAY = "stay"
        SIGHT = "sight"
        ACTIVITY = "activity"
        SERVICE = "service"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    source = models.CharField(max_length=60, help_text='"sample", or the name given at import')
    source_id = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    title = models.CharField(max_length=300)
    city = models.CharField(max_length=120, blank=True)
    city_key = models.CharField(max_length=120, blank=True, help_text="lower ASCII, aliases resolved")
    country = models.CharField(max_length=2, blank=True, help_text="ISO 3166-1 alpha-2")
    lat = models.FloatField(null=True, blank=True)
    lon = models.FloatField(null=True, blank=True)
    category = models.CharField(max_length=60, blank=True)
    tags = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    words = ArrayField(models.CharField(max_length=60), default=list, blank=True, editable=False)
    price = models.DecimalField(max_digits=12, decimal_places=2, null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    price_level = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1 cheap to 4 fine")
    rating = models.FloatField(null=True, blank=True, help_text="0 to 5")
    rating_count = models.PositiveIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=32, blank=True, editable=False)
    sample = models.BooleanField(default=False)
    enabled = models.BooleanField(default=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = CatalogueQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "source_id"], name="catalogue_source_id_once"),
        ]
        indexes = [
            models.Index(fields=["kind", "city_key"], name="catalogue_kind_city"),
            models.Index(fields=["kind", "category"], name="catalogue_kind_category"),
            models.Index(fields=["kind", "lat", "lon"], name="catalogue_kind_place"),
            GinIndex(fields=["words"], name="catalogue_words"),
        ]
        ordering = ["kind", "city_key", "title"]

    def __str__(self) -> str:
        return f"{self.title} ({self.kind})"

    def clean(self) -> None:
        """Refuse what is no offer: rating 0 to 5, price level 1 to 4, price not negative."""
        wrong = {
            "rating": self.rating is not None and not 0 <= self.rating <= 5 and "0 to 5",
            "price_level": self.price_level is not None and not 1 <= self.price_level <= 4 and "1 to 4",
            "price": self.price is not None and self.price < 0 and "0 or more",
        }
        if errors := {field: f"This must be {bounds}." for field, bounds in wrong.items() if bounds}:
            raise ValidationError(errors)


class CatalogueLoad(models.Model):
    """Which edition of a shipped catalogue is in the table, so that a start can skip the load."""

    source = models.CharField(max_length=60, unique=True)
    digest = models.CharField(max_length=64)
    items = models.PositiveIntegerField()
    loaded_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.source}: {self.items} items"
