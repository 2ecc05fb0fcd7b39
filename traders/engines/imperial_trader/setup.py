"""What is agreed before play, and set-up: sealed planets, an order each, the dice for the first
player (IT-SET).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.imperial_trader.actions import deal
from traders.engines.imperial_trader.events import tell
from traders.engines.imperial_trader.position.agenda_steps import (
    FirstDie,
    FirstHands,
    PickPort,
    Placement,
    Shuffle,
)
from traders.engines.imperial_trader.position.state import (
    Captain,
    Options,
    Place,
    Position,
    TurnNow,
)
from traders.engines.imperial_trader.sub_sector import chart, club_edition, sub_sector_state
from traders.engines.imperial_trader.tables import tables
from traders.engines.imperial_trader.turn import turn
from traders.engines.kernel.contract.agreed_options import chosen
from traders.engines.kernel.contract.contract import Chance, Interval
from traders.engines.kernel.contract.option_declaration import declared
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told

GAME = tables().game

OPTIONS = declared(
    __name__,
    order_limit={"default": GAME.order_limit},
    chart={"default": chart.HARROW},
    rounds={"default": GAME.rounds},
)
"""Options by name; what is not among these is refused."""


def table(seats: Sequence[Seat], options: Mapping[str, Any], sector_kept: str = "") -> Position:
    """Captains with 25 credits and ships of 6 points, on the chart's first planet till they are
    placed (IT-SET-04, IT-SET-05, IT-OBJ-01).
    """
    if len(set(seats)) != len(seats) or len(seats) < GAME.players_least:
        raise Refusal(
            f"At least {GAME.players_least} players take part, not {len(seats)}.", "IT-OBJ-03"
        )
    agreed = chosen(options, OPTIONS, Options)
    said = options.get("chart", chart.HARROW)
    default = not sector_kept and isinstance(said, str) and said.casefold() == chart.HARROW
    if default and len(seats) > GAME.players_most:
        raise Refusal(
            f"The Harrow Reach carries up to {GAME.players_most} players, not {len(seats)}.",
            "IT-OBJ-03",
        )
    own = club_edition.kept(sector_kept) if sector_kept else None
    known = own or (
        chart.harrow(len(seats), agreed.order_limit) if default else chart.designed(said)
    )
    needed = len(seats) * agreed.order_limit + GAME.orders_to_spare
    if len(known.orders) < needed:
        raise Refusal(
            f"The chart has {len(known.orders)} orders; players times limit and two more are "
            f"{needed}.",
            "IT-ORD-03",
        )
    home = known.planets[0].name
    captains = {
        seat: Captain(seat, Place(home), GAME.credits, GAME.damage_points, GAME.actions, home)
        for seat in seats
    }
    return Position(
        agreed, known, list(seats), captains, TurnNow(seats[0]), list(known.orders), seats[0]
    )


def opening() -> list[Step]:
    """Ships are placed before orders are dealt (IT-SET-03), then the first player is found
    (IT-SET-06).
    """
    return [Shuffle(), Placement()]


# --- placing --------------------------------------------------------------------------------------


def placing(state: Position, step: Placement) -> Interval:
    """Sealed, and revealed together (IT-SET-02)."""
    about = tell("places", "IT-SET-02", remark=" ".join(chart.remarks(state.chart)))
    seats = tuple(seat for seat in state.seats if not state.captains[seat].out)
    passing = "let chance choose a port for you"
    return Interval.upon(about, step.key, "place", seats, question=True, passing=passing)


def placed(state: Position, step: Placement, told: Told) -> Steps:
    """All ships appear together, several at one planet if so chosen (IT-SET-01, IT-SET-02); who is
    silent begins at a port drawn at random.
    """
    silent = []
    for seat in state.seats:
        if seat in step.sealed:
            _place(state, seat, step.sealed[seat], told)
        elif not state.captains[seat].out:
            silent.append(seat)
    return [*(PickPort(seat) for seat in silent), FirstHands()]


def _place(state: Position, seat: Seat, planet: str, told: Told) -> None:
    captain = state.captains[seat]
    captain.at, captain.home = Place(planet), planet
    told.append(tell("starts", "IT-SET-02", reveals=True, seat=seat, planet=planet))


def port_chance(state: Position, step: PickPort) -> Chance:
    return Chance("pick", len(sub_sector_state.ports(state)), f"{step.seat}'s port", "IT-SET-02")


def port_picked(state: Position, step: PickPort, outcome: int, told: Told) -> Steps:
    _place(state, step.seat, sub_sector_state.ports(state)[outcome - 1], told)
    return []


# --- the first orders, the first player -----------------------------------------------------------


def first_hands(state: Position, step: FirstHands, told: Told) -> Steps:
    """One order each (IT-SET-03)."""
    playing = [seat for seat in state.seats if not state.captains[seat].out]
    for seat in playing:
        if state.deck:
            deal.draw(state, state.captains[seat], told)
    return [FirstDie(playing)]


def first_chance(state: Position, step: FirstDie) -> Chance:
    return Chance(
        "die", GAME.die, f"{step.among[len(step.thrown)]}'s die for the first turn", "IT-SET-06"
    )


def first_thrown(state: Position, step: FirstDie, outcome: int, told: Told) -> Steps:
    """The highest goes first; those tied for it throw again, the others do not (IT-SET-06)."""
    seat = step.among[len(step.thrown)]
    thrown = [*step.thrown, outcome]
    told.append(tell("throws", "IT-SET-06", reveals=True, seat=seat, die=outcome))
    if len(thrown) < len(step.among):
        return [FirstDie(step.among, thrown)]
    best = [one for one, face in zip(step.among, thrown, strict=True) if face == max(thrown)]
    if len(best) > 1:
        told.append(tell("throws-again", "IT-SET-06", seats=best))
        return [FirstDie(best)]
    state.first = best[0]
    told.append(tell("first", "IT-SET-06", seat=best[0]))
    return turn.open_round(state)


STEPS = (
    StepHandler(Placement, waits=placing, closes=placed),
    StepHandler(PickPort, waits=port_chance, takes=port_picked),
    StepHandler(FirstHands, does=first_hands),
    StepHandler(FirstDie, waits=first_chance, takes=first_thrown),
)
