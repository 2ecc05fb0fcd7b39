"""What is agreed before play, and the ledgers as play begins (TL-SET)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.agreed_options import chosen
from traders.engines.kernel.contract.option_declaration import Setting
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.position.state import Options, Position, Trader, TurnNow
from traders.engines.traders_luck.tables import tables
from traders.engines.traders_luck.trade import expanding_cargo_bay

START = tables().start
YES = (False, True)

OPTIONS = (
    Setting(
        "days",
        START.days,
        "days that each may spend: 25 is short, 50 normal",
        "TL-SET-08",
        low=START.days_least,
        high=START.days_most,
    ),
    Setting(
        "free_trading",
        default=False,
        words="several goods aboard, bought and sold in part",
        rule="TL-FBS-01",
        among=YES,
    ),
    Setting(
        "cargo_bay",
        default=False,
        words="a smaller hold that can be enlarged",
        rule="TL-ECB-01",
        among=YES,
    ),
    Setting(
        "bay_limit",
        0,
        "units that a growing hold takes at most, 0 for no end",
        "TL-ECB-06",
        low=0,
        high=99,
    ),
    Setting(
        "follow_self",
        default=False,
        words="one may follow to one's own last planet",
        rule="TL-FOL-06",
        among=YES,
    ),
    Setting(
        "private_cash",
        default=False,
        words="credits are shown to their owner alone",
        rule="TL-REC-03",
        among=YES,
    ),
    Setting(
        "bounty_hunters",
        default=False,
        words="the expansion Bounty Hunters & Pirates",
        rule="BH-SEQ-01",
        among=YES,
    ),
    Setting(
        "attack_slack",
        0,
        "with the expansion: days by which who comes to attack may be later; with 0 there is "
        "next to no combat of players",
        "BH-PVP-05",
        among=(0, 1, 2),
        presets={0: 1},
    ),
    Setting(
        "police_stops_pvp",
        default=True,
        words="with the expansion: no piracy on players under the police",
        rule="BH-PVP-08",
        among=(True, False),
        label="Police stops piracy on players",
    ),
    Setting(
        "police_present_catches",
        default=False,
        words="with the expansion: police present catch every illegal sale",
        rule="BH-REG-05",
        among=YES,
    ),
    Setting(
        "clear_piracy_on_detention",
        default=False,
        words="with the expansion: detention ends all Piracy points",
        rule="BH-CMB-06",
        among=YES,
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
