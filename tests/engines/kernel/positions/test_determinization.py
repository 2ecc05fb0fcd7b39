"""Positions dealt by lot: what a seat sees stays, and what it does not see tells nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engines.optional_parts import systems_with
from tests.engines.table import BareTable, walk
from traders.engines.kernel.contract.contract import Engine, Turn
from traders.engines.kernel.positions.determinization import deal_by_lot
from traders.engines.registry import engine as engine_of

SEATS = ("red", "blue", "green")
MOST = 12
"""Positions of a walk that are looked at."""


def dealt(engine: Engine[Any, Any], state: Any, seat: str, lot: int) -> bytes:
    """A copy of the position dealt anew, as it is stored."""
    copy = engine.copy(state)
    deal_by_lot(copy, seat, Random(lot))
    assert engine.flaws(copy) == engine.flaws(state)
    return engine.encode(copy)


@pytest.mark.parametrize("system", systems_with("board.places"))
def test_what_is_dealt_follows_from_what_the_seat_sees_and_the_lot_alone(system: str) -> None:
    """In its own turns: of two positions that it cannot tell apart the same comes, and its view is
    as it was, but of hands that a spy has seen.
    """
    engine = engine_of(system)
    looked: list[bool] = []

    def look(table: BareTable) -> None:
        pending = engine.pending(table.state)
        if not isinstance(pending, Turn) or len(looked) == MOST:
            return
        seat = pending.seats[0]
        found = [dealt(engine, table.state, seat, lot) for lot in range(4)]
        for twin in found:
            assert dealt(engine, engine.decode(twin), seat, 0) == found[0]
            view, kept = engine.view(engine.decode(twin), seat), engine.view(table.state, seat)
            assert {**view, "spied": {}} == {**kept, "spied": {}}
        looked.append(len(set(found)) > 1)

    walk(engine, engine.setup(SEATS, {}), 1, 80, look)
    assert looked
    assert any(looked) or system == "traders-luck"  # it hides nothing


def test_no_hand_is_dealt_a_card_that_is_played_as_it_is_drawn() -> None:
    """ST-CARD-14"""
    engine = engine_of("star-traders")
    jubilee = "Emperor Proclaims Jubilee"
    start = {"blue": {"hand": ["Zap", "Gotcha", "Piracy"]}, "luck_deck": [jubilee, "Zap"]}
    state = engine.position(["red", "blue"], {}, start)
    for lot in range(20):
        position = engine.decode(dealt(engine, state, "red", lot))
        hand = position.traders["blue"].hand
        assert len(hand) == 3
        assert jubilee not in hand


def test_a_phase_under_way_that_can_be_sabotaged_is_dealt_too() -> None:
    """SS-PBM-04: the position before its first deed is left out."""
    engine = engine_of("stratastar")
    start = {
        "stage": "trade",
        "deck": ["build"] * 9 + ["move"],
        "red": {"hand": {"trade": 2, "build": 1}},
        "blue": {"abilities": ["sabotage"], "hand": {"attack": 3, "move": 1}},
        "green": {"hand": {"research": 1}},
    }
    state = engine.position(SEATS, {}, start)
    engine.play(state, "red", engine.read(state, "red", "exchange nothing"))
    assert state.turn.deeds
    assert isinstance(engine.pending(state), Turn)
    found = {dealt(engine, state, "red", lot) for lot in range(4)}
    assert len(found) > 1
    for one in found:
        copy = engine.decode(one)
        assert engine.view(copy, "red") == engine.view(state, "red")
        engine.play(copy, "red", engine.read(copy, "red", "next"))
