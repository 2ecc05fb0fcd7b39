"""Imperial Trader through its engine, beside the same base game on boardgame.io: whole games of
bots, taking turns.

The peer is JavaScript and is brought by npm into a folder that is thrown away; where there is no
npm, or it can bring nothing, the row says so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Protocol

from bench.measuring import Row, in_turns, report, set_up

PEER = "boardgame.io@0.50.2"
TURNS = Path(__file__).with_name("peers") / "turns.mjs"
SEATS = ("red", "blue", "green", "yellow")
SECONDS = 1.5
ROUNDS = 7


def main() -> None:
    """Print the rows."""
    set_up()
    with brought("Imperial Trader") as folder:
        if not folder:
            return
        with peer(folder) as theirs:
            theirs(0)
            report(
                [
                    _row("entries", "whole games of bots", _bots, theirs, ">= 3"),
                    _row("moves", "whole games of bots", _bots_moves, theirs, ">= 1.2"),
                    _row("entries", "offers listed, chosen at random", _random, theirs, ""),
                ]
            )


def _row(
    counted: str, what: str, ours: Callable[[int], float], theirs: Callable[[int], float], goal: str
) -> Row:
    rate, beside, ratio = in_turns(ROUNDS, ours, theirs)
    return Row(
        f"{counted} of Imperial Trader through the engine, {what}",
        rate,
        "a second",
        f"{PEER}, its reducer {beside:,.0f} moves/s",
        ratio,
        goal,
    )


@contextmanager
def brought(what: str) -> Iterator[str]:
    """A folder with the peer in it, for as long as it is measured; where it cannot be had, a row
    that says so of `what`, and "".
    """
    with tempfile.TemporaryDirectory(prefix="traders-peer-") as folder:
        missing = _install(folder)
        if missing:
            report([Row(f"{what} beside boardgame.io", 0, "", f"left out: {missing}")])
        yield "" if missing else folder


def _install(folder: str) -> str:
    """Install the peer; what is missing, in words, or nothing."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        return "there is no npm"
    done = subprocess.run(
        [npm, "install", "--silent", "--no-audit", "--no-fund", PEER],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else f"npm brought no {PEER}"


class Chunk(Protocol):
    """The peer's part of a round: it plays, or goes through the moves of one game again, and
    returns moves a second.
    """

    def __call__(self, number: int, what: str = "", /) -> float: ...


@contextmanager
def peer(folder: str) -> Iterator[Chunk]:
    """The peer under way."""
    env = os.environ | {"PEER_HOME": folder}
    process = subprocess.Popen(
        ["node", str(TURNS)], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None

    def chunk(_: int, what: str = "") -> float:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{what} {SECONDS}".strip() + "\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    try:
        yield chunk
    finally:
        process.stdin.close()
        process.wait(10)
        process.stdout.close()


def _bots(number: int) -> float:
    """Orders and outcomes a second of whole games in which the game's own bots play."""
    return played(engine_named(), number)[0]


def _bots_moves(number: int) -> float:
    """Of these only what the peer counts: a move with its dice, its shuffle and the passing of the
    turn.
    """
    return played(engine_named(), number)[1]


def engine_named(system: str = "imperial-trader") -> Any:
    """The engine of a system, once Django is set up."""
    from traders.engines.registry import engine

    return engine(system)


def played(system: Any, number: int) -> tuple[float, float]:
    """Entries, and orders other than `end`, a second of whole games of bots."""
    from traders.bots.registry import bots
    from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Over, Turn

    box = Random(number)
    entries, moves, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        state = system.setup(SEATS, {})
        while time.perf_counter() - began < SECONDS:
            match pending := system.pending(state):
                case Over():
                    break
                case Chance(kind="shuffle", sides=sides):
                    system.happen(state, box.sample(range(1, sides + 1), sides))
                case Chance(sides=sides):
                    system.happen(state, box.randint(1, sides))
                case Interval():
                    system.close(state)
                case Turn(seats=(seat, *_)) | Choice(seat=seat):
                    order = bots(system.name).bot(
                        system.view(state, seat),
                        pending,
                        system.offers(state, seat),
                        box.randrange(1 << 30),
                    )
                    system.play(state, seat, system.read(state, seat, order))
                    moves += order != "end"
            entries += 1
    passed = time.perf_counter() - began
    return entries / passed, moves / passed


def _random(number: int) -> float:
    """The same of games in which one of all that is offered is chosen."""
    from tests.engines.table import BareTable
    from traders.engines.kernel.contract.contract import Over
    from traders.engines.registry import engine

    system, box = engine("imperial-trader"), Random(number)
    moves, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        table = BareTable(system, system.setup(SEATS, {}), box.randrange(10**9))
        while not isinstance(table.pending, Over) and time.perf_counter() - began < SECONDS:
            table.at_random()
            moves += 1
    return moves / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
