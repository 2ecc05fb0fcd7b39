"""Draws of 4 to 60 people: how often people meet again and sit again in the same seat, beside what
no draw can be below, and seconds of one processor.
"""

from __future__ import annotations

import time

from bench.measuring import Row, report
from traders.club.competition.draws.draw_procedure import draw
from traders.club.competition.draws.draw_request_and_result import DrawWanted

DRAWS = (
    (4, 1, 4), (5, 5, 4), (6, 3, 3), (7, 4, 4), (9, 4, 3), (10, 5, 5), (12, 3, 4), (13, 6, 4),
    (15, 7, 3), (16, 5, 4), (18, 8, 3), (20, 4, 5), (20, 5, 4), (24, 3, 6), (24, 7, 4), (25, 6, 5),
    (30, 8, 5), (32, 8, 4), (36, 3, 6), (47, 8, 6), (48, 8, 3), (60, 8, 4), (60, 8, 5), (60, 8, 6),
)  # fmt: skip
"""People, rounds, people at a table."""


def main() -> None:
    """Print a row for each draw."""
    report([_row(*wanted) for wanted in DRAWS])


def _row(people: int, rounds: int, table: int) -> Row:
    names = tuple(str(number) for number in range(1, people + 1))
    fewer = (table - 1,) if people % table else ()
    began = time.process_time()
    found = draw(DrawWanted(people=names, rounds=rounds, table=table, sizes=fewer))
    seconds = time.process_time() - began
    beside = (
        f"repeat meetings {found.meetings.words()}; the same seat again "
        f"{found.seats.words(seats=True)}{'' if found.in_time else '; stopped by the clock'}"
    )
    what = f"a draw of {people} people over {rounds} round{'s' * (rounds > 1)} at tables of {table}"
    return Row(what, seconds, "s", beside, goal="<= 10")


if __name__ == "__main__":
    main()
