"""The orders as data: what `read` makes of a line and `play` carries out; "" and 0 where nothing was said."""

from __future__ import annotations

import msgspec


class Order(msgspec.Struct, frozen=True, tag=True):
    """One order. Each verb is a subclass, tagged by its name."""


class StartAt(Order, frozen=True):
    """`start at <planet>`"""

    planet: str


class Fly(Order, frozen=True):
    """`fly <planet> [<n>] [via <planet>…]`"""

    to: str
    n: int = 0
    via: tuple[str, ...] = ()


class Load(Order, frozen=True):
    """`load <order>`, `load settlers`, `load alien goods`"""

    cargo: str


class Offload(Order, frozen=True):
    """`offload <order>`, `offload settlers`, `offload alien goods`"""

    cargo: str


class Repair(Order, frozen=True):
    """`repair <n>`"""

    n: int


class Buy(Order, frozen=True):
    """`buy hull|spirits|autoloaders|licence [and …]`"""

    wares: tuple[str, ...]


class Deal(Order, frozen=True):
    """`deal`"""


class Discard(Order, frozen=True):
    """`discard <order>`"""

    cargo: str


class If(Order, frozen=True):
    """`if <result>: <order>`"""

    result: str
    order: Order


class Otherwise(Order, frozen=True):
    """`otherwise: <order>`"""

    order: Order


class WholeRound(Order, frozen=True):
    """`round: <order>; <order>…`: all that is done in a round, ordered at once with the other seats (IT-PBM-03)."""

    orders: tuple[Order, ...]


class End(Order, frozen=True):
    """`end`"""
