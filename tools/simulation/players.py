"""What the players of a simulated game write: bots of some level, or people who follow each good
turn and each good answer of their letters, and make no deals.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tools.simulation import open_offers
from traders.bots.registry import bots
from traders.domain.bots import bargaining
from traders.domain.table.advice import suggested
from traders.domain.table.table import Table
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Engine, Pending, Turn
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.seats import Seat


class Players:
    """Who sits at the table. `levels`: how well who plays; left out: as a player."""

    def __init__(
        self,
        engine: Engine[Any, Any],
        seats: Sequence[Seat],
        seed: int,
        levels: Mapping[Seat, Level],
        followers: frozenset[Seat],
    ) -> None:
        self.engine, self.bots = engine, bots(engine.name)
        self.seed, self.seeds_drawn = seed, 0
        self.levels = dict.fromkeys(seats, Level.PLAYER) | dict(levels)
        self.followers = followers
        self.advised = len(set(self.levels.values())) == 1 and not followers
        """Whether bots write the whole turn that is suggested, where it begins as they would."""

    def answer(self, table: Table, seat: Seat, pending: Pending) -> str:
        """The lines of a seat that is asked; its open bargains are in its view, as in a letter."""
        if seat in self.followers and (advice := self._advice(table, seat, pending)):
            return "\n".join(advice.orders)
        view, menu = open_offers.view_and_menu(table, seat)
        return self.bots.bot(view, pending, menu, self._seed(), self.levels[seat])

    def ahead(self, table: Table, seat: Seat, turn: Turn) -> str:
        """The orders of a seat on turn, with the rest of the suggested turn where that begins
        so.
        """
        order = self.answer(table, seat, turn)
        if not self.advised:
            return order
        advice = self._advice(table, seat, turn)
        if advice is None or order not in (advice.orders[0], table.passing(seat, advice.orders[0])):
            return order
        return "\n".join(advice.orders)

    def words(self, table: Table, seat: Seat) -> Sequence[str]:
        """What a bot orders ahead as its turn begins."""
        if seat in self.followers:
            return ()
        view = self.engine.view(table.state, seat)
        return self.bots.bot_words(view, self._seed(), self.levels[seat])

    def bargains(
        self, table: Table, seat: Seat, *, begins: bool, lately: Collection[str]
    ) -> Sequence[str]:
        """A bot's lines about deals. `lately`: what it offered."""
        if seat in self.followers:
            return ()
        return bargaining.lines(
            self.bots,
            *open_offers.view_and_menu(table, seat),
            self._seed(),
            self.levels[seat],
            begins=begins,
            lately=lately,
        )

    def _advice(self, table: Table, seat: Seat, pending: Pending) -> Suggestion | None:
        view, menu = open_offers.view_and_menu(table, seat)
        return suggested(self.engine, view, pending, menu)

    def _seed(self) -> int:
        self.seeds_drawn += 1
        return self.seed * 1_000_003 + self.seeds_drawn
