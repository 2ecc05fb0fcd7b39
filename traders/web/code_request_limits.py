"""Pages that mail codes, and how often they may be asked for one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import respond_429, truncate_ip
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import get_random_string

from traders.domain.accounts import sign_in_limits, sign_in_marks
from traders.models import MarkKind, Player

View = Callable[..., HttpResponseBase]
BROWSER = "browser"
"""The cookie by which a browser is known again when somebody signs in; it is sent nowhere else."""
ASKED = "address asked for"
"""In the session: the address to which a code was mailed, which may be asked for once more."""


def client_of(request: HttpRequest) -> str:
    """The visitor's address, of IPv6 the network."""
    return str(truncate_ip(get_adapter().get_client_ip(request)))


def limited(view: View) -> View:
    """A page of signing in that refuses who asks too often, for themselves or for one mailbox: the
    same way whether the mailbox has an account or not.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method == "POST" and not _may_ask(request):
            return respond_429(request)  # type: ignore[no-any-return]
        before = request.user
        response = view(request, *args, **kwargs)
        if isinstance(request.user, Player) and request.user != before:
            _note_sign_in(request, request.user, response)
        return response

    return answer


def _note_sign_in(request: HttpRequest, player: Player, response: HttpResponseBase) -> None:
    """Keep that the player signed in from this browser, which a cookie tells again for a while."""
    browser = request.COOKIES.get(BROWSER, "")
    if not (len(browser) == 32 and browser.isalnum()):
        browser = get_random_string(32)
    sign_in_marks.note(player, browser=browser, network=client_of(request))
    response.set_cookie(
        BROWSER,
        browser,
        max_age=sign_in_marks.KEPT[MarkKind.BROWSER],
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        path="/accounts/",
        samesite="Lax",
    )


def _may_ask(request: HttpRequest) -> bool:
    client = client_of(request)
    if not sign_in_limits.may_ask(client):
        return False
    waits = _waits(request) if "code" in request.POST else ""
    if waits and not sign_in_limits.may_guess(waits):
        return False
    again = request.POST.get("action") == "resend"
    address = (
        request.session.get(ASKED, "")
        if again
        else request.POST.get("login") or request.POST.get("email", "")
    )
    if not address:
        return True
    if not sign_in_limits.may_be_mailed(client, address[:254]):
        return False
    request.session[ASKED] = address[:254]
    return True


def _waits(request: HttpRequest) -> str:
    """What tells the codes apart that a session waits for: when each was asked for, and the code
    itself, which an address without an account has not.
    """
    states: list[Any] = [dict(request.session.items())]
    found = []
    while states:
        state = states.pop()
        found += [str(state[name]) for name in ("at", "code") if name in state]
        states += [one for one in state.values() if isinstance(one, dict)]
    return " ".join(found)
