from trust.models.activity import Activity, Feed
from trust.models.audit import AuditEntry
from trust.models.decision import Decision
from trust.models.tokens import ApiToken, StoredResponse
from trust.models.user import User, UserKey

__all__ = ["Activity", "ApiToken", "AuditEntry", "Decision", "Feed", "StoredResponse", "User", "UserKey"]
