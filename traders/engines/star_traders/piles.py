"""Decks whose order nobody may know: as they are marked, and what some Traders foresee of them."""

from __future__ import annotations

import msgspec

from traders.engines.kernel.positions import pile_reshuffling
from traders.engines.kernel.positions.pile_reshuffling import reshuffled
from traders.engines.star_traders.personalities.personality_rules import foreseen
from traders.engines.star_traders.position.state import Position

__all__ = ["afresh", "reshuffled"]


def afresh(state: Position) -> tuple[pile_reshuffling.Pile, ...]:
    """The Trader's Luck deck, and the Contract deck, of which a Trader may see the top
    (ST-PERSON-05).
    """
    seen = max(len(foreseen(state, trader)) for trader in state.traders.values())
    return tuple(
        msgspec.structs.replace(pile, seen=seen) if pile.name == "contract_deck" else pile
        for pile in pile_reshuffling.afresh(state)
    )
