"""A game's row, locked, and its seats with their players."""

from __future__ import annotations

from traders.models import Game, Player, Prepared, Seat


def locked(game_id: int) -> Game:
    """The game, its row locked: the first and only lock of whatever changes it. Within a
    transaction.
    """
    return next(iter(_LOCKED.rows(game_id)), None) or Game.objects.get(pk=game_id)


_LOCKED = Prepared(Game, lambda pk: Game.objects.select_for_update().filter(pk=pk).order_by())
_SEATS = Prepared(Seat, lambda game: Seat.objects.filter(game=game).order_by("place"))


_PLAYERS = Prepared(Player, lambda game: Player.objects.filter(seats__game=game).order_by())


def seated(game: Game) -> list[Seat]:
    """The game's seats, with their players."""
    seats = _SEATS.rows(game.pk)
    players = (
        {player.pk: player for player in _PLAYERS.rows(game.pk)}
        if any(seat.player_id for seat in seats)
        else {}
    )
    for seat in seats:
        seat.game = game
        if seat.player_id:
            seat.player = players[seat.player_id]
    return seats
