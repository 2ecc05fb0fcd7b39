"""Inviting somebody by letter to a game that waits for its players, on its page."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from traders.club.membership import seat_invitations
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import whole_number
from traders.models import Game, Phase, Player
from traders.web.button_actions import pressed
from traders.web.form_fields import LettersAddress
from traders.web.game_page import reader_of
from traders.web.slug_lookup import game_called


@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Mail an invitation to a seat, or take one back; only to who may invite."""
    reader = reader_of(request)
    game = game_called(slug, reader)
    assert reader is not None
    if game.phase == Phase.GATHERING and not seat_invitations.may_invite(game, reader):
        raise PermissionDenied("Only who made the game, or runs its club, invites to it.")
    page = redirect(f"{reverse('game', args=[slug])}#h-invite")
    return pressed(request, page, lambda: _done(request, game, reader))


def _done(request: HttpRequest, game: Game, by: Player) -> str:
    """Carry out what the button says; returns what became of it."""
    if "take-back" in request.POST:
        seat_invitations.take_back(game.pk, by, whole_number(request.POST["take-back"]))
        return "Taken back: nobody takes a seat by it any more."
    try:
        address = LettersAddress().clean(request.POST.get("address", ""))
    except ValidationError as fault:
        raise Refusal(" ".join(fault.messages), kind="unreadable")
    seat_invitations.invite(game.pk, by, address)
    return "The invitation is on its way, unless its reader wants none."
