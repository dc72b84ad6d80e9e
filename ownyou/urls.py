"""All addresses."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from agency.protocol.views import approve
from ownyou.api import api
from ownyou.health import healthz
from trust.api.stream import stream
from trust.views.door import ForgottenPassword, LogIn

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/login/", LogIn.as_view()),
    path("accounts/password/reset/", ForgottenPassword.as_view()),
    path("accounts/", include("allauth.account.urls")),
    path("api/v1/agents/approve", approve, name="agents_approve"),
    path("api/v1/agents/activity/stream", stream, name="agents_stream"),
    path("api/", api.urls),
    path("", include("trust.urls")),
    path("", include("memory.urls")),
    path("", include("agency.urls")),
    path("", include("feedback.urls")),
    path("", include("missions.urls")),
]

handler500 = "ownyou.middleware.server_error"
