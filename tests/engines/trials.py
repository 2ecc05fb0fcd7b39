"""What is done with an engine to see that it keeps to the contract."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engines.table import BareTable, filled, thrown
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Engine, Interval
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat


class Seeing:
    """The engine that it is given, but that it takes nothing out of a position for a trial."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def veiled(self, state: Any, seat: Seat) -> Any:
        return self._engine.copy(state)


def refusal_of(engine: Engine[Any, Any], state: Any, seat: Seat, text: str) -> tuple[Any, ...]:
    """How an order is refused; nothing where it is not."""
    try:
        engine.check(state, seat, engine.read(state, seat, text))
    except Refusal as refusal:
        return (refusal.text, refusal.rules, refusal.kind, refusal.instead)
    return ()


def tried_out(engine: Any, state: Any, seat: Seat, text: str) -> list[Line]:
    """What a letter is answered in which the seat only tries this."""

    def chance(pending: Any) -> Any:
        raise AssertionError("a trial throws nothing")

    before = engine.encode(state)
    lines = Speech(Table(engine, state, chance=chance, timing="table"), seat).speak(f"test\n{text}")
    assert engine.encode(state) == before
    return lines


def reactions_to(engine: Engine[Any, Any], table: BareTable) -> list[tuple[Seat, str]]:
    """The first reaction of each seat that may react."""
    box = Random(5)
    pending = table.pending
    assert isinstance(pending, Interval)
    found = []
    for seat in pending.seats:
        offers = [offer for offer in engine.offers(table.state, seat) if offer.reaction]
        if offers:
            found.append((seat, filled(offers[0], box)))
    return found


def carried_out(
    engine: Engine[Any, Any], table: BareTable, arrived: tuple[tuple[Seat, str], ...]
) -> bytes:
    """The position when the interval has closed over reactions that arrived in this order."""
    dice = Random(3)
    copied = Table(
        engine,
        engine.copy(table.state),
        chance=lambda chance: thrown(chance, dice),
        timing="sealed",
    )
    key = copied.pending().key
    for seat, text in arrived:
        copied.keep(
            seat, "reaction", engine.write(engine.read(copied.state, seat, text)), interval=key
        )
    game_progression.fall_due(copied, key)
    return engine.encode(copied.state)
