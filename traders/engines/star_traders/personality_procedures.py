"""The table of steps of Personalities, raids, auctions and set-up's choices: what each does, what
it asks, what answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from traders.engines.kernel.agenda import Closes, Does, Step, Takes, Waits
from traders.engines.star_traders import (
    auction,
    dice,
    engine_raid,
    intervals,
    jump_choices,
    personality_choice,
    personality_steps,
    setup,
)
from traders.engines.star_traders import order_types as orders
from traders.engines.star_traders.order_handler import Asked, OrderHandler
from traders.engines.star_traders.state import Position

DOES: dict[type[Step], Does[Position]] = {
    personality_steps.NextToTake: personality_choice.next_to_take,
    personality_steps.AllotStars: setup.allot_stars,
    personality_steps.RaidRolled: engine_raid.rolled,
    personality_steps.EngineDestroyed: engine_raid.destroyed,
}

ASKS: dict[type[Step], Callable[[Position, Any], Asked | None]] = {
    personality_steps.TakePersonality: personality_choice.take,
    personality_steps.PlaceFurther: personality_choice.further,
    personality_steps.TakePair: jump_choices.choose_pair,
    personality_steps.TakeLine: jump_choices.choose_line,
}

ANSWERS: dict[type[Step], Callable[..., Any]] = {
    personality_steps.TakePersonality: personality_choice.taken,
    personality_steps.PlaceFurther: personality_choice.further_placed,
    personality_steps.TakePair: jump_choices.pair_chosen,
    personality_steps.TakeLine: jump_choices.line_chosen,
}

WAITS: dict[type[Step], Waits[Position]] = {
    personality_steps.AllotPersonality: personality_choice.lot_chance,
    personality_steps.TurnUpPersonality: personality_choice.turn_up_chance,
    personality_steps.PersonalityAuction: auction.bidding,
    personality_steps.RaidInterval: intervals.raid,
    personality_steps.StationAuction: auction.bidding,
}

CLOSES: dict[type[Step], Closes[Position]] = {
    personality_steps.PersonalityAuction: auction.opened,
    personality_steps.StationAuction: auction.opened,
}

TAKES: dict[type[Step], Takes[Position]] = {
    personality_steps.AllotPersonality: personality_choice.lot_picked,
    personality_steps.TurnUpPersonality: personality_choice.turned_up,
}

HANDLERS: dict[type[orders.Order], OrderHandler] = {
    orders.Add: dice.ADD,
    orders.Stay: jump_choices.STAY,
    orders.Raid: engine_raid.RAID,
    orders.Bid: auction.BID,
}
