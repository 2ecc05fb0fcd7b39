"""`python -m bench.two_machines [--cut SECONDS]`: two machines on one PostgreSQL and one Redis,
with clocks 20 seconds apart; one is cut off, Redis emptied, PostgreSQL restarted, the other dies.

For root on Linux. Exit status 1 where anything was lost or doubled, or was late by more than the
cut.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from tests.faults.two_machines import Figures, TwoMachines


def main() -> None:
    """Let it happen, print the table."""
    parser = argparse.ArgumentParser(prog="bench.two_machines", description=__doc__)
    parser.add_argument("--cut", type=float, default=300, metavar="SECONDS")
    asked = parser.parse_args()
    found = TwoMachines(asked.cut).run()
    _tell(found)
    late = max(
        second
        for phase in found.phases
        for second in (*phase.deadlines, *phase.letters_in, *phase.letters_out)
    )
    sys.exit(0 if found.is_whole() and late <= asked.cut else 1)


def _tell(found: Figures) -> None:
    table = Table("what happened", "s", "deadlines", "letters in", "letters out")
    for phase in found.phases:
        table.add_row(
            phase.name,
            f"{phase.length:.0f}",
            *map(_said, (phase.deadlines, phase.letters_in, phase.letters_out)),
        )
    console = Console(width=140)
    console.print(table)
    console.print(
        f"orders taken {found.given.total()}, carried out {found.carried_out.total()}; attempts "
        f"made again {found.again}\nletters at the sink {len(found.at_the_sink)}, sent by the "
        f"database {len(found.sent)}, come twice {len(found.doubled())}\n"
        f"outages {found.outages}; {found.audit}"
    )


def _said(seconds: Sequence[float]) -> str:
    """How many, the middle one, the last."""
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    return f"{len(ordered)}: {ordered[len(ordered) // 2]:.1f}, at most {ordered[-1]:.1f} s"


if __name__ == "__main__":
    main()
