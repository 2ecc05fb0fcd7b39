"""The first page and the list of games: what waits for the reader first, then what runs, what has a
free seat, what is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, QuerySet, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import conditional_page

from traders.domain.deadlines import answered
from traders.domain.history import watching
from traders.domain.history.record import position_now
from traders.domain.people import visibility
from traders.domain.play.commands import leaving
from traders.domain.play.session import moment_of
from traders.engines.kernel.contract import Choice, Interval, Turn
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.models import Game, Phase, Player, Seat
from traders.web import front_door, systems
from traders.web.game_page import due_of, with_deadline
from traders.web.waits import waits_in_words

PAGE = 50
"""Games of others that a page of the list shows."""
NOT_SHOWN = frozenset({"position", "course", "secret"})
"""What of a game no line of others' games needs."""


@dataclass(frozen=True)
class GameLine:
    """One game in a list."""

    game: Game
    seats: list[Seat]
    waits: str = ""
    asks_me: bool = False
    behind: bool = False
    """Whether the reader sees the game later than it is played: its line tells nothing of now."""

    @property
    def due(self) -> datetime | None:
        if self.behind:
            return None
        return due_of(
            self.game, lambda: engine_of(self.game.system).pending(position_now(self.game))
        )

    @property
    def free(self) -> list[Seat]:
        return (
            [seat for seat in self.seats if leaving.is_free(seat)]
            if self.game.phase != Phase.OVER
            else []
        )

    @property
    def title(self) -> str:
        return engine_of(self.game.system).title


@conditional_page
def games(request: HttpRequest) -> HttpResponse:
    """All games, in the order in which a reader wants them; `?system=` shows one system's, `?page=`
    further games of others.

    The reader's own games are on every page, however many others there are.
    """
    system = request.GET.get("system", "")
    wanted = {"system": system} if system in ENGINES else {}
    reader = request.user if request.user.is_authenticated else None
    front = request.path == "/" and reader is None
    playing = (
        Q(pk__in=Seat.objects.filter(player=reader, left=None).values("game"))
        & ~Q(phase=Phase.OVER)
        if reader
        else Q(pk__in=[])
    )
    own = _own_lines(Game.objects.filter(playing, **wanted), reader) if reader else []
    others = visibility.games_listed(Game.objects.filter(**wanted).exclude(playing), reader)
    page = Paginator(of_others(others), PAGE).get_page(request.GET.get("page"))
    lines = [line_of(game, None) for game in page]
    return render(
        request,
        "web/games.html",
        {
            "waiting": _waiting(own),
            "mine": [line for line in own if not line.asks_me],
            "running": [line for line in lines if line.game.phase != Phase.OVER and not line.free],
            "free": [line for line in lines if line.free],
            "over": [line for line in lines if line.game.phase == Phase.OVER],
            "page": page,
            "any": bool(own or lines),
            "systems": systems.titled(),
            "cards": front_door.cards() if front else [],
            "playing": front_door.playing() if front else None,
            "system": system if wanted else "",
            "unknown": "" if wanted else system,
            "front": front,
            "embedded": settings.EMBEDDED,
        },
    )


@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """To the reader's next game that waits for an answer, in the order of the list, round and round
    from `?after=`; to the list where none does, or back where none other does.
    """
    assert request.user.is_authenticated
    playing = Game.objects.filter(
        pk__in=Seat.objects.filter(player=request.user, left=None).values("game")
    ).exclude(phase=Phase.OVER)
    waiting = [line.game.slug for line in _waiting(_own_lines(playing, request.user))]
    after = request.GET.get("after", "")
    place = waiting.index(after) + 1 if after in waiting else 0
    if [slug for slug in waiting if slug != after]:
        return redirect("game", waiting[place % len(waiting)])
    messages.info(request, f"No {'other ' if waiting else ''}game waits for you.")
    return redirect("game", after) if waiting else redirect("games")


def _waiting(own: Iterable[GameLine]) -> list[GameLine]:
    """Those that wait for their reader, what falls due first before the others."""
    return sorted(
        (line for line in own if line.asks_me), key=lambda line: (line.due is None, line.due)
    )


def _own_lines(games: QuerySet[Game], reader: Player) -> list[GameLine]:
    """Lines of the reader's own games, what was moved last first."""
    found = list(_listed(games, NOT_SHOWN - {"position"}).order_by("-moved", "-created"))
    words = answered.kept(found) if found else {}
    return [line_of(game, reader, words) for game in found]


def _listed(games: QuerySet[Game], without: Set[str] = NOT_SHOWN) -> QuerySet[Game]:
    """Games with what their lines show."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return with_deadline(games.select_related("club")).defer(*without).prefetch_related(seats)


def of_others(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those with a free seat first, then those that run, then those that are over; none that was
    cancelled before it began.
    """
    open_seat = Exists(Seat.objects.filter(leaving.FREE, game=OuterRef("pk")))
    rank = Case(When(phase=Phase.OVER, then=2), When(open_seat, then=0), default=1)
    begun_or_open = games.exclude(phase=Phase.OVER, number=0)
    return _listed(begun_or_open).order_by(
        rank, F("ended").desc(nulls_last=True), F("moved").desc(nulls_last=True), "-created", "-pk"
    )


def line_of(game: Game, reader: Player | None, words: answered.Words | None = None) -> GameLine:
    """A game's line; only of the reader's own games is the position looked into, for what it asks
    of that seat. `words`: what is kept of them.
    """
    seats = list(game.seats.all())
    if game.phase == Phase.GATHERING:
        return GameLine(game, seats, "Waits for its players.")
    mine = next(
        (
            seat.colour
            for seat in seats
            if reader is not None and seat.player_id == reader.pk and not seat.left
        ),
        None,
    )
    if mine is None and watching.seen_until(game) is not None:
        return GameLine(game, seats, "Is being played.", behind=True)
    if mine is None or game.phase == Phase.OVER:
        return GameLine(game, seats, f"{game.waiting_for[:1].upper()}{game.waiting_for[1:]}")
    pending = engine_of(game.system).pending(position_now(game))
    match pending:
        case Turn(seats=asked):
            asks = mine in asked
        case Interval(seats=asked, key=key):
            asks = mine in asked and not answered.said(game, mine, key, words)
        case Choice(seat=one):
            asks = one == mine
        case _:
            asks = False
    return GameLine(game, seats, waits_in_words(pending, mine), asks and bool(moment_of(pending)))
