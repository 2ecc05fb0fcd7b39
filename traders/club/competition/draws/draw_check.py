"""Whether rounds are a draw at all: what is looked at before anybody reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from traders.club.competition.draws import table_sizes
from traders.club.competition.draws.draw_request_and_result import DrawWanted, Round
from traders.club.competition.draws.table_sizes import Shape


def faults(
    wanted: DrawWanted, rounds: Sequence[Round], shapes: Sequence[Shape] | None = None
) -> list[str]:
    """What is wrong with these rounds, a sentence each; empty where they are a draw as it was
    wanted. `shapes`: other tables and byes than those that `wanted` makes of its people.

    In each round each person who is there sits once or has a bye, and nobody else does; tables have
    the sizes asked for; people who are kept apart do not meet (PR-SEASON-03).
    """
    shapes = table_sizes.shapes(wanted) if shapes is None else shapes
    if len(rounds) != len(shapes):
        return [f"There are {len(rounds)} rounds, not {len(shapes)}."]
    return [
        fault
        for coming, (round_, shape) in enumerate(zip(rounds, shapes, strict=True), 1)
        for fault in _faults_of_round(wanted, coming, round_, shape)
    ]


def _faults_of_round(wanted: DrawWanted, coming: int, round_: Round, shape: Shape) -> list[str]:
    where = f"In round {coming}"
    there = wanted.present(coming)
    places = Counter(name for table in (*round_.tables, round_.byes) for name in table)
    found = [f"{where} {name} neither sits nor has a bye." for name in there if name not in places]
    found += [f"{where} {name} has {count} places." for name, count in places.items() if count > 1]
    found += [f"{where} {name} does not play." for name in sorted(places.keys() - set(there))]
    sizes, byes = shape
    drawn = tuple(sorted(map(len, round_.tables), reverse=True))
    if (drawn, len(round_.byes)) != (tuple(sorted(sizes, reverse=True)), byes):
        found.append(
            f"{where} there {_are(drawn, len(round_.byes))}, not "
            f"{table_sizes.in_words(sizes, byes)}."
        )
    for one, other in wanted.apart:
        if any(one in table and other in table for table in round_.tables):
            found.append(f"{where} {one} and {other} meet, who are kept apart.")
    return found


def _are(sizes: tuple[int, ...], byes: int) -> str:
    return f"are {table_sizes.in_words(sizes, byes)}" if sizes or byes else "is no table"
