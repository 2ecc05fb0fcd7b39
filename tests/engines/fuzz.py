"""`python -m tests.engines.fuzz --system star-traders --orders 100000 --seed 1`: no sequence of
legal orders ends in an error.

What breaks is printed as a script; `--replay FILE` plays one again. Exit status 1 where something
broke.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.engines.deeds import Script
from tests.engines.fuzzing import Fuzzer, counted
from traders.engines.registry import ENGINES


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=tuple(ENGINES), default=next(iter(ENGINES)))
    parser.add_argument("--orders", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play this script again")
    said = parser.parse_args()
    if said.replay:
        fault = msgspec.json.decode(said.replay.read_bytes(), type=Script).play()
        print(fault or "nothing breaks")
        return int(bool(fault))
    fuzzer = Fuzzer(said.system, said.seed)
    columns = (TextColumn(said.system), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=Console(stderr=True), disable=not sys.stderr.isatty()
    ) as progress:
        bar = progress.add_task("", total=said.orders)
        script = fuzzer.run(said.orders, lambda: progress.advance(bar))
    print(
        f"{said.system}: {fuzzer.orders} orders in {fuzzer.games} games, {fuzzer.refused} more "
        f"refused: {counted(fuzzer.seen)}."
    )
    if script is not None:
        print(script.written())
    return int(script is not None)


if __name__ == "__main__":
    sys.exit(main())
