"""The position in the words of scenarios: read from a scenario's `start`, and written, whole,
for its `then`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.imperial_trader import setup
from traders.engines.imperial_trader.play.step_handlers import PROCEDURES
from traders.engines.imperial_trader.position.agenda_steps import Acting
from traders.engines.imperial_trader.position.state import (
    ALIEN_GOODS,
    SETTLERS,
    Captain,
    Fallen,
    Frontier,
    Place,
    Position,
    War,
)
from traders.engines.imperial_trader.ship import settlers_and_alien_goods
from traders.engines.imperial_trader.sub_sector import chart, sub_sector_state
from traders.engines.imperial_trader.tables import upgrade_of
from traders.engines.imperial_trader.turn import turn, turn_stages
from traders.engines.kernel.contract.waits import in_scenario_words
from traders.engines.kernel.positions.scenario_start import must_be_known, must_be_whole
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import put

WHOLE = frozenset({"turn", "stage", "round", "deck", "wars", "fallen", "frontier"})
NUMBERS = frozenset({"credits", "damage", "actions"})
OF_A_SEAT = NUMBERS | {"at", "orders", "cargo", "upgrades", "licence"}


def opening(
    seats: Sequence[Seat], options: Mapping[str, Any], start: Mapping[str, Any], edition: str = ""
) -> Position:
    """A game before its set-up, with `start`'s deck, on the edition's sub-sector."""
    state = setup.table(seats, options, edition)
    must_be_known(start, frozenset({"deck", "stage"}), "set-up")
    if "deck" in start:
        state.deck = [_order(state, text) for text in start["deck"]]
    put(state, setup.opening())
    PROCEDURES.run(state, [])
    return state


def standard(
    seats: Sequence[Seat], options: Mapping[str, Any], start: Mapping[str, Any]
) -> Position:
    """The position after set-up, in the first seat's turn, with what `start` says in place of it,
    or before set-up where `start` is at that stage. `ValueError` for what it cannot mean.
    """
    if start.get("stage") == "setup":
        return opening(seats, options, start)
    state = setup.table(seats, options)
    must_be_known(start, WHOLE | set(seats), "start")
    if start.get("stage", "actions") != "actions":
        raise ValueError(f"start.stage: {start['stage']} is no stage to begin in")
    state.frontier = [
        Frontier(_planet(state, one["at"]), one.get("settled", False))
        for one in start.get("frontier", [])
    ]
    state.wars = [War(_planet(state, one["at"]), one["until"]) for one in start.get("wars", [])]
    state.fallen = [Fallen(_planet(state, one["at"]), one["to"]) for one in start.get("fallen", [])]
    for seat in seats:
        _captain(state, state.captains[seat], start.get(seat, {}))
    held = {order for captain in state.captains.values() for order in captain.orders}
    if "deck" in start:
        state.deck = [_order(state, text) for text in start["deck"]]
    else:
        brought = sub_sector_state.orders_brought(state)
        state.deck = [order for order in (*state.chart.orders, *brought) if order not in held]
    state.turn.seat = str(start.get("turn", seats[0]))
    agreed_at_once = state.options.rounds_at_once
    state.turn.number = 0 if agreed_at_once else 1
    state.round = start.get("round", 1)
    state.first = state.turn.seat if agreed_at_once else state.first
    put(state, turn.open_round(state) if agreed_at_once else [Acting(state.turn.seat)])
    PROCEDURES.run(state, [])
    return state


def _captain(state: Position, captain: Captain, said: Mapping[str, Any]) -> None:
    where = f"start.{captain.seat}"
    must_be_known(said, OF_A_SEAT, where)
    must_be_whole(said, NUMBERS, where)
    for name in NUMBERS & set(said):
        setattr(captain, name, said[name])
    if "at" in said:
        captain.at = _place(state, said["at"])
        captain.home = captain.at.planet
    captain.licence = said.get("licence", False) is True
    captain.upgrades = [upgrade_of(code).code for code in said.get("upgrades", [])]
    captain.orders = [_order(state, text) for text in said.get("orders", [])]
    captain.cargo = [_cargo(state, text) for text in said.get("cargo", [])]
    captain.delayed = [
        one
        for one in captain.cargo
        if not settlers_and_alien_goods.is_load(one)
        and sub_sector_state.closed(state, chart.parts(state.chart, one)[1])
    ]


def _planet(state: Position, text: str) -> str:
    for one in chart.worlds(state.chart):
        if one.name.casefold() == str(text).casefold():
            return one.name
    raise ValueError(f"there is no planet {text}")


def _place(state: Position, said: Any) -> Place:
    """A planet, or a lane space from either end; of several ways of writing it the first."""
    text = said if isinstance(said, str) else said[0]
    lane = re.fullmatch(r"([^>]+)>([^:]+):(\d)", text)
    if lane is None:
        return Place(_planet(state, text))
    place = Place(_planet(state, lane[1]), _planet(state, lane[2]), int(lane[3]))
    try:
        spaces = sub_sector_state.ways(state).lane(place.planet, place.to).spaces
    except KeyError:
        raise ValueError(f"{text}: there is no such lane") from None
    if not 1 <= place.n <= spaces:
        raise ValueError(f"{text}: the lane has {spaces} spaces")
    return place


def _order(state: Position, text: str) -> str:
    try:
        return chart.order_named(state.chart, text)
    except Refusal as refusal:
        raise ValueError(refusal.text) from None


def _cargo(state: Position, text: str) -> str:
    if text.casefold() == SETTLERS.casefold():
        return SETTLERS
    beginning = f"{ALIEN_GOODS} from "
    if text.casefold().startswith(beginning.casefold()):
        return beginning + _planet(state, text[len(beginning) :])
    return _order(state, text)


# --- written --------------------------------------------------------------------------------------


def written(state: Position) -> dict[str, Any]:
    """Everything, the deck too."""
    waits = PROCEDURES.pending(state)
    found: dict[str, Any] = {
        "turn": state.turn.seat,
        "stage": turn_stages.stage(state),
        "round": state.round,
        **in_scenario_words(waits),
        "deck": list(state.deck),
        "wars": [{"at": one.at, "until": one.until} for one in state.wars],
        "fallen": [{"at": one.at, "to": one.to} for one in state.fallen],
        "frontier": [{"at": one.at, "settled": one.settled} for one in state.frontier],
    }
    return found | {seat: _written(state, captain) for seat, captain in state.captains.items()}


def _written(state: Position, captain: Captain) -> dict[str, Any]:
    """What is known of a seat; a lane space is written from either end."""
    at = captain.at
    return {
        "at": (at.written(), sub_sector_state.ways(state).turned(at).written())
        if at.to
        else at.written(),
        "credits": captain.credits,
        "damage": captain.damage,
        "orders": list(captain.orders),
        "cargo": list(captain.cargo),
        "upgrades": list(captain.upgrades),
        "actions": captain.actions,
        "licence": captain.licence,
    }
