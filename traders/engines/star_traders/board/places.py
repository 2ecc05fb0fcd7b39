"""Where the picture's worlds stand. What is done on the spot stands at the seat's own world."""

from __future__ import annotations

from traders.engines.kernel.board_places import BoardPlace, disc
from traders.engines.kernel.contract import View
from traders.engines.star_traders.board.svg.layout import DISC

HERE = ("halt", "build", "engine", "load", "deliver", "abandon", "petition")


def places(view: View) -> tuple[BoardPlace, ...]:
    """The worlds of the chart."""
    own = next((one["at"] for one in view["seats"] if one["seat"] == view["seat"]), "")
    return tuple(
        disc((one["name"], *(HERE if one["name"] == own else ())), one["x"], one["y"], DISC + 6)
        for one in view["chart"]["worlds"]
    )
