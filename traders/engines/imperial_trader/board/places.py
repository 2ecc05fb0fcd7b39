"""Where the picture's planets stand. What is done on the spot stands at the seat's own ship."""

from __future__ import annotations

from traders.engines.imperial_trader.board.svg import ship_spot, spots
from traders.engines.kernel.board_places import BoardPlace, disc
from traders.engines.kernel.contract import View

HERE = ("deal", "buy", "load", "offload", "repair")


def places(view: View) -> tuple[BoardPlace, ...]:
    """The planets, and the seat's ship where it is under way."""
    at = spots(view)
    own = next((one for one in view["seats"] if one["seat"] == view["seat"]), None)
    here = own["planet"] if own is not None else ""
    found = [disc((name, *(HERE if name == here else ())), x, y, 28) for name, (x, y) in at.items()]
    if own is not None and own["lane"] and not here:
        found.append(disc(("Your ship", *HERE), *ship_spot(view, at, own), 18))
    return tuple(found)
