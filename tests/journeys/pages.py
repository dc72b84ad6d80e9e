"""The pages that axe looks at, and why the others need no look of their own."""

from __future__ import annotations

PAGES = (
    "/",
    "/missions/",
    "/missions/?tab=archive",
    "/inbox/",
    "/receipts/",
    "/trust/",
    "/notices/",
    "/activity/",
    "/memory/",
    "/settings/",
    "/settings/model/",
    "/settings/notifications/",
    "/settings/servers/",
    "/settings/desires/",
    "/agency/",
    "/agency/?show=done",
    "/welcome/",
    "/welcome/tastes/",
    "/no-such-page/",
)
DOORS = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")
ACCOUNT = ("/accounts/password/change/", "/accounts/logout/", "/accounts/email/")
MADE = frozenset(
    {
        "mission",
        "mission_feedback",
        "mission_follow_ups",
        "mission_file",
        "mission_compare",
        "desire",
        "desire_edit",
        "receipt",
    }
)
"""Routes of pages that exist once somebody made something; the journey makes it and opens them."""

_ACTS = "takes a form and leads back to a page"
_PIECE = "a piece of a page that axe sees once it is in it"
_FILE = "hands out a file, no page"
_MAIL = "reached from a mail or in the middle of a sign-in; the frame and the form of the doors"
NOT_LOOKED_AT = {
    "account_confirm_email": _MAIL,
    "account_confirm_login_code": _MAIL,
    "account_confirm_reauthentication_code": _MAIL,
    "account_email_verification_sent": _MAIL,
    "account_inactive": _MAIL,
    "account_reauthenticate": _MAIL,
    "account_request_reauthentication_code": _MAIL,
    "account_reset_password_done": _MAIL,
    "account_reset_password_from_key": _MAIL,
    "account_reset_password_from_key_done": _MAIL,
    "account_set_password": _MAIL,
    "activity_panel": _PIECE,
    "decision_again": _ACTS,
    "decision_answer": _ACTS,
    "decision_table": _PIECE,
    "desire_act": _ACTS,
    "desire_earlier": _PIECE,
    "desire_export": _FILE,
    "desire_once": _ACTS,
    "feedback_edit": _ACTS,
    "feedback_undo": _ACTS,
    "healthz": "an answer for machines",
    "live": _PIECE,
    "memory_add": _ACTS,
    "memory_edit": _PIECE,
    "memory_forget": _PIECE,
    "memory_history": _PIECE,
    "memory_undo": _ACTS,
    "mission_act": _ACTS,
    "mission_create": _ACTS,
    "mission_earlier": _PIECE,
    "mission_follow_up": _ACTS,
    "mission_plan_input": _ACTS,
    "mission_pursue": _ACTS,
    "mission_zip": _FILE,
    "notice": "leads on to what the notice is about",
    "notices_read": _ACTS,
    "option_photo": _FILE,
    "palette": _PIECE,
    "program_add": _ACTS,
    "receipt_act": _ACTS,
    "receipt_file": _FILE,
    "server_list": _ACTS,
    "server_remove": _ACTS,
    "settings_model_test": _PIECE,
    "trust_autonomy": _ACTS,
    "trust_level": _ACTS,
    "trust_limits": _ACTS,
    "trust_review": _ACTS,
    "trust_revoke": _ACTS,
    "trust_rule_add": _ACTS,
    "trust_rule_remove": _ACTS,
}
"""Named routes that no test opens with axe, each with its reason."""
