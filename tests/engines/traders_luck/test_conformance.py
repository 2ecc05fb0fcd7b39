"""Star Trader's Luck keeps what every engine keeps, alone and with its expansion."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.engines.conformance import Conformance
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck.bounty_hunters.agenda_steps import Commitment
from traders.engines.traders_luck.position.state import Position

SEATS = ("red", "blue", "green", "white")
ARMED = {"missiles": 3, "shields": 2, "credits": 30, "cargo": [{"good": "ore", "n": 2, "paid": 4}]}


class TestTradersLuck(Conformance):
    """The game with its options, the expansion with everybody armed, credits kept private."""

    SYSTEM = "traders-luck"
    SELDOM = frozenset({"finish"})

    def beginnings(self, engine: Engine[Any, Any]) -> Iterator[Position]:
        yield engine.setup(
            SEATS[:2], {"free_trading": True, "cargo_bay": True, "days": 25, "private_cash": True}
        )
        hunted = {"bounty_hunters": True, "attack_slack": 2, "private_cash": True}
        days = {"red": 12, "blue": 12, "green": 13, "white": 30}
        yield engine.position(
            SEATS,
            hunted,
            {
                seat: {**ARMED, "days": days[seat], "piracy": 2 * (seat == "red"), "bounty": 1}
                for seat in SEATS
            },
        )

    def twins(
        self, engine: Engine[Any, Any], state: Position, seat: Seat | None
    ) -> Iterator[Position]:
        """Credits of others where they are private, and what lies sealed while it is opened."""
        if state.turn.number and engine.written(state)["over"]:
            return
        for seed in range(2):
            box = Random(seed)
            twin: Position = engine.copy(state)
            for trader in twin.traders.values():
                if trader.seat != seat:
                    trader.credits = box.randint(0, 99)
            step = twin.agenda[-1]
            if isinstance(step, Commitment):
                for other in step.sealed.keys() - {seat}:
                    step.sealed[other] = (box.randint(0, 3), box.randint(0, 2))
            yield twin

    def test_sealed_commitments_came_up(self, engine):
        """The walks pass through combat, so that what is hidden there was tried (BH-CMB-01)."""
        names = set()

        def look(table: Any) -> None:
            names.add(getattr(table.pending, "name", ""))

        assert all(table.deeds for table in self.walks(engine, look))
        assert {"intercept", "commit"} <= names
