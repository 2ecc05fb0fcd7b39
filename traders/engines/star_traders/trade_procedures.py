"""The table of steps of deliveries, petitions and missions: what each does, what it asks, what
answers it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from traders.engines.kernel.agenda import Closes, Does, Step
from traders.engines.star_traders import (
    cargo,
    delivery,
    mission,
    petition,
    trade_steps,
    unnamed_cards,
)
from traders.engines.star_traders import order_types as orders
from traders.engines.star_traders.order_handler import Asked, OrderHandler
from traders.engines.star_traders.payoffs import jackpot, kluge, telzey
from traders.engines.star_traders.state import Position

DOES: dict[type[Step], Does[Position]] = {
    trade_steps.Deliveries: delivery.deliveries,
    trade_steps.Replace: delivery.replace,
    trade_steps.JackpotSettled: jackpot.settled,
    trade_steps.PetitionHeard: petition.heard,
    trade_steps.PetitionAnswered: petition.answered,
    trade_steps.TurnUpMission: mission.turn_up,
}

ASKS: dict[type[Step], Callable[[Position, Any], Asked | None]] = {
    trade_steps.ChooseDelivery: delivery.choose,
    trade_steps.ChoosePayoff: kluge.choose,
    trade_steps.TelzeyCard: telzey.choose,
    trade_steps.AddBonus: petition.bonus,
    trade_steps.PayPrice: petition.price,
    trade_steps.GiveCard: unnamed_cards.choose,
}

ANSWERS: dict[type[Step], Callable[..., Any]] = {
    trade_steps.ChooseDelivery: delivery.chosen,
    trade_steps.ChoosePayoff: kluge.chosen,
    trade_steps.TelzeyCard: telzey.chosen,
    trade_steps.AddBonus: petition.raised,
    trade_steps.PayPrice: petition.settled,
    trade_steps.GiveCard: unnamed_cards.chosen,
}

CLOSES: dict[type[Step], Closes[Position]] = {trade_steps.AddBonus: petition.unraised}
"""What follows where nothing was to be chosen."""

HANDLERS: dict[type[orders.Order], OrderHandler] = {
    orders.Load: cargo.LOAD,
    orders.Deliver: delivery.DELIVER,
    orders.Abandon: cargo.ABANDON,
    orders.Assign: cargo.ASSIGN,
    orders.Petition: petition.PETITION,
}
