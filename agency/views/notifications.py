"""Settings: what is mailed, and when the daily summary comes."""

from __future__ import annotations

from datetime import time

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from agency import digests
from ownyou.lib.errors import InvalidInput, OwnYouError
from ownyou.lib.locales import clock
from trust import autonomy
from trust.autonomy import MAIL_TITLES
from trust.views.http import PersonRequest, person_required


@person_required
@require_http_methods(["GET", "POST"])
def notifications(request: PersonRequest) -> HttpResponse:
    """Mail about what waits, and the daily summary."""
    error: OwnYouError | None = None
    if request.method == "POST":
        try:
            hour = _hour(request.POST.get("digest", ""))
            autonomy.set_notice_mail(user=request.user, to=request.POST.get("notice_mail", ""))
            digests.set_digest(user=request.user, at=hour)
        except OwnYouError as problem:
            error = problem
        else:
            messages.success(request, _("Saved."))
            return redirect("settings_notices")
    at = request.user.digest_at
    context = {
        "mails": [
            {"value": value.value, "title": title, "chosen": request.user.notice_mail == value}
            for value, title in MAIL_TITLES.items()
        ],
        "hours": [
            {
                "value": f"{hour:02}:00",
                "words": clock(time(hour)),
                "chosen": at is not None and at.hour == hour,
            }
            for hour in range(24)
        ],
        "upcoming": digests.next_digests(request.user),
        "error": error.message if error else "",
    }
    return render(request, "settings/notices.html", context, status=error.status if error else 200)


def _hour(said: str) -> time | None:
    """The hour that was chosen; None for none."""
    if not said:
        return None
    hours = said.removesuffix(":00")
    if not (hours.isdecimal() and len(hours) <= 2 and int(hours) < 24):
        raise InvalidInput(_("Choose an hour from the list."), field="digest")
    return time(int(hours))
