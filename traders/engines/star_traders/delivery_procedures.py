"""The table of steps of deliveries, petitions and missions: what each does, what it asks, what
answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from traders.engines.kernel.agenda import Closes, Does, Step
from traders.engines.star_traders import (
    card_to_give,
    cargo,
    delivery,
    delivery_steps,
    imperial_mission,
    petition,
)
from traders.engines.star_traders import order_types as orders
from traders.engines.star_traders.order_handler import Asked, OrderHandler
from traders.engines.star_traders.payoffs import jackpot, kluge, telzey
from traders.engines.star_traders.state import Position

DOES: dict[type[Step], Does[Position]] = {
    delivery_steps.Deliveries: delivery.deliveries,
    delivery_steps.Replace: delivery.replace,
    delivery_steps.JackpotSettled: jackpot.settled,
    delivery_steps.PetitionHeard: petition.heard,
    delivery_steps.PetitionAnswered: petition.answered,
    delivery_steps.TurnUpMission: imperial_mission.turn_up,
}

ASKS: dict[type[Step], Callable[[Position, Any], Asked | None]] = {
    delivery_steps.ChooseDelivery: delivery.choose,
    delivery_steps.ChoosePayoff: kluge.choose,
    delivery_steps.TelzeyCard: telzey.choose,
    delivery_steps.AddBonus: petition.bonus,
    delivery_steps.PayPrice: petition.price,
    delivery_steps.GiveCard: card_to_give.choose,
}

ANSWERS: dict[type[Step], Callable[..., Any]] = {
    delivery_steps.ChooseDelivery: delivery.chosen,
    delivery_steps.ChoosePayoff: kluge.chosen,
    delivery_steps.TelzeyCard: telzey.chosen,
    delivery_steps.AddBonus: petition.raised,
    delivery_steps.PayPrice: petition.settled,
    delivery_steps.GiveCard: card_to_give.chosen,
}

CLOSES: dict[type[Step], Closes[Position]] = {delivery_steps.AddBonus: petition.unraised}
"""What follows where nothing was to be chosen."""

HANDLERS: dict[type[orders.Order], OrderHandler] = {
    orders.Load: cargo.LOAD,
    orders.Deliver: delivery.DELIVER,
    orders.Abandon: cargo.ABANDON,
    orders.Assign: cargo.ASSIGN,
    orders.Petition: petition.PETITION,
}
