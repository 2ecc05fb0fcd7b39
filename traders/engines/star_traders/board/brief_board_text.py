"""Where a seat stands, in a few lines for a letter: place, money, Prestige, ship, cargo, cards, and
its Personalities.
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count, listed, named
from traders.engines.star_traders.board.text.shared_wording import station_holder
from traders.engines.star_traders.position.view_types import CargoSeen, TraderSeen


def brief(view: View) -> str:
    """Nothing for spectators, and for a seat that dropped out."""
    own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    if own is None or own["out"]:
        return ""
    held = [count(view["own"]["stellors"], "Stellor"), f"{own['prestige']} Prestige"]
    held.append(count(own["engines"], "engine"))
    if own["at"]:
        held = [f"at {own['at']}{_holder(view, own['at'])}", *held]
    cards = [card["name"] for card in view["own"]["hand"]]
    told = [f"YOU: {', '.join(held)}."]
    if own["cargo"]:
        told.append(f"Aboard: {', '.join(_contract(cargo, own) for cargo in own['cargo'])}.")
    if own["mission"] and not any(cargo["owner"] == own["seat"] for cargo in own["cargo"]):
        told.append(f"Mission: from {own['mission']['from']} to {own['mission']['to']}.")
    if cards:
        told.append(f"Card{'s' if len(cards) > 1 else ''}: {', '.join(cards)}.")
    if own["personality"]:
        told.append(f"{listed(own['personality'])}.")
    return " ".join(told)


def _contract(cargo: CargoSeen, own: TraderSeen) -> str:
    """A cargo with where it is carried, if a contract or the Trader's own mission says so."""
    mission = own["mission"]
    if mission and cargo["owner"] == own["seat"]:
        return f"{cargo['cargo']} to {mission['to']}"
    return cargo["marked"] or cargo["cargo"]


def _holder(view: View, world: str) -> str:
    holder = station_holder(view, world)
    if not holder:
        return ""
    return " (your station)" if holder == view["seat"] else f" ({named(holder)}'s station)"
