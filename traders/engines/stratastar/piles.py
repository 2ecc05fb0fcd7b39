"""The Galaxy deck and the pile of map chits, whose order nobody may know: they lie also in the
position from which sabotage plays a phase again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.positions import pile_reshuffling
from traders.engines.kernel.positions.pile_reshuffling import afresh
from traders.engines.stratastar.position.state import STORING, Position

__all__ = ["afresh", "reshuffled"]


def reshuffled(state: Position, name: str, places: Sequence[int]) -> list[Event]:
    """Lay the pile in a new order; what had not been drawn before the phase's first deed lies in
    that order there too (SS-PBM-04).
    """
    lay = list(getattr(state, name))
    told = pile_reshuffling.reshuffled(state, name, places)
    deeds = state.turn.deeds
    if deeds and deeds[0].before:
        before = STORING.unpacked(deeds[0].before)
        setattr(before, name, _alike(getattr(before, name), lay, getattr(state, name)))
        deeds[0].before = STORING.packed(before)
    return told


def _alike(was: list[str], lay: list[str], lies: list[str]) -> list[str]:
    """An earlier pile with what is left of it in the new order; what was drawn since lies on top,
    as it did. Of a pile that was made anew meanwhile nothing is left.
    """
    drawn = next(n for n in range(len(was) + 1) if lay[: len(was) - n] == was[n:])
    left, rest = Counter(was[drawn:]), []
    for card in lies:
        if left[card]:
            left[card] -= 1
            rest.append(card)
    return was[:drawn] + rest
