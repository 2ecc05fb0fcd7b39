"""The expansion's steps and orders."""

from __future__ import annotations

from traders.engines.traders_luck.bounty_hunters import (
    attack,
    combat,
    day_without_trip,
    independent_traders,
    interception,
    pirates,
    spoils,
)

STEPS = (
    *pirates.STEPS,
    *attack.STEPS,
    *interception.STEPS,
    *combat.STEPS,
    *spoils.STEPS,
    *independent_traders.STEPS,
)
ORDERS = (
    attack.PIRATE,
    attack.TRADER,
    attack.NONE,
    pirates.SHIELD,
    interception.INTERCEPT,
    combat.COMMIT,
    spoils.TAKE,
    spoils.ROB,
    spoils.LEAVE,
    independent_traders.TAKES,
    day_without_trip.STAY,
)
