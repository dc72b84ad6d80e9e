from __future__ import annotations

from django.urls import path

from agency.views import notifications, servers

urlpatterns = [
    path("settings/notifications/", notifications.notifications, name="settings_notices"),
    path("settings/servers/", servers.servers, name="settings_servers"),
    path("settings/servers/programs/", servers.program_add, name="program_add"),
    path("settings/servers/<uuid:server_id>/list/", servers.server_list, name="server_list"),
    path("settings/servers/<uuid:server_id>/remove/", servers.server_remove, name="server_remove"),
]
