"""What a delivery to a Current Contract brings, in the order of reckoning (ST-PAYOFF-16). Special
payoffs stand beside.
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import money
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position import prestige
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position


def reckon(
    state: Position,
    seat: Seat,
    contract: str,
    space: int,
    races: int,
    told: Told,
    *,
    granted: bool = True,
) -> None:
    """Stellors for the deliverer, then Prestige: the card's, doubled on space 1, plus one for each
    rival beaten (ST-PAYOFF-01 to 07, ST-PAYOFF-16, ST-RACE-02, ST-CARGO-03). `granted`: whether the
    card's own amounts are; races and extras are given either way (ST-RACE-04, ST-PAYOFF-15).
    """
    card = state.book.contracts[contract]
    trader = state.traders[seat]
    stellors = (card.stellors if granted else 0) + personality_rules.delivery_stellors(
        state, trader
    )
    title = state.book.title(contract)
    if stellors:
        paid = tell("is-paid", "ST-PAYOFF-01", seat=seat, stellors=stellors, contract=title)
    else:
        paid = tell("is-paid-nothing", "ST-PAYOFF-01", seat=seat, contract=title)
    told.append(paid)
    money.gain(state, seat, stellors, told, "ST-PAYOFF-01")
    earned = (card.prestige if granted else 0) * factor(state, space)
    earned += races * state.book.bonuses[
        "race_prestige_per_rival"
    ] + personality_rules.delivery_prestige(state, trader)
    prestige.gain(
        state,
        seat,
        earned,
        told,
        "ST-PAYOFF-16" if races or factor(state, space) > 1 else "ST-PAYOFF-04",
    )


def pay_owner(state: Position, contract: str, told: Told) -> None:
    """The second amount goes to the owner of the station there, who may be the deliverer; without a
    station to nobody (ST-PAYOFF-02, ST-PAYOFF-03).
    """
    card = state.book.contracts[contract]
    station = state.stations.get(card.deliver)
    if station is None:
        return
    stellors = card.station + personality_rules.station_stellors(
        state, state.traders[station.owner]
    )
    world = place(state, card.deliver)
    paid: dict[str, Any] = {"seat": station.owner, "stellors": stellors, "world": world}
    told.append(tell("is-paid-for-station", "ST-PAYOFF-02", **paid))
    money.gain(state, station.owner, stellors, told, "ST-PAYOFF-02")


def factor(state: Position, space: int) -> int:
    """By how much the card's Prestige is multiplied: twice on the Imperial Contract (ST-PAYOFF-05),
    but not between two Traders (ST-PAYOFF-07).
    """
    enough = len(state.playing()) >= state.book.limits["double_prestige_min_players"]
    imperial = space == state.book.limits["imperial_contract_space"]
    return int(state.book.bonuses["imperial_contract_factor"]) if imperial and enough else 1
