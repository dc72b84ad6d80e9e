"""How the admin looks: Django Unfold's settings, with the menu and the colours of the product."""

from __future__ import annotations

from django.templatetags.static import static
from django.urls import reverse_lazy


def menu(title: str, **pages: tuple[str, str]) -> dict[str, object]:
    """A group of the admin's menu: by title, the name of an admin page and its icon."""
    items = [
        {"title": name.replace("_", " ").capitalize(), "link": reverse_lazy(f"admin:{page}"), "icon": icon}
        for name, (page, icon) in pages.items()
    ]
    return {"title": title, "separator": True, "items": items}


def shades(hue: int, chroma: float) -> dict[str, str]:
    """Unfold's eleven steps of one colour, light to dark, in OKLCH."""
    steps = {
        50: 98,
        100: 96,
        200: 91.5,
        300: 85,
        400: 71,
        500: 55,
        600: 45,
        700: 38,
        800: 28.5,
        900: 21,
        950: 14.5,
    }
    return {
        str(step): f"oklch({light}% {chroma * (1 if 300 <= step <= 700 else 0.5):.4f} {hue})"
        for step, light in steps.items()
    }


UNFOLD = {
    "SITE_TITLE": "OwnYou",
    "SITE_HEADER": "OwnYou",
    "SITE_ICON": lambda _request: static("img/mark.svg"),
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda _request: static("img/mark.svg")}
    ],
    "STYLES": [lambda _request: static("css/admin.css")],
    "DASHBOARD_CALLBACK": "missions.admin_home.home",
    "COLORS": {"primary": shades(203, 0.08), "base": shades(85, 0.01)},
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": True,
    "SIDEBAR": {
        "show_search": True,
        "show_all_applications": True,
        "navigation": [
            menu(
                "Work",
                missions=("missions_mission_changelist", "flag"),
                threads=("agency_thread_changelist", "conversion_path"),
                decisions=("trust_decision_changelist", "rule"),
                source_reports=("missions_sourcereport_changelist", "travel_explore"),
                reasoning=("agency_reasoningcall_changelist", "psychology"),
                mission_types=("mission_types", "extension"),
            ),
            menu(
                "Acting",
                acts=("trust_action_changelist", "bolt"),
                plans=("agency_plan_changelist", "account_tree"),
                trust=("trust_trustscore_changelist", "shield"),
                grants=("trust_grant_changelist", "handshake"),
                rules=("trust_hardrule_changelist", "gavel"),
                tools=("trust_toolswitch_changelist", "handyman"),
                tool_servers=("agency_mcpserver_changelist", "hub"),
                schedules=("agency_schedule_changelist", "schedule"),
            ),
            menu(
                "People",
                people=("trust_user_changelist", "group"),
                keys=("trust_userkey_changelist", "key"),
                tokens=("trust_apitoken_changelist", "vpn_key"),
                memories=("memory_memoryitem_changelist", "lightbulb"),
            ),
            menu(
                "Records",
                activity=("trust_activity_changelist", "history"),
                audit=("trust_auditentry_changelist", "verified_user"),
                staff_changes=("admin_logentry_changelist", "edit_note"),
                stored_answers=("trust_storedresponse_changelist", "inventory_2"),
            ),
            menu("Offers", catalogue=("agency_catalogueitem_changelist", "storefront")),
        ],
    },
}
