"""The end of the game: what was under way comes to nothing, and its cards are discarded."""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps import ended
from traders.engines.kernel.steps.agenda import Step, Told
from traders.engines.star_traders.position.agenda_steps import (
    DrawCards,
    Jubilee,
    Misfortune,
    Resolved,
)
from traders.engines.star_traders.position.delivery_and_petition_steps import CardByLot
from traders.engines.star_traders.position.state import JUBILEE, Position


def cards(steps: Iterable[Step]) -> list[str]:
    """The Trader's Luck cards that are under way with these steps: off the hand or the deck, and
    not yet anywhere else (ST-LUCK-13).
    """
    found: list[str] = []
    for step in steps:
        match step:
            case Misfortune(play=play):
                found.append(play.card)
            case Resolved(card=card):
                found.append(card)
            case DrawCards(drawn=cards) | CardByLot(cards=cards):
                found += cards
            case Jubilee():
                found.append(JUBILEE)
    return found


def over(state: Position, winner: Seat, event: Event, ending: str, told: Told) -> list[Step]:
    """This seat is Imperial Trader, and has won (ST-SETUP-01); cards that lie open are discarded
    (ST-LUCK-14).
    """
    state.luck_discard += cards(state.agenda)
    return ended.ended(state, [winner], event, ending, told)
