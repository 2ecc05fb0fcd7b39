"""What a new player is asked for beside the address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from traders.domain.people import mailbox_identity
from traders.domain.play.commands import player_names
from traders.models import Player


class NameForm(forms.Form):
    """The name that others read. It is the player's from the first sign-in on: a code that is never
    typed in takes no name.
    """

    display_name = forms.CharField(
        max_length=40, label="Name", help_text="What the others call you. You can change it later."
    )

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        if problem := player_names.problem(name):
            raise ValidationError(problem)
        return player_names.plain(name)

    def clean(self) -> dict[str, Any] | None:
        """Nobody gets a second account for one mailbox. As with an address that has one, a letter
        there says so, and the page does not.
        """
        cleaned = super().clean()
        if mailbox_identity.has_account(self.cleaned_data.get("email", "@")):
            self.account_already_exists = (
                True  # allauth asks it, and has looked at the address as it was typed
            )
        return cleaned

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Nothing more is kept: allauth asks for this method."""
