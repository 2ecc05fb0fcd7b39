"""The page of an invitation: what it is to, and joining. And the page on which somebody says that
they want no more of them.
"""

from __future__ import annotations

import time

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from traders.club.membership import invitations
from traders.engines.kernel.refusal import Refusal
from traders.models import Invitation
from traders.web.game import reader_of

WISH = "wish to join"
"""In the session: the invitation that somebody accepted before signing in, and when."""
WISH_HOLDS = 60 * 60
"""Seconds for which the wish holds: a code comes within minutes."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show an invitation, and accept it. Whoever is signed out is sent to sign in or to join, comes
    back here and is a member.
    """
    reader = reader_of(request)
    try:
        found = invitations.found(secret)
        if reader is None and request.method == "POST":
            request.session[WISH] = [found.pk, time.time()]
            return redirect_to_login(request.path)
        if reader is None or not (
            request.method == "POST" or (request.method == "GET" and _wished(request, found))
        ):
            return _answer(request, {"invitation": found})
        member = invitations.accept(secret, reader)
    except Refusal as refusal:
        return _answer(request, {"refusal": refusal}, 409)
    messages.success(request, f"Welcome: you are a {member.role} of {member.club} now.")
    return redirect("club", slug=member.club.slug)


def _wished(request: HttpRequest, found: Invitation) -> bool:
    """Whether this browser accepted the invitation before its owner signed in; granted once."""
    number, at = request.session.pop(WISH, None) or (0, 0)
    return bool(number == found.pk and time.time() - at < WISH_HOLDS)


def _answer(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    return render(request, "web/clubs/invitation.html", context, status=status)


# a mail program may post here, without a page of ours before; the signed token says for whom
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def none_wanted(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows a button; POST keeps that this mailbox wants no invitations."""
    address = invitations.address_in(token)
    if not address:
        raise Http404("This address is no invitation's.")
    if request.method == "POST":
        invitations.refuse_all(address)
    return render(request, "web/clubs/no_more.html", {"done": request.method == "POST"})
