"""Threads, plans and what they made, desires, reasoning and the catalogue in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from unfold.decorators import display

from agency.models import (
    Artifact,
    Asset,
    CalendarEntry,
    CatalogueItem,
    CatalogueLoad,
    Desire,
    DesireCursor,
    DesireEntry,
    DesireEvidence,
    DesireOutcome,
    DesireSettings,
    Heard,
    Hop,
    McpServer,
    Note,
    Plan,
    ReasoningCall,
    Schedule,
    ScheduleRun,
    Thread,
    ToolStep,
)
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


@admin.register(Plan)
class PlanAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "subject_kind",
        "version",
        "made_by",
        "risk",
        "status",
        "created_at",
        "ended_at",
    )
    list_filter = ("status", "risk", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id")
    words_of = ("status", "made_by")


@admin.register(Hop)
class HopAdmin(HistoryAdmin):
    list_display = ("id", "user", "plan", "position", "status", "started_at", "ended_at")
    list_filter = ("status",)
    list_select_related = ("user", "plan")
    found_by = ("user_id", "plan_id")
    words_of = ("status",)


@admin.register(ToolStep)
class ToolStepAdmin(HistoryAdmin):
    list_display = ("id", "user", "hop", "position", "tool", "status", "run", "started_at", "ended_at")
    list_filter = ("status",)
    list_select_related = ("user", "hop")
    found_by = ("user_id", "hop_id", "action_id")
    words_of = ("status", "tool")


@admin.register(Asset)
class AssetAdmin(HistoryAdmin):
    list_display = ("id", "user", "plan", "name", "type", "role", "status", "tainted", "updated_at")
    list_filter = ("status", "tainted")
    list_select_related = ("user", "plan")
    found_by = ("user_id", "plan_id")
    words_of = ("status", "name", "type")


@admin.register(Artifact)
class ArtifactAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "subject_kind",
        "version",
        "media_type",
        "size",
        "tainted",
        "created_at",
        "deleted_at",
    )
    list_filter = ("tainted", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id", "made_by")
    words_of = ("media_type",)


@admin.register(Note)
class NoteAdmin(HistoryAdmin):
    list_display = ("id", "user", "subject_kind", "subject_id", "created_at", "deleted_at")
    list_filter = ("created_at",)
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id", "made_by")


@admin.register(CalendarEntry)
class CalendarEntryAdmin(HistoryAdmin):
    list_display = ("id", "user", "starts_at", "ends_at", "zone", "subject_kind", "created_at", "deleted_at")
    list_filter = ("starts_at",)
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id", "made_by")


@admin.register(McpServer)
class McpServerAdmin(HistoryAdmin):
    """Servers of tools that people connected. Their addresses and headers are shut."""

    list_display = ("id", "user", "name", "transport", "enabled", "listed_at", "failed_at")
    list_filter = ("enabled", "transport")
    list_select_related = ("user",)
    found_by = ("user_id",)
    words_of = ("name", "transport")


@admin.register(Schedule)
class ScheduleAdmin(HistoryAdmin):
    list_display = ("id", "user", "kind", "rule", "at", "zone", "enabled", "next_run_at", "failures")
    list_filter = ("enabled", "kind")
    list_select_related = ("user",)
    found_by = ("user_id",)
    words_of = ("kind", "rule")


@admin.register(ScheduleRun)
class ScheduleRunAdmin(HistoryAdmin):
    list_display = ("id", "schedule", "slot", "started_at", "ended_at", "ok")
    list_filter = ("ok", "started_at")
    list_select_related = ("schedule",)
    person_field = "schedule__user"
    found_by = ("schedule_id",)


@admin.register(Desire)
class DesireAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "stage",
        "source",
        "risk",
        "every",
        "plannings",
        "executions",
        "bypassed",
        "created_at",
        "ended_at",
    )
    list_filter = ("stage", "source", "risk", "bypassed", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id",)
    words_of = ("stage", "source")


@admin.register(DesireOutcome)
class DesireOutcomeAdmin(HistoryAdmin):
    list_display = ("id", "user", "desire", "execution", "plan_version", "verdict", "created_at")
    list_filter = ("verdict", "created_at")
    list_select_related = ("user", "desire")
    found_by = ("user_id", "desire_id")
    words_of = ("verdict",)


@admin.register(DesireEntry)
class DesireEntryAdmin(HistoryAdmin):
    list_display = ("id", "user", "desire", "execution", "tool", "state", "at")
    list_filter = ("state",)
    list_select_related = ("user", "desire")
    found_by = ("user_id", "desire_id")
    words_of = ("tool", "state")


@admin.register(DesireEvidence)
class DesireEvidenceAdmin(HistoryAdmin):
    list_display = ("id", "user", "desire", "kind", "at")
    list_filter = ("kind", "at")
    list_select_related = ("user", "desire")
    found_by = ("user_id", "desire_id", "seen_id")
    words_of = ("kind",)


@admin.register(Heard)
class HeardAdmin(HistoryAdmin):
    list_display = ("id", "user", "origin", "about", "created_at")
    list_filter = ("origin", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "about")
    words_of = ("origin",)


@admin.register(DesireCursor)
class DesireCursorAdmin(HistoryAdmin):
    list_display = ("user", "revision", "seq", "looked_at")
    list_select_related = ("user",)
    found_by = ("user_id",)
    words_of = ()


@admin.register(DesireSettings)
class DesireSettingsAdmin(HistoryAdmin):
    list_display = ("user", "auto_archive", "updated_at")
    list_filter = ("auto_archive",)
    list_select_related = ("user",)
    found_by = ("user_id",)
    words_of = ()
