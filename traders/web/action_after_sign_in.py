"""What somebody wished before they signed in: the page of a button brings them back to itself, and
does once what the button says, if they pressed it and signed in from there. In the same browser,
within the hour.
"""

from __future__ import annotations

import time

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

WISH = "wish before signing in"
"""In the session: the address of the button's page, when, and whether it was pressed."""
HOLDS = 60 * 60
"""Seconds for which the wish holds: a code comes within minutes."""


def sign_in_first(request: HttpRequest, *, to: str = "account_login") -> HttpResponse:
    """Send whoever is signed out to sign in or to join; then they come back to this page."""
    _keep(request, pressed=True)
    return redirect_to_login(request.path, reverse(to))


def is_asked(request: HttpRequest) -> bool:
    """Whether the page's button was pressed: now, or before its reader signed in. Whoever is signed
    out and looks at the page comes back to it, wherever they sign in.
    """
    if request.method != "GET":
        return request.method == "POST"
    page, pressed = _kept(request)
    if request.user.is_authenticated:
        request.session.pop(WISH, None)
        return pressed and page == request.path
    if page != request.path:
        _keep(request, pressed=False)
    return False


def come_back(request: HttpRequest) -> str:
    """The page to which whoever signs in from another page comes back, "" for none. Who that is may
    not be who pressed its button: they press it themselves.
    """
    page, _ = _kept(request)
    if page:
        request.session[WISH] = [page, time.time(), False]
    return page


def page_of(request: HttpRequest) -> str:
    """The page to which whoever signs in comes back, "" for none."""
    return _kept(request)[0]


def _keep(request: HttpRequest, *, pressed: bool) -> None:
    request.session[WISH] = [request.path, time.time(), pressed]


def _kept(request: HttpRequest) -> tuple[str, bool]:
    """The button's page, and whether it was pressed."""
    path, at, pressed = request.session.get(WISH) or ("", 0, False)
    return (path, pressed) if time.time() - at < HOLDS else ("", False)
