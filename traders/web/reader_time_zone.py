"""Every time on a page is in its reader's own zone: the account's, else the one that the browser
tells, else UTC.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from traders.domain.calendar.zones import known_zones

Respond = Callable[[HttpRequest], HttpResponse]


def known(name: str) -> bool:
    """Whether a name is that of a zone; hostile names never reach the file system."""
    return name in known_zones()


def browser_zone(request: HttpRequest) -> str:
    """The zone that the browser told by its cookie, or UTC."""
    name = unquote(request.COOKIES.get("zone", ""))
    return name if known(name) else "UTC"


def reader_zone(request: HttpRequest) -> str:
    """The zone in which the reader of this page reads times."""
    user = request.user
    if user.is_authenticated and known(user.zone) and user.zone != "UTC":
        return user.zone
    return browser_zone(request)


class ReaderZone:
    """Activates the reader's zone for the length of a request."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(ZoneInfo(reader_zone(request))):
            return self.get_response(request)
