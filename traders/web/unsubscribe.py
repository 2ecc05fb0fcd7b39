"""Fewer letters by one click, without signing in (RFC 8058): the address stands in the letters that
ask nothing.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from traders.domain.letters import unsubscribing
from traders.models import Cadence, Letter, Player, Seat


# a mail program posts here, without a page of ours before; the signed token says for whom
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows a button; POST stops the letters that ask nothing of the player who got the letter
    of this token.
    """
    name = unsubscribing.message_of(token)
    letter = (
        Letter.objects.filter(message_id=name).select_related("player").first() if name else None
    )
    if letter is None:
        raise Http404("This address is no letter's.")
    if request.method == "POST":
        Player.objects.filter(pk=letter.player_id).update(cadence=Cadence.WAITING)
        Seat.objects.filter(player=letter.player_id).update(cadence="")
    return render(request, "web/unsubscribe.html", {"done": request.method == "POST"})
