from __future__ import annotations

from django.urls import path

from bench.pipeline import views

urlpatterns = [
    path("", views.page, name="bare_page"),
    path("runs/", views.start, name="bare_start"),
    path("plans/", views.start_plan, name="bare_start_plan"),
    path("runs/<uuid:run_id>/approve/", views.approve, name="bare_approve"),
]
