"""What somebody wished by a button before they signed in: done once when they come back, in the
same browser, within the hour.
"""

from __future__ import annotations

import time

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

WISH = "wished before signing in"
"""In the session: the address of the button's page, and when it was pressed."""
HOLDS = 60 * 60
"""Seconds for which the wish holds: a code comes within minutes."""


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """Send whoever is signed out to sign in or to join; then they come back to this page."""
    request.session[WISH] = [request.path, time.time()]
    return redirect_to_login(request.path)


def is_asked(request: HttpRequest) -> bool:
    """Whether the page's button was pressed: now, or before its reader signed in."""
    if request.method != "GET":
        return request.method == "POST"
    path, at = request.session.pop(WISH, None) or ("", 0)
    return bool(path == request.path and time.time() - at < HOLDS)
