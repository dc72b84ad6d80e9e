from __future__ import annotations

from django.urls import path

from missions.views import follow_ups, pages, parts, people, plans

urlpatterns = [
    path("", pages.today, name="today"),
    path("missions/", pages.missions, name="missions"),
    path("missions/new/", pages.mission_create, name="mission_create"),
    path("missions/<uuid:mission_id>/", pages.mission, name="mission"),
    path("missions/<uuid:mission_id>/before/<int:before>/", pages.mission_earlier, name="mission_earlier"),
    path("missions/<uuid:mission_id>/next/", follow_ups.offered, name="mission_follow_ups"),
    path("missions/<uuid:mission_id>/next/start/", follow_ups.start, name="mission_follow_up"),
    path("missions/<uuid:mission_id>/plan/<slug:name>/", plans.change, name="mission_plan_input"),
    path(
        "missions/<uuid:mission_id>/drafts/<int:before>/<int:after>/", parts.compared, name="mission_compare"
    ),
    path("missions/<uuid:mission_id>/files.zip", parts.zipped, name="mission_zip"),
    path("missions/<uuid:mission_id>/files/<path:path>", parts.file, name="mission_file"),
    path("missions/<uuid:mission_id>/pursue/", pages.mission_pursue, name="mission_pursue"),
    path("missions/once/<uuid:desire_id>/", pages.desire_once, name="desire_once"),
    path("missions/<uuid:mission_id>/<slug:verb>/", pages.mission_act, name="mission_act"),
    path("palette/", pages.palette, name="palette"),
    path("welcome/", people.onboarding_home, name="onboarding_home"),
    path("welcome/tastes/", people.onboarding_tastes, name="onboarding_tastes"),
    path("settings/", people.settings_profile, name="settings_profile"),
    path("settings/model/", people.settings_model, name="settings_model"),
    path("settings/model/test/", people.settings_model_test, name="settings_model_test"),
]
