"""What somebody wished before they signed in: the page of a button brings them back to itself, and
does once what the button says, if they pressed it and signed in from there. A form brings them back
to its page, with the orders that they typed. In the same browser, within the hour.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.csrf import csrf_failure

WISH = "wish before signing in"
"""In the session: the address of the button's page, when, and whether it was pressed."""
UNSENT = "orders typed before signing in"
"""In the session: the address of their form's page, when, the seat, and the orders."""
MOST_KEPT = 20_000
"""Characters of them."""
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


class BackToTheForm:
    """Whoever sends a form and is signed out by then comes back to its page when they have signed
    in: the address to which it was sent may take nothing but forms.
    """

    def __init__(self, respond: Callable[[HttpRequest], HttpResponse]) -> None:
        self._respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self._respond(request)
        if (
            request.method != "POST"
            or not isinstance(answer, HttpResponseRedirect)
            or urlsplit(answer.url).path != reverse("account_login")
            or request.path.startswith(reverse("account_login"))
            or _kept(request)[0] == request.path
        ):
            return answer
        page = _page_of_the_form(request)
        if not page:
            return answer
        _keep_orders(request, page)
        return redirect_to_login(page)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form of a page that was open while its reader signed in anew: nothing is carried out, and
    the orders that they typed stand in the box of the page as it is now. Whoever is signed out
    signs in first.
    """
    page = _page_of_the_form(request)
    if not page or not request.POST.get("orders"):
        return csrf_failure(request, reason)
    kept = _keep_orders(request, page)
    if not request.user.is_authenticated:
        return redirect_to_login(page)
    if not kept:
        messages.warning(
            request,
            "Nothing was sent: you have signed in anew since the page was opened. Look at it as it "
            "is now, then send it again.",
        )
    return HttpResponseRedirect(f"{page}#order-box")


def _keep_orders(request: HttpRequest, page: str) -> bool:
    """Keep the orders of a form that was not carried out, for its page; whether there are any. The
    form of the box names its seat, those of buttons do not: what they say is not kept.
    """
    orders, seat = request.POST.get("orders", "")[:MOST_KEPT], request.POST.get("seat", "")[:40]
    if orders and seat:
        request.session[UNSENT] = [urlsplit(page).path, time.time(), seat, orders]
    return bool(orders and seat)


def unsent(request: HttpRequest, seat: str) -> str:
    """The orders that were typed for that seat on this page before its reader signed in. Whoever
    signed in may be somebody else, who has another seat.
    """
    page, at, of_seat, orders = request.session.get(UNSENT) or ("", 0, "", "")
    if page != request.path or time.time() - at >= HOLDS:
        return ""
    del request.session[UNSENT]
    return orders if of_seat == seat else ""


def _page_of_the_form(request: HttpRequest) -> str:
    """The page of ours from which the form was sent, "" where the browser does not say it."""
    sender = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sender, {request.get_host()}, request.is_secure()):
        return ""
    found = urlsplit(sender)
    if found.path[:1] != "/" or found.path[1:2] in ("/", "\\"):
        return ""  # such a path leads to another server
    return f"{found.path}?{found.query}" if found.query else found.path
