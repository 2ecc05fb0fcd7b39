"""Signing in and joining by a mailed code: what a new player begins with, and a mail server that refuses."""

from __future__ import annotations

import logging
import smtplib
from itertools import chain, count
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.http import HttpRequest

from traders.domain import names
from traders.models import Player
from traders.models.people import is_bots
from traders.web import zones

log = logging.getLogger(__name__)


class Adapter(DefaultAccountAdapter):
    """allauth's hooks, as far as this house differs."""

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """A new player reads times in the browser's zone and is called after the mailbox, till they say otherwise."""
        user.zone = zones.browser_zone(request)
        user.display_name = free_name(form.cleaned_data["email"])
        player: Player = super().save_user(request, user, form, commit)
        return player

    def clean_email(self, email: str) -> str:
        """An address at which nobody can be written to is none."""
        if is_bots(email):
            raise ValidationError("No mail can be sent to that address. Enter your own.")
        address: str = super().clean_email(email)
        return address

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address as the operator's own proxies hand it on; the nearest one's, where fewer than they say did."""
        try:
            return str(super().get_client_ip(request))
        except ImproperlyConfigured:
            return str(request.META["REMOTE_ADDR"])

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mailbox that cannot be reached is said on the page; it is no fault of the house.

        The code that comes to a player's own address proves it, also where an organizer or the operator made the account.
        """
        if is_bots(email):
            return  # whoever enters a bot's address learns no more than with any other
        player = Player.objects.filter(email=email).first() if template_prefix == "account/email/login_code" else None
        if player is not None:
            EmailAddress.objects.get_or_create(user=player, email=email, defaults={"primary": True})
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, smtplib.SMTPException):
            log.warning("a sign-in code could not be sent", exc_info=True)
            if self.request is not None:
                messages.error(
                    self.request, "The code could not be mailed to that address just now. Look at the address, or try again in a minute."
                )


def free_name(address: str) -> str:
    """A name for a new player that nobody has: what stands before the @, where that can be a name."""
    stem = " ".join(address.partition("@")[0].replace(".", " ").replace("_", " ").replace("+", " ").split())[:30].strip(" -'")
    free = (stem, *(f"{stem} {number}" for number in range(2, 10)))
    return next(name for name in chain(free, (f"Newcomer {number}" for number in count(1))) if not names.problem(name))
