"""What every answer says to the browser: which content it may load, that nothing of ours is framed
or sniffed, and that what one person was shown is kept nowhere.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

from django.db import DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.defaults import server_error

from traders.domain.timeline.timeline import Busy

log = logging.getLogger(__name__)

PAGES = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action "
    "'self'; frame-ancestors 'self'"
)
"""No inline script or style, nothing from elsewhere."""
ADMIN = (
    "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'self'"
)
"""The operator's and the referees' pages evaluate expressions in their markup (the admin theme's
Alpine); no inline script runs there either.
"""
LETTER = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""A letter's HTML shows itself and its own pictures; it runs, loads and submits nothing."""

METHODS = ("GET", "HEAD", "POST")
"""What a page takes. The API and the hooks of mail providers say themselves what they take."""

AWAY = (OperationalError, InterfaceError)
"""What is raised where the database is busy or away."""
AGAIN = 5
"""Seconds after which a program may try once more."""

ODD = (DataError, UnicodeEncodeError)
"""What is raised over text or numbers that no database holds."""

Respond = Callable[[HttpRequest], HttpResponse]


class Headers:
    """Sets the policy where a view has not set its own, and what else an answer should say; an
    address that only takes forms says so.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            response.content = render_to_string("405.html", request=request)
            # an inner middleware counted the empty answer, and the server sends no more than that
            response.headers["Content-Length"] = str(len(response.content))
        policy = ADMIN if request.path.startswith("/admin/") else PAGES
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"
        )
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not request.path.startswith("/static/"):
            private = "sessionid" in request.COOKIES or response.cookies
            response.headers.setdefault(
                "Cache-Control", "no-store" if private else "private, no-cache"
            )
        return response

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Refuses (405) every method that no page takes, before the page does anything."""
        own = request.path.startswith(("/api/", "/hooks/"))
        return None if own or request.method in METHODS else HttpResponseNotAllowed(METHODS)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """A database that is busy or away is told in words, and nothing typed is lost: the browser
        sends it again on a reload. What no database holds (a NUL, half a character, a number
        without end) is the sender's fault.
        """
        if isinstance(exception, Busy):
            log.info("a game was busy: %s", exception)
            return _busy()
        if isinstance(exception, AWAY):
            log.error("the database did not answer: %s", exception)
            return _busy()
        if isinstance(exception, ODD):
            return render(request, "400.html", status=400)
        return None


def failed(request: HttpRequest) -> HttpResponse:
    """Django's last resort: what no view raised, as the reading of who is signed in or the keeping
    of a session, is told in the same words.
    """
    if isinstance(sys.exception(), ODD):
        return HttpResponse(render_to_string("400.html"), status=400)
    return _busy() if isinstance(sys.exception(), AWAY) else server_error(request)


def _busy() -> HttpResponse:
    # without the request, whose reader stands in the database
    return HttpResponse(
        render_to_string("503.html"), status=503, headers={"Retry-After": str(AGAIN)}
    )
