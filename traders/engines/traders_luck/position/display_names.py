"""Names as they stand in what players read."""

from __future__ import annotations

SINGLE = {"robots": "robot", "missiles": "missile", "shields": "shield"}
SEVERAL = {"pirate": "pirates", "trader": "traders", "blank": "blanks"}
"""Names that change with the number; those of the other goods do not."""
NAMES = {single: name for name, single in SINGLE.items()}


def shown(good: str) -> str:
    """A good's or a face's name as a word of its own: `Robots`."""
    return good.capitalize()


def units(n: int, name: str) -> str:
    """So many of a good, a ware or a face: `1 robot`, `2 robots`, `2 food`, `2 pirates`."""
    return f"{n} {(SINGLE if n == 1 else SEVERAL).get(name, name)}"


def name_of(word: str) -> str:
    """The good or ware that a word of an order names, be it of one or of several: `robot` and
    `robots` are robots.
    """
    return NAMES.get(word, word)
