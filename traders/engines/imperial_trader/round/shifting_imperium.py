"""Shifting Imperium: the event of a round, wars, fallen worlds, recovery and growth (IT-SHF)."""

from __future__ import annotations

from typing import Any

from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import (
    EndRound,
    EventDie,
    NextRound,
    PickPlanet,
    TakerDie,
    WarDie,
)
from traders.engines.imperial_trader.position.state import Fallen, Frontier, Position, War
from traders.engines.imperial_trader.sub_sector import chart, sub_sector_state
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.steps.agenda import StepHandler, Steps, Told

TAKERS = ("heretics", "aliens")


def end_of_round(state: Position, step: EndRound, told: Told) -> Steps:
    """Wars whose round this was end, then the event is thrown, from the second round on (IT-SHF-02,
    IT-SHF-03); without the option there is none (IT-SHF-01).
    """
    for war in [war for war in state.wars if war.until <= state.round]:
        state.wars.remove(war)
        told.append(tell("peace", "IT-SHF-03", planet=war.at))
    thrown = (
        state.options.shifting_imperium
        and tables().imperium.first_round <= state.round
        and state.round != state.options.rounds
    )
    return [EventDie(), NextRound()] if thrown else [NextRound()]


def chance(state: Position, step: EventDie) -> Chance:
    return Chance("die", tables().game.die, "the event of the round", "IT-SHF-02")


def thrown(state: Position, step: EventDie, outcome: int, told: Told) -> Steps:
    """1 a war zone, 2 a fall, 3 to 5 quiet, 6 recovery or growth (IT-SHF-02)."""
    event = tables().imperium.event[outcome - 1]
    told.append(
        tell("event", "IT-SHF-02", reveals=True, round=state.round, die=outcome, event=event)
    )
    if event == "recovery":
        recovery(state, told)
    if event in ("war", "fall"):
        if may_close(state):
            return [PickPlanet("war" if event == "war" else "fall")]
        told.append(tell("no-more-closed", "IT-SHF-06"))
    return []


def may_close(state: Position) -> bool:
    """At most a third of the planets, rounded down, may be closed at a time (IT-SHF-06)."""
    worlds = len(sub_sector_state.imperial(state))
    return (
        worlds - len(sub_sector_state.open_worlds(state))
        < worlds // tables().imperium.closed_one_in
    )


def pick_chance(state: Position, step: PickPlanet) -> Chance:
    return Chance(
        "pick",
        len(sub_sector_state.open_worlds(state)),
        "the world that it strikes",
        "IT-SHF-03" if step.event == "war" else "IT-SHF-04",
    )


def picked(state: Position, step: PickPlanet, outcome: int, told: Told) -> Steps:
    """A random open planet (IT-SHF-03, IT-SHF-04); the last open port never closes (IT-SHF-06)."""
    planet = sub_sector_state.open_worlds(state)[outcome - 1]
    if [
        name for name in sub_sector_state.ports(state) if not sub_sector_state.closed(state, name)
    ] == [planet]:
        told.append(tell("last-port", "IT-SHF-06", reveals=True, planet=planet))
        return []
    return [WarDie(planet)] if step.event == "war" else [TakerDie(planet)]


def war_chance(state: Position, step: WarDie) -> Chance:
    return Chance("die", tables().game.damage_die, f"the war at {step.planet}", "IT-SHF-03")


def war(state: Position, step: WarDie, outcome: int, told: Told) -> Steps:
    """For D3+1 rounds (IT-SHF-03)."""
    until = state.round + outcome + tables().imperium.war_rounds_more
    state.wars.append(War(step.planet, until))
    delay(state, step.planet)
    told.append(tell("war", "IT-SHF-03", reveals=True, planet=step.planet, until=until))
    return []


def taker_chance(state: Position, step: TakerDie) -> Chance:
    return Chance("pick", len(TAKERS), f"who takes {step.planet}", "IT-SHF-04", faces=TAKERS)


def fall(state: Position, step: TakerDie, outcome: int, told: Told) -> Steps:
    """Closed until a recovery frees it (IT-SHF-04)."""
    state.fallen.append(Fallen(step.planet, TAKERS[outcome - 1]))
    delay(state, step.planet)
    taker = TAKERS[outcome - 1]
    told.append(tell("falls", "IT-SHF-04", reveals=True, planet=step.planet, taker=taker))
    return []


def delay(state: Position, planet: str) -> None:
    """Cargo aboard for a world that closes will bring war pay (IT-SHF-08)."""
    for captain in state.captains.values():
        for order in captain.orders:
            bound = order in captain.cargo and chart.parts(state.chart, order)[1] == planet
            if bound and order not in captain.delayed:
                captain.delayed.append(order)


def recovery(state: Position, told: Told) -> None:
    """The fallen world closed longest is freed; if none is fallen, a frontier world is revealed
    (IT-SHF-09).
    """
    if state.fallen:
        freed = state.fallen.pop(0)
        told.append(tell("freed", "IT-SHF-09", planet=freed.at))
        return
    revealed = {one.at for one in state.frontier}
    hidden = (
        [one for one in tables().frontier if one.name not in revealed]
        if state.chart.frontier
        else []
    )
    if hidden:
        state.frontier.append(Frontier(hidden[0].name))
        found = hidden[0]
        where: dict[str, Any] = {"planet": found.name, "n": found.spaces, "joined": found.joined_to}
        told.append(tell("frontier", "IT-SHF-09", **where))


STEPS = (
    StepHandler(EndRound, does=end_of_round),
    StepHandler(EventDie, waits=chance, takes=thrown),
    StepHandler(PickPlanet, waits=pick_chance, takes=picked),
    StepHandler(WarDie, waits=war_chance, takes=war),
    StepHandler(TakerDie, waits=taker_chance, takes=fall),
)
