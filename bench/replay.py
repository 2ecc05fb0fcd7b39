"""Replay: a stored game of Imperial Trader done again from its rows, each move made and each die
thrown again, beside boardgame.io's reducer going through the same number of moves again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bench.measuring import Row, in_turns, report, set_up
from bench.peer import PEER, brought, peer

SYSTEM = "imperial-trader"
ORDERS = 400
SECONDS = 1.5
ROUNDS = 7


def main() -> None:
    """Print the row."""
    database = set_up()
    from bench.bots import Table

    game = _long(Table(SYSTEM))
    with brought("replay") as folder:
        if not folder:
            return
        with peer(folder) as theirs:
            again = _audited(game)
            again(0)
            rate, beside, ratio = in_turns(ROUNDS, again, lambda n: theirs(n, "replay"))
    what = f"entries of Imperial Trader replayed from rows, dice checked, {database}"
    report([Row(what, rate, "a second", f"{PEER}, replay {beside:,.0f}/s", ratio, ">= 2.5")])


def _long(table: Any) -> Any:
    """The longest of the games that so many orders of bots make."""
    from traders.models import Game

    for _ in range(ORDERS):
        table.order(*table.next_order())
    return Game.objects.order_by("-number")[0]


def _audited(game: Any) -> Callable[[int], float]:
    """Entries a second of a whole game replayed again and again."""
    from traders.domain.history.audit import history_fault

    def again(_: int) -> float:
        entries, began = 0, time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            fault = history_fault(game)
            assert fault is None, fault
            entries += game.number
        return entries / (time.perf_counter() - began)

    return again


if __name__ == "__main__":
    main()
