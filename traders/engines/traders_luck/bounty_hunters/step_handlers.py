"""The expansion's steps and orders."""

from __future__ import annotations

from traders.engines.traders_luck.bounty_hunters import (
    day_without_trip,
    independent_ship_attack,
    independent_trader_purchases,
    interception,
    pirates,
    player_combat,
    spoils,
)

STEPS = (
    *pirates.STEPS,
    *independent_ship_attack.STEPS,
    *interception.STEPS,
    *player_combat.STEPS,
    *spoils.STEPS,
    *independent_trader_purchases.STEPS,
)
ORDERS = (
    independent_ship_attack.PIRATE,
    independent_ship_attack.TRADER,
    independent_ship_attack.NONE,
    pirates.SHIELD,
    interception.INTERCEPT,
    player_combat.COMMIT,
    spoils.TAKE,
    spoils.ROB,
    spoils.LEAVE,
    independent_trader_purchases.TAKES,
    day_without_trip.STAY,
)
