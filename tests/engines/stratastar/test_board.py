"""The board of Stratastar, drawn and in words."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.board.svg import ROOM
from traders.engines.stratastar.board.svg_symbols import SHAPES

SEATS = ("red", "blue", "green", "yellow")
SVG = "{http://www.w3.org/2000/svg}"


def start(seats: int) -> dict[str, Any]:
    """So many seats with a Fleet each on the World at D5."""
    return {"map": {"d5": "world"}} | {seat: {"fleets": {"d5": 1}} for seat in SEATS[:seats]}


def pieces(view: dict[str, Any]) -> list[tuple[float, float, float]]:
    """The left and upper edge of each seat's pieces at D5, from the corner of the space, and their
    scale.
    """
    svg = ElementTree.fromstring(ENGINE.board_svg(view))
    space = next(
        group
        for group in svg.iter(f"{SVG}g")
        if group.findtext(f"{SVG}title", "").startswith("D5:")
    )
    whole = next(space.iter(f"{SVG}rect"))
    left, top = float(whole.get("x", 0)), float(whole.get("y", 0))
    found = [
        [float(number) for number in re.findall(r"[-\d.]+", group.get("transform", ""))]
        for group in space.findall(f"{SVG}g")
        if group.findtext(f"{SVG}text")
    ]
    return [(x - left, y - top, scale) for x, y, scale in found]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_seat_in_a_space_has_its_pieces_and_the_sign_of_the_world_stays_above_them(
    seats: int,
):
    state = ENGINE.position(SEATS, {}, start(seats))
    svg = ENGINE.board_svg(ENGINE.view(state, None))
    found = pieces(ENGINE.view(state, None))
    assert len(found) == len(set(found)) == seats
    middle, scale, _ = ROOM[min(seats, 2)]
    assert middle - 14 * scale >= 0
    for x, y, drawn in found:
        assert x >= 0 and x + 26 * drawn <= 68
        assert y >= middle + 14 * scale and y + 26 * drawn <= 68
    assert all(f"{seat.capitalize()} 1 Fleet" in svg for seat in SEATS[:seats])


def test_each_kind_of_piece_has_a_shape_of_its_own_and_says_how_many_stand_there():
    held = {"fleets": {"d5": 3}, "warfleets": {"d5": 2}, "colonies": {"d5": 1}, "stargates": ["d5"]}
    svg = ENGINE.board_svg(ENGINE.view(ENGINE.position(SEATS, {}, start(1) | {"red": held}), None))
    assert len(set(SHAPES.values())) == len(SHAPES) == 4
    assert all(svg.count(shape) >= 2 for shape in SHAPES.values())  # there, and in the legend
    assert "D5: world; Red 3 Fleets, 2 Warfleets, 1 colony, 1 Stargate" in svg


def test_treaties_stand_in_the_cards_of_both():
    state = ENGINE.position(
        SEATS, {}, {"red": {"treaties": ["yellow"], "abilities": ["wormholes"]}}
    )
    svg = ENGINE.board_svg(ENGINE.view(state, None))
    assert "wormholes · Treaty with Yellow" in svg
    assert ">Treaty with Red<" in svg


def test_an_empire_that_is_out_is_told_as_out():
    """(SS-TTD-02)"""
    state = ENGINE.position(SEATS, {}, start(4))
    ENGINE.leave(state, "blue")
    assert "\nBlue: out\n" in ENGINE.board_text(ENGINE.view(state, "red"))


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
