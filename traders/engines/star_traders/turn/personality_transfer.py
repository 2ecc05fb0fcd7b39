"""Personalities as goods (by option): what is given is its buyer's at once and works for its buyer
when the turn is over; limits are then looked at anew.
"""

from __future__ import annotations

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import stations
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import ShedCards
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Passing, Position


def owner_to_be(state: Position, name: str) -> Seat:
    """Who has a Personality when the turn is over: what was given in this turn already is not given
    twice (ST-OPTION-03); "" if nobody.
    """
    owner = _works_for(state, name)
    owner = "" if owner and state.traders[owner].out else owner
    return next((passing.to for passing in reversed(state.passing) if passing.name == name), owner)


def pass_on(state: Position, name: str, to: Seat) -> None:
    """A Personality is given away: a seat may then have none, or several (ST-OPTION-01 to 03)."""
    state.passing = [passing for passing in state.passing if passing.name != name]
    state.passing.append(Passing(name, to))


def settle(state: Position, told: Told) -> Steps:
    """The turn is over: what was given works for its new owner from now on, also where the giver
    has dropped out since (ST-OPTION-03), and a station goes with it where its Personality says so
    (ST-OPTION-04); surplus engines cease to exist, surplus cards are discarded (ST-OPTION-05,
    ST-ENGINE-10).
    """
    changed: list[Seat] = []
    for passing in state.passing:
        giver = _works_for(state, passing.name)
        if giver in ("", passing.to):
            continue
        if state.options.revision == 1 and (
            state.traders[giver].out or state.traders[passing.to].out
        ):
            continue
        _goes(state, passing, giver, told)
        changed += [seat for seat in (giver, passing.to) if not state.traders[seat].out]
    state.passing = []
    for seat in dict.fromkeys(changed):
        trader = state.traders[seat]
        most = personality_rules.engine_limit(state, trader)
        if trader.engines > most:
            trader.engines = most
            told.append(tell("engines-kept", "ST-OPTION-05", seat=seat, n=most))
    return [ShedCards(seat) for seat in dict.fromkeys(changed)]


def seller_leaves(state: Position, seat: Seat, told: Told) -> None:
    """Before a seat's things go: a station that goes with a Personality sold in this turn is not
    among them, and follows at once (ST-OPTION-03, ST-OPTION-04).
    """
    for passing in state.passing if state.options.revision > 1 else ():
        if _works_for(state, passing.name) == seat and not state.traders[passing.to].out:
            _station_follows(state, passing, seat, told)


def _works_for(state: Position, name: str) -> Seat:
    """Whose Personality it is in effect; "" if nobody's."""
    return next((seat for seat in state.seats if name in state.traders[seat].personalities), "")


def _goes(state: Position, passing: Passing, giver: Seat, told: Told) -> None:
    """To its owner, or, where that seat has dropped out with it, out of the game."""
    if state.traders[passing.to].out:
        state.traders[giver].personalities.remove(passing.name)
        told.append(tell("personality-gone", "ST-OPTION-03", name=passing.name, seat=passing.to))
        return
    told.append(
        tell("personality-goes", "ST-OPTION-03", name=passing.name, giver=giver, seat=passing.to)
    )
    _station_follows(state, passing, giver, told)
    state.traders[giver].personalities.remove(passing.name)
    state.traders[passing.to].personalities.append(passing.name)


def _station_follows(state: Position, passing: Passing, giver: Seat, told: Told) -> None:
    world = personality_rules.goes_with.through([passing.name], state, state.traders[giver])
    if world:
        stations.hand_over(state, world, passing.to)
        told.append(tell("station-goes-with", "ST-OPTION-04", world=place(state, world)))
