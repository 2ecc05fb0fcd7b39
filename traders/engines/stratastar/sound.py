"""What holds in every position: each Galaxy card lies in one place, once; chits are those of the box; nobody holds less than nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from traders.engines.stratastar.state import Empire, Position
from traders.engines.stratastar.tables import full_deck


def flaws(state: Position) -> list[str]:
    """What is wrong with a position, in words; nothing where play was sound."""
    return [*_cards(state), *(flaw for empire in state.empires.values() for flaw in _empire(empire))]


def _cards(state: Position) -> Iterator[str]:
    """The Galaxy deck is somewhere, whole (SS-DEC-01)."""
    printed = Counter(full_deck(power=state.options.power_cards))
    lying = Counter(state.deck + state.discard)
    for empire in state.empires.values():
        lying.update(empire.hand)
    if lying != printed:
        yield f"Galaxy cards: {dict(lying - printed)} too many, {dict(printed - lying)} too few"


def _empire(empire: Empire) -> Iterator[str]:
    for what, counted in (("cards", empire.hand), ("colonies", empire.colonies), ("raids", empire.raided)):
        for name, n in counted.items():
            if n < 0:
                yield f"{empire.seat} has {n} {what}: {name}"
