from __future__ import annotations

from django.urls import path

from trust.views import feed, inbox, notices, receipts, trust_page

urlpatterns = [
    path("inbox/", inbox.inbox, name="inbox"),
    path("decisions/<uuid:decision_id>/", inbox.decision_answer, name="decision_answer"),
    path("decisions/<uuid:decision_id>/table/", inbox.decision_table, name="decision_table"),
    path("decisions/<uuid:decision_id>/photos/<path:option_id>", inbox.option_photo, name="option_photo"),
    path("decisions/<uuid:decision_id>/again/", inbox.decision_again, name="decision_again"),
    path("receipts/", receipts.page, name="receipts"),
    path("receipts/<uuid:action_id>/", receipts.one, name="receipt"),
    path("receipts/<uuid:action_id>/file/", receipts.file, name="receipt_file"),
    path("receipts/<uuid:action_id>/<slug:verb>/", receipts.act, name="receipt_act"),
    path("activity/", feed.activity, name="activity"),
    path("activity/panel/", feed.panel, name="activity_panel"),
    path("trust/", trust_page.page, name="trust"),
    path("trust/level/", trust_page.level, name="trust_level"),
    path("trust/grants/<uuid:grant_id>/revoke/", trust_page.revoke, name="trust_revoke"),
    path("trust/rules/", trust_page.rule_add, name="trust_rule_add"),
    path("trust/rules/<uuid:rule_id>/remove/", trust_page.rule_remove, name="trust_rule_remove"),
    path("trust/autonomy/", trust_page.steps, name="trust_autonomy"),
    path("trust/review/", trust_page.review, name="trust_review"),
    path("trust/limits/", trust_page.limits, name="trust_limits"),
    path("notices/", notices.page, name="notices"),
    path("notices/read/", notices.read_all, name="notices_read"),
    path("notices/<uuid:notice_id>/", notices.open_one, name="notice"),
    path("live/", feed.poll, name="live"),
]
