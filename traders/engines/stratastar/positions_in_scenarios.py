"""The position in the words of scenarios: read from a scenario's `start`, and written, whole,
for its `then`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.waits import in_scenario_words
from traders.engines.kernel.positions.scenario_start import must_be_known
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, put
from traders.engines.stratastar.phases import turn_and_phases
from traders.engines.stratastar.play.step_handlers import PROCEDURES
from traders.engines.stratastar.position import galaxy, turn_stages
from traders.engines.stratastar.position.agenda_steps import (
    Battles,
    LayMap,
    Phase,
    Placing,
    PlacingOrder,
    ShuffleDeck,
    ShufflePile,
)
from traders.engines.stratastar.position.state import Empire, Position, Ship, Treaty
from traders.engines.stratastar.position.turn_stages import PHASES
from traders.engines.stratastar.setup import setup
from traders.engines.stratastar.tables import CARDS, ability, full_deck, full_pile

HOMES = ("a1", "j10", "j1", "a10")
WHOLE = frozenset({"turn", "stage", "round", "map", "deck", "discard", "pile"})
OF_A_SEAT = frozenset(
    {"hand", "fleets", "warfleets", "colonies", "stargates", "homeworld", "abilities", "treaties"}
)
CHITS = ("world", "blank", "unknown", *galaxy.HAZARDS)


def opening(
    seats: Sequence[Seat],
    options: Mapping[str, object],
    start: Mapping[str, object],
    _edition: str = "",
) -> Position:
    """A game before its set-up: deck and map chits are shuffled, the order of placing is thrown
    (SS-MAP-03, SS-MAP-05).
    """
    if start:
        return standard(seats, options, {**start, "stage": "placing"})
    state = setup.table(seats, options)
    state.deck = full_deck(power=state.options.power_cards)
    state.pile = full_pile()
    put(state, [ShuffleDeck(), ShufflePile(), LayMap(), PlacingOrder()])
    PROCEDURES.run(state, [])
    return state


def standard(
    seats: Sequence[Seat], options: Mapping[str, Any], start: Mapping[str, Any]
) -> Position:
    """The position after set-up, in the first seat's Draw phase, with what `start` says in place of
    it. `ValueError` for what it cannot mean.
    """
    state = setup.table(seats, options)
    must_be_known(start, WHOLE | set(seats), "start")
    _board(state, start)
    stage = str(start.get("stage", "draw"))
    for seat, home in zip(seats, HOMES, strict=False):
        said = start.get(seat, {})
        if stage != "placing":
            setup.settle(state, seat, said.get("homeworld", home))
        _empire(state, state.empires[seat], said)
    state.turn.seat = str(start.get("turn", seats[0] if stage != "placing" else seats[-1]))
    state.turn.round = int(start.get("round", 1))
    put(state, _begun(state, stage))
    galaxy.meet(state)
    PROCEDURES.run(state, [])
    return state


def _begun(state: Position, stage: str) -> list[Step]:
    if stage == "placing":
        return [LayMap(), *(Placing(seat) for seat in reversed(state.seats))]
    if stage not in PHASES:
        raise ValueError(f"start.stage: there is no stage {stage}")
    state.turn.number = 1
    return [Battles(), Phase(stage)] if stage == "battle" else [Phase(stage)]


def _space(space: str, where: str) -> str:
    if space not in galaxy.spaces():
        raise ValueError(f"{where}: there is no space {space}")
    return space


def _board(state: Position, start: Mapping[str, Any]) -> None:
    for space, kind in start.get("map", {}).items():
        if kind not in CHITS:
            raise ValueError(f"start.map: there is no chit {kind}")
        if kind != "unknown" and (kind != "blank" or state.options.exploration):
            state.map[_space(space, "start.map")] = kind
    for name in ("deck", "discard"):
        for one in start.get(name, []):
            if one not in CARDS:
                raise ValueError(f"start.{name}: there is no card {one}")
        setattr(state, name, list(start.get(name, [])))
    state.pile = list(start.get("pile", []))


def _empire(state: Position, empire: Empire, said: Mapping[str, Any]) -> None:
    where = f"start.{empire.seat}"
    must_be_known(said, OF_A_SEAT, where)
    for name in said.get("hand", {}):
        if name not in CARDS:
            raise ValueError(f"{where}.hand: there is no card {name}")
    empire.hand = {name: n for name, n in said.get("hand", {}).items() if n}
    if "fleets" in said:
        empire.ships = [
            Ship(_space(at, where)) for at, n in said["fleets"].items() for _ in range(n)
        ]
    empire.ships += [
        Ship(_space(at, where), war=True)
        for at, n in said.get("warfleets", {}).items()
        for _ in range(n)
    ]
    empire.colonies = {_space(at, where): n for at, n in said.get("colonies", {}).items() if n}
    if "stargates" in said:
        empire.stargates = [_space(at, where) for at in said["stargates"]]
    empire.abilities = [ability(code).code for code in said.get("abilities", [])]
    for other in said.get("treaties", []):
        if not galaxy.allied(state, empire.seat, other):
            state.treaties.append(Treaty({empire.seat: 2, other: 2}))
    if state.options.exploration:
        for space in galaxy.places(empire):
            state.map.setdefault(space, "blank")


# --- written --------------------------------------------------------------------------------------


def written(state: Position) -> dict[str, Any]:
    """Everything; nothing is hidden."""
    waits = PROCEDURES.pending(state)
    found: dict[str, Any] = {
        "turn": state.turn.seat,
        "stage": turn_stages.stage(state),
        "round": state.turn.round,
        **in_scenario_words(waits),
        "map": {space: galaxy.chit(state, space) for space in galaxy.spaces()},
        "deck": list(state.deck),
        "discard": list(state.discard),
        "pile": list(state.pile),
    }
    return found | {seat: _written(state, state.empires[seat]) for seat in state.seats}


def _written(state: Position, empire: Empire) -> dict[str, Any]:
    spaces = galaxy.spaces()
    return {
        "hand": {name: empire.hand.get(name, 0) for name in CARDS},
        "fleets": {space: galaxy.fleets(empire, space) for space in spaces},
        "warfleets": {space: galaxy.warfleets(empire, space) for space in spaces},
        "colonies": {space: empire.colonies.get(space, 0) for space in spaces},
        "stargates": sorted(empire.stargates, key=spaces.index),
        "homeworld": empire.homeworld,
        "abilities": list(empire.abilities),
        "hand_limit": turn_and_phases.hand_limit(state, empire.seat),
        "support": turn_and_phases.supported(state, empire.seat),
        "treaties": galaxy.allies(state, empire.seat),
    }
