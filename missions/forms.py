"""Forms of the first steps."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from ownyou.lib.text import clean_line

CUISINES = [
    ("italian", _("Italian")),
    ("french", _("French")),
    ("japanese", _("Japanese")),
    ("chinese", _("Chinese")),
    ("indian", _("Indian")),
    ("thai", _("Thai")),
    ("mexican", _("Mexican")),
    ("spanish", _("Spanish")),
    ("greek", _("Greek")),
    ("turkish", _("Turkish")),
    ("lebanese", _("Lebanese")),
    ("vietnamese", _("Vietnamese")),
    ("korean", _("Korean")),
    ("american", _("American")),
    ("german", _("German")),
    ("seafood", _("Seafood")),
]
DIETS = [
    ("vegetarian", _("Vegetarian")),
    ("vegan", _("Vegan")),
    ("gluten_free", _("Gluten-free")),
    ("halal", _("Halal")),
    ("kosher", _("Kosher")),
]


class TastesForm(forms.Form):
    """What a person likes to eat and where they like to go."""

    cuisines = forms.MultipleChoiceField(
        label=_("What do you like to eat?"),
        choices=CUISINES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    diets = forms.MultipleChoiceField(
        label=_("What must a place serve?"),
        choices=DIETS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    places = forms.CharField(label=_("Where do you like to go?"), max_length=300, required=False)

    def clean_places(self) -> str:
        return clean_line(self.cleaned_data["places"])
