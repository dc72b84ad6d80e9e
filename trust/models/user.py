"""People, and the key that each person's words are encrypted with."""

from __future__ import annotations

import re
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from ownyou.lib.fields import EncryptedJSONField, EncryptedTextField
from ownyou.lib.ids import new_id


class UserManager(BaseUserManager["User"]):
    """Makes people by their e-mail address; each gets a key in the same transaction."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A person. Logs in by e-mail; has a place, a time zone, a language and a currency."""

    class Onboarding(models.TextChoices):
        HOME = "home", "home"
        TASTES = "tastes", "tastes"
        DONE = "done", "done"

    class Autonomy(models.TextChoices):
        OBSERVE = "observe", "observe"
        SUGGEST = "suggest", "suggest"
        SUPERVISED_AUTO = "supervised_auto", "supervised"
        BOUNDED_AUTO = "bounded_auto", "bounded"
        ADAPTIVE_AUTO = "adaptive_auto", "adaptive"

    class Review(models.TextChoices):
        NEVER = "never", "review every plan"
        TRUST_BASED = "trust_based", "by risk and autonomy"
        ALWAYS = "always", "approve every plan"

    class NoticeMail(models.TextChoices):
        NEVER = "never", "never"
        WAITING = "waiting", "when something has waited for half an hour"
        AT_ONCE = "at_once", "at once"

    THEMES: ClassVar = [
        ("auto", gettext_lazy("Like the device")),
        ("light", gettext_lazy("Light")),
        ("dark", gettext_lazy("Dark")),
    ]

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    email = models.EmailField(unique=True)
    name = EncryptedTextField(owner="id", null=True)
    home = EncryptedJSONField(owner="id", null=True, help_text="name, country, lat, lon of the home place")
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=8, default="en")
    currency = models.CharField(max_length=3, default="USD")
    theme = models.CharField(max_length=5, default="auto", choices=THEMES)
    card_keys = models.BooleanField(default=True, help_text="single-key shortcuts on decision cards")
    autonomy = models.CharField(max_length=16, choices=Autonomy, default=Autonomy.SUGGEST)
    plan_review = models.CharField(max_length=12, choices=Review, default=Review.TRUST_BASED)
    approval_minutes = models.PositiveSmallIntegerField(
        default=5, help_text="how long an approval waits while somebody is looking"
    )
    acts_a_day = models.PositiveIntegerField(default=50, help_text="acts without asking, at most")
    notice_mail = models.CharField(max_length=8, choices=NoticeMail, default=NoticeMail.WAITING)
    digest_at = models.TimeField(
        null=True, blank=True, help_text="local time of the daily summary; none: never"
    )
    onboarding = models.CharField(max_length=8, choices=Onboarding, default=Onboarding.HOME)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        ordering = ("email",)

    def __str__(self) -> str:
        return self.email

    def save(self, *args: Any, **kwargs: Any) -> None:
        from trust.keys import ensure_key

        self.email = self.email.lower()
        if self._state.adding:
            ensure_key(self)
        super().save(*args, **kwargs)

    @property
    def zone(self) -> ZoneInfo:
        """The person's time zone; UTC when the stored one is unknown to this machine."""
        try:
            return ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @property
    def first_name(self) -> str:
        """What to call the person: their name, or the start of their address up to what no name has."""
        start = self.email.split("@")[0]
        return (self.name or "").split(" ")[0] or re.split(r"[\d._+-]", start)[0].capitalize() or start

    @property
    def home_name(self) -> str | None:
        """The name of the home place, if it is known."""
        return (self.home or {}).get("name")


class UserKey(models.Model):
    """The data key of one owner, wrapped by the instance key. Without it nothing of theirs can be read.

    `user_id` has no foreign key on purpose: the key is made before the person's row is first written, and
    the instance itself owns one (the nil UUID). Deleting an account deletes this row.
    """

    owner = models.UUIDField(primary_key=True)
    wrapped = models.BinaryField()
    instance_key = models.CharField(max_length=16, help_text="fingerprint of the instance key that wraps it")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"key of {self.owner}"
