"""How far it is from one space to another, round what bars the way (SS-MOV-03, SS-MOV-04)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count, named
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.display_names import place


def way(view: View, start: str, goal: str) -> str:
    """The steps of the shortest way, from the nearest Fleets of the view's seat where no start is
    named, and to the nearest of a seat that is the goal.
    """
    ships = {one["seat"]: [*one["fleets"], *one["warfleets"]] for one in view["seats"]}
    begins = ships.get(start or view["seat"], [start.lower()])
    ends = ships.get(goal, [goal.lower()])
    if not begins or not ends or not {*begins, *ends} <= {*galaxy.spaces()}:
        return ""
    barred = {space for space, kind in view["map"].items() if kind in galaxy.HAZARDS}
    end = place(ends[0])
    if barred.issuperset(ends):
        return f"There is a {view['map'][ends[0]]} at {end}: no Fleet may enter (SS-MOV-04)."
    far, here, there = min(_ways(begins, ends, barred), default=(0, "", ""))
    if not here:
        return f"No way is open to {end}: hazards bar it (SS-MOV-04)."
    whose = ", where your nearest Fleets are," if not start else ""
    whose = f", where {named(start)}'s nearest Fleets are," if start in ships else whose
    theirs = f", where {named(goal)}'s nearest Fleets are" if goal in ships else ""
    round_them = " round the hazards" if far > galaxy.apart(here, there) else ""
    return f"From {place(here)}{whose} to {place(there)}{theirs}: {count(far, 'step')}{round_them}."


def _ways(
    begins: Iterable[str], ends: Iterable[str], barred: Iterable[str]
) -> Iterator[tuple[int, str, str]]:
    """How many steps it is from each of some spaces to each of others."""
    for end in ends:
        from_end = _steps(end, barred)
        yield from ((from_end[one], one, end) for one in begins if one in from_end)


def _steps(goal: str, barred: Iterable[str]) -> dict[str, int]:
    """By space, how many steps it is from there."""
    found, ahead = {goal: 0}, [goal]
    for space in ahead:
        for other in galaxy.beside(space):
            if other not in found and other not in barred:
                found[other] = found[space] + 1
                ahead.append(other)
    return found
