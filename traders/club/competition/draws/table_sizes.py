"""How many tables of which size a round has, and how many people have a bye."""

from __future__ import annotations

from functools import cache

from traders.club.competition.draws.draw_request_and_result import DrawImpossible, DrawWanted

Shape = tuple[tuple[int, ...], int]
"""The sizes of a round's tables, the largest first, and how many people have a bye."""


@cache
def partition(people: int, sizes: tuple[int, ...], wished: int) -> tuple[int, ...] | None:
    """Sizes of tables at which all of them sit, the largest first: as near the wished size as can
    be, then the more tables. None where there are none.
    """
    best: list[tuple[tuple[int, int], tuple[int, ...]] | None] = [((0, 0), ())]
    for count in range(1, people + 1):
        ways = []
        for size in sizes:
            before = best[count - size] if size <= count else None
            if before is not None:
                (far, fewer), tables = before
                ways.append(((far + (size - wished) ** 2, fewer - 1), (*tables, size)))
        best.append(min(ways, default=None))
    found = best[people]
    return None if found is None else tuple(sorted(found[1], reverse=True))


def tables_and_byes(people: int, sizes: tuple[int, ...], wished: int) -> Shape | None:
    """The sizes of a round's tables and the number of byes: as few byes as can be."""
    for byes in range(people):
        found = partition(people - byes, sizes, wished)
        if found:
            return found, byes
    return None


def of_round(wanted: DrawWanted, coming: int) -> Shape:
    """Tables and byes of a coming round.

    Raises `DrawImpossible` where not one table can be filled.
    """
    present = len(wanted.present(coming))
    found = tables_and_byes(present, wanted.allowed, wanted.table)
    if found is None:
        least = wanted.allowed[0]
        pausing = len(wanted.people) - present
        why = f" ({pausing} of {len(wanted.people)} pause)" if pausing else ""
        who = {0: "nobody plays", 1: "only one person plays"}.get(
            present, f"only {present} people play"
        )
        raise DrawImpossible(
            f"In round {coming} {who}{why}; a table needs at least {least} people."
        )
    return found


def shapes(wanted: DrawWanted) -> list[Shape]:
    """Tables and byes of all coming rounds.

    Raises `DrawImpossible` as above.
    """
    return [of_round(wanted, coming) for coming in range(1, wanted.rounds + 1)]


def notes(wanted: DrawWanted) -> tuple[str, ...]:
    """What differs from tables of the wished size, a sentence for each kind of round."""
    kinds: dict[tuple[int, tuple[int, ...], int], list[int]] = {}
    for coming in range(1, wanted.rounds + 1):
        sizes, byes = of_round(wanted, coming)
        if byes or set(sizes) != {wanted.table}:
            kinds.setdefault((len(wanted.present(coming)), sizes, byes), []).append(coming)
    return tuple(
        f"{_rounds(rounds, wanted.rounds)}: {people} people make {in_words(sizes, byes)}."
        f"{_otherwise(people, wanted, byes)}"
        for (people, sizes, byes), rounds in kinds.items()
    )


def _rounds(some: list[int], of: int) -> str:
    if len(some) == of:
        return "In each round" if of > 1 else "In the round"
    if len(some) == 1:
        return f"In round {some[0]}"
    return f"In rounds {', '.join(map(str, some[:-1]))} and {some[-1]}"


def in_words(sizes: tuple[int, ...], byes: int) -> str:
    """`2 tables of 4, 1 table of 3 and 1 bye`."""
    parts = [
        f"{sizes.count(size)} table{'s' * (sizes.count(size) > 1)} of {size}"
        for size in sorted(set(sizes), reverse=True)
    ]
    if byes:
        parts.append("1 bye" if byes == 1 else f"{byes} byes")
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]


def _otherwise(people: int, wanted: DrawWanted, byes: int) -> str:
    """What would spare the byes: one size of table more."""
    if not byes:
        return ""
    for size in sorted(range(2, 7), key=lambda one: (abs(one - wanted.table), one)):
        sizes = partition(people, tuple(sorted({*wanted.allowed, size})), wanted.table)
        if sizes:
            return f" With tables of {size} allowed, they would make {in_words(sizes, 0)}."
    return ""
