"""What is auctioned, who may bid for it, and what becomes of it: a station, or in set-up a
Personality.
"""

from __future__ import annotations

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import stations
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import (
    PersonalityAuction,
    StationAuction,
)
from traders.engines.star_traders.position.state import Position
from traders.engines.star_traders.setup import personality_choice

Auction = StationAuction | PersonalityAuction


def lot(state: Position, step: Auction) -> tuple[str, str]:
    """What is bid for, in words, with the rule."""
    if isinstance(step, StationAuction):
        return f"the station on {place(state, step.world)}", "ST-IMPERIAL-22"
    return step.name, "ST-OPTION-06"


def bidders(state: Position, step: Auction) -> list[Seat]:
    """Who may bid, in the order in which equal bids count: of a station all, from the petitioner
    (ST-IMPERIAL-22); of a Personality those without one, from the first player (ST-OPTION-07).
    """
    if isinstance(step, StationAuction):
        return state.round_from(step.petitioner)
    return personality_choice.without(state)


def goes_to(state: Position, step: Auction, winner: Seat, told: Told) -> Steps:
    """The lot goes to the winner; with no winner a station is removed, and a Personality laid
    aside.
    """
    if isinstance(step, PersonalityAuction):
        return personality_choice.sold(state, step, winner, told)
    if winner:
        # an ordinary one, without Prestige (ST-IMPERIAL-22, ST-STATION-11)
        stations.hand_over(state, step.world, winner)
    elif step.world in state.stations:
        stations.remove(state, step.world)
        told.append(tell("station-removed", "ST-IMPERIAL-22", world=place(state, step.world)))
    return []
