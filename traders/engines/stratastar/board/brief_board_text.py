"""Where the empires stand, in a few lines for a letter: Worlds, cards, Fleets, and the hand."""

from __future__ import annotations

from textwrap import wrap

from traders.engines.kernel.board.text_columns import columns, seat_name
from traders.engines.kernel.contract.contract import View
from traders.engines.stratastar.position.display_names import cards, place
from traders.engines.stratastar.position.view_types import EmpireSeen

WIDTH = 43
FEW = 3
"""Spaces with Fleets that are named; of more they are counted."""


def brief(view: View) -> str:
    """A row for each empire that is left, the reader's own hand, and what its spies have seen."""
    rows = [
        (seat_name(view, one["seat"]), str(one["worlds"]), str(one["cards"]), _fleets(one))
        for one in view["seats"]
        if not one["out"]
    ]
    held = f"Hand: {cards(view['hand'])}" if view["hand"] else "No cards in hand."
    hand = wrap(held, WIDTH, subsequent_indent="  ")
    own = hand if view["seat"] else []
    seen = [
        line
        for seat, held in view.get("spied", {}).items()
        for line in wrap(f"{seat_name(view, seat)}: {cards(held)}", WIDTH, subsequent_indent="  ")
    ]
    return "\n".join([*columns(("Worlds", "cards", "Fleets"), rows), *own, *seen])


def _fleets(empire: EmpireSeen) -> str:
    """`A1, B2`; `2 at A1`; where they stand in many spaces, how many there are."""
    found = {at: n for at, n in empire["fleets"].items() if n}
    if len(found) == 1:
        [(at, n)] = found.items()
        return place(at) if n == 1 else f"{n} at {place(at)}"
    if not found or len(found) > FEW or max(found.values()) > 1:
        return str(sum(found.values()))
    return ", ".join(map(place, found))
