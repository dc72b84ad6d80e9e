"""`manage.py rewrap_keys`: the instance key is changed and nothing becomes unreadable."""

from __future__ import annotations

import base64
import os
from io import StringIO
from typing import Any

from django.core.management import call_command

from missions.models import Mission
from trust import keys
from trust.models import User, UserKey


def test_after_a_new_instance_key_the_old_one_can_be_taken_out(owner: User, settings: Any) -> None:
    mission = Mission.objects.create(user=owner, goal="Dinner", mission_type="dining")
    new = base64.urlsafe_b64encode(os.urandom(32)).decode()
    settings.INSTANCE_KEYS = [new, *settings.INSTANCE_KEYS]
    out = StringIO()
    call_command("rewrap_keys", stdout=out)
    assert "are now protected" in out.getvalue()
    settings.INSTANCE_KEYS = [new]
    row = UserKey.objects.get(owner=owner.pk)
    assert len(keys.unwrap(row)) == 32
    assert Mission.objects.get(pk=mission.pk).goal == "Dinner"
