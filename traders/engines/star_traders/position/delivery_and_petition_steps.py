"""The steps of deliveries, petitions and missions: data alone."""

from __future__ import annotations

from typing import Annotated

from traders.engines.kernel.positions.hidden import Hidden
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Waiting
from traders.engines.star_traders.position.agenda_steps import Die


class Deliveries(Step):
    """Compulsory deliveries of the seat on turn, where it is and has what is wanted
    (ST-DELIVER-03); of none, where none is due.
    """

    seat: Seat


class ChooseDelivery(Waiting):
    """Several deliveries are due: the seat says which cargo comes first (ST-DELIVER-20)."""

    seat: Seat


class ChoosePayoff(Waiting):
    """At Kluge: the payoff or an engine (ST-PAYOFF-11). `space` is that of the contract, counted
    from 1.
    """

    seat: Seat
    contract: str
    space: int
    races: int


class JackpotSettled(Step):
    """At Jackpot: the die has been thrown and zapped (ST-PAYOFF-12). `beside`: the die that lay
    open when it was thrown, and does so again.
    """

    seat: Seat
    contract: str
    space: int
    races: int
    beside: Die | None = None


class TelzeyCard(Waiting):
    """At Telzey: a Trader's Luck card may be drawn (ST-PAYOFF-13)."""

    seat: Seat


class Replace(Step):
    """A contract is turned up for the space of the one satisfied (ST-DELIVER-08)."""

    space: int


class PetitionInterval(Waiting):
    """Before the petitioner's die (ST-PETITION-06)."""


class PetitionHeard(Step):
    """The end of the interval before the die: whether there is a petition (ST-PETITION-07)."""

    seat: Seat
    at: int = 0


class AddBonus(Waiting):
    """The petitioner says what is added to the die (ST-PETITION-10, ST-PETITION-11)."""

    seat: Seat
    at: int = 0


class PetitionAnswered(Step):
    """The table is read with this result."""

    seat: Seat
    result: int
    at: int = 0


class PayPrice(Waiting):
    """A price that cannot be paid yet, or may be declined, waits for `pay` or `refuse`
    (ST-PETITION-22).
    """

    seat: Seat
    result: int
    at: int = 0


class TurnUpMission(Step):
    """The top contract is turned up for a mission (ST-MISSION-01)."""

    seat: Seat


class DealInterval(Waiting):
    """A bargainer has asked for time: play waits for the answers of these seats (ST-TRADE-07)."""

    seats: list[Seat]


class GiveCard(Waiting):
    """A deal was made for a card without a name: the giver says which (ST-TRADE-01), but none that
    this very deal brought (ST-TRADE-13).
    """

    seat: Seat
    to: Seat
    brought: Annotated[list[str], Hidden("another's hand", owner="seat")] = []


class CardByLot(Step):
    """Who had promised so many cards without a name has left: they are drawn from what is left of
    the hand (ST-TRADE-13).
    """

    seat: Seat
    to: Seat
    count: int
    cards: Annotated[list[str], Hidden("another's hand")]


AnyTradeStep = (
    Deliveries | DealInterval | GiveCard | CardByLot | ChooseDelivery | ChoosePayoff
    | JackpotSettled | TelzeyCard | Replace | PetitionInterval | PetitionHeard | AddBonus
    | PetitionAnswered | PayPrice | TurnUpMission
)  # fmt: skip
