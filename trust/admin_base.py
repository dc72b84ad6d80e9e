"""What the admin's pages share: history is looked at only, personal words stay shut, long lists stay fast."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, cast
from uuid import UUID

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Field, Model, Q, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from ownyou.lib.fields import EncryptedField
from ownyou.lib.ids import parse_id
from trust.models import User

MOST_COUNTED = 10_000
SHUT = "encrypted"


class CappedPaginator(Paginator[Any]):
    """Counts no further than 10,000 rows: who must look further searches or filters."""

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[:MOST_COUNTED].count()


def shut(field: Field[Any, Any]) -> Callable[[Model], str]:
    """Return a column that stands for a personal one, without reading it."""

    @admin.display(description=str(field.verbose_name))
    def stand_in(row: Model) -> str:
        return SHUT

    stand_in.__name__ = f"{field.name}_shut"
    return stand_in


class QuietAdmin(ModelAdmin):  # type: ignore[misc]
    """An admin that never opens an encrypted column and never counts a whole table.

    Searches: a whole id (of the row, or of what `found_by` names), an e-mail address or its beginning, or a
    word that is one of the values of `words_of`.
    """

    ordering: tuple[str, ...] = ("-pk",)
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    paginator = CappedPaginator
    search_fields = ("pk",)
    search_help_text = "A whole id, the beginning of an e-mail address, or a status"
    list_filter_submit = False
    compressed_fields = True
    found_by: ClassVar[tuple[str, ...]] = ()
    person_field: ClassVar[str] = "user"
    words_of: ClassVar[tuple[str, ...]] = ()

    def _encrypted(self) -> list[str]:
        return [field.name for field in self.model._meta.fields if isinstance(field, EncryptedField)]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.defer(*self._encrypted())

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip()
        if not term or "\x00" in term:
            return queryset, False
        number = parse_id(term)
        return queryset.filter(self._with_id(number) if number else self._with_word(term)), False

    def _with_id(self, number: UUID) -> Q:
        found = Q(pk=number) if self.model._meta.pk.get_internal_type() == "UUIDField" else Q()
        for name in self.found_by:
            found |= Q(**{name: number})
        return found

    def _with_word(self, term: str) -> Q:
        found = Q(pk=None)
        for name in self.words_of:
            found |= Q(**{name: term.lower()})
        return found | self._of_people(term)

    def _of_people(self, term: str) -> Q:
        if not self.person_field:
            return Q(pk=None)
        people = User.objects.filter(email__startswith=term.lower()).values("pk")
        return Q(**{f"{self.person_field}__in": people})


class HistoryAdmin(QuietAdmin):
    """Rows that are history: all columns are shown, none can be changed, added or deleted."""

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        return [
            shut(field) if isinstance(field, EncryptedField) else field.name
            for field in self.model._meta.fields
            if field.name not in self.hidden
        ]

    hidden: ClassVar[tuple[str, ...]] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
