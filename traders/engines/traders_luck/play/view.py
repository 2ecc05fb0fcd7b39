"""What a seat may know, as JSON, built by adding. All ledgers lie open (TL-REC-03), but for credits
where the table keeps them private; what is sealed is in no position that waits. The view is whole
in itself: texts, pictures and bots need nothing besides.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from traders.engines.kernel.contract.contract import Over, Pending, View
from traders.engines.kernel.seats import Seat
from traders.engines.traders_luck import expansions_in_play
from traders.engines.traders_luck.position.display_names import units
from traders.engines.traders_luck.position.state import Lot, Options, Planet, Position, Trader
from traders.engines.traders_luck.position.view_types import LotSeen, OfferSeen, PlanetSeen
from traders.engines.traders_luck.tables import tables
from traders.engines.traders_luck.trade import expanding_cargo_bay
from traders.engines.traders_luck.trip import travel
from traders.engines.traders_luck.turn import turn


def view(state: Position, seat: Seat | None, pending: Pending) -> View:
    """What `seat` knows (None: the gallery) of a position that waits as `pending` says."""
    over = isinstance(pending, Over)
    planet = state.turn.planet or state.planet
    seen: View = {
        "turn": "" if over else state.turn.seat,
        "stage": state.agenda[-1].stage,
        "number": max(1, state.turn.number),
        "days": state.options.days,
        "line": [] if over else turn.in_line(state),
        "options": _agreed(state.options),
        "seats": [_trader(state, state.traders[one], over=over, whose=seat) for one in state.seats],
        "planet": _planet(state, planet),
        "follow_days": travel.follow_days(state),
        "done": {
            "sold": state.turn.sold,
            "expanded": state.turn.expanded,
            "bought": state.turn.bought,
            "followed": state.turn.followed,
        },
        **_printed(),
    }
    for one in expansions_in_play.in_play(state.options):
        seen[one.option] = one.seen(state.turn, planet)
    return seen


@lru_cache(maxsize=256)
def _agreed(options: Options) -> list[str]:
    """Names of the options that are on."""
    names = ("free_trading", "cargo_bay", "follow_self", "private_cash", "bounty_hunters")
    return [name for name in names if getattr(options, name)]


def _trader(state: Position, trader: Trader, *, over: bool, whose: Seat | None) -> dict[str, Any]:
    """A ledger, open to all; credits to their owner alone where that was agreed (TL-REC-03)."""
    known: dict[str, Any] = {
        "seat": trader.seat,
        "out": trader.out,
        "days": trader.days,
        "left": state.options.days - trader.days,
        "finished": state.finished(trader.seat),
        "bay": trader.bay,
        "aboard": trader.aboard,
        "cargo": [_lot(state, lot) for lot in trader.cargo],
    }
    if over or not state.options.private_cash or trader.seat == whose:
        known["credits"] = trader.credits
    if state.options.cargo_bay:
        known["bay_price"] = expanding_cargo_bay.price(state, trader.seat)
    for one in expansions_in_play.in_play(state.options):
        known |= one.ledger(state, trader.seat)
    return known


def _lot(state: Position, lot: Lot) -> LotSeen:
    """A lot; `here`: it was got on the planet where the turn has led (TL-SEL-03)."""
    here = state.turn.planet is not None and lot.origin == state.turn.planet.number
    return {
        "good": lot.good,
        "n": lot.n,
        "words": units(lot.n, lot.good),
        "paid": lot.paid,
        "here": here,
    }


def _planet(state: Position, planet: Planet | None) -> PlanetSeen | None:
    """The planet where the turn has led, else the one that can be followed: its dice and its
    market.
    """
    if planet is None:
        return None
    return {
        "size": planet.size,
        "by": planet.by,
        "reached": state.turn.planet is not None,
        "dice": [{"kind": die.kind, "face": die.face, "kept": die.kept} for die in planet.dice],
        "market": _market(tuple(planet.goods)),
    }


@lru_cache(maxsize=1_024)
def _market(shown: tuple[str, ...]) -> list[OfferSeen]:
    """The market where the goods dice show this (TL-ROL-05, TL-ROL-06, TL-PRC-01)."""
    return [
        {
            "good": row.name,
            "shown": n,
            "price": row.price[n - 1] if n else 0,
            "legal": n > 0,
        }
        for row in tables().good
        for n in [shown.count(row.name)]
    ]


@cache
def _printed() -> dict[str, Any]:
    """The tables of prices and sizes, the same in all views."""
    return {
        "prices": [
            {"good": good.name, "price": list(good.price), "reconstructed": good.reconstructed}
            for good in tables().good
        ],
        "sizes": [
            {"size": size.name, "days": size.days, "dice": size.dice} for size in tables().size
        ],
    }
