"""Signing in and joining by a mailed code: what a new player begins with, and a mail server that
refuses.
"""

from __future__ import annotations

import logging
import smtplib
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from itertools import chain, count
from secrets import randbelow
from threading import BoundedSemaphore
from typing import Any, ClassVar
from urllib.parse import urlencode

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.mail import EmailMessage
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from traders.domain.accounts import account_erasure
from traders.domain.letters.addresses import machine_headers, unreachable
from traders.domain.letters.plain_text_layout import tidy
from traders.domain.people import mailbox_identity
from traders.domain.play.commands import player_name_rules
from traders.models import Player
from traders.models.players import is_bots
from traders.web import action_after_sign_in, reader_time_zone, recent_code_guard

log = logging.getLogger(__name__)

View = Callable[..., HttpResponseBase]
NAME = "name asked for"
"""In the session: the name that a new player typed in when signing up."""
STEP = 0.5
"""Seconds; the answers to an address that was typed in come at whole steps. All that is done for
one takes a tenth of that.
"""
MOST_MAILING = 2
"""Requests of a process that mail a code at the same time: while the mail server hangs only a few
wait for it, so that the others are answered.
"""
PATIENCE = 2.0
"""Seconds for which a further one waits for a place."""
_PLACES = BoundedSemaphore(MOST_MAILING)
_HAS_ACCOUNT = (
    "There is an account for this mailbox already, under another spelling of its address. One "
    "mailbox is one player: sign in with that one."
)


@contextmanager
def _place_to_mail() -> Iterator[None]:
    """Within it a letter may be mailed; `OSError`, as where it cannot be, while too many wait."""
    if not _PLACES.acquire(timeout=PATIENCE):
        raise OSError("enough requests wait for the mail server")
    try:
        yield
    finally:
        _PLACES.release()


class Adapter(DefaultAccountAdapter):
    """allauth's hooks, as far as this server differs."""

    error_messages: ClassVar[dict[str, Any]] = DefaultAccountAdapter.error_messages | {
        "account_inactive": "The operator has closed this account.",
        "duplicate_email": "This is the address of your account already.",
        "email_taken": "Another account has this address.",
        "incorrect_code": "This is not the code. Look at the newest letter with a code.",
        "invalid_login": "This is not an address.",
        "rate_limited": "Too many requests. Wait a few minutes, then try again.",
        "too_many_login_attempts": "Too many attempts. Wait a few minutes, then ask for a new "
        "code.",
    }

    def save_user(
        self, request: HttpRequest, user: Player, form: Any, commit: bool = True
    ) -> Player:
        """A new player reads times in the browser's zone, and has no name before signing in. An
        account that was begun with this address is gone on with: a code that came earlier still
        proves it.
        """
        account_erasure.remove_unproven()
        begun = Player.objects.filter(
            email=form.cleaned_data["email"], display_name="", last_login=None
        ).first()
        if begun is not None:
            user = begun
            EmailAddress.objects.filter(user=user).delete()  # allauth writes it anew
        user.zone = reader_time_zone.browser_zone(request)
        request.session[NAME] = form.cleaned_data["display_name"]
        player: Player = super().save_user(request, user, form, commit)
        return player

    def clean_email(self, email: str) -> str:
        """An address at which nobody can be written to is none."""
        if problem := unreachable(email):
            raise ValidationError(f"{problem} Enter your own.")
        address: str = super().clean_email(email)
        return address

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """An address that was proven is the account's, unless the mailbox has an account since the
        code was asked for (PR-SEAT-01).
        """
        with account_erasure.one_at_a_time():
            if mailbox_identity.has_account(email_address.email, besides=email_address.user):
                messages.error(request, _HAS_ACCOUNT)
                return False
            player = request.user
            if isinstance(player, Player) and player.email != email_address.email:
                return recent_code_guard.change_address(request, player, email_address.email)
            return bool(super().confirm_email(request, email_address))

    def login(self, request: HttpRequest, user: Player) -> None:
        """An account that was only begun, under another spelling of a mailbox that has one by now,
        is nobody's (PR-SEAT-01).
        """
        with account_erasure.one_at_a_time():
            if (
                not user.display_name
                and user.last_login is None
                and mailbox_identity.has_account(user.email, besides=user)
            ):
                messages.error(request, _HAS_ACCOUNT)
                raise ImmediateHttpResponse(redirect("account_login"))
            super().login(request, user)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Where whoever signs in goes, unless the page's address says it (`next`): back to an
        invitation that they looked at.
        """
        return action_after_sign_in.come_back(request) or super().get_login_redirect_url(request)

    get_signup_redirect_url = get_login_redirect_url

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address as the operator's own proxies hand it on; the nearest one's, where
        fewer than they say did.
        """
        try:
            return str(super().get_client_ip(request))
        except ImproperlyConfigured:
            return str(request.META["REMOTE_ADDR"])

    def send_account_already_exists_mail(self, email: str) -> None:
        """Whoever joins with an address that has an account sees the same page as with any other;
        its owner is told to sign in.
        """
        self.send_mail(
            "account/email/account_already_exists",
            email,
            {"login_url": settings.SITE_URL + reverse("account_login")},
        )

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: Mapping[str, object],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """A letter whose lines fit a telephone, and whose Message-ID is of the domain that it comes
        from.
        """
        letter: EmailMessage = super().render_mail(
            template_prefix, email, context, machine_headers() | (headers or {})
        )
        letter.body = tidy(str(letter.body))
        return letter

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mailbox that cannot be reached is said on the page; it is no fault of the house.

        The code that comes to a player's own address proves it, also where an organizer or the
        operator made the account.
        """
        stranger = template_prefix == "account/email/unknown_account"
        if is_bots(email) or (stranger and unreachable(email)):
            return  # whoever enters a bot's address learns no more than with any other
        if "signup_url" in context and (page := action_after_sign_in.page_of(self.request)):
            context["signup_url"] += f"?{urlencode({'next': page})}"  # read in any browser
        signs_in = template_prefix == "account/email/login_code"
        player = Player.objects.filter(email=email).first() if signs_in else None
        if player is not None:
            EmailAddress.objects.get_or_create(user=player, email=email, defaults={"primary": True})
        lives = (
            app_settings.LOGIN_BY_CODE_TIMEOUT
            if signs_in
            else app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT
        )
        try:
            with _place_to_mail():
                super().send_mail(template_prefix, email, {**context, "minutes": lives // 60})
        except (OSError, smtplib.SMTPException):
            log.warning("a sign-in code could not be sent", exc_info=True)
            if self.request is not None:
                messages.error(
                    self.request,
                    "The code could not be mailed to that address just now. Look at the "
                    "address, or try again in a minute.",
                )


@receiver(user_logged_in, dispatch_uid="a new player's name")
def name_newcomer(sender: object, request: HttpRequest, user: Player, **kwargs: object) -> None:
    """At the first sign-in, which proves the address, the player gets the name asked for: if
    somebody else has it now, another one.
    """
    asked_for = request.session.pop(NAME, "")
    if user.display_name:
        return
    others = (f"Newcomer {randbelow(10**6)}" for _ in count())
    user.display_name = next(
        name for name in chain([asked_for], others) if not player_name_rules.problem(name, user)
    )
    user.save(update_fields=["display_name"])
    if user.display_name != asked_for:
        messages.info(
            request,
            f"You are called {user.display_name} for now. Choose your name on your account's page.",
        )


def within(view: View) -> View:
    """A page of signing in that forgets a `next` which leads elsewhere, so that it is never
    repeated on a page.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        for name in ("GET", "POST"):
            asked = getattr(request, name)
            if asked.get("next") and not url_has_allowed_host_and_scheme(
                asked["next"], {request.get_host()}
            ):
                asked = asked.copy()
                del asked["next"]
                setattr(request, name, asked)
        return view(request, *args, **kwargs)

    return answer


def evenly(view: View) -> View:
    """A page whose answer to an address comes at a whole step of time: how long it took does not
    tell whether the address has an account.

    Whoever asks too often is refused at once, and keeps nobody waiting.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        begun = time.monotonic()
        response = view(request, *args, **kwargs)
        if response.status_code != 429:
            time.sleep((begun - time.monotonic()) % STEP)
        return response

    return answer
