from trust.models.action import Action
from trust.models.activity import Activity, Feed
from trust.models.audit import AuditEntry
from trust.models.decision import Decision
from trust.models.notice import Notification
from trust.models.tokens import ApiToken, StoredResponse
from trust.models.trusting import Grant, HardRule, ToolSwitch, ToolUse, TrustScore
from trust.models.user import User, UserKey

__all__ = [
    "Action",
    "Activity",
    "ApiToken",
    "AuditEntry",
    "Decision",
    "Feed",
    "Grant",
    "HardRule",
    "Notification",
    "StoredResponse",
    "ToolSwitch",
    "ToolUse",
    "TrustScore",
    "User",
    "UserKey",
]
