"""The expansion's steps and orders: what each does, whom it waits for, what answers it."""

from __future__ import annotations

from traders.engines.kernel.agenda import Closes, Does, Step, Waits
from traders.engines.traders_luck.bounty_hunters import (
    attack,
    combat,
    day_without_trip,
    independent_traders,
    interception,
    order_types,
    pirates,
    spoils,
    steps,
)
from traders.engines.traders_luck.order_handler import OrderHandler
from traders.engines.traders_luck.order_types import Order
from traders.engines.traders_luck.state import Position

DOES: dict[type[Step], Does[Position]] = {
    steps.PiratesCome: pirates.come,
    steps.Strike: combat.strike,
}

WAITS: dict[type[Step], Waits[Position]] = {
    steps.PirateActs: pirates.waits,
    steps.OwnAttack: attack.waits,
    steps.Interception: interception.waits,
    steps.Commitment: combat.waits,
    steps.Spoils: spoils.waits,
    steps.Traders: independent_traders.waits,
}

CLOSES: dict[type[Step], Closes[Position]] = {
    steps.PirateActs: pirates.acts,
    steps.Commitment: combat.closed,
    steps.Spoils: spoils.closed,
}

HANDLERS: dict[type[Order], OrderHandler] = {
    order_types.Shield: pirates.SHIELD,
    order_types.AttackPirate: attack.PIRATE,
    order_types.AttackTrader: attack.TRADER,
    order_types.NoAttack: attack.NONE,
    order_types.Intercept: interception.INTERCEPT,
    order_types.Commit: combat.COMMIT,
    order_types.TakeCargo: spoils.TAKE[0],
    order_types.Rob: spoils.TAKE[1],
    order_types.LeaveCargo: spoils.TAKE[2],
    order_types.TraderTakes: independent_traders.TAKES,
    order_types.Stay: day_without_trip.STAY,
}

OFFERED: dict[type[Step], tuple[OrderHandler, ...]] = {
    steps.PirateActs: (pirates.SHIELD,),
    steps.OwnAttack: (attack.PIRATE, attack.TRADER, attack.NONE),
    steps.Interception: (interception.INTERCEPT,),
    steps.Commitment: (combat.COMMIT,),
    steps.Spoils: spoils.TAKE,
    steps.Traders: (independent_traders.TAKES,),
}
