"""The tokens of a player's programs, on a page of the account: made, shown once, taken back."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from traders.domain.accounts import api_tokens
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import whole_number
from traders.models import Player, Scope
from traders.web import recent_code_guard
from traders.web.slug_lookup import signed_in

USUAL = (Scope.READ, Scope.PLAY)
"""What a token may do unless its maker says else."""


@never_cache
@login_required
def tokens_page(request: HttpRequest) -> HttpResponse:
    """The reader's tokens, and a form for another. One that was made now is shown on the page that
    answers, and never again.
    """
    reader = signed_in(request)
    posted = request.POST
    if "take_back" in posted:
        if api_tokens.take_back(reader, whole_number(posted["take_back"])):
            messages.success(request, "Taken back: from now on it opens nothing.")
        return redirect("tokens")
    if request.method != "POST":
        return _page(request, reader)
    if not recent_code_guard.is_fresh(request):
        return recent_code_guard.ask_for(request, "tokens")
    days = posted.get("days", "")
    name, scopes = posted.get("name", ""), posted.getlist("scopes")
    try:
        _, secret = api_tokens.make(reader, name, scopes, int(days) if days in _DAYS else -1)
    except Refusal as refusal:
        return _page(request, reader, fault=refusal.text, name=name, scopes=scopes, status=400)
    return _page(request, reader, secret=secret, made=" ".join(name.split()), status=201)


_DAYS = {str(days) for days in api_tokens.LIFETIMES}


def _page(
    request: HttpRequest,
    reader: Player,
    *,
    status: int = 200,
    scopes: list[str] | tuple[str, ...] = USUAL,
    **more: str,
) -> HttpResponse:
    context = {
        "tokens": api_tokens.held_by(reader),
        "scopes": [(value, label, value in scopes) for value, label in Scope.choices],
        "lifetimes": api_tokens.LIFETIMES.items(),
        "usual": 90,
        "most_name": api_tokens.MOST_NAME,
        "site": settings.SITE_URL,
        "fresh": recent_code_guard.is_fresh(request),
        **more,
    }
    return render(request, "web/tokens.html", context, status=status)
