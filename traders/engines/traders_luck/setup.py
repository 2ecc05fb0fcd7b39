"""What is agreed before play, and the ledgers as play begins (TL-SET)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.agreed_options import chosen
from traders.engines.kernel.contract.option_declaration import Setting, yes_or_no
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.position.state import Options, Position, Trader, TurnNow
from traders.engines.traders_luck.tables import tables
from traders.engines.traders_luck.trade import expanding_cargo_bay

START = tables().start

OPTIONS = (
    Setting(
        "days",
        START.days,
        "days that each may spend: 25 is short, 50 normal",
        "TL-SET-08",
        low=START.days_least,
        high=START.days_most,
    ),
    yes_or_no("free_trading", "several goods aboard, bought and sold in part", "TL-FBS-01"),
    yes_or_no("cargo_bay", "a smaller hold that can be enlarged", "TL-ECB-01"),
    Setting(
        "bay_limit",
        0,
        "units that a growing hold takes at most, 0 for no end",
        "TL-ECB-06",
        low=0,
        high=99,
    ),
    yes_or_no("follow_self", "one may follow to one's own last planet", "TL-FOL-06"),
    yes_or_no("private_cash", "credits are shown to their owner alone", "TL-REC-03"),
    yes_or_no("bounty_hunters", "the expansion Bounty Hunters & Pirates", "BH-SEQ-01"),
    Setting(
        "attack_slack",
        0,
        "with the expansion: days by which who comes to attack may be later; with 0 there is "
        "next to no combat of players",
        "BH-PVP-05",
        among=(0, 1, 2),
        presets={0: 1},
    ),
    yes_or_no(
        "police_stops_pvp",
        "with the expansion: no piracy on players under the police",
        "BH-PVP-08",
        default=True,
        label="Police stops piracy on players",
    ),
    yes_or_no(
        "police_present_catches",
        "with the expansion: police present catch every illegal sale",
        "BH-REG-05",
    ),
    yes_or_no(
        "clear_piracy_on_detention",
        "with the expansion: detention ends all Piracy points",
        "BH-CMB-06",
    ),
)
"""Options by name; what is not among these is refused. All may be played together (TL-FBS-07)."""


def must_seat(seats: Sequence[Seat]) -> None:
    """Two to eight players, or one alone (TL-SET-07)."""
    if len(set(seats)) != len(seats) or not START.players_least <= len(seats) <= START.players_most:
        raise Refusal(
            f"The game is for one to eight players, each a seat of its own, not {len(seats)}.",
            "TL-SET-07",
        )


def table(seats: Sequence[Seat], options: Mapping[str, Any]) -> Position:
    """The ledgers: credits, no cargo, no day spent, the hold (TL-SET-05, TL-SET-09, TL-CAR-01)."""
    must_seat(seats)
    agreed = chosen(options, OPTIONS, Options)
    hold = expanding_cargo_bay.first(agreed)
    traders = {seat: Trader(seat, START.credits, START.spent, hold) for seat in seats}
    state = Position(agreed, list(seats), traders, TurnNow(seats[0]))
    for one in expansions_in_play.in_play(agreed):
        one.open_ledgers(state)
    return state
