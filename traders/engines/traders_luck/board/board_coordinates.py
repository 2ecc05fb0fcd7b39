"""Where the picture's goods, dice, planets and Traders stand."""

from __future__ import annotations

from collections.abc import Iterator

from traders.engines.kernel.contract.board_coordinates import BoardPlace, box, disc
from traders.engines.kernel.contract.contract import View
from traders.engines.traders_luck.board import svg


def places(view: View) -> tuple[BoardPlace, ...]:
    """While dice are thrown those of goods, else the rows of prices; the planet, the sizes to
    travel to, and the own plate.
    """
    dice = _dice(view) if view["stage"] == "roll" else _rows(view)
    return (*_planets(view), *dice, *_own(view))


def _planets(view: View) -> Iterator[BoardPlace]:
    if view["planet"] is not None:
        yield disc(("This planet", "settle", "follow"), 96, 112, svg.ROUND[view["planet"]["size"]])
    for (x, y), one in zip(svg.trips(view), view["sizes"], strict=False):
        yield box((one["size"].capitalize(),), x, y, *svg.TRIP)


def _dice(view: View) -> Iterator[BoardPlace]:
    """Of each face the first die that may still be set aside."""
    seen = set()
    goods = [die for die in view["planet"]["dice"] if die["kind"] == "goods"]
    for place, die in enumerate(goods):
        if die["face"] and not die["kept"] and die["face"] not in seen:
            seen.add(die["face"])
            yield box(_called(die["face"]), 196 + place * 98, 26, 84, 84)


def _rows(view: View) -> Iterator[BoardPlace]:
    for place, row in enumerate(view["prices"], 1):
        top = svg.top(view) + svg.ROW * place - 6
        yield box(_called(row["good"]), 20, top, svg.WIDTH - 40, svg.ROW)


def _own(view: View) -> Iterator[BoardPlace]:
    for place, trader in enumerate(view["seats"]):
        if trader["seat"] == view["seat"]:
            yield box((f"{trader['seat'].capitalize()}'s hold", "sell"), *svg.card_box(view, place))


def _called(good: str) -> tuple[str, ...]:
    """A good as orders name one unit or several."""
    return (good.capitalize(), good.removesuffix("s"))
