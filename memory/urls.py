from __future__ import annotations

from django.urls import path

from memory import views

urlpatterns = [
    path("memory/", views.memory, name="memory"),
    path("memory/add/", views.memory_add, name="memory_add"),
    path("memory/undo/<int:revision_id>/", views.memory_undo, name="memory_undo"),
    path("memory/<uuid:item_id>/edit/", views.memory_edit, name="memory_edit"),
    path("memory/<uuid:item_id>/forget/", views.memory_forget, name="memory_forget"),
    path("memory/<uuid:item_id>/history/", views.memory_history, name="memory_history"),
]
