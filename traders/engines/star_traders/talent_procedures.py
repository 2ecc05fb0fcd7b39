"""The table of steps of Personalities, raids, auctions and set-up's choices: what each does, what
it asks, what answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from traders.engines.kernel.agenda import Closes, Does, Step, Takes, Waits
from traders.engines.star_traders import (
    auction,
    choosing,
    dice,
    intervals,
    own_jumps,
    raid,
    setup,
    talent_steps,
)
from traders.engines.star_traders import order_types as orders
from traders.engines.star_traders.order_handler import Asked, OrderHandler
from traders.engines.star_traders.state import Position

DOES: dict[type[Step], Does[Position]] = {
    talent_steps.NextToTake: choosing.next_to_take,
    talent_steps.AllotStars: setup.allot_stars,
    talent_steps.RaidRolled: raid.rolled,
    talent_steps.EngineDestroyed: raid.destroyed,
}

ASKS: dict[type[Step], Callable[[Position, Any], Asked | None]] = {
    talent_steps.TakePersonality: choosing.take,
    talent_steps.PlaceFurther: choosing.further,
    talent_steps.TakePair: own_jumps.choose_pair,
    talent_steps.TakeLine: own_jumps.choose_line,
}

ANSWERS: dict[type[Step], Callable[..., Any]] = {
    talent_steps.TakePersonality: choosing.taken,
    talent_steps.PlaceFurther: choosing.further_placed,
    talent_steps.TakePair: own_jumps.pair_chosen,
    talent_steps.TakeLine: own_jumps.line_chosen,
}

WAITS: dict[type[Step], Waits[Position]] = {
    talent_steps.AllotPersonality: choosing.lot_chance,
    talent_steps.TurnUpPersonality: choosing.turn_up_chance,
    talent_steps.PersonalityAuction: auction.bidding,
    talent_steps.RaidInterval: intervals.raid,
    talent_steps.StationAuction: auction.bidding,
}

CLOSES: dict[type[Step], Closes[Position]] = {
    talent_steps.PersonalityAuction: auction.opened,
    talent_steps.StationAuction: auction.opened,
}

TAKES: dict[type[Step], Takes[Position]] = {
    talent_steps.AllotPersonality: choosing.lot_picked,
    talent_steps.TurnUpPersonality: choosing.turned_up,
}

HANDLERS: dict[type[orders.Order], OrderHandler] = {
    orders.Add: dice.ADD,
    orders.Stay: own_jumps.STAY,
    orders.Raid: raid.RAID,
    orders.Bid: auction.BID,
}
