"""The board of Stratastar, drawn and in words."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.board.svg import ROOM

SEATS = ("red", "blue", "green", "yellow")
SVG = "{http://www.w3.org/2000/svg}"


def start(seats: int) -> dict[str, Any]:
    """So many seats with a Fleet each on the World at D5."""
    return {"map": {"d5": "world"}} | {seat: {"fleets": {"d5": 1}} for seat in SEATS[:seats]}


def boxes(view: dict[str, Any]) -> list[tuple[float, float]]:
    """Upper and lower edges of the plates at D5, from the top of the space."""
    svg = ElementTree.fromstring(ENGINE.board_svg(view))
    space = next(
        group
        for group in svg.iter(f"{SVG}g")
        if group.findtext(f"{SVG}title", "").startswith("D5:")
    )
    whole, *plates = space.iter(f"{SVG}rect")
    top = float(whole.get("y", 0))
    assert float(whole.get("height", 0)) == 68
    return [
        (
            float(plate.get("y", 0)) - top,
            float(plate.get("y", 0)) - top + float(plate.get("height", 0)),
        )
        for plate in plates
    ]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_seat_in_a_space_has_its_plate_and_the_sign_of_the_world_stays_above_them(seats: int):
    state = ENGINE.position(SEATS, {}, start(seats))
    svg = ENGINE.board_svg(ENGINE.view(state, None))
    found = sorted(boxes(ENGINE.view(state, None)))
    assert len(found) == seats
    assert all(below[0] >= above[1] for above, below in pairwise(found))
    assert found[-1][1] <= 68
    middle, scale, _ = ROOM[seats]
    assert middle - 14 * scale >= 0
    assert middle + 14 * scale <= found[0][0]
    assert all(f">{seat[0].upper()}1<" in svg for seat in SEATS[:seats])


def test_treaties_stand_in_the_cards_of_both():
    state = ENGINE.position(
        SEATS, {}, {"red": {"treaties": ["yellow"], "abilities": ["wormholes"]}}
    )
    svg = ENGINE.board_svg(ENGINE.view(state, None))
    assert "wormholes · Treaty with Yellow" in svg
    assert ">Treaty with Red<" in svg


def test_an_empire_is_told_a_kind_of_thing_a_line():
    text = ENGINE.board_text(
        ENGINE.view(
            ENGINE.position(
                SEATS, {}, start(1) | {"red": {"fleets": {"d5": 1}, "treaties": ["blue"]}}
            ),
            "red",
        )
    )
    assert (
        "Red: Homeworld A1; 0 Worlds.\n  0 cards (fills up to 5); supports 2 Fleets.\n  Fleets: "
        "1 at D5.\n" in text
    )
    assert "\n  Stargates: A1.\n  Treaty with Blue.\nBlue: " in text
