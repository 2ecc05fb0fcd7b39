"""A game in memory, without rows or hours: seats speak at its table (Toll, unless another engine
is given).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.toll import ENGINE as TOLL
from traders.domain.history.dice import ScriptedDice
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.seats import Seat

SEATS = ("red", "blue", "green")


class Road:
    """`shoves`: how many Shoves each seat holds; `dice`: what falls."""

    def __init__(
        self,
        dice: Iterable[int] = (),
        *,
        shoves: Mapping[Seat, int] | int = 1,
        engine: Any = TOLL,
        start: Any = None,
        **more: Any,
    ) -> None:
        held = shoves if isinstance(shoves, Mapping) else dict.fromkeys(SEATS, shoves)
        position = (
            start
            if start is not None
            else {seat: {"hand": ["plain"] * n} for seat, n in held.items()}
        )
        self.box = ScriptedDice(list(dice))
        self.table = Table(
            engine,
            engine.position(SEATS, {"goal": 99}, position),
            chance=self.box.throw,
            **{"timing": "table"} | more,
        )
        game_progression.go_on(self.table)

    def says(self, seat: Seat, text: str, moment: str = "") -> list[Line]:
        return Speech(self.table, seat, moment).speak(text)

    def line(self, seat: Seat, text: str, moment: str = "") -> Line:
        """What became of the last line said."""
        return self.says(seat, text, moment)[-1]

    def all_pass(self) -> None:
        for seat in SEATS:
            self.says(seat, "pass")

    @property
    def orders(self) -> list[str]:
        """What was carried out, in order."""
        return [f"{move.seat} {move.text}" for move in self.table.moves if move.kind == "order"]

    @property
    def closed_by(self) -> list[str]:
        """What closed each interval that has closed."""
        return [move.source for move in self.table.moves if move.kind == "close"]

    @property
    def interval(self) -> str:
        """The name of the open interval; "" where none is."""
        pending = self.table.pending()
        return pending.name if isinstance(pending, Interval) else ""

    @property
    def moment(self) -> str:
        """As a letter names what play waits for."""
        pending: Any = self.table.pending()
        return f"i{pending.key}" if isinstance(pending, Interval) else f"t{pending.number}"
