"""People and their keys, decisions, the feed, tokens and the audit log in the admin."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from unfold.decorators import action, display
from unfold.forms import AdminPasswordChangeForm, UserCreationForm

from trust import audit, switches
from trust.admin_base import HistoryAdmin, QuietAdmin
from trust.models import (
    Action,
    Activity,
    ApiToken,
    AuditEntry,
    Decision,
    Feed,
    Grant,
    HardRule,
    Notification,
    StoredResponse,
    ToolSwitch,
    ToolUse,
    TrustScore,
    User,
    UserKey,
)

admin.site.unregister(Group)


class PersonCreationForm(UserCreationForm):  # type: ignore[misc]
    """Makes a person by e-mail and password; the key comes with the row."""

    class Meta:
        model = User
        fields = ("email",)


@admin.register(User)
class PersonAdmin(QuietAdmin, UserAdmin):  # type: ignore[misc,type-arg]
    """People. Their names and homes are theirs; an account is switched off here, not deleted."""

    list_display = (
        "email",
        "key",
        "time_zone",
        "language",
        "onboarding",
        "is_active",
        "is_staff",
        "date_joined",
    )
    list_filter = ("is_active", "is_staff", "is_superuser", "onboarding")
    person_field = ""
    add_form = PersonCreationForm
    form = QuietAdmin.form
    change_password_form = AdminPasswordChangeForm
    filter_horizontal = ()
    readonly_fields = ("id", "key", "names", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("id", "email", "names", "key", "onboarding")}),
        ("Habits", {"fields": ("time_zone", "language", "currency", "theme", "card_keys")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("When", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "usable_password", "password1", "password2")}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        rows = super().get_queryset(request)
        return rows.annotate(has_key=Exists(UserKey.objects.filter(owner=OuterRef("pk"))))  # type: ignore[no-any-return]

    def _with_word(self, term: str) -> Q:
        return Q(email__startswith=term.lower())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @display(description="key", label={"there": "success", "gone": "danger"})  # type: ignore[untyped-decorator]
    def key(self, person: User) -> str:
        """Whether their words can still be read."""
        return "there" if getattr(person, "has_key", False) else "gone"

    @admin.display(description="name and home")
    def names(self, person: User) -> str:
        return "encrypted"


@admin.register(UserKey)
class UserKeyAdmin(HistoryAdmin):
    list_display = ("owner", "instance_key", "created_at")
    hidden = ("wrapped",)
    person_field = "owner"
    words_of = ("instance_key",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[UserKey]:
        return super().get_queryset(request).defer("wrapped")


@admin.register(Decision)
class DecisionAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "kind",
        "domain",
        "state",
        "verdict",
        "attempt",
        "created_at",
        "answered_at",
    )
    list_filter = ("status", "kind", "verdict", "risk", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id", "thread_id")
    words_of = ("status", "kind", "domain", "verdict")

    @display(  # type: ignore[untyped-decorator]
        description="status", ordering="status", label={"open": "warning", "answered": "success"}
    )
    def state(self, decision: Decision) -> str:
        return decision.status


@admin.register(Activity)
class ActivityAdmin(HistoryAdmin):
    list_display = ("id", "user", "seq", "kind", "agent", "subject_kind", "subject_id", "created_at")
    list_filter = ("kind", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id", "thread_id")
    words_of = ("kind", "agent")


@admin.register(Feed)
class FeedAdmin(HistoryAdmin):
    list_display = ("user", "seq")
    list_select_related = ("user",)


@admin.register(AuditEntry)
class AuditEntryAdmin(HistoryAdmin):
    list_display = ("id", "at", "event", "actor", "user_id", "subject_kind", "subject_id")
    list_filter = ("at",)
    list_select_related = ("actor",)
    date_hierarchy = "at"
    person_field = "actor"
    found_by = ("user_id", "subject_id", "actor_id")
    words_of = ("event", "subject_kind")

    def _of_people(self, term: str) -> Q:
        people = User.objects.filter(email__startswith=term.lower()).values("pk")
        return Q(actor__in=people) | Q(user_id__in=people)


@admin.register(ApiToken)
class ApiTokenAdmin(HistoryAdmin):
    """Tokens can be seen and revoked. What they read like is known to nobody."""

    list_display = ("id", "user", "name", "state", "created_at", "last_used_at", "expires_at")
    list_filter = ("created_at", "expires_at")
    list_select_related = ("user",)
    hidden = ("digest",)
    found_by = ("user_id",)
    words_of = ("name",)
    actions = ("revoke",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiToken]:
        return super().get_queryset(request).defer("digest")

    @display(description="state", label={"valid": "success", "over": "danger"})  # type: ignore[untyped-decorator]
    def state(self, token: ApiToken) -> str:
        return "over" if token.expires_at and token.expires_at <= timezone.now() else "valid"

    @action(description="Revoke", permissions=["revoke"])  # type: ignore[untyped-decorator]
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        """End tokens now."""
        now = timezone.now()
        for token in tokens:
            ApiToken.objects.filter(pk=token.pk).update(expires_at=now)
            audit.note(
                "token_revoked",
                user_id=token.user_id,
                actor=request.user,  # type: ignore[arg-type]
                subject_kind="token",
                subject_id=token.pk,
            )
        self.message_user(request, f"Revoked: {len(tokens)}.")

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("trust.change_apitoken")


@admin.register(StoredResponse)
class StoredResponseAdmin(HistoryAdmin):
    list_display = ("id", "user", "status", "created_at")
    list_filter = ("created_at",)
    list_select_related = ("user",)
    hidden = ("fingerprint",)
    found_by = ("user_id",)


@admin.register(LogEntry)
class LogEntryAdmin(HistoryAdmin):
    """What staff changed in the admin: names of fields, never what is in them."""

    list_display = ("action_time", "user", "action_flag", "content_type", "object_id")
    list_filter = ("action_flag", "action_time")
    list_select_related = ("user", "content_type")
    search_help_text = "The beginning of an e-mail address"


@admin.register(Action)
class ActionAdmin(HistoryAdmin):
    """Acts, from the wish to the receipt. What they say and to whom is shut."""

    list_display = (
        "id",
        "user",
        "tool",
        "agent",
        "risk",
        "ruling",
        "status",
        "attempt",
        "created_at",
        "ended_at",
    )
    list_filter = ("status", "risk", "ruling", "tainted", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "subject_id", "thread_id", "decision_id")
    words_of = ("status", "tool", "agent", "kind")


@admin.register(TrustScore)
class TrustScoreAdmin(HistoryAdmin):
    list_display = (
        "user",
        "agent",
        "kind",
        "level",
        "ceiling",
        "successes",
        "rejections",
        "failures",
        "undos",
        "updated_at",
    )
    list_filter = ("level",)
    list_select_related = ("user",)
    found_by = ("user_id",)
    words_of = ("agent", "kind")


@admin.register(Grant)
class GrantAdmin(HistoryAdmin):
    list_display = ("id", "user", "agent", "kind", "tool", "until", "used", "revoked_at", "created_at")
    list_filter = ("created_at", "revoked_at")
    list_select_related = ("user",)
    found_by = ("user_id", "decision_id")
    words_of = ("agent", "kind", "tool")


@admin.register(HardRule)
class HardRuleAdmin(HistoryAdmin):
    list_display = ("id", "user", "agent", "kind", "created_at")
    list_filter = ("created_at",)
    list_select_related = ("user",)
    found_by = ("user_id",)
    words_of = ("agent", "kind")


@admin.register(Notification)
class NotificationAdmin(HistoryAdmin):
    list_display = (
        "id",
        "user",
        "kind",
        "mail_wanted",
        "mail_attempts",
        "mailed_at",
        "read_at",
        "created_at",
    )
    list_filter = ("kind", "mail_wanted", "created_at")
    list_select_related = ("user",)
    found_by = ("user_id", "decision_id")
    words_of = ("kind",)


@admin.register(ToolUse)
class ToolUseAdmin(HistoryAdmin):
    """How often tools read, day by day."""

    list_display = ("tool", "day", "uses", "failures")
    list_filter = ("day",)
    person_field = ""
    words_of = ("tool",)


@admin.register(ToolSwitch)
class ToolSwitchAdmin(HistoryAdmin):
    """The registry of tools, in place of the bare rows of switches."""

    list_display = ("tool", "enabled", "updated_at")
    person_field = ""
    words_of = ("tool",)

    def get_urls(self) -> list[Any]:
        switch = path("switch/", self.admin_site.admin_view(self.switch_view), name="tool_switch")
        return [switch, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Every tool, with its use and its switch."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": "Tools",
            "tools": switches.registry_for(cast(User, request.user)),
            "may_switch": request.user.has_perm("trust.change_toolswitch"),
        }
        return TemplateResponse(request, "admin/tools.html", context)

    def switch_view(self, request: HttpRequest) -> HttpResponse:
        """Switch one tool on or off."""
        if request.method != "POST" or not request.user.has_perm("trust.change_toolswitch"):
            raise PermissionDenied
        on = request.POST.get("on") == "yes"
        tool = request.POST.get("tool", "")
        switches.switch_tool(admin=cast(User, request.user), tool=tool, on=on)
        self.message_user(request, f"{tool} is {'on' if on else 'off'}.")
        return redirect("admin:trust_toolswitch_changelist")
