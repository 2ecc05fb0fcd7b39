"""A player's calendar under its secret address, and the button that changes the address."""

from __future__ import annotations

import hashlib
from calendar import timegm

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.views.decorators.http import require_POST, require_safe

from traders.domain.calendar import clock
from traders.domain.feeds import calendar_file
from traders.domain.feeds.calendar_entry import entries_of
from traders.web.slug_lookup import signed_in


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    """The calendar of whoever's address it is; 404 where it is nobody's, or was changed."""
    player = calendar_file.owner_of(token)
    if player is None:
        raise Http404("This address is no calendar's.")
    entries = entries_of(player, clock.now())
    written = calendar_file.written(entries)
    response = HttpResponse(written, content_type="text/calendar; charset=utf-8")
    response["Cache-Control"] = "private, no-cache"
    response["Content-Disposition"] = 'inline; filename="traders-by-post.ics"'
    response["ETag"] = etag = f'"{hashlib.sha256(written).hexdigest()[:32]}"'
    at = timegm(calendar_file.changed(player, entries).utctimetuple())
    response["Last-Modified"] = http_date(at)
    return get_conditional_response(request, etag, at, response) or response


@login_required
@require_POST
def change_address(request: HttpRequest) -> HttpResponse:
    """Give the reader's calendar another address."""
    reader = signed_in(request)
    calendar_file.change_address(reader)
    messages.success(
        request, "Your calendar has a new address. Subscribe to it; the old one leads nowhere now."
    )
    return redirect("account")
