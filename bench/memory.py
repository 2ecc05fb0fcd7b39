"""Memory of a live game: positions as they are read from the store, and as they were played, beside
a client of boardgame.io's in which as many moves were made.
"""

from __future__ import annotations

import gc
import os
import subprocess
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from bench.measuring import Row, report, set_up
from bench.peer import PEER, brought

CLIENTS = Path(__file__).with_name("peers") / "clients.mjs"
GAMES = 40
MOVES = 150
SEATS = ("red", "blue", "green", "yellow")


def main() -> None:
    """Print two rows for each engine."""
    set_up()
    from traders.engines.registry import ENGINES

    with brought("memory") as folder:
        if folder:
            beside = _client(folder)
            report([row for name in ENGINES for row in _rows(name, beside)])


def _client(folder: str) -> float:
    """KiB of a client."""
    done = subprocess.run(
        ["node", "--expose-gc", str(CLIENTS), str(GAMES), str(MOVES)],
        env=os.environ | {"PEER_HOME": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout) / 1024


def _rows(name: str, beside: float) -> list[Row]:
    from tests.engines.table import BareTable
    from traders.engines.registry import engine

    system: Any = engine(name)

    def played(seed: int) -> Any:
        table = BareTable(system, system.setup(SEATS, {}), seed)
        while len(table.deeds) < 2 * MOVES and not table.over:
            table.at_random()
        return table.state

    box = Random(1)
    stored = [system.encode(played(box.randrange(10**9))) for _ in range(GAMES)]
    read = _held(lambda n: system.decode(stored[n]))
    live = _held(played)
    peer = f"{PEER}, a client {beside:.0f} KiB"
    return [
        Row(f"a game of {name} read from the store", read, "KiB", peer, read / beside, "<= 0.06"),
        Row(f"a game of {name} as it was played", live, "KiB", peer, live / beside, "<= 0.06"),
    ]


def _held(made: Callable[[int], Any]) -> float:
    """KiB of each of many, what they share left out."""
    made(0)
    gc.collect()
    tracemalloc.start()
    began = tracemalloc.get_traced_memory()[0]
    kept = [made(n) for n in range(GAMES)]
    gc.collect()
    held = (tracemalloc.get_traced_memory()[0] - began) / len(kept) / 1024
    tracemalloc.stop()
    return held


if __name__ == "__main__":
    main()
