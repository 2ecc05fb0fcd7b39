"""A command: what a line can begin with in every game. The module that carries it out declares it,
as data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from traders.domain.play.session import GameSession
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.engines.kernel.order_table import OrderRow
from traders.engines.kernel.seats import Seat

Deed = Callable[[GameSession, Seat, str, str], "Line | None"]
"""Given the session (the game's row locked, the table loaded), the seat, the folded rest of the
line and the line as typed.
"""
Wish = Callable[[Table, Seat, str, str], "Line | None"]
"""Given the table, the seat, the folded line and its rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(OrderRow):
    """One command. What answers None passes the line on. One with neither deed nor wish is the
    interpreter's own (`test`, `plan`, `pass`).
    """

    also: tuple[str, ...] = ()
    """Other words that it may begin with."""
    deed: Deed | None = None
    """Carried out in the game's session."""
    wish: Wish | None = None
    """Kept at the table."""
    confirmed: Deed | None = None
    """What is done when the seat has said once more that it is meant (PR-SEAT-06)."""

    @property
    def prefixes(self) -> tuple[str, ...]:
        """All that it may begin with."""
        return (self.prefix, *self.also)
