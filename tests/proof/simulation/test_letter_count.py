"""Letters that a simulated game sends are counted by the rules by which the server writes them."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.examples import drawn
from tests.toll.engine import ENGINE
from tools.simulation import delays, report
from tools.simulation.game import Simulation
from tools.simulation.results import GameResult
from traders.domain.table.change_set import Line
from traders.engines.registry import ENGINES, engine
from traders.models import Cadence, LetterKind

SEATS = ("red", "blue", "green")
AT_ONCE = ("imperial-trader",)
"""Systems in which all order a round together, where that is wished."""
DELAY = delays.read("median 6h, p90 30h")


def played(cadence: str, *, by_page: bool = False) -> GameResult:
    return Simulation(
        ENGINE, SEATS, {"goal": 6}, "stops", DELAY, 3, cadence=cadence, by_page=by_page
    ).play()


def test_only_what_waits_costs_fewer_letters_and_no_answer():
    every, waiting = played(Cadence.EVERY), played(Cadence.WAITING)
    for seat in SEATS:
        assert waiting.sent[seat][LetterKind.HAPPENED] < every.sent[seat][LetterKind.HAPPENED]
        asked = [
            {kind: n for kind, n in told.sent[seat].items() if kind != LetterKind.HAPPENED}
            for told in (every, waiting)
        ]
        assert asked[0] == asked[1]
        assert every.sent[seat][LetterKind.HAPPENED] <= every.turns
        assert (waiting.sent[seat]["welcome"], waiting.sent[seat]["over"]) == (1, 1)


def test_who_answers_on_the_page_gets_no_receipts():
    by_page = played(Cadence.WAITING, by_page=True)
    assert all(kinds[LetterKind.RECEIPT] == 0 for kinds in by_page.sent.values())
    figures: dict[str, Any] = report.as_json([by_page])
    assert figures["letters"]["all"] == pytest.approx(
        sum(kinds.total() for kinds in by_page.sent.values()) / 3
    )
    letters = figures["letters"]
    assert letters["asking"] == pytest.approx(letters["all"] - letters["asking_nothing"])
    assert letters["without_choice"] == 0  # who may shove is asked, and nobody else
    assert sum(figures["wins"].values()) >= 1
    assert figures["days"]["median"] == pytest.approx(by_page.hours / 24)


@pytest.mark.examples("letters-counted")
@pytest.mark.parametrize("system", drawn("letters-counted", sorted(ENGINES)))
def test_as_many_letters_are_written_as_answers_are_told(system: str) -> None:
    """Each answer is one letter, in turns, windows and rounds."""
    rounds = {"rounds_at_once": True} if system in AT_ONCE else {}
    game = Simulation(engine(system), SEATS, rounds, "stops", DELAY, 3)
    told, after = 0, game.sent.after

    def counted(sender: str = "", lines: Sequence[Line] = ()) -> None:
        nonlocal told
        told += bool(sender)
        after(sender, lines)

    game.sent.after = counted  # type: ignore[method-assign]
    assert game.play().letters == told > 10
