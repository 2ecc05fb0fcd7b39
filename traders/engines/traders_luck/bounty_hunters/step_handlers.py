"""The expansion's steps and orders."""

from __future__ import annotations

from traders.engines.traders_luck.bounty_hunters import (
    attack_by_independent_pirate,
    attack_on_independent_ship,
    day_without_trip,
    independent_trader_purchases,
    interception,
    player_combat,
    spoils,
)

STEPS = (
    *attack_by_independent_pirate.STEPS,
    *attack_on_independent_ship.STEPS,
    *interception.STEPS,
    *player_combat.STEPS,
    *spoils.STEPS,
    *independent_trader_purchases.STEPS,
)
ORDERS = (
    attack_on_independent_ship.PIRATE,
    attack_on_independent_ship.TRADER,
    attack_on_independent_ship.NONE,
    attack_by_independent_pirate.SHIELD,
    interception.INTERCEPT,
    player_combat.COMMIT,
    spoils.TAKE,
    spoils.ROB,
    spoils.LEAVE,
    independent_trader_purchases.TAKES,
    day_without_trip.STAY,
)
