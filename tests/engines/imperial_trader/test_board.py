"""The board of Imperial Trader, drawn."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

from traders.engines.imperial_trader import ENGINE
from traders.engines.kernel.contract.contract import Chance

SVG = "{http://www.w3.org/2000/svg}"
LID = "h22v20h-22zm0 5h22"


def crates(svg: str) -> list[tuple[str, bool]]:
    """The letter of each crate, and whether its goods are there."""
    parts = list(ElementTree.fromstring(svg).iter())
    return [
        (str(letter.text), box.get("stroke-dasharray") is None)
        for box, letter in pairwise(parts)
        if box.get("d", "").endswith(LID)
    ]


def test_goods_are_crates_with_their_letter_on_planets_and_in_the_captains_cards():
    held = {
        "orders": ["Grain to Cinderfall", "Heavy ore to Greenholt"],
        "cargo": ["Grain to Cinderfall"],
    }
    state = ENGINE.position(["red", "blue"], {}, {"red": held})
    view = ENGINE.view(state, "blue")
    found = crates(ENGINE.board_svg(view))
    exports = [(planet["export"][0], True) for planet in view["planets"]]
    assert len({letter for letter, _ in exports}) == len(exports)
    on_the_map, legend, held_by_red = found[:-3], found[-3], found[-2:]
    assert on_the_map == exports
    assert legend == ("G", True)
    assert held_by_red == [("G", True), ("H", False)]


def test_a_start_tells_which_worlds_are_ports():
    state = ENGINE.setup(("red", "blue"), {})
    while isinstance(chance := ENGINE.pending(state), Chance):
        ENGINE.happen(state, list(range(1, chance.sides + 1)))
    told = {offer.order: offer.words for offer in ENGINE.offers(state, "red")}
    assert told["start at ferrum vale"] == "a port; forge world, Machine parts"
    assert told["start at cinderfall"] == "mining world, Heavy ore"
