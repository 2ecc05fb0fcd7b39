"""Where the picture's worlds stand. What is done on the spot stands at the seat's own world."""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract.board_coordinates import BoardPlace, disc
from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import count
from traders.engines.star_traders.board.svg.layout import DISC

HERE = ("halt", "build", "engine", "load", "deliver", "abandon", "petition")


def places(view: View) -> tuple[BoardPlace, ...]:
    """The worlds of the chart."""
    own = next((one["at"] for one in view["seats"] if one["seat"] == view["seat"]), "")
    return tuple(
        disc(
            (one["name"], *(HERE if one["name"] == own else ())),
            one["x"],
            one["y"],
            DISC + 6,
            _tells(view, one),
        )
        for one in view["chart"]["worlds"]
    )


def _tells(view: View, world: dict[str, Any]) -> str:
    """A world's shipyard and Quarantine, the ships and stations there, and its contracts."""
    name = world["name"]
    told = ["shipyard"] if world["shipyard"] else []
    told += ["Quarantine"] if any(one["world"] == name for one in view["quarantines"]) else []
    for trader in view["seats"]:
        seat = trader["seat"].capitalize()
        told += [f"{seat}'s ship"] if trader["at"] == name else []
        told += [f"{seat}'s station"] if name in trader["stations"] else []
    for one in filter(None, view["contracts"]):
        pays = f"{count(one['stellors'], 'Stellor')}, {one['prestige']} Prestige"
        told += [f"picks up {one['cargo']} for {one['to']}"] if one["from"] == name else []
        told += [f"wants {one['cargo']} ({pays})"] if one["to"] == name else []
    return f"{name} ({world['number']}){': ' if told else ''}{'; '.join(told)}"
