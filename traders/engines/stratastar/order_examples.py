"""The order that a letter gives as an example: what is most often done in the phase, not what
happens to be offered first.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from traders.engines.kernel.contract import Offer, Turn
from traders.engines.stratastar import galaxy
from traders.engines.stratastar.state import Position
from traders.engines.stratastar.turn import supported

USUAL = ("colonize", "build fleet", "move", "next")
"""Of what is offered in a turn the first of these is the example; before them what a rule makes
compulsory.
"""


def marked(state: Position, turn: Turn, offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """The offers, one of them with a line that can be sent as it stands."""
    (seat,) = turn.seats
    for usual in (turn.silence, *USUAL) if turn.silence != "end" else USUAL:
        found = [
            offer for offer in offers if offer.order == usual or offer.order.startswith(f"{usual} ")
        ]
        if not found or (
            usual == "build fleet" and len(state.empires[seat].ships) >= supported(state, seat)
        ):
            continue
        chosen = _forward(state, found) if usual == "move" else found[0]
        example = chosen.order.replace("{n}", "1")
        return tuple(
            msgspec.structs.replace(offer, example=example) if offer is chosen else offer
            for offer in offers
        )
    return tuple(offers)


def _forward(state: Position, moves: Sequence[Offer]) -> Offer:
    """The move that leaves fewest steps to a World without a colony, of those that bring a fleet
    nearer to it; else the first.
    """
    settled = {space for empire in state.empires.values() for space in empire.colonies}
    free = [space for space, kind in state.map.items() if kind == "world" and space not in settled]

    def left(move: Offer) -> int:
        words = move.order.split()
        frm, to = words[words.index("from") + 1], words[words.index("to") + 1]
        nearer = (
            galaxy.apart(to, world)
            for world in free
            if galaxy.apart(to, world) < galaxy.apart(frm, world)
        )
        return min(nearer, default=len(galaxy.spaces()))

    return min(moves, key=left)
