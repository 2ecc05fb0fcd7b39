"""The orders as data: what `read` makes of a line and `play` carries out; "" and 0 where nothing
was said.
"""

from __future__ import annotations

import msgspec


class Order(msgspec.Struct, frozen=True, tag=True):
    """One order. Each verb is a subclass, tagged by its name."""


class StartAt(Order, frozen=True):
    """`start at <planet>`"""

    planet: str


class Course(msgspec.Struct, frozen=True):
    """`<planet> [<n>] [via <planet>…]`: where to fly, at most how many spaces, by which way; flown
    where the die shows `least` or more.
    """

    to: str
    n: int = 0
    via: tuple[str, ...] = ()
    least: int = 1


class Fly(Order, frozen=True):
    """`fly <course>[, with <n> or more: <course>…]`"""

    to: str
    n: int = 0
    via: tuple[str, ...] = ()
    by_die: tuple[Course, ...] = ()

    @property
    def courses(self) -> tuple[Course, ...]:
        """All its courses, the one for every result of the die first (IT-PBM-06)."""
        return (Course(self.to, self.n, self.via), *self.by_die)


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


class Auto(Order, frozen=True):
    """`auto`"""


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
    """`round: <order>; <order>…`: all that is done in a round, ordered at once with the other seats
    (IT-PBM-03).
    """

    orders: tuple[Order, ...]


class End(Order, frozen=True):
    """`end`"""
