"""What a seat may know, as JSON, built by adding. All lies open but the deck's order and what is
still to be found (IT-DEA-07).
"""

from __future__ import annotations

from typing import Any

from traders.engines.imperial_trader import chart, damage, sector, stages
from traders.engines.imperial_trader.state import Captain, Position
from traders.engines.imperial_trader.steps import Placement
from traders.engines.imperial_trader.tables import tables
from traders.engines.kernel.contract import Interval, Over, Pending, View
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.waits import shown


def view(state: Position, seat: Seat | None, pending: Pending) -> View:
    """What `seat` knows (None: the gallery) of a position that waits as `pending` says."""
    over = isinstance(pending, Over)
    return {
        "system": "imperial-trader",
        "seat": seat or "",
        "turn": ""
        if over or not state.turn.number or stages.stage(state) == "orders"
        else state.turn.seat,
        "stage": stages.stage(state),
        "round": state.round,
        "rounds": state.options.rounds,
        "interval": pending.name if isinstance(pending, Interval) else "",
        "over": over,
        "result": {"winners": list(pending.winners), "text": pending.text, "ending": pending.ending}
        if isinstance(pending, Over)
        else None,
        "goal": tables().game.goal,
        "order_limit": state.options.order_limit,
        "shifting_imperium": state.options.shifting_imperium,
        "chart": state.chart.name,
        "remarks": chart.remarks(state.chart),
        "planets": [_planet(state, one.name) for one in sector.planets(state)],
        "lanes": [{"between": [one.a, one.b], "spaces": one.spaces} for one in sector.lanes(state)],
        "deck": len(state.deck),
        "wars": [{"at": one.at, "until": one.until} for one in state.wars],
        "fallen": [{"at": one.at, "to": one.to} for one in state.fallen],
        "frontier": [{"at": one.at, "settled": one.settled} for one in state.frontier],
        "seats": [_captain(state, state.captains[one]) for one in state.clockwise()],
        "waiting": shown(pending, seat),
    }


def _planet(state: Position, name: str) -> dict[str, Any]:
    known = chart.world(state.chart, name)
    return {
        "name": name,
        "class": known.kind,
        "export": known.export,
        "port": sector.port(state, name),
        "closed": sector.closed(state, name),
        "settled": not sector.unsettled(state, name),
    }


def _captain(state: Position, captain: Captain) -> dict[str, Any]:
    unplaced = any(isinstance(step, Placement) for step in state.agenda)
    return {
        "seat": captain.seat,
        "out": captain.out,
        "at": "" if unplaced else captain.at.written(),
        "planet": "" if captain.at.to or unplaced else captain.at.planet,
        "lane": [captain.at.planet, captain.at.to, captain.at.n] if captain.at.to else [],
        "credits": captain.credits,
        "damage": captain.damage,
        "most": damage.most(captain),
        "actions": captain.actions,
        "upgrades": list(captain.upgrades),
        "licence": captain.licence,
        "orders": [_order(state, captain, order) for order in captain.orders],
        "loads": captain.loads,
    }


def _order(state: Position, captain: Captain, order: str) -> dict[str, Any]:
    pickup, goal = chart.parts(state.chart, order)
    lanes = sector.lanes_between(state, pickup, goal)
    late = order in captain.delayed
    pay = lanes * tables().game.pay_per_lane + (tables().imperium.war_pay if late else 0)
    return {
        "order": order,
        "from": pickup,
        "to": goal,
        "lanes": lanes,
        "pay": pay,
        "aboard": order in captain.cargo,
    }
