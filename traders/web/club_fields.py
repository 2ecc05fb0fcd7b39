"""What every form about a club checks: its maker's, its organizers', the operator's."""

from __future__ import annotations

from typing import Any

from django import forms

from traders.club.membership import founding
from traders.engines.kernel.words import UNSEEN_NAME, harmless, hides
from traders.models import Joining

MOST_WORDS = 2_000
TAKEN = "Another club has this name."


class ClubFields(forms.BaseModelForm):
    """What forms about a club share: its name is one line, and that of a public club passes for no
    other public club's; a private club is joined by invitation only, and nobody learns of its name.
    """

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if hides(name):
            raise forms.ValidationError(UNSEEN_NAME)
        if name != self.instance.name and founding.is_kept(name):
            raise forms.ValidationError("The server keeps this name for its own club.")
        return name

    def clean_about(self) -> str:
        about = harmless(self.cleaned_data["about"].strip())
        if len(about) > MOST_WORDS:
            raise forms.ValidationError(f"At most {MOST_WORDS} signs; this has {len(about)}.")
        return about

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("public") is False:
            told["joining"] = Joining.INVITED
        elif {"name", "public"} & {*self.changed_data} and founding.is_taken(
            told.get("name", ""), self.instance.pk
        ):
            self.add_error("name", TAKEN)
        return told
