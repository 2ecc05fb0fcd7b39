"""Entries a second through the one door, beside a bare durable insert in the same run."""

from __future__ import annotations

import time

from bench.measuring import Row, bare_inserts, in_turns, report, set_up

ROUNDS = 7
ORDERS = 60


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    from bench.bots import Table

    table = Table()

    def through_the_door(_: int) -> float:
        entries = spent = 0.0
        for _n in range(ORDERS):
            seat, order = table.next_order()
            began = time.perf_counter()
            change_set = table.order(seat, order)
            spent += time.perf_counter() - began
            entries += change_set.last - change_set.first + 1
        return entries / spent

    through_the_door(0)
    ours, theirs, ratio = in_turns(ROUNDS, through_the_door, bare_inserts())
    beside = f"bare insert and commit {theirs:,.0f}/s"
    entries = f"entries through the one door, {name}"
    report([Row(entries, ours, "a second", beside, ratio, ">= 0.12")])


if __name__ == "__main__":
    main()
