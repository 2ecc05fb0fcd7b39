"""Where the picture's planets stand. What is done on the spot stands at the seat's own ship."""

from __future__ import annotations

from traders.engines.imperial_trader.board.svg import ship_spot, spots
from traders.engines.imperial_trader.board.text import marks_of
from traders.engines.imperial_trader.position.view_types import PlanetSeen
from traders.engines.kernel.contract.board_coordinates import BoardPlace, disc
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count

HERE = ("deal", "buy", "load", "offload", "repair")


def places(view: View) -> tuple[BoardPlace, ...]:
    """The planets, and the seat's ship where it is under way."""
    at = spots(view)
    own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    here = own["planet"] if own is not None else ""
    told = {one["name"]: _tells(view, one) for one in view["planets"]}
    found = [
        disc((name, *(HERE if name == here else ())), x, y, 28, told[name])
        for name, (x, y) in at.items()
    ]
    if own is not None and own["lane"] and not here:
        found.append(disc(("Your ship", *HERE), *ship_spot(view, at, own), 18))
    return tuple(found)


def _tells(view: View, planet: PlanetSeen) -> str:
    """A planet's class and export, what closes it, the ships there, and what is wanted there."""
    name, port = planet["name"], ["port"] if planet["port"] else []
    told = [", ".join([planet["class"], *port]), f"exports {planet['export']}"]
    told += marks_of(view, planet)
    for captain in view["seats"]:
        seat = captain["seat"].capitalize()
        if captain["planet"] == name:
            told.append(f"{seat}'s ship")
        for order in captain["orders"]:
            if order["to"] == name:
                told.append(f"{seat}'s {order['order']} for {count(order['pay'], 'credit')}")
    return f"{name}: {'; '.join(told)}"
