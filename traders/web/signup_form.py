"""What a new player is asked for beside the address."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from traders.domain.people import mailbox_identity
from traders.domain.play.commands import player_name_rules
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
        if problem := player_name_rules.problem(name):
            raise ValidationError(problem)
        return player_name_rules.plain(name)

    def clean(self) -> dict[str, object] | None:
        """Nobody gets a second account for one mailbox: a letter there says so, and the page does
        not. An account that was only begun is none: its owner may have missed the code.
        """
        cleaned = super().clean()
        address = self.cleaned_data.get("email", "@")
        self.account_already_exists = mailbox_identity.has_account(address)  # for allauth
        return cleaned

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Nothing more is kept: allauth asks for this method."""
