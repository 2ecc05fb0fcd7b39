"""The position in the words of scenarios: read from a scenario's `start`, and written, whole,
for its `then`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.waits import in_scenario_words
from traders.engines.kernel.positions.scenario_start import must_be_known, must_be_whole
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, put
from traders.engines.traders_luck import expansions_in_play, setup
from traders.engines.traders_luck.play.step_handlers import PROCEDURES
from traders.engines.traders_luck.position.agenda_steps import (
    Landing,
    PickFirst,
    Rolling,
    Trading,
    Travelling,
)
from traders.engines.traders_luck.position.state import Die, Lot, Planet, Position, Trader
from traders.engines.traders_luck.tables import tables

WHOLE = frozenset({"turn", "stage", "round", "planet", "police", "pirates", "traders"})
NUMBERS = frozenset(
    {"credits", "days", "bay", "missiles", "shields", "piracy", "bounty", "detained"}
)
OF_A_SEAT = NUMBERS | {"cargo", "finished"}


def opening(
    seats: Sequence[Seat],
    options: Mapping[str, object],
    start: Mapping[str, object],
    _edition: str = "",
) -> Position:
    """A game before its set-up: play waits for the first player to be drawn (TL-ORD-01)."""
    state = setup.table(seats, options)
    must_be_known(start, frozenset(), "set-up")
    put(state, [PickFirst()])
    PROCEDURES.run(state, [])
    return state


def standard(
    seats: Sequence[Seat], options: Mapping[str, Any], start: Mapping[str, Any]
) -> Position:
    """The position after set-up, in the first seat's turn, with what `start` says in place of it.
    `ValueError` for what it cannot mean.
    """
    state = setup.table(seats, options)
    must_be_known(start, WHOLE | set(seats), "start")
    for seat in seats:
        _trader(state, state.traders[seat], start.get(seat, {}))
    turn = state.turn
    turn.seat = str(start.get("turn", seats[0]))
    turn.number = 1
    turn.began = state.active.days
    planet = _planet(state, start) if "planet" in start else None
    put(state, _begun(state, str(start.get("stage", "travel")), planet))
    PROCEDURES.run(state, [])
    return state


def _begun(state: Position, stage: str, planet: Planet | None) -> list[Step]:
    """Where play stands. In a stage after the trip the planet is where the seat on turn has come
    to.
    """
    seat = state.turn.seat
    if stage == "travel":
        state.planet = planet
        return [Travelling(seat)]
    if planet is None:
        raise ValueError(f"start.stage: {stage} needs a planet")
    state.turn.planet = planet
    if stage == "roll":
        return [Rolling(seat)]
    for die in planet.dice:
        die.kept = True
    if stage == "trade":
        state.turn.landed = True
        return [Trading(seat)]
    return [Landing(seat)]


def _trader(state: Position, trader: Trader, said: Mapping[str, Any]) -> None:
    where = f"start.{trader.seat}"
    must_be_known(said, OF_A_SEAT, where)
    must_be_whole(said, NUMBERS, where)
    for name in ("credits", "days", "bay"):
        if name in said:
            setattr(trader, name, said[name])
    trader.cargo = [_lot(lot, where) for lot in said.get("cargo", [])]
    trader.declared = said.get("finished", False) is True
    for one in expansions_in_play.in_play(state.options):
        one.start(state, trader.seat, said)


def _lot(said: Mapping[str, Any], where: str) -> Lot:
    """A lot aboard at the start was bought elsewhere."""
    if set(said) != {"good", "n", "paid"}:
        raise ValueError(f"{where}.cargo: a lot has good, n and paid")
    if said["good"] not in tables().goods:
        raise ValueError(f"{where}.cargo: there is no good {said['good']}")
    return Lot(said["good"], said["n"], said["paid"])


def _planet(state: Position, start: Mapping[str, Any]) -> Planet:
    """The planet that can be followed, reached by the seat before the one to move."""
    said = start["planet"]
    must_be_known(said, {"size", "dice", "kept"}, "start.planet")
    size = said.get("size", "")
    if size not in [row.name for row in tables().size]:
        raise ValueError(f"start.planet.size: there is no size {size!r}")
    for face in said.get("dice", []):
        if face not in tables().goods:
            raise ValueError(f"start.planet.dice: there is no good {face}")
    if len(said.get("dice", [])) != tables().sized(size).dice:
        raise ValueError(f"start.planet.dice: a {size} planet has {tables().sized(size).dice}")
    state.planets += 1
    dice = [Die("goods", face, kept=start.get("stage") != "roll") for face in said["dice"]]
    for one in expansions_in_play.in_play(state.options):
        dice += one.put_on(Planet(state.planets, size, []), start)
    _keep(dice, said.get("kept", []))
    before = state.seats[state.seats.index(state.turn.seat) - 1]
    return Planet(state.planets, size, dice, before)


def _keep(dice: Sequence[Die], faces: Sequence[str]) -> None:
    """A die for each face is kept; dice that are kept anyway count."""
    left = list(dice)
    for face in faces:
        die = next((die for die in left if die.face == face), None)
        if die is None:
            raise ValueError(f"start.planet.kept: no die more shows {face}")
        die.kept = True
        left.remove(die)


# --- written --------------------------------------------------------------------------------------


def written(state: Position) -> dict[str, Any]:
    """Everything; nothing is hidden."""
    waits = PROCEDURES.pending(state)
    planet = state.turn.planet or state.planet
    found: dict[str, Any] = {
        "turn": state.turn.seat,
        "stage": state.agenda[-1].stage,
        "round": max(1, state.turn.number),
        **in_scenario_words(waits),
        "planet": _shown(planet),
        "police": False,
        "pirates": 0,
        "traders": 0,
    }
    for one in expansions_in_play.in_play(state.options):
        found |= one.wrote(planet)
    return found | {seat: _written(state, trader) for seat, trader in state.traders.items()}


def _shown(planet: Planet | None) -> dict[str, Any]:
    if planet is None:
        return {}
    return {
        "size": planet.size,
        "dice": planet.goods,
        "kept": [die.face for die in planet.dice if die.kept],
    }


def _written(state: Position, trader: Trader) -> dict[str, Any]:
    ledger: dict[str, Any] = {
        "credits": trader.credits,
        "days": trader.days,
        "cargo": [{"good": lot.good, "n": lot.n, "paid": lot.paid} for lot in trader.cargo],
        "bay": trader.bay,
        "finished": state.finished(trader.seat),
        **dict.fromkeys(("missiles", "shields", "piracy", "bounty", "detained"), 0),
    }
    for one in expansions_in_play.in_play(state.options):
        ledger |= one.ledger(state, trader.seat)
    return ledger
