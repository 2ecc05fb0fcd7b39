"""The first page and the list of games: what waits for the reader first, then what runs, what has a free seat, what is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from traders.domain import last_words, leaving
from traders.domain.desk import moment_of
from traders.domain.history import position_now
from traders.engines.contract import Choice, Interval, Turn
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.models import Game, Phase, Player, Seat
from traders.web.table import due_of, waits_in_words, with_deadline

MOST = 200
"""Games that a list shows of each kind."""


@dataclass(frozen=True)
class GameLine:
    """One game in a list."""

    game: Game
    seats: list[Seat]
    waits: str = ""
    asks_me: bool = False

    @property
    def due(self) -> datetime | None:
        return due_of(self.game, lambda: engine_of(self.game.system).pending(position_now(self.game)))

    @property
    def free(self) -> list[Seat]:
        return [seat for seat in self.seats if leaving.is_free(seat)] if self.game.phase != Phase.OVER else []

    @property
    def title(self) -> str:
        return engine_of(self.game.system).title


def games(request: HttpRequest) -> HttpResponse:
    """All games, in the order in which a reader wants them; `?system=` shows one system's."""
    system = request.GET.get("system", "")
    wanted = {"system": system} if system in ENGINES else {}
    rows = list(
        with_deadline(Game.objects.filter(**wanted).exclude(phase=Phase.OVER).select_related("club"))
        .defer("position", "course", "secret")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))
        .order_by("-moved", "-created")[:MOST]
    )
    over = list(
        Game.objects.filter(**wanted, phase=Phase.OVER, number__gt=0)
        .defer("position", "course", "secret")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))
        .order_by("-ended")[:MOST]
    )
    reader = request.user if request.user.is_authenticated else None
    lines = [_line(game, reader) for game in rows]
    mine = [line for line in lines if reader and _sits(line.seats, reader)]
    return render(
        request,
        "web/games.html",
        {
            "waiting": sorted((line for line in mine if line.asks_me), key=lambda line: (line.due is None, line.due)),
            "mine": [line for line in mine if not line.asks_me],
            "running": [line for line in lines if line not in mine and line.game.phase == Phase.PLAYING and not line.free],
            "free": [line for line in lines if line not in mine and line.free],
            "over": [_line(game, None) for game in over],
            "any": bool(rows or over),
            "systems": [(name, engine_of(name).title) for name in ENGINES],
            "system": system if wanted else "",
            "first_page": request.path == "/",
            "embedded": settings.EMBEDDED,
        },
    )


def _sits(seats: list[Seat], reader: Player) -> bool:
    return any(seat.player_id == reader.pk and not seat.left for seat in seats)


def _line(game: Game, reader: Player | None) -> GameLine:
    """A game's line; only of the reader's own games is the position looked into, for what it asks of that seat."""
    seats = list(game.seats.all())
    if game.phase == Phase.GATHERING:
        return GameLine(game, seats, "Waits for its players.")
    mine = next((seat.colour for seat in seats if reader is not None and seat.player_id == reader.pk and not seat.left), None)
    if mine is None or game.phase == Phase.OVER:
        return GameLine(game, seats, f"{game.waiting_for[:1].upper()}{game.waiting_for[1:]}")
    pending = engine_of(game.system).pending(position_now(game))
    match pending:
        case Turn(seats=asked):
            asks = mine in asked
        case Interval(seats=asked, key=key):
            asks = mine in asked and not last_words.said(game, mine, key)
        case Choice(seat=one):
            asks = one == mine
        case _:
            asks = False
    return GameLine(game, seats, waits_in_words(pending, mine), asks and bool(moment_of(pending)))
