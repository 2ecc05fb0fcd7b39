"""What is offered is not refused: at every position that scenarios come to, each seat's offers are
read, checked and played, on a copy, those with blanks at their bounds (PR-RECEIPT-06).
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from tests.engines.optional_parts import SCENARIOS, systems_in_scenarios
from tools.scenarios.in_memory_game import MemoryTable
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import Offer, Over
from traders.engines.kernel.seats import Seat
from traders.proof.scenarios.scenario_file_reader import raw, read
from traders.proof.scenarios.scenario_runner import run
from traders.proof.scenarios.scenario_types import Envelope, Scenario, ScenarioError
from traders.proof.scenarios.table_interface import NotInMemoryError

FILES = sorted(SCENARIOS.glob("*.toml"))


@cache
def scenarios(system: str) -> tuple[Scenario, ...]:
    """The scenarios of a system, of all files; in memory they are played as far as that goes."""
    found: list[Scenario] = []
    for file in FILES:
        for number, data in enumerate(raw(file), 1):
            if data["system"] == system:
                with suppress(ScenarioError):
                    found.append(read(file, data, number))
    return tuple(found)


def ends(offer: Offer) -> list[str]:
    """The lines at the bounds of an offer: all blanks at their least, all at their most."""
    lines = [offer.order, offer.order]
    for blank in offer.blanks:
        bounds = blank.things or (str(blank.low or 0), str(blank.high or blank.low or 0))
        for place, value in enumerate((bounds[0], bounds[-1])):
            lines[place] = lines[place].replace(f"{{{blank.name}}}", value)
    return list(dict.fromkeys(lines))


class OfferedTable(MemoryTable):
    """A scenario's game in which all that is offered is tried after each step."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario)
        self.name, self.tried, self.refused = scenario.id, 0, list[str]()
        self.note_position()

    def note_position(self) -> None:
        if isinstance(self.pending(), Over):
            return
        for seat in self.texts:
            for offer in self.table.menu(seat):
                for line in ends(offer):
                    self._try(seat, line)

    def _try(self, seat: Seat, text: str) -> None:
        rules = self.table.engine
        state = rules.copy(self.table.state)
        self.tried += 1
        try:
            order = rules.read(state, seat, text)
            rules.check(state, seat, order)
            rules.play(state, seat, order)
        except Exception as error:  # noqa: BLE001 - a fault is told with the offer that met it
            where = f"{self.name}, after {len(self.table.moves)} moves: {seat} is offered"
            self.refused.append(f"{where} `{text}`: {error!r}")

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        lines = super().letter(seat, text, envelope)
        self.note_position()
        return lines

    def fall_due(self) -> None:
        super().fall_due()
        self.note_position()

    def expire_turn(self) -> None:
        super().expire_turn()
        self.note_position()

    def expire_seat(self) -> None:
        super().expire_seat()
        self.note_position()


@pytest.mark.examples("offers-accepted")
@pytest.mark.parametrize("system", systems_in_scenarios())
def test_what_is_offered_in_a_scenario_is_accepted(system, examples, lots):
    """In any of a system's scenarios, at any step; so many of them are drawn."""
    tried, refused = 0, list[str]()
    every = scenarios(system)
    for scenario in lots.sample(every, min(examples, len(every))):
        tables: list[OfferedTable] = []

        def opened(one: Scenario, tables: list[OfferedTable] = tables) -> Any:
            tables.append(OfferedTable(one))
            return tables[-1]

        with suppress(NotInMemoryError):
            run(scenario, opened)
        for table in tables:
            tried += table.tried
            refused += table.refused
    assert tried
    assert not refused, "\n".join(refused[:20])
