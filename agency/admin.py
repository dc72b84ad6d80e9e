"""Threads, reasoning and the catalogue in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from agency.models import CatalogueItem, CatalogueLoad, ReasoningCall, Thread
from trust.admin_base import HistoryAdmin, QuietAdmin

TONES = {
    "ready": "info",
    "running": "info",
    "waiting": "warning",
    "done": "success",
    "failed": "danger",
}


@admin.register(Thread)
class ThreadAdmin(HistoryAdmin):
    """Runs. A failed one is tried again where its subject is: a mission's in the missions."""

    list_display = (
        "id",
        "user",
        "graph",
        "queue",
        "state",
        "attempt",
        "heartbeat_at",
        "cost_usd",
        "model_calls",
        "created_at",
    )
    list_filter = ("status", "control", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id", "parent_id")
    words_of = ("status", "graph", "queue")

    @display(description="status", ordering="status", label=TONES)  # type: ignore[untyped-decorator]
    def state(self, thread: Thread) -> str:
        return thread.status


@admin.register(ReasoningCall)
class ReasoningCallAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "skill",
        "source",
        "model",
        "fallback",
        "tokens_in",
        "tokens_out",
        "cost_usd",
        "milliseconds",
        "created_at",
    )
    list_filter = ("source", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "thread_id")
    words_of = ("skill", "source", "model")


@admin.register(CatalogueItem)
class CatalogueItemAdmin(QuietAdmin):
    """What the catalogue offers. What a file brought comes back with its next load."""

    list_display = (
        "title",
        "kind",
        "city",
        "country",
        "category",
        "price",
        "currency",
        "rating",
        "sample",
        "enabled",
    )
    list_filter = ("kind", "sample", "enabled")
    list_editable = ("enabled",)
    ordering = ("kind", "city_key", "pk")
    readonly_fields = ("id", "words", "digest", "updated_at")
    search_help_text = "A whole id, the beginning of a title, a city, a category or a source"
    person_field = ""
    actions = ("switch_on", "switch_off")

    def _with_word(self, term: str) -> Q:
        low = term.lower()
        return (
            Q(title__istartswith=term)
            | Q(city_key=low)
            | Q(category=low)
            | Q(source=term)
            | Q(source_id=term)
        )

    @admin.action(description="Offer", permissions=["change"])
    def switch_on(self, request: HttpRequest, items: QuerySet[CatalogueItem]) -> None:
        self.message_user(request, f"Offered: {items.update(enabled=True)}.")

    @admin.action(description="Offer no longer", permissions=["change"])
    def switch_off(self, request: HttpRequest, items: QuerySet[CatalogueItem]) -> None:
        self.message_user(request, f"Offered no longer: {items.update(enabled=False)}.")


@admin.register(CatalogueLoad)
class CatalogueLoadAdmin(HistoryAdmin):
    list_display = ("source", "items", "loaded_at", "digest")
    person_field = ""
    words_of = ("source",)
