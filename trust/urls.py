from __future__ import annotations

from django.urls import path

from trust.views import feed, inbox

urlpatterns = [
    path("inbox/", inbox.inbox, name="inbox"),
    path("decisions/<uuid:decision_id>/", inbox.decision_answer, name="decision_answer"),
    path("decisions/<uuid:decision_id>/table/", inbox.decision_table, name="decision_table"),
    path("activity/", feed.activity, name="activity"),
    path("live/", feed.poll, name="live"),
]
