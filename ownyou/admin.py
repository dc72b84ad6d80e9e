"""The admin pages of other packages' models, in the theme of all the others.

They keep what they can do; only their looks are ours. Who is not logged in goes through the door of all
pages, and who is no admin is told so. Schedules by the sun or of one moment are used by no
job of the system and have no page.
"""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from django.contrib import admin
from django_celery_beat import admin as beat
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)
from unfold.admin import ModelAdmin, TabularInline
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.unregister(
    [EmailAddress, PeriodicTask, CrontabSchedule, IntervalSchedule, ClockedSchedule, SolarSchedule]
)


@admin.register(EmailAddress)
class EmailAddressAdmin(AllauthEmailAddressAdmin, ModelAdmin):  # type: ignore[misc]
    """The addresses that people log in with, and whether they were verified."""

    list_select_related = ("user",)


class TaskSelect(UnfoldAdminSelectWidget, beat.TaskSelectWidget):  # type: ignore[misc]
    """A choice of the tasks there are."""


class JobForm(beat.PeriodicTaskForm):  # type: ignore[misc]
    """Name a task by choosing it or by writing it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["task"].widget = UnfoldAdminTextInputWidget()
        self.fields["regtask"].widget = TaskSelect()


@admin.register(PeriodicTask)
class JobAdmin(beat.PeriodicTaskAdmin, ModelAdmin):  # type: ignore[misc]
    """The system's own jobs: looked at, switched off and on, and run now."""

    form = JobForm


class JobsOfSchedule(beat.PeriodicTaskInline, TabularInline):  # type: ignore[misc]
    """The jobs of one schedule."""


@admin.register(CrontabSchedule)
class CrontabAdmin(beat.CrontabScheduleAdmin, ModelAdmin):  # type: ignore[misc]
    """Times of the clock."""

    inlines: ClassVar = [JobsOfSchedule]


@admin.register(IntervalSchedule)
class IntervalAdmin(beat.IntervalScheduleAdmin, ModelAdmin):  # type: ignore[misc]
    """Every so many minutes."""

    inlines: ClassVar = [JobsOfSchedule]
