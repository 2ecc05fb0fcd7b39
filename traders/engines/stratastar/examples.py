"""The order that a letter gives as an example: what is most often done in the phase, not what happens to be offered first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from traders.engines.contract import Offer, Turn
from traders.engines.stratastar import galaxy
from traders.engines.stratastar.state import Position
from traders.engines.stratastar.turn import supported

USUAL = ("colonize", "build fleet", "move", "next")
"""Of what is offered in a turn the first of these is the example; before them what a rule makes compulsory."""


def marked(state: Position, turn: Turn, offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """The offers, one of them with a line that can be sent as it stands."""
    (seat,) = turn.seats
    for usual in (turn.silence, *USUAL) if turn.silence != "end" else USUAL:
        found = [offer for offer in offers if offer.order == usual or offer.order.startswith(f"{usual} ")]
        if not found or (usual == "build fleet" and len(state.empires[seat].ships) >= supported(state, seat)):
            continue
        chosen = min(found, key=lambda offer: _way(state, offer.order)) if usual == "move" else found[0]
        example = chosen.order.replace("{n}", "1")
        return tuple(msgspec.structs.replace(offer, example=example) if offer is chosen else offer for offer in offers)
    return tuple(offers)


def _way(state: Position, move: str) -> int:
    """Steps that are left after a move to the nearest World without a colony, from farther off none the better."""
    words = move.split()
    frm, to = words[words.index("from") + 1], words[words.index("to") + 1]
    settled = {space for empire in state.empires.values() for space in empire.colonies}
    free = [space for space, kind in state.map.items() if kind == "world" and space not in settled]
    return min(
        (galaxy.apart(to, world) for world in free if galaxy.apart(to, world) < galaxy.apart(frm, world)), default=len(galaxy.spaces())
    )
