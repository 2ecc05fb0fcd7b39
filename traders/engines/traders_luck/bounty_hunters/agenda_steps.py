"""Steps that the expansion adds to a turn, in data."""

from __future__ import annotations

from typing import Annotated

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Waiting


class PiratesCome(Step, tag=True):
    """The independent pirates at the planet act, one after another."""

    seat: Seat


class PirateActs(Step, tag=True):
    """One of them does: play waits where the seat may spend a shield."""

    stage = "combat"
    first = "First the pirate that attacks: shield or no shield."
    rules = ("BH-SEQ-01", "BH-PIR-04")

    seat: Seat


class OwnAttack(Step, tag=True):
    """The seat on turn may attack an independent ship."""

    stage = "combat"
    first = "First your own attack: attack pirate, attack trader, or pass."
    rules = ("BH-SEQ-01",)

    seat: Seat


class Interception(Waiting, tag=True):
    """Rivals may come to attack."""

    stage = "combat"
    first = "First the others may come to attack."
    rules = ("BH-SEQ-01",)

    seat: Seat


class Commitment(Waiting, tag=True):
    """Both sides seal missiles and shields; `sealed` holds them only while the answers are being
    opened.
    """

    stage = "combat"
    first = "First the combat: both sides commit missiles and shields."
    rules = ("BH-SEQ-01",)

    attacker: Seat
    defender: Seat
    sealed: Annotated[
        dict[Seat, tuple[int, int]], Hidden("what the other sealed", owner="key")
    ] = {}


class Strike(Step, tag=True):
    """One side strikes the other; `answered`: the counter-strike, or there is none."""

    by: Seat
    on: Seat
    counter: bool = False
    sealed: dict[Seat, tuple[int, int]] = {}


class Spoils(Waiting, tag=True):
    """The victor may take cargo of the loser's; `pirate`: the loser was one when defeated, and its
    cargo is lost anyway.
    """

    stage = "combat"
    first = "First the victor has a choice to make."
    rules = ("BH-SEQ-01",)

    victor: Seat
    loser: Seat
    pirate: bool = False


class Traders(Step, tag=True):
    """The independent traders that are left trade: play waits for each one's good."""

    stage = "trade"
    first = "First the independent traders: trader takes a good, one for each of them."
    rules = ("BH-SEQ-02", "BH-TRD-01")

    seat: Seat


AnyHunterStep = (
    PiratesCome | PirateActs | OwnAttack | Interception | Commitment | Strike | Spoils | Traders
)
