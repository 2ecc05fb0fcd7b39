"""The results of simulated games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from traders.domain.table.table_data_types import NewEntry
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.seats import Seat
from traders.models import Kind, Source


@dataclass(slots=True)
class GameResult:
    """The result of one simulated game."""

    seed: int
    deserted: bool = False
    """Its players were made to leave one after another."""
    turns: int = 0
    """Turns, and rounds ordered by all at once, in which play waited for somebody."""
    ending: str = ""
    letters: int = 0
    """Letters written by seats: answers of every kind."""
    intervals: int = 0
    """Intervals for which play waited."""
    opened: int = 0
    """Intervals that opened, whether play waited or not."""
    reactions: int = 0
    turn_letters: list[int] = field(default_factory=list)
    """Letters of orders and choices that the seat on turn wrote in each turn."""
    refused: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    """Why plans of seats that follow advice stopped, with the lines that came back."""
    hours: float = 0.0
    waited: float = 0.0
    """The hours in which play waited in intervals."""
    turn_hours: list[float] = field(default_factory=list)
    """Calendar time of each turn."""
    turn_hours_without: list[float] = field(default_factory=list)
    """The same without the time in intervals."""
    entries: int = 0
    offered: int = 0
    """Deals offered."""
    dealt: int = 0
    unkept: int = 0
    """Deals accepted when their maker could not keep them any more."""
    winners: tuple[Seat, ...] = ()
    sent: dict[Seat, Counter[str]] = field(default_factory=dict)
    """Letters that each seat got, by kind."""
    asking_nothing: dict[Seat, int] = field(default_factory=dict)
    """How many of them asked nothing."""
    without_choice: dict[Seat, int] = field(default_factory=dict)
    """How many asked in a window in which nothing could be played that makes a difference."""
    weights: dict[str, list[int]] = field(default_factory=dict)
    """Octets of the letters, by kind, where they were weighed."""
    seats: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    levels: dict[Seat, Level] = field(default_factory=dict)
    followers: frozenset[Seat] = frozenset()
    """Seats that follow each good turn and each good answer."""
    personalities: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    """What each seat was at the end, in games in which seats differ."""

    def count(self, moves: Iterable[NewEntry]) -> None:
        """Count intervals, reactions and deals among these moves."""
        for move in moves:
            answers = move.source in (Source.INTERVAL, Source.STANDING)
            self.reactions += answers and move.kind == Kind.ORDER
            self.opened += move.kind == Kind.CLOSE
            self.dealt += move.kind == Kind.DEAL


def endings(games: Sequence[GameResult]) -> Counter[str]:
    """How many games ended in which way."""
    return Counter(game.ending for game in games)
