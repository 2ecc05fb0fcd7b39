"""Sitting down at a game, and before it begins leaving it or cancelling it."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from traders.domain.play import before_start
from traders.domain.play.commands import leaving
from traders.domain.timeline.sitting_down import sit_down
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase, Player, Seat
from traders.web.called import game_called
from traders.web.game import reader_of
from traders.web.game_page import GamePage

WISH = "wish to sit"
"""In the session: the seat that somebody asked for before signing in, and when."""
WISH_HOLDS = 60 * 60
"""Seconds for which the wish holds: a code comes within minutes."""


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
        request.session[WISH] = [game.pk, colour, time.time()]
        return redirect_to_login(request.path)
    if reader is None or not (
        request.method == "POST" or (request.method == "GET" and _wished(request, game, colour))
    ):
        free = game.phase != Phase.OVER and leaving.is_free(place)
        return render(
            request,
            "web/take.html",
            {"game": game, "seat": place, "free": free, "table": GamePage(game, reader)},
        )
    try:
        sit_down(game, colour, reader)
    except Refusal as refusal:
        return _refused(request, game, refusal)
    return redirect("game", slug=slug)


def _wished(request: HttpRequest, game: Game, colour: str) -> bool:
    """Whether this browser asked for the seat before its owner signed in; it is granted once."""
    number, wished, at = request.session.pop(WISH, None) or (0, "", 0)
    return (number, wished) == (game.pk, colour) and time.time() - at < WISH_HOLDS


@login_required
@require_POST
def leave_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Give one's seat back before the game begins."""
    return _before_the_start(request, slug, before_start.leave)


@login_required
@require_POST
def cancel_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel a game that one made, before it begins."""
    return _before_the_start(request, slug, before_start.cancel)


def _before_the_start(
    request: HttpRequest, slug: str, act: Callable[[int, Player], None]
) -> HttpResponse:
    reader = reader_of(request)
    game = game_called(slug, reader)
    assert reader is not None
    try:
        act(game.pk, reader)
    except Refusal as refusal:
        return _refused(request, game, refusal)
    return redirect("game", slug=slug)


def _refused(request: HttpRequest, game: Game, refusal: Refusal) -> HttpResponse:
    return render(request, "web/refused.html", {"game": game, "refusal": refusal}, status=409)
