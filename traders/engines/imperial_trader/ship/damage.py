"""Damage, saving dice, destruction and the new ship (IT-DMG, IT-FLY-06, IT-WRK-04)."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import (
    DamageDie,
    Placement,
    SaveDie,
    Shuffle,
    Wrecked,
)
from traders.engines.imperial_trader.position.state import Captain, Place, Position
from traders.engines.imperial_trader.sub_sector import sub_sector_state
from traders.engines.imperial_trader.tables import tables, upgrade_of
from traders.engines.kernel.contract.contract import Chance, Turn
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.orders.order_handler import Order, OrderHandler
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told

WRECKED = "wrecked"
"""What the action came to with which a ship is lost (IT-PBM-02)."""


def most(captain: Captain) -> int:
    """The maximum of damage points: 6, and 2 more with the hull upgrade (IT-SET-05, IT-SHP-06)."""
    points = tables().game.damage_points
    for code in captain.upgrades:
        points += upgrade_of(code).points
    return points


def risk(state: Position, seat: Seat, upgrade: str) -> list[Step]:
    """Damage is to be taken, unless the upgrade's die saves the ship (IT-SHP-07, IT-SHP-08)."""
    saved = (
        [SaveDie(seat, upgrade)] if upgrade in state.captains[seat].upgrades else [DamageDie(seat)]
    )
    return list(saved)


def save_chance(state: Position, step: SaveDie) -> Chance:
    rule = "IT-SHP-07" if step.upgrade == "spirits" else "IT-SHP-08"
    return Chance("die", tables().game.die, f"the die of {upgrade_of(step.upgrade).name}", rule)


def save_thrown(state: Position, step: SaveDie, outcome: int, told: Told) -> Steps:
    """On 4 or more the damage is not taken; nothing else changes (IT-SHP-07, IT-SHP-08)."""
    saved = outcome >= tables().game.save_on
    rule = "IT-SHP-07" if step.upgrade == "spirits" else "IT-SHP-08"
    name = upgrade_of(step.upgrade).name
    told.append(tell("save", rule, reveals=True, upgrade=name, die=outcome, saved=saved))
    return [] if saved else [DamageDie(step.seat)]


def chance(state: Position, step: DamageDie) -> Chance:
    """A D3: 1, 2 or 3 with equal chance (IT-FLY-07)."""
    return Chance("die", tables().game.damage_die, "the damage", "IT-FLY-07")


def suffered(state: Position, step: DamageDie, outcome: int, told: Told) -> Steps:
    """Points are lost; with the last of them the ship (IT-DMG-01)."""
    captain = state.captains[step.seat]
    captain.damage = max(0, captain.damage - outcome)
    left = captain.damage
    told.append(tell("damage", "IT-FLY-06", reveals=True, seat=step.seat, lost=outcome, left=left))
    return [] if captain.damage else wreck(state, captain, told)


def wreck(state: Position, captain: Captain, told: Told) -> Steps:
    """Money, orders and cargo are lost, the cards go back to the deck (IT-DMG-02, IT-DEA-05).
    Upgrades go with the ship unless the table agreed otherwise (IT-DMG-04); a licence is a document
    and stays (IT-SHF-10).
    """
    state.deck += captain.orders
    captain.credits, captain.orders, captain.cargo, captain.delayed = 0, [], [], []
    if not state.options.keep_upgrades:
        captain.upgrades = []
    state.turn.results = [WRECKED]
    told.append(tell("destroyed", "IT-DMG-01", seat=captain.seat))
    return [Shuffle(), Wrecked(captain.seat)]


def wrecked(state: Position, step: Wrecked) -> Turn:
    """Silence starts again at the starting planet, at an open port if it is closed (IT-DMG-03)."""
    home = state.captains[step.seat].home
    if sub_sector_state.closed(state, home):
        home = next(
            name
            for name in sub_sector_state.ports(state)
            if not sub_sector_state.closed(state, name)
        )
    return Turn(
        (step.seat,), "wreck", "IT-DMG-03", state.turn.number, f"start at {home.casefold()}"
    )


class StartAt(Order, frozen=True):
    """`start at greenholt`"""

    planet: str


def _check(state: Position, seat: Seat, order: StartAt) -> None:
    """At whichever planet one likes (IT-SET-01, IT-DMG-03)."""
    if order.planet not in sub_sector_state.ways(state).names:
        raise Refusal(f"{order.planet} is not on the chart.", "IT-SET-01", "IT-DMG-03")


def _start(
    state: Position, seat: Seat, order: StartAt, step: Placement | Wrecked, told: Told
) -> Steps:
    """A fresh ship of 6 points, and any action left is still there (IT-DMG-03, IT-DMG-04,
    IT-DMG-05); in set-up the choice stays sealed till all are in (IT-SET-02).
    """
    if isinstance(step, Placement):
        step.sealed[seat] = order.planet
        return [step]
    captain = state.captains[seat]
    captain.at = Place(order.planet)
    captain.damage = most(captain)
    told.append(tell("starts-again", "IT-DMG-03", seat=seat, planet=order.planet))
    return []


def _planets(state: Position, seat: Seat) -> Iterable[tuple[StartAt, str]]:
    for planet in sub_sector_state.planets(state):
        port = "a port; " if planet.kind in tables().game.ports else ""
        yield StartAt(planet.name), f"{port}{planet.kind} world, {planet.export}"


START_AT = OrderHandler(
    StartAt,
    forms=("start at <planet>",),
    when=When.ASKED,
    help="Choose the planet where your ship starts, or starts again after it was destroyed.",
    example="start at greenholt",
    rule="IT-SET-01",
    at=(Placement, Wrecked),
    check=_check,
    menu=_planets,
    deed=_start,
)

STEPS = (
    StepHandler(SaveDie, waits=save_chance, takes=save_thrown),
    StepHandler(DamageDie, waits=chance, takes=suffered),
    StepHandler(Wrecked, waits=wrecked),
)
