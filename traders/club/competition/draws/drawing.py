"""A draw from beginning to end: tables to begin with, made better by swaps, seats, and a look at
whether it is a draw. All draws but a knock-out's are made here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from traders.club.competition.draws import (
    bounds,
    construction,
    draw_faults,
    keep_aparts,
    seating,
    table_sizes,
)
from traders.club.competition.draws.draw_request import (
    Draw,
    DrawFailed,
    DrawWanted,
    Measure,
    Round,
)
from traders.club.competition.draws.improvement import COLD, WARM, Search
from traders.club.competition.draws.problem import (
    Tables,
    meetings,
    meetings_again,
    problem_of,
)

Progress = Callable[[float, str], None]
"""Told what share is done, from 0 to 1, and in words how far it is."""
STEPS = 4_000_000
"""Swaps that are tried at most."""
PART = 0.9
"""The share of the time that the swaps have; the seats have the rest."""


def draw(wanted: DrawWanted, progress: Progress = lambda share, words: None) -> Draw:
    """The best draw that was found.

    Raises `DrawImpossible`, and says which wish is in the way; `DrawFailed`.
    """
    began = time.thread_time()
    problem, box = problem_of(wanted.checked()), Random(wanted.seed)
    keep_aparts.check(wanted, problem)
    start = construction.begin(problem, box, lambda: time.thread_time() - began < wanted.seconds)
    if start is None:
        raise keep_aparts.not_seated()
    least, in_time = bounds.least_meetings(problem), True
    search = Search(problem, start, box)
    for begins, ends, warmth in ((0.0, 0.1, COLD), (0.1, 1.0, WARM)):  # most need the first alone

        def told(share: float, repeats: int, begins: float = begins, ends: float = ends) -> bool:
            words = f"repeat meetings {Measure(repeats, least).words()}"
            progress((begins + (ends - begins) * share) * PART, words)
            return time.thread_time() - began < wanted.seconds * PART

        in_time &= search.run(int(STEPS * (ends - begins)), least, told, warmth)
    progress(PART, f"repeat meetings {Measure(search.repeats, least).words()}")
    tables = search.tables
    seats = seating.seated(problem, tables, box)
    found = Draw(
        rounds=_rounds(wanted, tables, seats),
        meetings=Measure(meetings_again(problem, tables), least),
        most=max(map(max, meetings(problem, tables))),
        seats=Measure(seating.seats_again(problem, seats), seating.least_again(problem, tables)),
        notes=table_sizes.notes(wanted),
        seed=wanted.seed,
        in_time=in_time,
    )
    wrong = draw_faults.faults(wanted, found.rounds)
    if wrong:
        raise DrawFailed(" ".join(wrong))
    return found


def _rounds(wanted: DrawWanted, tables: Tables, seats: seating.Seating) -> tuple[Round, ...]:
    names = wanted.people
    return tuple(
        Round(
            tables=tuple(tuple(names[one] for one in table) for table in seated),
            byes=tuple(names[one] for one in sorted(round_[-1])),
        )
        for round_, seated in zip(tables, seats, strict=True)
    )
