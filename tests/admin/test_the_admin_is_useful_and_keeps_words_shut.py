"""Each model's pages open, find rows, change only what may be changed, and show no person's words."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_celery_beat.models import IntervalSchedule, PeriodicTask
from unfold.admin import ModelAdmin, StackedInline, TabularInline

from agency.models import CatalogueItem, ReasoningCall, Thread
from feedback.models import Feedback
from memory.names import preferences_of
from memory.provenance import BY_USER
from memory.writing import remember
from missions.models import Mission, SourceReport
from ownyou.lib.fields import EncryptedField
from trust import activity, audit
from trust.models import Activity, ApiToken, AuditEntry, Decision, StoredResponse, User, UserKey
from trust.tokens import make_token, user_of

MARKER = "zanzibarmarker"
APPS = ("trust", "memory", "agency", "missions", "feedback")
OURS = [model for label in APPS for model in apps.get_app_config(label).get_models()]
HISTORY = [Activity, AuditEntry, ReasoningCall, Decision, Thread, SourceReport, Mission, UserKey, ApiToken]


@pytest.fixture
def staff(helper: Any) -> Client:
    """The helper, who may do everything in the admin."""
    User.objects.filter(pk=helper.pk).update(is_superuser=True)
    client = Client()
    client.force_login(helper)
    return client


@pytest.fixture
def rows(owner: Any) -> dict[type, Any]:
    """One row of each model, with the marker in every personal column."""
    User.objects.filter(pk=owner.pk)
    owner.name, owner.home = MARKER, {"name": MARKER}
    owner.save()
    mission = Mission.objects.create(
        user=owner,
        goal=MARKER,
        mission_type="dining",
        status=Mission.Status.FAILED,
        slots={"place": MARKER},
        result={"title": MARKER},
        problem=MARKER,
    )
    subject = {"subject_kind": "mission", "subject_id": mission.pk}
    thread = Thread.objects.create(
        user=owner, graph="mission.simple", error=MARKER, status="failed", **subject
    )
    decision = Decision.objects.create(
        user=owner, key="k", kind="choice", domain="dining", title=MARKER, payload={"why": MARKER}, **subject
    )
    activity.record(user_id=owner.pk, kind=Activity.Kind.LEARNED, text=MARKER, detail={"words": MARKER})
    report = SourceReport.objects.create(
        user=owner, mission=mission, round=1, source="catalogue", title="Catalogue", words=MARKER
    )
    call = ReasoningCall.objects.create(
        user=owner, skill="classify_goal", source="rules", asked={"text": MARKER}
    )
    Feedback.objects.create(
        user=owner,
        mission=mission,
        completion="complete",
        text=MARKER,
        reading={"words": MARKER},
        learned=[{"sentence": MARKER}],
    )
    remember(
        user=owner,
        namespace=preferences_of(owner),
        key=f"dining.{MARKER}",
        value={"polarity": "like", "value": MARKER},
        text=f"You like {MARKER}.",
        provenance=BY_USER,
    )
    make_token(user=owner, name="laptop")
    stored = StoredResponse.objects.create(user=owner, key="k", fingerprint="f", body=MARKER, status=201)
    made = [mission, thread, decision, report, call, stored, owner, audit.note("test", user_id=owner.pk)]
    made += [model.objects.first() for model in OURS if model.objects.exists()]
    return {type(row): row for row in reversed(made)}


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_model_has_pages_that_open_and_show_no_words(
    staff: Client, rows: dict[type, Any], model: Any
) -> None:
    assert admin.site.is_registered(model)
    listed = page(staff, model, "changelist")
    assert MARKER not in listed
    if model in rows:
        detail = page(staff, model, "change", rows[model].pk)
        assert MARKER not in detail
        assert MARKER not in page(staff, model, "history", rows[model].pk)
        if any(isinstance(field, EncryptedField) for field in model._meta.fields):
            assert "encrypted" in detail


@pytest.mark.parametrize("model", HISTORY, ids=lambda model: model.__name__)
def test_history_can_be_neither_made_nor_changed_nor_deleted(staff: Client, rows: Any, model: Any) -> None:
    assert staff.get(address(model, "add")).status_code == 403
    pk = rows[model].pk
    assert staff.post(address(model, "change", pk), {"status": "completed"}).status_code == 403
    assert staff.post(address(model, "delete", pk), {"post": "yes"}).status_code == 403
    assert model.objects.filter(pk=pk).exists()


@pytest.mark.parametrize("model", [Mission, Decision, Thread], ids=lambda model: model.__name__)
def test_rows_are_found_by_id_by_person_and_by_status(
    staff: Client, rows: Any, owner: Any, model: Any
) -> None:
    row = rows[model]
    for term in (row.pk, owner.pk, owner.email, "owner@", row.status):
        assert str(row.pk) in page(staff, model, "changelist", query=f"?q={term}"), term
    for term in ("stranger@", "nothing", "%", "\x00", "00000000-0000-0000-0000-000000000000"):
        assert staff.get(address(model, "changelist"), {"q": term}).status_code == 200, term


@pytest.mark.parametrize("wanted", ["mission_type=dining", "level=2"])
def test_missions_are_filtered_by_type_and_by_level(
    staff: Client, rows: Any, owner: Any, wanted: str
) -> None:
    other = Mission.objects.create(user=owner, goal="x", mission_type="events", level=1)
    Mission.objects.filter(pk=rows[Mission].pk).update(level=2)
    found = page(staff, Mission, "changelist", query=f"?{wanted}")
    assert (str(rows[Mission].pk) in found, str(other.pk) in found) == (True, False)


def test_a_list_opens_no_personal_column_and_counts_no_whole_table(staff: Client, rows: Any) -> None:
    for model in (Mission, Activity, Decision, ReasoningCall, Thread, SourceReport):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(staff, model, "changelist")
        sealed = [field.column for field in model._meta.fields if isinstance(field, EncryptedField)]
        for query in queries:
            sql = query["sql"]
            assert not any(f'"{model._meta.db_table}"."{column}"' in sql for column in sealed), sql
            if "COUNT(" in sql and model._meta.db_table in sql:
                assert "LIMIT" in sql, sql
        assert len(queries) < 15


def test_a_person_can_be_made_and_switched_off_and_their_password_is_not_shown(
    staff: Client, owner: Any
) -> None:
    made = staff.post(
        address(User, "add"),
        {
            "email": "New@Example.com",
            "usable_password": "true",
            "password1": "long enough 4",
            "password2": "long enough 4",
        },
    )
    assert made.status_code == 302
    person = User.objects.get(email="new@example.com")
    assert UserKey.objects.filter(owner=person.pk).exists()
    detail = page(staff, User, "change", owner.pk)
    algorithm, salt, digest = owner.password.split("$")
    assert not [part for part in (f"{algorithm}$", salt, digest) if part in detail]
    assert "algorithm" not in detail.lower()
    form = {
        "email": owner.email,
        "time_zone": "UTC",
        "language": "en",
        "currency": "EUR",
        "theme": "auto",
        "onboarding": "done",
    }
    assert staff.post(address(User, "change", owner.pk), form).status_code == 302
    owner.refresh_from_db()
    assert (owner.is_active, owner.currency) == (False, "EUR")
    assert MARKER not in "".join(entry.change_message + entry.object_repr for entry in LogEntry.objects.all())


def test_a_lost_key_is_seen_at_the_person(staff: Client, owner: Any) -> None:
    UserKey.objects.filter(owner=owner.pk).delete()
    assert "gone" in page(staff, User, "changelist", query="?q=owner@")


def test_a_revoked_token_lets_nobody_in_and_its_digest_is_never_shown(staff: Client, owner: Any) -> None:
    text = make_token(user=owner, name="laptop")
    token = ApiToken.objects.get()
    assert bytes(token.digest).hex() not in page(staff, ApiToken, "change", token.pk)
    staff.post(address(ApiToken, "changelist"), {"action": "revoke", "_selected_action": [str(token.pk)]})
    assert user_of(text) is None
    assert AuditEntry.objects.filter(event="token_revoked", subject_id=token.pk).exists()


def test_a_failed_mission_is_tried_again_from_the_list(staff: Client, rows: Any) -> None:
    mission = rows[Mission]
    staff.post(address(Mission, "changelist"), {"action": "retry", "_selected_action": [str(mission.pk)]})
    mission.refresh_from_db()
    assert mission.status == Mission.Status.PLANNING
    assert AuditEntry.objects.filter(event="mission_retried").exists()


def test_a_catalogue_item_can_be_changed(staff: Client, db: None) -> None:
    item = CatalogueItem.objects.create(source="test", source_id="1", kind="restaurant", title="Chez Test")
    form = {
        "source": "test",
        "source_id": "1",
        "kind": "restaurant",
        "title": "Chez Autre",
        "data": "{}",
        "tags": "",
    }
    assert staff.post(address(CatalogueItem, "change", item.pk), form).status_code == 302
    item.refresh_from_db()
    assert (item.title, item.enabled) == ("Chez Autre", False)


def test_broken_plugins_are_listed_with_what_is_wrong(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from missions.plugins import discovery

    broken = discovery.BrokenPlugin("weather", "config.yaml: title: Field required")
    monkeypatch.setattr(discovery, "broken", lambda: [broken])
    text = staff.get(reverse("admin:mission_types")).content.decode()
    assert "config.yaml: title: Field required" in text
    assert "dining" in text
    assert "weather" in page(staff, Mission, "changelist")


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_people_who_are_not_staff_see_no_page(owner: Any, model: Any) -> None:
    client = Client()
    client.force_login(owner)
    assert client.get(address(model, "changelist")).status_code == 302


def test_who_is_no_admin_is_told_so_and_who_is_not_logged_in_comes_to_our_door(owner: Any) -> None:
    asked, door = Client().get(reverse("admin:index"), follow=True), reverse("account_login")
    assert asked.request["PATH_INFO"] in {door, reverse("account_signup")}
    client = Client()
    client.force_login(owner)
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


def test_every_page_is_in_the_theme(staff: Client) -> None:
    strangers = [
        m._meta.label for m, page in admin.site._registry.items() if not isinstance(page, ModelAdmin)
    ]
    inlines = [row for page in admin.site._registry.values() for row in page.inlines]
    assert strangers == []
    assert [row.__name__ for row in inlines if not issubclass(row, TabularInline | StackedInline)] == []


def test_pages_of_other_packages_open_and_keep_what_they_can_do(staff: Client, owner: Any) -> None:
    every = IntervalSchedule.objects.create(every=5, period="minutes")
    job = PeriodicTask.objects.create(
        name="ownyou: test", task="agency.runtime.sweep_schedules", interval=every
    )
    address_of = EmailAddress.objects.create(user=owner, email=owner.email, primary=True)
    for row in (every, job, address_of):
        assert "unfold" in page(staff, type(row), "change", row.pk)
        page(staff, type(row), "add")
    assert "agency.runtime.sweep_schedules" in page(staff, PeriodicTask, "change", job.pk)
    chosen = {"action": "disable_tasks", "_selected_action": [job.pk]}
    staff.post(address(PeriodicTask, "changelist"), chosen)
    staff.post(
        address(EmailAddress, "changelist"), {"action": "make_verified", "_selected_action": [address_of.pk]}
    )
    job.refresh_from_db()
    address_of.refresh_from_db()
    assert (job.enabled, address_of.verified) == (False, True)


def test_every_link_of_the_menu_leads_somewhere(staff: Client) -> None:
    from django.conf import settings

    for group in settings.UNFOLD["SIDEBAR"]["navigation"]:
        for item in group["items"]:
            assert staff.get(str(item["link"])).status_code == 200, item["title"]


def address(model: Any, view: str, pk: object = None) -> str:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_{view}"
    return reverse(name, args=[pk] if pk is not None else [])


def page(client: Client, model: Any, view: str, pk: object = None, query: str = "") -> str:
    answer = client.get(address(model, view, pk) + query)
    assert answer.status_code == 200, (model, view, answer.status_code)
    return answer.content.decode()
