from __future__ import annotations

from django.urls import path

from feedback import views

urlpatterns = [
    path("missions/<uuid:mission_id>/feedback/", views.mission_feedback, name="mission_feedback"),
    path(
        "missions/<uuid:mission_id>/feedback/<uuid:item_id>/undo/", views.feedback_undo, name="feedback_undo"
    ),
    path(
        "missions/<uuid:mission_id>/feedback/<uuid:item_id>/edit/", views.feedback_edit, name="feedback_edit"
    ),
]
