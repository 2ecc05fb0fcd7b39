"""Shifting Imperium: the event of a round, wars, fallen worlds, recovery and growth (IT-SHF)."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.imperial_trader import chart, sub_sector_state
from traders.engines.imperial_trader.state import Fallen, Frontier, Position, War
from traders.engines.imperial_trader.steps import (
    EndRound,
    EventDie,
    NextRound,
    PickPlanet,
    TakerDie,
    WarDie,
)
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.contract import Chance, Outcome
from traders.engines.kernel.words import told_to_all

TAKERS = ("heretics", "aliens")


def end_of_round(state: Position, step: EndRound, told: Told) -> Sequence[Step]:
    """Wars whose round this was end, then the event is thrown, from the second round on (IT-SHF-02,
    IT-SHF-03); without the option there is none (IT-SHF-01).
    """
    for war in [war for war in state.wars if war.until <= state.round]:
        state.wars.remove(war)
        told.append(
            told_to_all(
                f"The war at {war.at} is over: it is open again.", "IT-SHF-03", kind="peace"
            )
        )
    thrown = (
        state.options.shifting_imperium
        and tables().imperium.first_round <= state.round
        and state.round != state.options.rounds
    )
    return [EventDie(), NextRound()] if thrown else [NextRound()]


def chance(state: Position, step: EventDie) -> Chance:
    return Chance("die", tables().game.die, "the event of the round", "IT-SHF-02")


def thrown(state: Position, step: EventDie, outcome: Outcome, told: Told) -> Sequence[Step]:
    """1 a war zone, 2 a fall, 3 to 5 quiet, 6 recovery or growth (IT-SHF-02)."""
    assert isinstance(outcome, int)
    event = tables().imperium.event[outcome - 1]
    told.append(
        told_to_all(
            f"The event of round {state.round}: {outcome}, {event}.",
            "IT-SHF-02",
            reveals=True,
            kind="event",
        )
    )
    if event == "recovery":
        recovery(state, told)
    if event in ("war", "fall"):
        if may_close(state):
            return [PickPlanet("war" if event == "war" else "fall")]
        told.append(
            told_to_all("No more worlds may close: nothing happens.", "IT-SHF-06", kind="event")
        )
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


def picked(state: Position, step: PickPlanet, outcome: Outcome, told: Told) -> Sequence[Step]:
    """A random open planet (IT-SHF-03, IT-SHF-04); the last open port never closes (IT-SHF-06)."""
    assert isinstance(outcome, int)
    planet = sub_sector_state.open_worlds(state)[outcome - 1]
    if [
        name for name in sub_sector_state.ports(state) if not sub_sector_state.closed(state, name)
    ] == [planet]:
        told.append(
            told_to_all(
                f"{planet} is the last open port: nothing happens.",
                "IT-SHF-06",
                reveals=True,
                kind="event",
            )
        )
        return []
    return [WarDie(planet)] if step.event == "war" else [TakerDie(planet)]


def war_chance(state: Position, step: WarDie) -> Chance:
    return Chance("die", tables().game.damage_die, f"the war at {step.planet}", "IT-SHF-03")


def war(state: Position, step: WarDie, outcome: Outcome, told: Told) -> Sequence[Step]:
    """For D3+1 rounds (IT-SHF-03)."""
    assert isinstance(outcome, int)
    until = state.round + outcome + tables().imperium.war_rounds_more
    state.wars.append(War(step.planet, until))
    delay(state, step.planet)
    text = f"War at {step.planet}: closed to trade until the end of round {until}."
    told.append(told_to_all(text, "IT-SHF-03", reveals=True, kind="war"))
    return []


def taker_chance(state: Position, step: TakerDie) -> Chance:
    return Chance("pick", len(TAKERS), f"who takes {step.planet}", "IT-SHF-04", faces=TAKERS)


def fall(state: Position, step: TakerDie, outcome: Outcome, told: Told) -> Sequence[Step]:
    """Closed until a recovery frees it (IT-SHF-04)."""
    assert isinstance(outcome, int)
    state.fallen.append(Fallen(step.planet, TAKERS[outcome - 1]))
    delay(state, step.planet)
    text = f"{step.planet} falls to {TAKERS[outcome - 1]} and is closed to trade."
    told.append(told_to_all(text, "IT-SHF-04", reveals=True, kind="fall"))
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
        told.append(told_to_all(f"{freed.at} is freed and open again.", "IT-SHF-09", kind="freed"))
        return
    revealed = {one.at for one in state.frontier}
    hidden = (
        [one for one in tables().frontier if one.name not in revealed]
        if state.chart.frontier
        else []
    )
    if hidden:
        state.frontier.append(Frontier(hidden[0].name))
        text = (
            f"A frontier world is found: {hidden[0].name}, {hidden[0].spaces} spaces out from "
            f"{hidden[0].joined_to}."
        )
        told.append(told_to_all(text, "IT-SHF-09", kind="frontier"))
