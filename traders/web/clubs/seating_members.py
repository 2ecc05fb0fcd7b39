"""An organizer seats members in a game of the club that has not begun, and begins it with bots."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from traders.domain.people import club_roles
from traders.domain.play import gathering_and_start
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import whole_number
from traders.models import Game, Player, Seat
from traders.web.slug_lookup import game_called, signed_in
from traders.web.taking_and_leaving_seats import refused


@login_required
@require_POST
def give_seat(request: HttpRequest, slug: str, colour: str) -> HttpResponse:
    """Give a seat to a member, who is told; or free it again."""
    game, reader = _gathering(request, slug)
    try:
        if "free" in request.POST:
            gathering_and_start.free(game.pk, colour, reader)
        else:
            messages.success(request, _given(game, colour, request.POST.get("member", ""), reader))
    except Refusal as refusal:
        return refused(request, game, refusal)
    return redirect("game", slug=slug)


def _given(game: Game, colour: str, member: str, by: Player) -> str:
    """Seat the member; returns what became of it."""
    assert game.club is not None
    number = whole_number(member)
    row = club_roles.members(game.club).filter(pk=number, player__is_active=True).first()
    if row is None:
        raise Refusal("Choose a member of the club for the seat.", kind="unreadable")
    if not Seat.objects.filter(game=game, colour=colour).exists():
        raise Refusal("There is no such seat.", kind="unreadable")
    if sit_down(game, colour, row.player, by=by):
        return "The last seat was taken: the game has begun."
    return f"{row.player} has the seat, and is told."


@login_required
@require_POST
def fill(request: HttpRequest, slug: str) -> HttpResponse:
    """Give all seats that are free to bots, and begin."""
    game, _ = _gathering(request, slug)
    level = request.POST.get("level", Level.PLAYER)
    try:
        if level not in list(Level):
            raise Refusal("Bots do not play at such a level.", kind="unreadable")
        gathering_and_start.fill(game.pk, Level(level))
    except Refusal as refusal:
        return refused(request, game, refusal)
    return redirect("game", slug=slug)


def _gathering(request: HttpRequest, slug: str) -> tuple[Game, Player]:
    """The game, for an organizer of its club."""
    reader = signed_in(request)
    game = game_called(slug, reader)
    if not club_roles.organizes(reader, game):
        raise PermissionDenied("An organizer of the game's club does this.")
    return game, reader
