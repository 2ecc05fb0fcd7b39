"""The page of an invitation: what it is to, and joining. And the page on which somebody says that
they want no more of them.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from traders.club.membership import invitations
from traders.engines.kernel.refusal import Refusal
from traders.web import action_after_sign_in
from traders.web.game_page import reader_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Show an invitation, and accept it. Whoever is signed out is sent to sign in or to join, comes
    back here and is a member; who signs in by another page comes back here too.
    """
    reader = reader_of(request)
    try:
        found = invitations.found(secret)
        if reader is None and request.method == "POST":
            return action_after_sign_in.sign_in_first(request)
        if not action_after_sign_in.is_asked(request) or reader is None:
            return _answer(request, {"invitation": found})
        member = invitations.accept(secret, reader)
    except Refusal as refusal:
        if club := invitations.club_of_member(secret, reader):
            messages.info(request, f"You are a member of {club} already.")
            return redirect("club", slug=club.slug)
        return _answer(request, {"refusal": refusal}, 409)
    messages.success(request, f"Welcome: you are a {member.role} of {member.club} now.")
    return redirect("club", slug=member.club.slug)


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
