"""Stellors: gained from the bank, lost, paid. What a Trader holds is its owner's to know
(ST-MONEY-03), so amounts are told to it alone.
"""

from __future__ import annotations

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.state import Position


def gain(state: Position, seat: Seat, stellors: int, told: Told, rule: str) -> None:
    """From the bank, which can always pay (ST-MONEY-04, ST-MONEY-10); its owner alone is told
    (ST-MONEY-03).
    """
    if stellors <= 0:
        return
    trader = state.traders[seat]
    trader.stellors += stellors
    held = trader.stellors
    told.append(tell.alone(seat, "gains-money", rule, stellors=stellors, held=held))


def lose(state: Position, seat: Seat, stellors: int, told: Told, rule: str) -> int:
    """All that is free at most; returns what was lost (ST-MONEY-03, ST-MONEY-06, ST-MONEY-07,
    ST-MONEY-09).
    """
    trader = state.traders[seat]
    lost = min(free(state, seat), stellors)
    if stellors > 0:
        trader.stellors -= lost
        held = trader.stellors
        told.append(tell.alone(seat, "loses-money", rule, stellors=lost, held=held))
    return lost


def free(state: Position, seat: Seat) -> int:
    """The Stellors that a Trader may spend: what is owed for an excess of cargo is not there for
    anything else (ST-CARGO-23).
    """
    return max(0, state.traders[seat].stellors - cargo_hold.owed(state, seat))


def can_pay(state: Position, seat: Seat, stellors: int) -> bool:
    """(ST-MONEY-08)"""
    return free(state, seat) >= stellors


def must_have(state: Position, seat: Seat, stellors: int, what: str, *rules: str) -> None:
    """Refuse what cannot be paid in full (ST-MONEY-08)."""
    if can_pay(state, seat, stellors):
        return
    words = f"{what} costs {count(stellors, 'Stellor')} and you have {state.traders[seat].stellors}"
    owed = cargo_hold.owed(state, seat)
    if owed:
        raise Refusal(
            f"{words}, of which {owed} are owed for cargo over the limit.",
            "ST-CARGO-23",
            *rules,
            "ST-MONEY-08",
        )
    raise Refusal(f"{words}.", *rules, "ST-MONEY-08", "ST-MONEY-09")


def pay(state: Position, seat: Seat, stellors: int, told: Told, rule: str) -> None:
    """Pay the bank; call it only where it can be paid (ST-MONEY-03, ST-MONEY-05, ST-MONEY-09)."""
    trader = state.traders[seat]
    if trader.stellors < stellors:
        raise ValueError(f"{seat} has no {count(stellors, 'Stellor')} to pay")
    if stellors <= 0:
        return
    trader.stellors -= stellors
    held = trader.stellors
    told.append(tell.alone(seat, "pays-money", rule, stellors=stellors, held=held))
    for other, part in personality_rules.commissions(state, seat, stellors).items():
        gain(state, other, part, told, "ST-NEWPERSON-12")
