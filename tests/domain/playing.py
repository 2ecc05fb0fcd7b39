"""A game of bots played through the one door, to its end or to some entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests import seated
from traders.bots.registry import bots
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn
from traders.engines.registry import engine
from traders.models import Game, Source

SEATS = ("red", "blue", "green")


def bots_play(game: Game, *, entries: int = 0, seed: int = 0) -> Game:
    """Let bots play a game, which begins now if it has not, until it is over or has so many
    entries; the game as it is then.
    """
    rules: Any = engine(game.system)
    begun = door.look_again(game.pk) if game.number else seated.begin(game.pk, stops=False)
    after: Pending | None = begun.after
    said: set[tuple[int, str]] = set()
    while after is not None and not isinstance(after, Over):
        game.refresh_from_db()
        if entries and game.number >= entries:
            break
        seed += 1
        seat = asked(after, said)
        state = rules.decode(bytes(game.position or b""))
        text = sensible(rules, state, seat, after, seed)
        after = door.orders(game.pk, seat, text, source=Source.BOT).after
    game.refresh_from_db()
    return game


def sensible(rules: Any, state: Any, seat: str, after: Pending, seed: int) -> str:
    """What a bot in this seat orders; in an interval that is all from it."""
    view, offers = rules.view(state, seat), rules.offers(state, seat)
    order = bots(rules.name).bot(view, after, offers, seed)
    return f"{order}\npass" if isinstance(after, Interval) and order != "pass" else order


def asked(after: Pending, said: set[tuple[int, str]]) -> str:
    """The seat that speaks next; of an interval's each once (`said`) before any speaks again, as it
    must where another interval was open within it.
    """
    match after:
        case Interval(key=key, seats=seats):
            if said >= {(key, seat) for seat in seats}:
                said -= {(key, seat) for seat in seats}
            seat = next(seat for seat in seats if (key, seat) not in said)
            said.add((key, seat))
            return seat
        case Choice(seat=seat):
            return seat
        case Turn(seats=seats):
            return seats[0]
    raise AssertionError(after)


def game_of_bots(seats: Sequence[str] = SEATS, **more: Any) -> Game:
    """A game of the real engine in which intervals wait only where the rules say so."""
    return door.create("star-traders", seats, {}, {"timing": "sealed"}, **more)
