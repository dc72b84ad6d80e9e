"""Feedback in the admin: ratings are seen, words are not."""

from __future__ import annotations

from django.contrib import admin

from feedback.models import Feedback
from trust.admin_base import HistoryAdmin


@admin.register(Feedback)
class FeedbackAdmin(HistoryAdmin):
    list_display = ("id", "user", "mission_id", "completion", "quality", "usefulness", "source", "created_at")
    list_filter = ("completion", "quality", "usefulness", "created_at")
    list_select_related = ("user",)
    found_by = ("mission_id", "user_id")
    words_of = ("completion", "usefulness")
