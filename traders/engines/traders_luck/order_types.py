"""The orders as data: what `read` makes of a line and `play` carries out. Goods, faces and sizes
are small words; "" and 0 where nothing was said. Those of Bounty Hunters & Pirates are in its own
folder.
"""

from __future__ import annotations

import msgspec


class Order(msgspec.Struct, frozen=True, tag=True):
    """One order. Each verb is a subclass, tagged by its name."""


class Travel(Order, frozen=True):
    """`travel small|medium|big`"""

    size: str


class Follow(Order, frozen=True):
    """`follow`"""


class Keep(Order, frozen=True):
    """`keep <face> [and <face>…]`: faces with how many of each."""

    faces: tuple[tuple[str, int], ...]


class Settle(Order, frozen=True):
    """`settle`"""


class Sell(Order, frozen=True):
    """`sell [illegal] [<n> <good> and …]`; all of it where nothing is named."""

    goods: tuple[tuple[str, int], ...] = ()
    illegal: bool = False


class Buy(Order, frozen=True):
    """`buy <n> <ware> [and …] [discarding cargo]`"""

    wares: tuple[tuple[str, int], ...]
    discarding: bool = False


class Expand(Order, frozen=True):
    """`expand`"""


class End(Order, frozen=True):
    """`end`"""


class Finish(Order, frozen=True):
    """`finish`"""
