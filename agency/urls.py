from __future__ import annotations

from django.urls import path

from agency.desires import views as desires
from agency.views import notifications, servers

urlpatterns = [
    path("agency/", desires.agency, name="agency"),
    path("agency/<uuid:desire_id>/", desires.desire, name="desire"),
    path("agency/<uuid:desire_id>/before/<int:before>/", desires.desire_earlier, name="desire_earlier"),
    path("agency/<uuid:desire_id>/edit/", desires.desire_edit, name="desire_edit"),
    path("agency/<uuid:desire_id>/export/", desires.desire_export, name="desire_export"),
    path("agency/<uuid:desire_id>/<slug:verb>/", desires.desire_act, name="desire_act"),
    path("settings/desires/", desires.settings, name="settings_desires"),
    path("settings/notifications/", notifications.notifications, name="settings_notices"),
    path("settings/servers/", servers.servers, name="settings_servers"),
    path("settings/servers/programs/", servers.program_add, name="program_add"),
    path("settings/servers/<uuid:server_id>/list/", servers.server_list, name="server_list"),
    path("settings/servers/<uuid:server_id>/remove/", servers.server_remove, name="server_remove"),
]
