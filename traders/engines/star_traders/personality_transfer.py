"""Personalities as goods (by option): what is given goes over when the turn is over, and limits are
then looked at anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.agenda import Step, Told
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, told_to_all
from traders.engines.star_traders import personality_rules, stations
from traders.engines.star_traders.display_names import place
from traders.engines.star_traders.personalities import PERSONALITIES
from traders.engines.star_traders.state import Passing, Position
from traders.engines.star_traders.steps import ShedCards


def owner_to_be(state: Position, name: str) -> Seat:
    """Who has a Personality when the turn is over: what was given in this turn already is not given
    twice (ST-OPTION-03); "" if nobody.
    """
    owner = next(
        (seat for seat in state.playing() if name in state.traders[seat].personalities), ""
    )
    return next((passing.to for passing in reversed(state.passing) if passing.name == name), owner)


def pass_on(state: Position, name: str, to: Seat) -> None:
    """A Personality is given away: a seat may then have none, or several (ST-OPTION-01 to 03)."""
    state.passing = [passing for passing in state.passing if passing.name != name]
    state.passing.append(Passing(name, to))


def settle(state: Position, told: Told) -> Sequence[Step]:
    """The turn is over: what was given goes over, a station with it where its Personality says so
    (ST-OPTION-03, ST-OPTION-04); surplus engines cease to exist, surplus cards are discarded
    (ST-OPTION-05, ST-ENGINE-10).
    """
    changed: list[Seat] = []
    for passing in state.passing:
        giver = next(
            (seat for seat in state.playing() if passing.name in state.traders[seat].personalities),
            "",
        )
        if giver in ("", passing.to) or state.traders[passing.to].out:
            continue
        _goes(state, passing, giver, told)
        changed += [giver, passing.to]
    state.passing = []
    for seat in dict.fromkeys(changed):
        trader = state.traders[seat]
        most = personality_rules.engine_limit(state, trader)
        if trader.engines > most:
            trader.engines = most
            told.append(
                told_to_all(
                    f"{named(seat)} keeps {most} engines.",
                    "ST-OPTION-05",
                    kind="engines",
                    seat=seat,
                    engines=most,
                )
            )
    return [ShedCards(seat) for seat in dict.fromkeys(changed)]


def _goes(state: Position, passing: Passing, giver: Seat, told: Told) -> None:
    world = PERSONALITIES[passing.name].goes_with(state, state.traders[giver], 0)
    state.traders[giver].personalities.remove(passing.name)
    state.traders[passing.to].personalities.append(passing.name)
    words = f"{passing.name} goes from {named(giver)} to {named(passing.to)}."
    told.append(
        told_to_all(words, "ST-OPTION-03", kind="personality", seat=passing.to, name=passing.name)
    )
    if world:
        stations.hand_over(state, world, passing.to)
        told.append(
            told_to_all(
                f"The station on {place(state, world)} goes with it.",
                "ST-OPTION-04",
                kind="station",
                seat=passing.to,
                world=world,
            )
        )
