"""What a seat may know, as JSON, built by adding. All lies open but the deck's order and what is
still to be found (IT-DEA-07). Views share what is the same in them; nobody changes one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from traders.engines.imperial_trader.orders.order_parts import drew
from traders.engines.imperial_trader.position.agenda_steps import Placement
from traders.engines.imperial_trader.position.state import Captain, Chart, Position
from traders.engines.imperial_trader.position.view_types import CaptainSeen, OrderSeen, PlanetSeen
from traders.engines.imperial_trader.ship import damage
from traders.engines.imperial_trader.sub_sector import chart, sub_sector_state
from traders.engines.imperial_trader.sub_sector.chart_routes import Charted, lanes_between
from traders.engines.imperial_trader.tables import tables
from traders.engines.imperial_trader.turn import turn_stages
from traders.engines.kernel.contract.contract import Over, Pending, View
from traders.engines.kernel.seats import Seat


def view(state: Position, seat: Seat | None, pending: Pending) -> View:
    """What `seat` knows (None: the gallery) of a position that waits as `pending` says."""
    over, stage, ways = (
        isinstance(pending, Over),
        turn_stages.stage(state),
        sub_sector_state.ways(state),
    )
    placed = Placement not in map(type, state.agenda)
    return {
        "turn": "" if over or not state.turn.number or stage == "orders" else state.turn.seat,
        "stage": stage,
        "round": state.round,
        "rounds": state.options.rounds,
        "goal": tables().game.goal,
        "order_limit": state.options.order_limit,
        "shifting_imperium": state.options.shifting_imperium,
        "chart": state.chart.name,
        "remarks": chart.remarks(state.chart),
        "planets": _planets(
            ways, sub_sector_state.closures(state), sub_sector_state.unsettled_worlds(state)
        ),
        "lanes": _lanes(ways),
        "deck": len(state.deck),
        "given_back": _given_back(state),
        "in_deck": _in_deck(
            state.chart,
            ways,
            frozenset([order for captain in state.captains.values() for order in captain.orders]),
            tuple([one.at for one in state.frontier if one.settled]),
        ),
        "wars": [{"at": one.at, "until": one.until} for one in state.wars],
        "fallen": [{"at": one.at, "to": one.to} for one in state.fallen],
        "frontier": [{"at": one.at, "settled": one.settled} for one in state.frontier],
        "seats": [
            _captain(state.captains[one], state.chart, ways, placed) for one in state.clockwise()
        ],
    }


def _given_back(state: Position) -> str:
    """The order that was drawn by the turn's first action and is held no more, "" if there is
    none.
    """
    results = state.turn.results
    return next((order for order in state.deck if results and drew(order) in results), "")


@lru_cache(maxsize=64)
def _in_deck(
    known: Chart, ways: Charted, held: frozenset[str], settled: tuple[str, ...]
) -> list[OrderSeen]:
    """The orders that may be drawn, in no order of the deck's: those of the game that nobody holds,
    for all that are held lie open (IT-DEA-07).
    """
    grown = [order for one in tables().frontier if one.name in settled for order in one.orders]
    return [
        _order(known, ways, order, late=False, aboard=False)
        for order in (*known.orders, *grown)
        if order not in held
    ]


@lru_cache(maxsize=256)
def _planets(
    known: Charted, closed: tuple[str, ...], unsettled: tuple[str, ...]
) -> list[PlanetSeen]:
    """The planets, the same list in every view while nothing closes, opens or is settled."""
    return [
        {
            "name": one.name,
            "class": one.kind,
            "export": one.export,
            "port": one.kind in tables().game.ports,
            "closed": one.name in closed,
            "settled": one.name not in unsettled,
        }
        for one in known.planets
    ]


@lru_cache(maxsize=64)
def _lanes(known: Charted) -> list[dict[str, Any]]:
    return [{"between": [one.a, one.b], "spaces": one.spaces} for one in known.lanes]


def _captain(captain: Captain, known: Chart, ways: Charted, placed: bool) -> CaptainSeen:
    at, delayed, cargo = captain.at, captain.delayed, captain.cargo
    return {
        "seat": captain.seat,
        "out": captain.out,
        "at": at.written() if placed else "",
        "planet": at.planet if placed and not at.to else "",
        "lane": [at.planet, at.to, at.n] if at.to else [],
        "credits": captain.credits,
        "damage": captain.damage,
        "most": damage.most(captain),
        "actions": captain.actions,
        "upgrades": list(captain.upgrades),
        "licence": captain.licence,
        "orders": [
            _order(known, ways, order, order in delayed, order in cargo) for order in captain.orders
        ],
        "loads": captain.loads if cargo else [],
    }


@lru_cache(maxsize=1_024)
def _order(known: Chart, ways: Charted, order: str, late: bool, aboard: bool) -> OrderSeen:
    pickup, goal = chart.parts(known, order)
    lanes = lanes_between(ways, pickup, goal)
    pay = lanes * tables().game.pay_per_lane + (tables().imperium.war_pay if late else 0)
    return {
        "order": order,
        "from": pickup,
        "to": goal,
        "lanes": lanes,
        "pay": pay,
        "aboard": aboard,
    }
