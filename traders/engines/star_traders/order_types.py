"""The orders of Star Traders as data: what `read` makes of a line and `play` carries out. Worlds
are numbers, seats are colours, cards and cargoes their exact names; "" and 0 where nothing was
said.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from traders.engines.kernel.seats import Seat

Kind = Literal["", "regular", "station", "random", "awesome", "psychic"]
Way = Literal["", "up", "down"]


class Order(msgspec.Struct, frozen=True, tag=True):
    """One order. Each verb is a subclass, tagged by its name."""


class Jump(Order, frozen=True):
    """`jump <world> [regular|station]` · `jump random`, `jump awesome`, `jump psychic`: then `to`
    is 0.
    """

    to: int = 0
    kind: Kind = ""


class Halt(Order, frozen=True):
    """`halt`"""


class Load(Order, frozen=True):
    """`load <cargo> [x2]`"""

    cargo: str
    count: int = 1


class Deliver(Order, frozen=True):
    """`deliver <cargo> [x2]`: also the answer which of several deliveries due comes first."""

    cargo: str
    count: int = 1


class Abandon(Order, frozen=True):
    """`abandon <cargo>`: also the answer what is over the hold's limit."""

    cargo: str


class Assign(Order, frozen=True):
    """`assign <cargo> to <contract>`: a space (1 to 6) or the n-th Completed Contract; the other is
    0.
    """

    cargo: str
    space: int = 0
    completed: int = 0


class Build(Order, frozen=True):
    """`build`"""


class BuyEngine(Order, frozen=True):
    """`engine`"""


class Petition(Order, frozen=True):
    """`petition` · `petition <world>`"""

    at: int = 0


class Add(Order, frozen=True):
    """`add 0|1|2`"""

    bonus: int


class Pay(Order, frozen=True):
    """`pay`"""


class Refuse(Order, frozen=True):
    """`refuse`"""


class Play(Order, frozen=True):
    """`play <card> [on <seat>] [at <world>] [up|down] [taking <cargo>] [as <card>]`

    `throw`: for a card played on a die, the number of the throw that it is meant for, given by
    `read` from the position and written `(throw 12)` behind the order; 0 is the throw that lies
    there when the card is played (PR-PRIORITY-03).
    """

    card: str
    on: Seat = ""
    at: int = 0
    way: Way = ""
    taking: str = ""
    stands_for: str = ""
    throw: int = 0


class Avoid(Order, frozen=True):
    """`avoid [with <card>]`"""

    card: str = ""


class Reroll(Order, frozen=True):
    """`reroll with <card>` · `reroll`: without a card where a rule gives the re-roll free."""

    card: str = ""


class Repair(Order, frozen=True):
    """`repair`"""


class Draw(Order, frozen=True):
    """`draw [discarding <card>…]`"""

    discarding: tuple[str, ...] = ()


class Discard(Order, frozen=True):
    """`discard <card> [and <card>…]`"""

    cards: tuple[str, ...]


class Permit(Order, frozen=True):
    """`permit <seat> [at <world>]`"""

    seat: Seat
    at: int = 0


class Forbid(Order, frozen=True):
    """`forbid <seat> [at <world>]`"""

    seat: Seat
    at: int = 0


class Take(Order, frozen=True):
    """`take <world>`"""

    world: int


class Choose(Order, frozen=True):
    """`choose <thing>`: a world's name, a cargo, `payoff`, `engine`, `nothing`, as the choice says
    it.
    """

    thing: str


class Stay(Order, frozen=True):
    """`stay`: after the roll of a Psychic Jump."""


class Keep(Order, frozen=True):
    """`keep <card> [and <card>]`: ahead of the draw; read as `draw discarding` the rest of the
    hand.
    """

    cards: tuple[str, ...]


class Raid(Order, frozen=True):
    """`raid <seat>`"""

    seat: Seat


class Bid(Order, frozen=True):
    """`bid <n>` · `no bid`: 0."""

    stellors: int = 0


class End(Order, frozen=True):
    """`end`"""


AnyOrder = (
    Jump | Halt | Load | Deliver | Abandon | Assign | Build | BuyEngine | Petition | Add | Pay
    | Refuse | Play | Avoid | Reroll | Repair | Draw | Discard | Permit | Forbid | Take | Choose
    | Stay | Keep | Raid | Bid | End
)  # fmt: skip
