"""What a delivery pays (ST-PAYOFF). Special payoffs, by the key on the contract card
(ST-PAYOFF-08), are each a file; another comes in as a file and a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Steps, Told
from traders.engines.star_traders.delivery import jackpot_payoff, kluge_payoff, telzey_payoff
from traders.engines.star_traders.delivery.payoff_reckoning import pay_owner, reckon
from traders.engines.star_traders.position.state import Position

Pays = Callable[[Position, Seat, str, int, int, Told], Steps]
"""With position, deliverer, contract, its space (from 1) and the number of rivals beaten: the steps
in which the payoff is settled.
"""


def plain(state: Position, seat: Seat, contract: str, space: int, races: int, told: Told) -> Steps:
    """The card pays what is printed on it."""
    reckon(state, seat, contract, space, races, told)
    return []


PAYOFFS: Mapping[str, Pays] = {
    "": plain,
    "kluge": kluge_payoff.pays,
    "jackpot": jackpot_payoff.pays,
    "telzey": telzey_payoff.pays,
}


def pays(state: Position, seat: Seat, contract: str, space: int, races: int, told: Told) -> Steps:
    """What the contract pays, by the rule printed on it. The owner of the station has its part
    whatever a die or a choice then brings, and whoever leaves meanwhile (ST-PAYOFF-14, ST-DROP-12).
    """
    pay_owner(state, contract, told)
    return PAYOFFS[state.book.contracts[contract].special](
        state, seat, contract, space, races, told
    )
