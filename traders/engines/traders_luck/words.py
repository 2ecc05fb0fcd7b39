"""Names as they stand in what players read."""

from __future__ import annotations

SINGLE = {"robots": "robot", "missiles": "missile", "shields": "shield"}
SEVERAL = {"pirate": "pirates", "trader": "traders", "blank": "blanks"}
"""Names that change with the number; those of the other goods do not."""


def shown(good: str) -> str:
    """A good's or a face's name as a word of its own: `Robots`."""
    return good.capitalize()


def units(n: int, name: str) -> str:
    """So many of a good, a ware or a face: `1 robot`, `2 robots`, `2 food`, `2 pirates`."""
    return f"{n} {(SINGLE if n == 1 else SEVERAL).get(name, name)}"
