"""A draw from beginning to end: tables to begin with, made better by swaps, seats, and a look at
whether it is a draw. All draws but a knock-out's are made here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from traders.club.competition.draws import (
    draw_check,
    initial_tables,
    kept_apart_seating,
    repeat_meeting_bounds,
    seat_assignment,
    table_sizes,
)
from traders.club.competition.draws.draw_request_and_result import (
    Draw,
    DrawFailed,
    DrawWanted,
    Measure,
    Round,
)
from traders.club.competition.draws.numeric_draw_problem import (
    Tables,
    meetings,
    meetings_again,
    problem_of,
)
from traders.club.competition.draws.simulated_annealing import COLD, WARM, Search

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
    kept_apart_seating.check(wanted, problem)
    start = initial_tables.begin(problem, box, lambda: time.thread_time() - began < wanted.seconds)
    if start is None:
        raise kept_apart_seating.not_seated()
    least, in_time = repeat_meeting_bounds.least_meetings(problem), True
    search = Search(problem, start, box)
    for begins, ends, warmth in ((0.0, 0.1, COLD), (0.1, 1.0, WARM)):  # most need the first alone

        def told(share: float, repeats: int, begins: float = begins, ends: float = ends) -> bool:
            words = f"repeat meetings {Measure(repeats, least).words()}"
            progress((begins + (ends - begins) * share) * PART, words)
            return time.thread_time() - began < wanted.seconds * PART

        in_time &= search.run(int(STEPS * (ends - begins)), least, told, warmth)
    progress(PART, f"repeat meetings {Measure(search.repeats, least).words()}")
    tables = search.tables
    seats = seat_assignment.seated(problem, tables, box)
    found = Draw(
        rounds=_rounds(wanted, tables, seats),
        meetings=Measure(meetings_again(problem, tables), least),
        most=max(map(max, meetings(problem, tables))),
        seats=Measure(
            seat_assignment.seats_again(problem, seats),
            seat_assignment.least_again(problem, tables),
        ),
        notes=table_sizes.notes(wanted),
        seed=wanted.seed,
        in_time=in_time,
    )
    wrong = draw_check.faults(wanted, found.rounds)
    if wrong:
        raise DrawFailed(" ".join(wrong))
    return found


def _rounds(
    wanted: DrawWanted, tables: Tables, seats: seat_assignment.Seating
) -> tuple[Round, ...]:
    names = wanted.people
    return tuple(
        Round(
            tables=tuple(tuple(names[one] for one in table) for table in seated),
            byes=tuple(names[one] for one in sorted(round_[-1])),
        )
        for round_, seated in zip(tables, seats, strict=True)
    )
