"""What a player may do with the own account as a whole: take along what is kept of it, and have it
removed (PR-RECORD-04).
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from traders.domain.accounts import account_erasure, data_export
from traders.domain.calendar import clock
from traders.domain.timeline import timeline
from traders.models import Game, Phase, Seat
from traders.web import recent_code_guard
from traders.web.slug_lookup import signed_in


@login_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """All that is kept of the reader, as a JSON file."""
    reader = signed_in(request)
    headers = {"Content-Disposition": 'attachment; filename="traders-by-post.json"'}
    return JsonResponse(
        data_export.export(reader),
        headers=headers,
        json_dumps_params={"indent": 2, "ensure_ascii": False},
    )


@login_required
def remove(request: HttpRequest) -> HttpResponse:
    """Say what removing the account does; do it once the own address is typed in, and a code from
    its mailbox.
    """
    reader = signed_in(request)
    typed = request.POST.get("address", "").strip()
    if request.method == "POST" and not recent_code_guard.is_fresh(request):
        return recent_code_guard.ask_for(request, "remove-account")
    if request.method == "POST" and typed.lower() == reader.email.lower():
        for game in Game.objects.filter(seats__player=reader, phase=Phase.PLAYING):
            timeline.read_waiting(game.pk, clock.exact())  # what the reader sent before counts
        account_erasure.erase(reader)
        logout(request)
        messages.success(request, "Your account is removed.")
        return redirect("home")
    playing = (
        Seat.objects.filter(player=reader, left=None)
        .exclude(game__phase=Phase.OVER)
        .select_related("game")
    )
    return render(
        request,
        "web/remove_account.html",
        {
            "playing": playing,
            "wrong": request.method == "POST",
            "typed": typed,
            "fresh": recent_code_guard.is_fresh(request),
        },
    )
