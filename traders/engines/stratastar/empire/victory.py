"""Victory, elimination, the end of the game (SS-VIC, SS-TTD, SS-PBM-07)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.steps.ended import ended
from traders.engines.stratastar.empire.cards_and_payment import discard, held
from traders.engines.stratastar.empire.phase_action_record import before_victory
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import Phase, WorldsWon
from traders.engines.stratastar.position.display_names import place
from traders.engines.stratastar.position.state import Position


def enough(state: Position, seat: Seat) -> bool:
    """Whether a seat has colonies on so many Worlds that it wins (SS-VIC-01, SS-VIC-03), but not to
    the death (SS-TTD-01).
    """
    return not state.options.to_the_death and (
        galaxy.worlds(state.empires[seat]) >= state.options.worlds
    )


def after_colony(state: Position, seat: Seat, step: Phase, told: Told) -> Steps:
    """What follows a new colony: the phase goes on or, with enough Worlds, the game is won at once,
    when the window of Sabotage is over where one opens (SS-VIC-05).
    """
    if state.turn.again is not None or not enough(state, seat):
        return [step]
    if window := before_victory(state, seat, step.name):
        return [*window, WorldsWon(seat), step]
    return _by_worlds(state, seat, told)


def worlds_won(state: Position, step: WorldsWon, told: Told) -> Steps:
    """The window is over: won, if the condition still holds (SS-VIC-05)."""
    return _by_worlds(state, step.seat, told) if enough(state, step.seat) else []


def _by_worlds(state: Position, seat: Seat, told: Told) -> list[Step]:
    n = galaxy.worlds(state.empires[seat])
    return ended(state, [seat], tell("wins-by-worlds", "SS-VIC-01", seat=seat, n=n), "worlds", told)


def captured(
    state: Position, owner: Seat, space: str, winners: Sequence[Seat], told: Told
) -> list[Step] | None:
    """A Homeworld is captured (SS-VIC-04): the game is won (SS-VIC-02) or, to the death, its owner
    is out (SS-TTD-02).
    """
    one = len(winners) == 1
    by = {"seat": winners[0]} if one else {"winners": list(winners)}
    what: dict[str, Any] = {**by, "whom": owner, "space": place(space)}
    if not state.options.to_the_death:
        event = tell("takes-homeworld" if one else "take-homeworld", "SS-VIC-02", **what)
        return ended(state, winners, event, "conquest", told)
    told.append(tell("captures" if one else "capture", "SS-VIC-04", **what))
    remove(state, owner)
    state.map[space] = "world"
    told.append(tell("out", "SS-TTD-02", seat=owner))
    return last_one(state, told)


def last_one(state: Position, told: Told) -> list[Step] | None:
    """Who is left alone has won (SS-TTD-01)."""
    left = state.playing
    if len(left) > 1:
        return None
    return ended(state, left, tell("alone-left", "SS-TTD-01", winners=left), "last", told)


def remove(state: Position, seat: Seat) -> None:
    """A seat's chits are removed and its hand discarded (SS-TTD-02)."""
    empire = state.empires[seat]
    discard(state, seat, held(state, seat))
    empire.ships, empire.colonies, empire.stargates, empire.homeworld, empire.out = (
        [],
        {},
        [],
        "",
        True,
    )
    empire.spare = {}
    state.treaties = [treaty for treaty in state.treaties if seat not in treaty.left]


def at_the_cap(state: Position, told: Told) -> list[Step]:
    """After the last round the most Worlds win, next the most force on the board, next it is shared
    (SS-PBM-07).
    """

    def rank(seat: Seat) -> tuple[int, int]:
        empire = state.empires[seat]
        return galaxy.worlds(empire), len(empire.ships) + sum(
            ship.war for ship in empire.ships
        ) + galaxy.colonies(empire)

    best = max(rank(seat) for seat in state.playing)
    won = [seat for seat in state.playing if rank(seat) == best]
    event = (
        tell("wins-last-round", "SS-PBM-07", seat=won[0], n=best[0])
        if len(won) == 1
        else tell("share-last-round", "SS-PBM-07", winners=won, n=best[0])
    )
    return ended(state, won, event, "rounds", told)


STEPS = (StepHandler(WorldsWon, does=worlds_won),)
