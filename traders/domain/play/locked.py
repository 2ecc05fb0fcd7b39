"""A game's row, locked, and its seats with their players."""

from __future__ import annotations

from traders.models import Game, Prepared, Seat


def locked(game_id: int) -> Game:
    """The game, its row locked: the first and only lock of whatever changes it. Within a
    transaction.
    """
    return _LOCKED.first(game_id) or Game.objects.get(pk=game_id)


_LOCKED = Prepared(Game, lambda pk: Game.objects.select_for_update().filter(pk=pk).order_by())
_SEATS = Prepared(
    Seat, lambda game: Seat.objects.filter(game=game).select_related("player").order_by("place")
)


def seated(game: Game) -> list[Seat]:
    """The game's seats, with their players."""
    seats = _SEATS.rows(game.pk)
    for seat in seats:
        seat.game = game
    return seats
