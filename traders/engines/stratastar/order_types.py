"""The orders as data: what `read` makes of a line and `play` carries out. `using`: the cards that
were said to pay with, () where none were; spaces and seats are "" where nothing was said.
"""

from __future__ import annotations

import msgspec

Cards = tuple[tuple[str, int], ...]
"""Cards with how many of each."""
Ships = tuple[int, int]
"""Fleets and Warfleets."""
NO_SHIPS: Ships = (0, 0)
"""None are named."""


class Order(msgspec.Struct, frozen=True, tag=True):
    """One order. Each verb is a subclass, tagged by its name."""


class Paid(Order, frozen=True, kw_only=True):
    """An order that is paid with cards."""

    using: Cards = ()


class Homeworld(Order, frozen=True):
    """`homeworld <corner>`"""

    at: str


class Retool(Order, frozen=True):
    """`retool <cards>`"""

    cards: Cards


class Raid(Paid, frozen=True):
    """`raid <seat>`"""

    seat: str


class Exchange(Paid, frozen=True):
    """`exchange <cards>`"""

    cards: Cards


class Research(Order, frozen=True):
    """`research`"""


class Support(Order, frozen=True):
    """`support with <cards>`"""

    cards: Cards


class Disband(Order, frozen=True):
    """`disband fleet at <space>`"""

    unit: str
    at: str


class BuildFleet(Paid, frozen=True):
    """`build fleet [at <space>]`"""

    at: str = ""


class Warfleet(Paid, frozen=True):
    """`warfleet`"""


class Colonize(Paid, frozen=True):
    """`colonize <space>`"""

    at: str


class Stargate(Paid, frozen=True):
    """`stargate <space>`"""

    at: str


class Terraform(Paid, frozen=True):
    """`terraform <space>`"""

    at: str


class Move(Paid, frozen=True):
    """`move <n> from <space> to <space> [out at <space>]`"""

    ships: Ships
    frm: str
    to: str
    out: str = ""


class Gate(Paid, frozen=True):
    """`gate <n> from <space> to <space>`"""

    ships: Ships
    frm: str
    to: str


class Hyperjump(Paid, frozen=True):
    """`hyperjump <n> from <space> to <space>`"""

    ships: Ships
    frm: str
    to: str


class Explore(Paid, frozen=True):
    """`explore <space>`"""

    at: str


class BattleOrder(Order, frozen=True):
    """`battles <space> <space>…`"""

    spaces: tuple[str, ...]


class Fight(Order, frozen=True):
    """`fight at <space>` · `peace at <space>`"""

    at: str
    wanted: bool = True


class Commit(Order, frozen=True):
    """`commit <cards> [at <space>]`"""

    cards: Cards
    at: str = ""


class Retreat(Paid, frozen=True):
    """`retreat [<n>] from <space> to <space>`; all where none are named."""

    frm: str
    to: str
    ships: Ships = NO_SHIPS


class Pursue(Paid, frozen=True):
    """`pursue [<n>] [<seat>] [to <space>]`; all that moved in where none are named."""

    ships: Ships = NO_SHIPS
    seat: str = ""
    to: str = ""


class Block(Paid, frozen=True):
    """`block <space>`"""

    at: str


class Defend(Paid, frozen=True):
    """`defend [with <n> from <space> and …]`; all where none are named."""

    ships: tuple[tuple[Ships, str], ...] = ()


class Sabotage(Paid, frozen=True):
    """`sabotage [<n>]`; 0: the latest."""

    n: int = 0


class Spy(Paid, frozen=True):
    """`spy on <seat>` · `spy on deck`: seat ""."""

    seat: str = ""
    deck: bool = False


class Strike(Paid, frozen=True):
    """`strike [<seat>] <unit> at <space>`"""

    unit: str
    at: str
    seat: str = ""


class Treason(Paid, frozen=True):
    """`treason [<seat>] <unit> at <space>`"""

    unit: str
    at: str
    seat: str = ""


class Breakthrough(Paid, frozen=True):
    """`breakthrough`"""


class Ally(Paid, frozen=True):
    """`ally at <space>`"""

    at: str


class MakeTreaty(Paid, frozen=True):
    """`treaty with <seat>`"""

    seat: str


class BorderRaid(Paid, frozen=True):
    """`border raid <space>`"""

    at: str


class Planning(Paid, frozen=True):
    """`planning`"""


class Piracy(Paid, frozen=True):
    """`piracy on <seat>`"""

    seat: str


class Choose(Order, frozen=True):
    """`choose <ability>`"""

    code: str


class Next(Order, frozen=True):
    """`next`"""


class End(Order, frozen=True):
    """`end`"""
