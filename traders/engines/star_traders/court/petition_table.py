"""The Petition Tables: what a result comes to, in words to the petitioner and to all, and which of
several results is the best.
"""

from __future__ import annotations

from collections.abc import Iterable

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import count
from traders.engines.star_traders.court import imperial_station_petition
from traders.engines.star_traders.edition import PetitionRow
from traders.engines.star_traders.holdings import money
from traders.engines.star_traders.position.delivery_and_petition_steps import AddBonus
from traders.engines.star_traders.position.state import Position

PRESTIGE, TURN = 2, 10
"""What a point of Prestige and a turn count beside a Stellor, where results are compared."""


def can_be_paid(state: Position, seat: Seat, found: PetitionRow, at: int) -> bool:
    """Whether the price is there (ST-PETITION-16 to 20, ST-IMPERIAL-03)."""
    if at:
        return not imperial_station_petition.missing(state, seat, at, found)
    return money.can_pay(state, seat, found.price_stellors)


def best_first(state: Position, seat: Seat, results: Iterable[int], at: int) -> list[int]:
    """Results that can be had, the best first: granted at the least price that is there, else with
    the least loss.
    """

    def cost(result: int) -> tuple[bool, int, int]:
        found = state.book.petition_row(result, at)
        if found.outcome != "denied" and can_be_paid(state, seat, found, at):
            return False, found.price_stellors + PRESTIGE * _spent(state, seat, found, at), -result
        stellors, prestige = _lost(state, seat, found)
        turns = found.lose_turns + found.auction
        return True, stellors + PRESTIGE * prestige + TURN * turns, -result

    return sorted(results, key=cost)


# --- in words -------------------------------------------------------------------------------------


def told(state: Position, seat: Seat, result: int, at: int) -> str:
    """What a result comes to, to the petitioner, who is told what a price that is not there
    costs.
    """
    found, loss = state.book.petition_row(result, at), ""
    if found.outcome == "denied":
        return f"result {result}: denied, {loss_in_words(state, seat, found)}"
    price = amounts(found.price_stellors, _spent(state, seat, found, at)) or "nothing"
    if not can_be_paid(state, seat, found, at):
        free = money.free(state, seat)
        short = found.price_stellors > free
        has = f"{free}; without a deal" if short else f"{state.traders[seat].prestige} Prestige;"
        loss = f", and you have {has} {loss_in_words(state, seat, found)}"
    return f"result {result}: granted for {price}{loss}"


def shown(state: Position, seat: Seat, value: int) -> str:
    """What a petition's die of so much comes to with the best bonus, as all may know it."""
    at = next((step.at for step in reversed(state.agenda) if isinstance(step, AddBonus)), 0)
    most = state.book.zone(state.traders[seat].prestige).bonus
    found = state.book.petition_row(value + most, at)
    if found.outcome == "denied":
        return "not granted"
    price = amounts(found.price_stellors, _spent(state, seat, found, at)) or "nothing"
    return f"{'with the best bonus ' if most else ''}granted for {price}"


def loss_in_words(state: Position, seat: Seat, found: PetitionRow) -> str:
    """What a petition costs that fails, in words to its seat."""
    turn = " and your next turn" if found.lose_turns else ""
    return f"you lose {amounts(*_lost(state, seat, found)) or 'nothing'}{turn}"


def amounts(stellors: int, prestige: int) -> str:
    """Both as they are told, "" for nothing."""
    parts = (stellors and count(stellors, "Stellor"), prestige and f"{prestige} Prestige")
    return " and ".join(part for part in parts if part)


def _lost(state: Position, seat: Seat, found: PetitionRow) -> tuple[int, int]:
    """Stellors and Prestige that a failure costs, as far as they are there (ST-MONEY-07,
    ST-PRESTIGE-09).
    """
    trader = state.traders[seat]
    return min(found.fail_stellors, trader.stellors), min(found.fail_prestige, trader.prestige)


def _spent(state: Position, seat: Seat, found: PetitionRow, at: int) -> int:
    """The Prestige that a grant costs: for a station alone (ST-IMPERIAL-04)."""
    return imperial_station_petition.spent(state, seat, found) if at else 0
