"""Imperial Trader keeps what every engine keeps, with Shifting Imperium and on a chart of the players' own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.engines.conformance import Conformance
from tests.engines.imperial_trader.march import MARCH
from traders.engines.contract import Engine, Seat
from traders.engines.imperial_trader.state import Position
from traders.engines.registry import engine as engine_named

SEATS = ("red", "blue", "green", "white")


class TestImperialTrader(Conformance):
    """From set-up, and in the middle of a troubled Imperium, whose rounds are ordered one after another or at once."""

    @pytest.fixture
    def engine(self) -> Engine[Any, Any]:
        return engine_named("imperial-trader")

    def beginnings(self, engine: Engine[Any, Any]) -> Iterator[Position]:
        yield engine.setup(SEATS[:2], {"chart": MARCH, "hull_stacks": True, "keep_upgrades": True})
        troubled = {
            "round": 6,
            "fallen": [{"at": "Cinderfall", "to": "aliens"}],
            "frontier": [{"at": "Vesper Hold", "settled": False}],
            "red": {"at": "Cinderfall", "licence": True, "credits": 60},
            "blue": {"at": "Saint Ovane>Vesper Hold:3", "licence": True, "cargo": ["Settlers"], "damage": 2},
            "green": {"at": "Port Meridian", "orders": ["Heavy ore to Port Meridian"], "cargo": ["Heavy ore to Port Meridian"]},
        }
        yield engine.position(SEATS, {"shifting_imperium": True, "order_limit": 2}, troubled)
        yield engine.position(SEATS, {"shifting_imperium": True, "rounds_at_once": True}, {**troubled, "deck": ["Grain to Ferrum Vale"]})

    def twins(self, engine: Engine[Any, Any], state: Position, seat: Seat | None) -> Iterator[Position]:
        """The deck in another order, and what others have ordered for the round and is not carried out yet."""
        for seed in range(2):
            twin: Position = engine.copy(state)
            Random(seed).shuffle(twin.deck)
            for other, left in twin.ordered.items():
                if other != seat:
                    left.append("end")
            yield twin
