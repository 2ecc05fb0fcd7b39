"""What a name can mean that fits several things: those that the order can take, by its verb and by
what its seat, or the seat that it names, has.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from traders.engines.kernel.seats import Seat
from traders.engines.star_traders.holdings import cargo_hold, stations
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import LoseCargo, LoseStation, TakeCargo
from traders.engines.star_traders.position.delivery_and_petition_steps import GiveCard
from traders.engines.star_traders.position.display_names import world_name
from traders.engines.star_traders.position.state import Position

Things = dict[str, Collection[str] | Collection[int]]
"""Things by kind: cards and cargoes by name, worlds by number."""


def by_order(state: Position, seat: Seat, verb: str, words: Sequence[str]) -> Things:
    """What an order of this verb can take; `words` are those that follow it."""
    trader = state.traders[seat]
    stand_ins = [
        other
        for card in trader.hand
        for other in personality_rules.stands_in(state, trader, card)  # (ST-NEWPERSON-14)
    ]
    found: Things = {"card": {*trader.hand, *stand_ins}}
    match verb:
        case "jump" | "take":
            found["world"] = set(state.chart.neighbours[trader.at]) if trader.at else ()
        case "permit" | "forbid" | "petition":
            found["world"] = stations.owned(state, seat)
        case "load":
            found["cargo"] = {cargo_hold.IMPERIAL, *_wanted_from(state, trader.at)}
        case "deliver" | "abandon" | "assign":
            found["cargo"] = cargo_hold.kinds(trader)
        case "play":
            found["cargo"] = _stealable(state, seat, words)
        case "choose":
            found["thing"] = _asked_for(state, seat)
    return found


def _wanted_from(state: Position, world: int) -> set[str]:
    """The cargoes of a world that Current Contracts call for (ST-CARGO-05, ST-CARGO-06)."""
    contracts = [state.book.contracts[contract] for contract in state.contracts if contract]
    return {one.cargo for one in contracts if state.book.exported_from[one.cargo] == world}


def _stealable(state: Position, seat: Seat, words: Sequence[str]) -> set[str]:
    """Cargoes of the seat that is named by its colour, else of all others (ST-CARD-19)."""
    others = [other for other in state.playing() if other != seat]
    victims = [other for other in others if other in words] or others
    return {name for other in victims for name in cargo_hold.stealable(state, other)}


def _asked_for(state: Position, seat: Seat) -> Collection[str]:
    """What a choice is among."""
    match state.agenda[-1]:
        case GiveCard():
            return state.traders[seat].hand
        case LoseCargo():
            return cargo_hold.kinds(state.traders[seat])
        case TakeCargo(victim=victim):
            return cargo_hold.stealable(state, victim)
        case LoseStation():
            return {world_name(state, world) for world in stations.owned(state, seat)}
    return ()


def in_deal(state: Position, giver: Seat, *, own: bool) -> Things:
    """What one side of a deal can hold; of a hand which cards is known to its holder alone
    (ST-LUCK-02).
    """
    trader = state.traders[giver]
    rights = {
        state.book.contracts[done.contract].cargo
        for done in state.completed
        if giver in done.rights
    }
    found: Things = {
        "world": stations.owned(state, giver),
        "cargo": {*cargo_hold.kinds(trader), *rights},
    }
    return found | ({"card": trader.hand} if own else {})
