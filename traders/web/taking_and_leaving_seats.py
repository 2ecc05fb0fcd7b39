"""Sitting down at a game, and before it begins leaving it or cancelling it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from traders.domain.history.declared_end import why_not_waiting
from traders.domain.play import gathering_and_start
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase, Player, Seat
from traders.web import action_after_sign_in
from traders.web.game_page_context import GamePage
from traders.web.slug_lookup import game_called, reader_of, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
def take_seat(request: HttpRequest, slug: str, colour: str) -> HttpResponse:
    """Take a free seat; a game whose last seat is taken begins.

    Whoever is signed out is sent to sign in or to join, comes back here and is seated. Any other
    GET shows the seat and a button.
    """
    reader = reader_of(request)
    game = game_called(slug, reader)
    place = Seat.objects.filter(game=game, colour=colour).select_related("player").first()
    if place is None:
        raise Http404("There is no such seat.")
    if reader is None and request.method == "POST":
        return action_after_sign_in.sign_in_first(request)
    if not action_after_sign_in.is_asked(request) or reader is None:
        over = why_not_waiting(game) if game.phase == Phase.OVER else ""
        free = not over and leaving_and_taking_seats.is_free(place)
        told = {"game": game, "seat": place, "free": free, "over": over}
        return render(request, "web/take.html", told | {"table": GamePage(game, reader)})
    try:
        sit_down(game, colour, reader)
    except Refusal as refusal:
        return refused(request, game, refusal)
    return redirect("game", slug=slug)


@login_required
@require_POST
def leave_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Give one's seat back before the game begins."""
    return _before_the_start(request, slug, gathering_and_start.leave)


@login_required
@require_POST
def cancel_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel a game that one made, before it begins."""
    return _before_the_start(request, slug, gathering_and_start.cancel)


def _before_the_start(
    request: HttpRequest, slug: str, act: Callable[[int, Player], None]
) -> HttpResponse:
    reader = signed_in(request)
    game = game_called(slug, reader)
    try:
        act(game.pk, reader)
    except Refusal as refusal:
        return refused(request, game, refusal)
    return redirect("game", slug=slug)


def refused(request: HttpRequest, game: Game, refusal: Refusal) -> HttpResponse:
    """The page that says why nothing was done."""
    return render(request, "web/refused.html", {"game": game, "refusal": refusal}, status=409)
