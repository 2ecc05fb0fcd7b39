"""A scenario's game in memory: the table alone, without rows, hours or letters. Quick, for trying
many broken engines (`rulebook --prove`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from traders.domain.history.dice import ScriptedDice
from traders.domain.play.commands import interval_commands
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Choice, Interval, Pending, Turn
from traders.engines.kernel.seats import Seat
from traders.engines.registry import engine
from traders.models import Source
from traders.proof.scenarios.position_changes import Facts
from traders.proof.scenarios.scenario_types import Envelope, Scenario
from traders.proof.scenarios.table_interface import Differs, NotInMemoryError, facts_of
from traders.proof.scenarios.table_interface import Table as ScenarioTable


class MemoryTable(ScenarioTable):
    """One scenario's game in memory."""

    def __init__(self, scenario: Scenario) -> None:
        if scenario.empty:
            raise NotInMemoryError("players")
        rules = engine(scenario.system)
        self.dice = ScriptedDice(
            list(scenario.chance), turns_round=scenario.reversing, shuffles=scenario.shuffles
        )
        state = rules.position(
            scenario.seats, scenario.options, scenario.start, setup=scenario.setup
        )
        self.table = Table(
            rules,
            state,
            chance=self.dice.throw,
            timing=scenario.settings["timing"],
            gather=scenario.settings.get("gather", "interval"),
        )
        self.left: list[Seat] = []
        self.texts: dict[Seat, list[str]] = {seat: [] for seat in scenario.seats}
        self.events_shown = 0
        game_progression.go_on(self.table)

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        def undo(folded: str, raw: str) -> Line | None:
            if folded == "undo":
                if taken := interval_commands.take_back(self.table, seat, raw):
                    return taken
                raise NotInMemoryError("an order taken back")
            if folded == "resign":
                self.left.append(seat)
                return Line(raw, "noted")
            return None

        return Speech(self.table, seat, outer=undo).speak(text)

    def pending(self) -> Pending:
        return self.table.pending()

    def waiting(self) -> tuple[Seat, ...]:
        return self.table.waiting()

    def fall_due(self) -> None:
        pending = self.pending()
        if isinstance(pending, (Interval, Choice)):
            game_progression.fall_due(self.table, pending.key)

    def expire_turn(self) -> None:
        pending = self.pending()
        if isinstance(pending, Turn):
            game_progression.end_turn(self.table, pending.seats, pending.number)
        elif isinstance(pending, Choice) and self.table.engine.seats_in_order(self.table.state)[
            :1
        ] == (pending.seat,):
            game_progression.end_turn(self.table, (pending.seat,))
        else:
            raise Differs("no turn clock runs")

    def expire_seat(self) -> None:
        if not self.left:
            raise Differs("no seat was left")
        self.table.leave(self.left.pop(), Source.DEADLINE)
        game_progression.go_on(self.table)

    def written(self) -> Facts:
        return facts_of(self.table)

    def shown(self, seat: Seat) -> str:
        rules, state = self.table.engine, self.table.state
        for move in self.table.moves[self.events_shown :]:
            for event in move.events:
                for one in self.texts:
                    if event.heard_by(one):
                        self.texts[one].append(event.text)
        self.events_shown = len(self.table.moves)
        for event in self.table.whispers:
            for one in self.texts:
                if event.heard_by(one):
                    self.texts[one].append(event.text)
        self.table.whispers = []
        view = rules.view(state, seat)
        offers = [f"{offer.order} {offer.words}" for offer in self.table.menu(seat)]
        parts: list[Any] = [
            msgspec.json.encode(view).decode(),
            rules.board_text(view),
            rules.board_svg(view),
            *offers,
            *self.texts[seat],
        ]
        return "\n".join(parts)

    def chance_left(self) -> int:
        return self.dice.left

    def trace(self) -> list[str]:
        lines = [
            f"{number} {move.kind} {move.seat or '-'} {move.text!r} ({move.source})"
            + (f" = {move.outcome}" if move.outcome is not None else "")
            for number, move in enumerate(self.table.moves, 1)
        ]
        return [*lines, f"waits for {self.pending()}"]
