"""A game's turns, read off its line of play: which entries each takes, whose it was, and what was
counted of each seat when it ended. Holds nothing but what all may know.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.cache import cache

from traders.domain.history import recording_and_replay
from traders.engines.kernel.contract.contract import Engine, Interval, Pending, Turn
from traders.engines.kernel.contract.seat_statistics import Figures
from traders.engines.registry import engine as engine_of
from traders.models import Game

KEPT = 60 * 60
"""Seconds for which a process keeps the turns of a game that stands still."""
ROUND = "round"
"""What the name of a turn begins with in which all order at once."""


@dataclass(frozen=True)
class PlayedTurn:
    """One turn, or the set-up before the first (`number` 0)."""

    number: int
    first: int
    """Its first and last entry; those between that play backed out of are among them."""
    last: int
    seat: str
    """Whose turn it was; empty where several order at once."""
    figures: Figures
    """As they stood at its end."""


def turns(game: Game) -> tuple[PlayedTurn, ...]:
    """All turns of a game, the set-up first, the one under way last; none before it begins."""
    if not game.number:
        return ()
    key = f"turns.{game.pk}.{game.digest}"
    found: tuple[PlayedTurn, ...] | None = cache.get(key)
    if found is None:
        found = _read_off(game)
        cache.set(key, found, KEPT)
    return found


def _read_off(game: Game) -> tuple[PlayedTurn, ...]:
    """The line of play, carried out from its beginning. What a round asks of one seat while its
    orders are carried out belongs to the round.
    """
    engine = engine_of(game.system)
    start, *rest = recording_and_replay.line(game, game.head)
    position = recording_and_replay.beginning(game, *start.parts)
    done: list[PlayedTurn] = []
    key, seat = _turn_of(engine.pending(position)) or ("", "")
    first = start.number
    if key:
        done.append(PlayedTurn(0, first, first, "", _figures(engine, position)))
        first += 1
    last = start.number
    for entry, after in recording_and_replay.replay(engine, position, rest):
        position, last = after, entry.number
        begun = _turn_of(engine.pending(position))
        if begun and begun[0] != key and not (key.startswith(ROUND) and begun[1]):
            done.append(PlayedTurn(len(done), first, last, seat, _figures(engine, position)))
            (key, seat), first = begun, last + 1
    if first <= game.number:
        figures = _figures(engine, position)
        done.append(PlayedTurn(len(done), first, game.number, seat, figures))
    return tuple(done)


def _turn_of(pending: Pending) -> tuple[str, str] | None:
    """A name for the turn that begins with what play waits for, the same as long as it lasts, and
    whose it is.
    """
    match pending:
        case Turn(seats=seats, number=number):
            return f"turn {number}", seats[0] if len(seats) == 1 else ""
        case Interval(in_turn=True, key=key):
            return f"{ROUND} {key}", ""
    return None


def _figures(engine: Engine[object, object], position: object) -> Figures:
    return engine.figures(engine.view(position, None))
