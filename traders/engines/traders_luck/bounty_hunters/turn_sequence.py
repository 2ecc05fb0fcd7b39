"""The order of a turn with the expansion: dice, combat, independent traders, regular trading."""

from __future__ import annotations

from traders.engines.kernel.agenda import Step
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck.bounty_hunters import steps

FIRST: dict[type[Step], tuple[str, tuple[str, ...]]] = {
    steps.PirateActs: (
        "First the pirate that attacks: shield or no shield.",
        ("BH-SEQ-01", "BH-PIR-04"),
    ),
    steps.OwnAttack: (
        "First your own attack: attack pirate, attack trader, or pass.",
        ("BH-SEQ-01",),
    ),
    steps.Interception: ("First the others may come to attack.", ("BH-SEQ-01",)),
    steps.Commitment: ("First the combat: both sides commit missiles and shields.", ("BH-SEQ-01",)),
    steps.Spoils: ("First the victor has a choice to make.", ("BH-SEQ-01",)),
    steps.Traders: (
        "First the independent traders: trader takes a good, one for each of them.",
        ("BH-SEQ-02", "BH-TRD-01"),
    ),
}
"""What each step keeps from being done, and the rules (BH-SEQ-01, BH-SEQ-02)."""

STAGES: dict[type[Step], str] = {**dict.fromkeys(FIRST, "combat"), steps.Traders: "trade"}
"""The stage of a turn to which each step belongs."""


def phases(seat: Seat) -> list[Step]:
    """The combat phase, then the independent traders; regular trading follows (BH-SEQ-01,
    BH-SEQ-02, BH-REG-01).
    """
    return [
        steps.PiratesCome(seat),
        steps.OwnAttack(seat),
        steps.Interception(seat),
        steps.Traders(seat),
    ]
