"""A command: what a line can begin with in every game. The module that carries it out declares it,
as data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.engines.kernel.grammar.order_table import OrderRow, When
from traders.engines.kernel.seats import Seat

Deed = Callable[[GameSession, Seat, str, str], "Line | None"]
"""Given the session (the game's row locked, the table loaded), the seat, the folded rest of the
line and the line as typed.
"""
Wish = Callable[[Table, Seat, str, str], "Line | None"]
"""Given the table, the seat, the folded line and its rest."""


class Group(StrEnum):
    """What a command is for: the headings of `help`, and of the page's forms."""

    MOVES = "Your moves and reactions"
    LINES = "Several lines at once"
    AHEAD = "Ahead of time"
    DEALS = "Deals"
    WORDS = "Messages"
    VOTES = "Votes"
    SEAT = "Your seat"
    QUESTIONS = "Questions"
    CLAIMS = "When something went wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(OrderRow):
    """One command. What answers None passes the line on. One with neither deed nor wish is the
    interpreter's own (`test`, `plan`, `pass`).
    """

    when: When = When.ANY
    group: Group
    brief: str = ""
    """What the screen of `help` says of it beside its example; one without stays out of it."""
    dealing: bool = False
    """Known only in games in which players deal."""
    in_prose: bool = False
    """Sentences begin so too: in a letter it is none without a colon."""
    also: tuple[str, ...] = ()
    """Other words that it may begin with."""
    deed: Deed | None = None
    """Carried out in the game's session."""
    wish: Wish | None = None
    """Kept at the table."""
    confirmed: Deed | None = None
    """What is done when the seat has said once more that a grave one is meant (PR-SEAT-06)."""

    @property
    def prefixes(self) -> tuple[str, ...]:
        """All that it may begin with."""
        return (self.prefix, *self.also)

    @property
    def stands_alone(self) -> bool:
        """Whether it is its words and nothing more."""
        return not any(sign in form for form in self.forms for sign in "<[|")
