"""What a planet's dice mean: stock, prices, what is illegal; and the room in a hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from traders.engines.kernel.words import listed
from traders.engines.traders_luck.position.agenda_steps import Part
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Lot, Planet, Position, Trader
from traders.engines.traders_luck.tables import tables


def stock(planet: Planet, good: str) -> int:
    """Units on offer: the dice that show the good, kept and thrown alike; buying does not lessen
    them (TL-ROL-05, TL-FOL-04).
    """
    return [die.face for die in planet.dice].count(good)


def legal(planet: Planet, good: str) -> bool:
    """What no die shows is illegal here (TL-ROL-06)."""
    return good in planet.goods


def price(planet: Planet, good: str) -> int:
    """The price of a unit, bought or sold, from the column of the number shown; the same all
    through the visit (TL-PRC-01, TL-PRC-04, TL-PRC-05). 0 where none is shown.
    """
    shown = stock(planet, good)
    if not shown:
        return 0
    return tables().prices[good][shown - 1]


def twice(lot: Lot) -> int:
    """What a unit of a lot brings in an illegal sale: twice what its owner paid, lot by lot
    (TL-ILL-02, TL-ILL-06, TL-ILL-07).
    """
    return tables().trade.illegal_times * lot.paid


def room(trader: Trader) -> int:
    """Units that still fit into the hold (TL-CAR-01)."""
    return max(0, trader.bay - trader.aboard)


def from_elsewhere(state: Position, trader: Trader, good: str = "") -> list[Lot]:
    """Lots that may be sold here: what came from this planet may not, on whichever visit
    (TL-SEL-03).
    """
    return [
        lot for lot in trader.cargo if lot.origin != state.here.number and good in ("", lot.good)
    ]


def take_out(trader: Trader, lots: list[Lot], n: int) -> list[Lot]:
    """Take so many units out of these lots of the hold, in order; what was taken, lot by lot."""
    taken = []
    for lot in lots:
        units = min(n, lot.n)
        if units:
            taken.append(Lot(lot.good, units, lot.paid, lot.origin))
            lot.n -= units
            n -= units
    trader.cargo = [lot for lot in trader.cargo if lot.n]
    return taken


def by_good(lots: Iterable[Lot | Part]) -> list[tuple[str, int]]:
    """Lots by their goods, whatever was paid, each with how many."""
    sums = Counter[str]()
    for lot in lots:
        sums[lot.good] += lot.n
    return list(sums.items())


def in_words(lots: Iterable[Lot]) -> str:
    """Lots by their goods: `4 robots and 1 food`."""
    return listed([units(n, good) for good, n in by_good(lots)])
