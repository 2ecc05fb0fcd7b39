"""Imperial Trader keeps what every engine keeps, with Shifting Imperium and on a chart of the
players' own.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.engines.conformance import Conformance
from tests.engines.imperial_trader.fuzzed import SEATS, TROUBLED
from tests.engines.imperial_trader.march import MARCH
from traders.engines.imperial_trader.position.state import Position
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.seats import Seat


class TestImperialTrader(Conformance):
    """From set-up, and in the middle of a troubled Imperium, whose rounds are ordered one after
    another or at once.
    """

    SYSTEM = "imperial-trader"

    def beginnings(self, engine: Engine[Any, Any]) -> Iterator[Position]:
        yield engine.setup(SEATS[:2], {"chart": MARCH, "hull_stacks": True, "keep_upgrades": True})
        yield engine.position(SEATS, {"shifting_imperium": True, "order_limit": 2}, TROUBLED)
        yield engine.position(
            SEATS,
            {"shifting_imperium": True, "rounds_at_once": True},
            {**TROUBLED, "deck": ["Grain to Ferrum Vale"]},
        )

    def twins(
        self, engine: Engine[Any, Any], state: Position, seat: Seat | None
    ) -> Iterator[Position]:
        """The deck in another order, and what others have ordered for the round and is not carried
        out yet.
        """
        for seed in range(2):
            twin: Position = engine.copy(state)
            Random(seed).shuffle(twin.deck)
            for other, left in twin.ordered.items():
                if other != seat:
                    left.append("end")
            yield twin
