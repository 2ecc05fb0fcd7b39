"""What Django cannot take apart is told apart before it tries, since it would fail before its first
middleware could answer: a Content-Type that names no charset that a form, a query or JSON is
written in, or that is no header at all.
"""

from __future__ import annotations

import codecs
import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.http import parse_header_parameters

log = logging.getLogger(__name__)

_CHARSETS = {"utf-8", "ascii", "iso8859-1"}
"""As Python names them. Whatever bytes come, these make text that can be stored and shown."""
_REFUSED = "x-unreadable/refused"
"""Stands for the Content-Type of a request that is refused."""

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def guarded(application: Application) -> Application:
    """Django's WSGI application, which is handed only what it can take apart. `Unreadable` answers
    the rest.
    """

    def answer(environ: dict[str, Any], start_response: object) -> Iterable[bytes]:
        if not _is_text(environ.get("CONTENT_TYPE", "")):
            environ["CONTENT_TYPE"] = _REFUSED
        return application(environ, start_response)

    return answer


def _is_text(content_type: str) -> bool:
    try:
        _, parameters = parse_header_parameters(content_type)
        charset = parameters.get("charset", "utf-8")
        return codecs.lookup(charset).name in _CHARSETS
    except (ValueError, LookupError, TypeError):
        return False


class Unreadable:
    """Middleware: refuses, in the words of the page or of the API, what could not be taken
    apart.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.content_type == _REFUSED:
            return HttpResponse(render_to_string("400.html"), status=415)
        return self.get_response(request)


class OtherHost:
    """Middleware: a request that names another host than this server's (`Host`) gets a sentence
    and the right address. Anybody can send one, so that it is no error of the server's. The page
    is bare: by that name nothing else is to be had.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            log.info("a request for another host: %.80r", request.META.get("HTTP_HOST", ""))
            page = render_to_string("other_host.html", {"site": settings.SITE_URL})
            return HttpResponse(page, status=400)
        return self.get_response(request)
