"""Entries a second through each engine alone: whole games of random offered orders, beside a copy
of the position a move.
"""

from __future__ import annotations

import time
from random import Random

from bench.measuring import Row, in_turns, report, set_up

SECONDS = 1.5
ROUNDS = 5


def main() -> None:
    """Print a row for each engine."""
    set_up()
    from traders.engines.registry import ENGINES

    report([_row(name) for name in ENGINES])


def _row(name: str) -> Row:
    from tests.engines.table import BareTable
    from traders.engines.kernel.contract.contract import Over
    from traders.engines.registry import engine

    system = engine(name)
    seats = ("red", "blue", "green", "yellow")
    box = Random(1)

    def played(_: int) -> float:
        entries = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            table = BareTable(system, system.setup(seats, {}), box.randrange(10**9))
            while not isinstance(table.pending, Over) and time.perf_counter() - began < SECONDS:
                table.at_random()
                entries += 1
        return entries / (time.perf_counter() - began)

    def stored(_: int) -> float:
        """Reading the position and writing it again, as the door does at each session."""
        state = system.setup(seats, {})
        data = system.encode(state)
        times = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS / 3:
            data = system.encode(system.decode(data))
            times += 1
        return times / (time.perf_counter() - began)

    ours, theirs, ratio = in_turns(ROUNDS, played, stored)
    what = f"entries through the engine alone, {name}, offers listed and chosen at random"
    return Row(what, ours, "a second", f"reading and writing the position {theirs:,.0f}/s", ratio)


if __name__ == "__main__":
    main()
