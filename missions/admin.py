"""Missions and what sources said in the admin; the mission types, with those that are broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from unfold.decorators import display

from missions import services
from missions.models import Mission, SourceReport, Subgoal
from missions.plugins import discovery
from ownyou.lib.errors import OwnYouError
from trust import audit
from trust.admin_base import HistoryAdmin

TONES = {
    "interrupted": "warning",
    "completed": "success",
    "failed": "danger",
    **{str(status): "info" for status in Mission.WORKING},
}


@admin.register(Mission)
class MissionAdmin(HistoryAdmin):
    """Missions. What they say is shut; they can be tried again or given up for the person."""

    list_display = (
        "id",
        "user",
        "mission_type",
        "level",
        "state",
        "outcome",
        "round",
        "created_at",
        "completed_at",
    )
    list_filter = ("status", "mission_type", "level", "outcome", "provisional", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "like_id")
    words_of = ("status", "mission_type", "outcome")
    actions = ("retry", "cancel")

    @display(description="status", ordering="status", label=TONES)  # type: ignore[untyped-decorator]
    def state(self, mission: Mission) -> str:
        return mission.status

    def get_urls(self) -> list[Any]:
        types = path("types/", self.admin_site.admin_view(self.types_view), name="mission_types")
        return [types, *super().get_urls()]

    def types_view(self, request: HttpRequest) -> HttpResponse:
        """The mission types that work here, and the plugins that could not be loaded and why."""
        context = {
            **self.admin_site.each_context(request),
            "title": "Mission types",
            "types": [kind.config for kind in discovery.all_types()],
            "broken": discovery.broken(),
        }
        return TemplateResponse(request, "admin/mission_types.html", context)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        for plugin in discovery.broken():
            self.message_user(request, f"Plugin {plugin.folder} is broken: {plugin.reason}", messages.WARNING)
        response: HttpResponse = super().changelist_view(request, extra_context)
        return response

    @admin.action(description="Try again (failed ones)", permissions=["steer"])
    def retry(self, request: HttpRequest, missions: QuerySet[Mission]) -> None:
        self._each(request, missions, services.retry_mission, "mission_retried")

    @admin.action(description="Give up", permissions=["steer"])
    def cancel(self, request: HttpRequest, missions: QuerySet[Mission]) -> None:
        self._each(request, missions, services.cancel_mission, "mission_cancelled")

    def has_steer_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("missions.change_mission")

    def _each(
        self, request: HttpRequest, missions: QuerySet[Mission], act: Callable[..., Mission], event: str
    ) -> None:
        """Do one thing to each mission, by the service that its person would use, and note who did it."""
        for mission in missions.select_related("user"):
            try:
                act(user=mission.user, mission_id=mission.pk)
            except OwnYouError as error:
                self.message_user(request, f"{mission.pk}: {error.message}", messages.WARNING)
                continue
            audit.note(
                event,
                user_id=mission.user_id,
                actor=request.user,  # type: ignore[arg-type]
                subject_kind="mission",
                subject_id=mission.pk,
            )
            self.message_user(request, f"{mission.pk}: done.")


@admin.register(Subgoal)
class SubgoalAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "mission_id",
        "key",
        "coordinator",
        "status",
        "round",
        "attempt",
        "confidence",
        "needs_review",
        "updated_at",
    )
    list_filter = ("status", "needs_review", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "mission_id", "thread_id")
    words_of = ("status", "key", "coordinator")


@admin.register(SourceReport)
class SourceReportAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "mission_id",
        "round",
        "source",
        "state",
        "count",
        "milliseconds",
        "created_at",
    )
    list_filter = ("status", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "mission_id")
    words_of = ("status", "source")

    @display(  # type: ignore[untyped-decorator]
        description="status",
        ordering="status",
        label={"answered": "success", "failed": "danger", "off": "warning"},
    )
    def state(self, report: SourceReport) -> str:
        return report.status
