"""Onboarding and settings: they need places, memory and sources, so they live above trust."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from missions import people
from missions.forms import TastesForm
from missions.setup import model_page, try_model
from trust.accounts import move_onboarding
from trust.forms import HomeForm, ProfileForm, initial_of
from trust.models import User
from trust.views.http import PersonRequest, person_required


@person_required
@require_http_methods(["GET", "POST"])
def onboarding_home(request: PersonRequest) -> HttpResponse:
    """Step 1 of 2: home place and zone. Can be skipped: then home, told later, brings zone and currency."""
    form = HomeForm(request.POST or None, initial=_initial(request.user))
    if request.method == "POST" and "skip" in request.POST:
        form.is_valid()
        people.take_zone(user=request.user, zone=form.cleaned_data.get("browser_zone", ""))
        move_onboarding(user=request.user, to=User.Onboarding.TASTES)
        return redirect("onboarding_tastes")
    if request.method == "POST" and form.is_valid():
        if doubt := _doubted_home(request, form):
            return render(request, "onboarding/home.html", {"form": form, "places": people.PLACES, **doubt})
        people.set_home(user=request.user, **form.cleaned_data)
        move_onboarding(user=request.user, to=User.Onboarding.TASTES)
        return redirect("onboarding_tastes")
    return render(request, "onboarding/home.html", {"form": form, "places": people.PLACES})


@person_required
@require_http_methods(["GET", "POST"])
def onboarding_tastes(request: PersonRequest) -> HttpResponse:
    """Step 2 of 2: what they like to eat, where they like to go. Can be skipped."""
    form = TastesForm(request.POST if "skip" not in request.POST and request.method == "POST" else None)
    if request.method == "POST" and ("skip" in request.POST or form.is_valid()):
        if form.is_bound:
            people.remember_tastes(user=request.user, **form.cleaned_data)
        move_onboarding(user=request.user, to=User.Onboarding.DONE)
        return redirect("today")
    return render(request, "onboarding/tastes.html", {"form": form})


@person_required
@require_http_methods(["GET", "POST"])
def settings_profile(request: PersonRequest) -> HttpResponse:
    """Name, home, zone, currency, language, look."""
    form = ProfileForm(request.POST or None, initial=_initial(request.user))
    if request.method == "POST" and form.is_valid():
        if doubt := _doubted_home(request, form):
            return render(request, "settings/profile.html", {"form": form, "places": people.PLACES, **doubt})
        before = request.user.language
        people.set_profile(user=request.user, **form.cleaned_data)
        messages.success(request, _saved(request.user, before))
        return redirect("settings_profile")
    return render(request, "settings/profile.html", {"form": form, "places": people.PLACES})


@person_required
@require_GET
def settings_model(request: PersonRequest) -> HttpResponse:
    """What answers questions here, and which sources are asked."""
    return render(request, "settings/model.html", model_page(request.user))


@person_required
@require_POST
def settings_model_test(request: PersonRequest) -> HttpResponse:
    """Ask the model one small question."""
    return render(request, "settings/test.html", {"test": try_model(request.user)})


def _saved(user: User, before: str) -> str:
    """What is said once settings are saved, in the language chosen; of a new one, what keeps the old."""
    with override(user.language):
        if user.language == before:
            return _("Saved.")
        return _("Saved. What I wrote before, on open cards too, stays in the language it was written in.")


def _initial(user: User) -> dict[str, Any]:
    """What the forms show: what the person chose, and what is left to home."""
    return {**initial_of(user), **people.chosen_of(user)}


def _doubted_home(request: PersonRequest, form: HomeForm) -> dict[str, object]:
    """What the form says of a home on no map: `meant`, the city it may be a slip of, or `unknown`. Empty
    where it is known, or is to stay as typed."""
    typed = form.cleaned_data["home"]
    if request.POST.get("home_as_typed") == typed or typed == request.user.home_name:
        return {}
    if meant := people.meant_home(typed):
        return {"meant": meant}
    return {"unknown": True} if people.is_unknown(typed) else {}
