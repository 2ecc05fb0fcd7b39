"""The orders that the expansion adds."""

from __future__ import annotations

from traders.engines.traders_luck.order_types import Order


class AttackPirate(Order, frozen=True):
    """`attack pirate`"""


class AttackTrader(Order, frozen=True):
    """`attack trader [taking <good>]`"""

    taking: str = ""


class NoAttack(Order, frozen=True):
    """`pass`: no attack of one's own."""


class Shield(Order, frozen=True):
    """`shield` · `no shield`"""

    spent: bool = True


class Intercept(Order, frozen=True):
    """`intercept`"""


class Commit(Order, frozen=True):
    """`commit <n> missiles and <n> shields`"""

    missiles: int
    shields: int


class TakeCargo(Order, frozen=True):
    """`take cargo`"""


class LeaveCargo(Order, frozen=True):
    """`leave cargo`"""


class Rob(Order, frozen=True):
    """`pirate`: a beaten pirate's cargo is taken."""


class Stay(Order, frozen=True):
    """What silence does before the trip."""


class TraderTakes(Order, frozen=True):
    """`trader takes <good>`"""

    good: str
