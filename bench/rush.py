"""`python -m bench.rush [--turns N] [--hang SECONDS]`: turns out of time in one second while the
mail server hangs.

In real processes on PostgreSQL: what of other games is late by it? Exit status 1 where a promise is
broken.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from tests.faults.rush import Figures, Rush
from tests.services.postgres import Postgres
from tests.services.processes import House
from tests.services.redis import Redis
from tests.services.smtp import Sink

DEADLINES, LETTERS = 5.0, 10.0
"""Seconds within which other games' deadlines are carried out, and letters in are read."""


def main() -> None:
    """Make the games, let it happen, print the figures."""
    parser = argparse.ArgumentParser(prog="bench.rush", description=__doc__)
    parser.add_argument("--turns", type=int, default=1_000, metavar="N")
    parser.add_argument("--hang", type=float, default=180, metavar="SECONDS")
    asked = parser.parse_args()
    redis, postgres, sink = Redis().start(), Postgres().start(), Sink().start()
    house = House(redis_url=redis.url, smtp_port=sink.port, database_url=postgres.create("rush"))
    house.environment["EMAIL_TIMEOUT"] = "30"
    try:
        house.manage("migrate", "--verbosity", "0")
        found = Rush(
            house,
            sink,
            rush=asked.turns,
            others=40,
            apart=asked.hang / 45,
            ahead=45 + asked.turns // 8,
        ).run(asked.hang)
    finally:
        house.close()
        sink.manner = "take"  # lets go of connections that hang
        for server in (sink.stop, postgres.close, redis.close):
            server()
    sys.exit(_told(found, asked.turns, asked.hang))


def _told(found: Figures, turns: int, hang: float) -> int:
    console = Console(width=140)
    console.print(
        f"{turns:,} turns out of time in one second, carried out within {found.rush_done:.0f} "
        f"s; mail server hung for {hang:.0f} s"
    )
    kept = True
    for what, times, most in (
        ("deadlines of other games", found.deadlines, DEADLINES),
        ("letters in", found.letters, LETTERS),
    ):
        in_order = sorted(times)
        kept = kept and in_order[-1] <= most
        middle = in_order[len(in_order) // 2]
        console.print(
            f"{len(in_order)} {what}: median {middle:.1f} s, slowest {in_order[-1]:.1f} s, "
            f"promised {most:.0f} s"
        )
    console.print(
        f"outages {found.outages}; oldest heartbeat seen {found.longest_silence:.1f} s; letters "
        f"that the mail server hung over: {found.hung}"
    )
    return 0 if kept and not found.outages else 1


if __name__ == "__main__":
    main()
