"""What a session that was left open does not do: another address at once, tokens, others who are
told, and the account's end need a code that came to its mailbox just now.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from urllib.parse import urlencode

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.login import (
    AUTHENTICATION_METHODS_SESSION_KEY,
    record_authentication,
)
from allauth.core.internal.cryptokit import compare_user_code
from allauth.core.internal.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from traders.domain.accounts import address_changes, sign_in_limits
from traders.models import AddressChange, Player
from traders.web.code_request_limits import client_of
from traders.web.slug_lookup import signed_in

FRESH = 15 * 60
"""Seconds for which a code that was typed in proves the mailbox."""
SIGNED_IN = "signed in at"
"""In the session: when it was opened, in seconds since 1970."""
_STATE = "fresh code"
_PROVEN_HERE = "address proven here"
"""In the session: the address that waits, whose mailbox was proven in this browser."""


@receiver(user_logged_in, dispatch_uid="when a session was opened")
def _note_sign_in(sender: object, request: HttpRequest, user: Player, **kwargs: object) -> None:
    request.session[SIGNED_IN] = time.time()


def is_fresh(request: HttpRequest) -> bool:
    """Whether a code of the account's mailbox was typed in just now, in this session."""
    player = request.user
    if not isinstance(player, Player):
        return False
    codes = request.session.get(AUTHENTICATION_METHODS_SESSION_KEY) or []
    if not codes:  # opened by the code that proved a new account's address
        return bool(time.time() - request.session.get(SIGNED_IN, 0) < FRESH)
    mine = [one["at"] for one in codes if one.get("email", player.email) == player.email]
    return bool(mine) and time.time() - max(mine) < FRESH


def ask_for(request: HttpRequest, page: str) -> HttpResponse:
    """Lead to the page that asks for a fresh code, and from there back to that page."""
    return redirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': reverse(page)})}")


class _Process(AbstractCodeVerificationProcess):
    """A code that was mailed to the reader's own mailbox, in the session."""

    def __init__(self, request: HttpRequest, state: Mapping[str, object], player: Player) -> None:
        self.request = request
        attempts, lives = (
            app_settings.LOGIN_BY_CODE_MAX_ATTEMPTS,
            app_settings.LOGIN_BY_CODE_TIMEOUT,
        )
        super().__init__(attempts, lives, state, player)

    @classmethod
    def resume(cls, request: HttpRequest, player: Player) -> _Process | None:
        state: dict[str, object] | None = request.session.get(_STATE)
        if state is None or state["email"] != player.email:
            return None
        process = cls(request, state, player)
        return process if process.abort_if_invalid() else None

    def persist(self) -> None:
        self.request.session[_STATE] = self.state

    def abort(self) -> None:
        self.request.session.pop(_STATE, None)

    def send(self) -> None:
        adapter = get_adapter()
        self.state["code"] = adapter.generate_login_code()
        told = {"request": self.request, "code": self.code}
        adapter.send_mail("account/email/login_code", self.state["email"], told)
        self.persist()


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def fresh_code(request: HttpRequest) -> HttpResponse:
    """Mail the reader a code, and take it: what waits for it is done then."""
    player = signed_in(request)
    process, fault = _Process.resume(request, player), ""
    if request.method == "POST" and "code" not in request.POST:
        if not sign_in_limits.may_be_mailed(client_of(request), player.email):
            return respond_429(request)  # type: ignore[no-any-return]
        process = _Process(request, _Process.initial_state(player, player.email), player)
        process.send()
    elif request.method == "POST" and process is not None:
        if compare_user_code(actual=request.POST["code"], expected=process.code):
            process.abort()
            return _proven(request, player)
        fault = str(get_adapter().error_messages["incorrect_code"])
        if not process.record_invalid_attempt():
            process, fault = None, "That was wrong too often. Have another code mailed to you."
    context = {"asked": process is not None, "fault": fault, "next": _next(request)}
    return render(request, "account/fresh_code.html", context, status=400 if fault else 200)


def _next(request: HttpRequest) -> str:
    page = str(request.POST.get("next") or request.GET.get("next") or "")
    safe = url_has_allowed_host_and_scheme(page, {request.get_host()})
    return page if safe else reverse("account")


def _proven(request: HttpRequest, player: Player) -> HttpResponse:
    """An address that was proven in this browser, and waits, counts now: its reader has both
    mailboxes. One that another session asked for waits on: that may be somebody else.
    """
    record_authentication(request, player, method="code", email=player.email)
    waits = AddressChange.objects.filter(player=player, address=request.session.get(_PROVEN_HERE))
    change = waits.select_related("player").first()
    if change is not None:
        _change_now(request, change)
    return redirect(_next(request))


def change_address(request: HttpRequest, player: Player, address: str) -> bool:
    """A code came to another address: it is the account's at once where the old mailbox is proven
    too, else in three days. Whether it is by now.
    """
    change = address_changes.propose(player, address)
    if is_fresh(request):
        return _change_now(request, change)
    address_changes.tell(change)
    request.session[_PROVEN_HERE] = change.address
    messages.info(
        request,
        f"{address} is proven to be yours. It becomes your address in three days; until then the "
        "old one can undo it.",
    )
    return False


def _change_now(request: HttpRequest, change: AddressChange) -> bool:
    if not address_changes.carry_out(change):
        return False
    request.user = change.player
    update_session_auth_hash(request, change.player)
    record_authentication(request, change.player, method="code", email=change.address)
    messages.success(request, f"Letters and codes go to {change.address} from now on.")
    return True
