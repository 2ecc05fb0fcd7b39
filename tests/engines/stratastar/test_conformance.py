"""Stratastar keeps what every engine keeps, in the standard game and with all its options and
abilities.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.engines.conformance import Conformance
from tests.engines.stratastar.fuzzed import ALL, FLEETS, MAP, SEATS
from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.seats import Seat
from traders.engines.stratastar.position.agenda_steps import Commitment
from traders.engines.stratastar.position.state import Position
from traders.engines.stratastar.tables import CARDS

RICH = {"attack": 6, "attack*": 1, "move": 6, "build": 6, "trade": 6, "research": 3}
DECK = [*CARDS, *CARDS, *CARDS, *CARDS]


class TestStratastar(Conformance):
    """From the first shuffle, and from the thick of a game in which everybody can do everything."""

    SYSTEM = "stratastar"
    STEPS = 60
    SEEDS = (1, 2)

    def beginnings(self, engine: Engine[Any, Any]) -> Iterator[Position]:
        yield engine.setup(SEATS, {"uneven_start": True, "power_cards": True, "breakthrough": True})
        close: dict[str, Any] = {
            seat: {"hand": RICH, "fleets": fleets} for seat, fleets in FLEETS.items()
        }
        close["red"]["colonies"] = {"d5": 1}
        yield engine.position(SEATS, ALL, {"stage": "movement", "map": MAP, "deck": DECK, **close})
        few = {
            seat: {"hand": {"attack": 2, "move": 1}, "fleets": fleets}
            for seat, fleets in (
                ("red", {"d4": 2}),
                ("blue", dict.fromkeys(("c4", "d3", "d4", "d5", "e4"), 1)),
            )
        }
        state = engine.position(SEATS[:2], {}, {"stage": "movement", "map": {"d4": "world"}, **few})
        yield state
        for diplomacy in (True, False):
            entered = engine.position(
                SEATS[:2], {"diplomacy": diplomacy}, {"stage": "movement", "deck": DECK, **few}
            )
            engine.play(entered, "red", engine.read(entered, "red", "move 1 from d4 to d5"))
            yield entered
        explored = {"exploration": True, "to_the_death": True, "battles": "one by one"}
        yield engine.position(
            SEATS[:2],
            explored,
            {"pile": ["world", "nebula", "blank"] * 10, "deck": DECK, "red": {"hand": RICH}},
        )

    def twins(
        self, engine: Engine[Any, Any], state: Position, seat: Seat | None
    ) -> Iterator[Position]:
        """Others' hands, the order of deck and pile, and what lies sealed."""
        if engine.written(state)["over"]:
            return
        box = Random(5)
        twin: Position = engine.copy(state)
        box.shuffle(twin.deck)
        box.shuffle(twin.pile)
        known = [seat, *twin.empires[seat].spied] if seat else []
        for empire in twin.empires.values():
            if empire.seat not in known:
                size = sum(empire.hand.values())
                empire.hand = {box.choice(("attack", "trade")): size} if size else {}
        step = twin.agenda[-1]
        if isinstance(step, Commitment):
            for other in step.sealed:
                if other != seat:
                    step.sealed[other] = {space: {} for space in step.sealed[other]}
                    step.wants[other] = []
        yield twin

    def test_intervals_of_every_kind_came_up(self, engine):
        """The walks pass through reactions and battles, so that what is hidden there was tried
        (SS-BAT-08, SS-PBM-01).
        """
        names = set()

        def look(table: Any) -> None:
            names.add(getattr(table.pending, "name", ""))

        assert all(table.deeds for table in self.walks(engine, look))
        assert {"block", "retreat", "commit", "sabotage"} <= names
