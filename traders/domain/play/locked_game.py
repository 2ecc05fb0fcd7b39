"""A game's row, locked, and what a session needs beside it."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from traders.domain.history import moment_labels
from traders.domain.history.sealed_notes import COUNTING
from traders.models import Entry, Game, Prepared, Sealed, Seat, together


def locked(game_id: int) -> Game:
    """The game, its row locked: the first and only lock of whatever changes it. Within a
    transaction.
    """
    return _LOCKED.first(game_id) or Game.objects.get(pk=game_id)


_LOCKED = Prepared(Game, lambda pk: Game.objects.select_for_update().filter(pk=pk).order_by())
_SEEN = Prepared(Game, lambda pk: Game.objects.filter(pk=pk).order_by())
_SEATS = Prepared(
    Seat, lambda game: Seat.objects.filter(game=game).select_related("player").order_by("place")
)


class HeldGame(NamedTuple):
    """A game whose row is locked, its seats with their players, the sealed rows that count, and the
    back-ups.
    """

    game: Game
    seats: list[Seat]
    sealed: list[Sealed]
    back_ups: list[Entry]

    @classmethod
    def hold(cls, game_id: int) -> Self:
        """Lock the game, and read all of it at once."""
        return cls.of(game_id, together(*cls.asked(game_id)))

    @classmethod
    def seen(cls, game_id: int) -> Self:
        """The same without the lock, for who changes nothing."""
        _, *beside = cls.asked(game_id)
        return cls.of(game_id, together((_SEEN, game_id), *beside))

    @staticmethod
    def asked(game_id: int) -> tuple[tuple[Any, ...], ...]:
        """What is asked for it, the lock first."""
        beside = (_SEATS, COUNTING, moment_labels.IN_ORDER)
        return ((_LOCKED, game_id), *((query, game_id) for query in beside))

    @classmethod
    def of(cls, game_id: int, found: list[list[Any]]) -> Self:
        """The game out of what was found."""
        games, *beside = found
        held = cls(games[0] if games else Game.objects.get(pk=game_id), *beside)
        for seat in held.seats:
            seat.game = held.game
        return held
