"""`python -m bench.restored [--times N]`: back-ups at random points of random games of every
system; exit status 1 if a position did not come back.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bench.measuring import house_of_its_own

CHUNK = 100


def main() -> None:
    """Make them, in a house of its own, and say what came."""
    parser = argparse.ArgumentParser(prog="bench.restored", description=__doc__)
    parser.add_argument("--times", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with house_of_its_own():
        sys.exit(_tried(asked.times, asked.seed))


def _tried(times: int, seed: int) -> int:
    from django.db import transaction

    from tests.arbitration.trial.play import SYSTEMS
    from tests.arbitration.trial.restored import Tried, try_back_ups

    every = Tried()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("backing up", total=times)
        for chunk in count():
            if every.made >= times or every.faults:
                break
            system = SYSTEMS[chunk % len(SYSTEMS)]
            bar.update(task, description=f"backing up, {system}")
            try:
                with transaction.atomic():  # thrown away: what is looked at is in its own rows
                    tried = try_back_ups(
                        system,
                        seed + chunk,
                        min(CHUNK, times - every.made),
                        lambda: bar.advance(task),
                    )
                    transaction.set_rollback(True)
            except KeyboardInterrupt:
                break  # what was tried until then is told
            every.made, every.undone = every.made + tried.made, every.undone + tried.undone
            every.longest, every.faults = (
                max(every.longest, tried.longest),
                every.faults + tried.faults,
            )
    console = Console()
    for fault in every.faults:
        console.print(fault)
    verdict = (
        "every position came back to the byte"
        if not every.faults
        else "NOT every position came back"
    )
    console.print(
        f"{every.made:,} back-ups over {every.undone:,} entries, in games of up to "
        f"{every.longest:,} entries: {verdict}."
    )
    return 1 if every.faults or every.made < times else 0


if __name__ == "__main__":
    main()
