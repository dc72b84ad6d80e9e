"""Memory in the admin: facts about facts; what they say is encrypted and stays so."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from memory.lexemes import lexemes_of
from memory.models import ForgottenSource, MemoryItem, MemoryRevision
from ownyou.lib.ids import parse_id
from trust.models import User


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """Rows that are looked at, never edited here. Found by id and by the person's e-mail."""

    list_select_related = ("user",)
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search by whole ids, by e-mail, or `address: words` for whole words of one person."""
        term = search_term.strip()
        if not term:
            return queryset, False
        number = parse_id(term)
        if number is not None:
            return queryset.filter(pk=number) | self.by_item(queryset, number), False
        return self.by_person(queryset, term), False

    def by_item(self, queryset: QuerySet[Any], number: object) -> QuerySet[Any]:
        return queryset.filter(user_id=number)

    def by_person(self, queryset: QuerySet[Any], term: str) -> QuerySet[Any]:
        return queryset.filter(user__email__icontains=term)


@admin.display(description="words")
def encrypted(row: Model) -> str:
    """Stand in for what only the person may read."""
    return "encrypted"


@admin.register(MemoryItem)
class MemoryItemAdmin(ReadOnlyAdmin):
    list_display = ("id", "user", "kind", encrypted, "provenance_kind", "stated", "confidence", "updated_at")
    list_filter = ("provenance_kind", "stated", "updated_at")
    search_fields = ("id",)
    search_help_text = "An id, an e-mail address, or “address: whole words”"
    fields = (
        "id",
        "user",
        "kind",
        encrypted,
        "provenance_kind",
        "provenance_id",
        "stated",
        "confidence",
        "valid_from",
        "valid_until",
        "embedded_by",
        "created_at",
        "updated_at",
    )
    readonly_fields = ("kind", encrypted)

    @admin.display(description="kind")
    def kind(self, item: MemoryItem) -> str:
        return item.namespace[0]

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryItem]:
        rows = super().get_queryset(request).defer("key", "value", "text", "embedding", "lexemes")
        return cast("QuerySet[MemoryItem]", rows)

    def by_person(self, queryset: QuerySet[Any], term: str) -> QuerySet[Any]:
        address, _, words = term.partition(":")
        if not words.strip():
            return super().by_person(queryset, term)
        user = User.objects.filter(email=address.strip().lower()).first()
        if user is None:
            return queryset.none()
        hashes = lexemes_of(user.pk, words, language=user.language)
        return queryset.filter(user=user, lexemes__overlap=hashes) if hashes else queryset.none()


@admin.register(MemoryRevision)
class MemoryRevisionAdmin(ReadOnlyAdmin):
    list_display = ("id", "user", "item_id", "action", encrypted, "cause_kind", "at")
    list_filter = ("action", "cause_kind", "at")
    search_fields = ("id",)
    search_help_text = "The id of a memory or a person, or an e-mail address"
    fields = ("id", "user", "item_id", "action", encrypted, "cause_kind", "cause_id", "at")
    readonly_fields = (encrypted,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryRevision]:
        return cast("QuerySet[MemoryRevision]", super().get_queryset(request).defer("before", "after"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        number = parse_id(search_term.strip())
        if number is not None:
            return queryset.filter(item_id=number) | queryset.filter(user_id=number), False
        return super().get_search_results(request, queryset, search_term)


@admin.register(ForgottenSource)
class ForgottenSourceAdmin(ReadOnlyAdmin):
    list_display = ("id", "user", "source_kind", "source_id", "at")
    list_filter = ("source_kind", "at")
    search_fields = ("id",)
    search_help_text = "An id or an e-mail address"
    fields = ("id", "user", "source_kind", "source_id", "at")
