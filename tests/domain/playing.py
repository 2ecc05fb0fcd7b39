"""A game of bots played through the one door, to its end or to some entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traders.domain.play import door
from traders.engines.kernel.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine
from traders.models import Game

SEATS = ("red", "blue", "green")


def bots_play(game: Game, *, entries: int = 0, seed: int = 0) -> Game:
    """Let bots play a game that was made, until it is over or has so many entries; the game as it
    is then.
    """
    rules: Any = engine(game.system)
    after: Pending | None = door.begin(game.pk, stops=False).after
    said: set[tuple[int, str]] = set()
    while after is not None and not isinstance(after, Over):
        game.refresh_from_db()
        if entries and game.number >= entries:
            break
        seed += 1
        seat = _asked(after, said)
        state = rules.decode(bytes(game.position or b""))
        order = rules.bot(rules.view(state, seat), after, rules.offers(state, seat), seed)
        if isinstance(after, Interval) and order != "pass":
            order += "\npass"
        if isinstance(after, Interval):
            said.add((after.key, seat))
        after = door.orders(game.pk, seat, order).after
    game.refresh_from_db()
    return game


def _asked(after: Pending, said: set[tuple[int, str]]) -> str:
    match after:
        case Interval(key=key, seats=seats):
            return next((seat for seat in seats if (key, seat) not in said), seats[0])
        case Choice(seat=seat):
            return seat
        case Turn(seats=seats):
            return seats[0]
    raise AssertionError(after)


def game_of_bots(seats: Sequence[str] = SEATS, **more: Any) -> Game:
    """A game of the real engine in which intervals wait only where the rules say so."""
    return door.create("star-traders", seats, {}, {"timing": "sealed"}, **more)
