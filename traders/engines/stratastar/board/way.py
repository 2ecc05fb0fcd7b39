"""How far it is from one space to another, round what bars the way (SS-MOV-03, SS-MOV-04)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.display_names import place


def way(view: View, start: str, goal: str) -> str:
    """The steps of the shortest way, from the nearest Fleets of the view's seat where no start is
    named.
    """
    end = goal.lower()
    if end not in galaxy.spaces():
        return ""
    barred = {space for space, kind in view["map"].items() if kind in galaxy.HAZARDS}
    if end in barred:
        return f"There is a {view['map'][end]} at {place(end)}: no Fleet may enter (SS-MOV-04)."
    from_end = _steps(end, barred)
    begins = [start.lower()] if start else _ships(view)
    near = min((one for one in begins if one in from_end), key=from_end.__getitem__, default="")
    if not near:
        return f"No way is open to {place(end)}: hazards bar it (SS-MOV-04)." if begins else ""
    whose = "" if start else ", where your nearest Fleets are,"
    round_them = " round the hazards" if from_end[near] > galaxy.apart(near, end) else ""
    far = count(from_end[near], "step")
    return f"From {place(near)}{whose} to {place(end)}: {far}{round_them}."


def _ships(view: View) -> list[str]:
    """Where the view's seat has Fleets or Warfleets."""
    own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    return [*own["fleets"], *own["warfleets"]] if own else []


def _steps(goal: str, barred: Iterable[str]) -> dict[str, int]:
    """By space, how many steps it is from there."""
    found, ahead = {goal: 0}, [goal]
    for space in ahead:
        for other in galaxy.beside(space):
            if other not in found and other not in barred:
                found[other] = found[space] + 1
                ahead.append(other)
    return found
