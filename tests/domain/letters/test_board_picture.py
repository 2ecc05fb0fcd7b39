"""Boards as PNG: only what has changed is drawn anew, and the picture is the same as when all is
drawn together.
"""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from tests.examples import property_of
from traders.domain.letters import board_picture
from traders.domain.letters.svg_elements import Box, taken_apart
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_named

ENGINE = engine_named("star-traders")


def board(**start) -> str:
    return ENGINE.board_svg(ENGINE.view(ENGINE.position(("red", "blue"), {}, start), None))


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def drawn_together(svg: str, width: int) -> Image.Image:
    """The whole document at once, without anything that was kept."""
    canvas, elements = taken_apart(svg, width)
    board_picture._KEPT.clear()
    board_picture._ground.cache_clear()
    whole = Image.new("RGB", (canvas.width, canvas.height))
    [piece] = board_picture._drawn_together(canvas, ["".join(elements)])
    assert piece
    whole.im.paste(piece.colours.im, piece.corners, *piece.cover)
    return whole


def test_what_has_not_changed_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    board_picture._KEPT.clear()
    drawn: list[str] = []
    really = board_picture._drawn
    monkeypatch.setattr(board_picture, "_drawn", lambda svg: drawn.append(svg) or really(svg))
    first = board_picture.draw(board(red={"at": "Oz"}))
    drawn.clear()
    assert first != board_picture.draw(board(red={"at": "Mink"}))
    assert len(drawn) == 1 and drawn[0].count("<svg") <= 13  # one sheet, with what has changed
    drawn.clear()
    assert board_picture.draw(board(red={"at": "Oz"})) == first
    assert not drawn


@pytest.mark.sampled
@pytest.mark.parametrize("system", sorted(ENGINES))
def test_it_looks_as_if_drawn_together(system: str) -> None:
    engine = engine_named(system)
    seats = ("red", "blue", "green")
    svg = engine.board_svg(engine.view(engine.setup(seats, {}), "red"))
    difference = ImageChops.difference(
        drawn_together(svg, board_picture.WIDTH), board_picture.laid(svg, board_picture.WIDTH)
    )
    shades = difference.convert("L").histogram()
    assert sum(shades[3:]) <= 20
    assert not sum(shades[20:])


SHAPES = st.sampled_from(
    [
        '<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="#000" stroke-width="7"/>',
        '<rect x="{a}" y="{b}" width="{c}" height="{d}" stroke="#f00" stroke-width="5"/>',
        '<ellipse cx="{a}" cy="{b}" rx="{c}" ry="{d}"/>',
        '<path d="M{a} {b}q{c} {d} 30 -30t9 9Z"/>',
        '<path d="M{a} {b}A{c} {d} 20 1 0 {d} {c}" fill="none" stroke="#000"/>',
        '<path d="M{a},{b}h{c}v-{d}l-5 .5z"/>',
        '<polygon points="{a},{b} {c},{d} {b},{a}"/>',
        '<text x="{a}" y="{b}" font-size="{size}" text-anchor="end">Wide WORDS {c}</text>',
        '<g stroke="#00f"><g stroke-width="9"><circle cx="{a}" cy="{b}" r="{c}"/></g></g>',
        '<g transform="rotate(30)"><rect x="{a}" y="{b}" width="40" height="9"/></g>',
    ]
)
NUMBERS = st.fixed_dictionaries(
    {name: st.integers(1, 300) for name in "abcd"} | {"size": st.integers(8, 40)}
)


@property_of("domain-letters-board-picture")
@given(st.lists(st.tuples(SHAPES, NUMBERS), min_size=1, max_size=4))
def test_nothing_that_an_element_draws_is_cut_off(shapes: list[tuple[str, dict[str, int]]]) -> None:
    body = "".join(shape.format(**numbers) for shape, numbers in shapes)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 0 340 300"><rect x="-20" width="340" '
        f'height="300" fill="#fff"/><text x="9" y="9">.</text>{body}</svg>'
    )
    difference = ImageChops.difference(drawn_together(svg, 340), board_picture.laid(svg, 340))
    assert sum(difference.convert("L").histogram()[60:]) < 0.0005 * 340 * 300, body


def test_a_drawing_whose_elements_refer_to_others_stays_whole() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>'
        '<linearGradient id="a"><stop stop-color="#f00"/></linearGradient></defs>'
        '<rect width="50" height="100" fill="url(#a)"/><text x="60" y="50">Red</text></svg>'
    )
    assert board_picture.laid(svg, 100).getpixel((25, 50)) == (255, 0, 0)
    assert len(taken_apart(svg, 100).elements) == 1


def test_it_is_as_wide_as_asked_and_small():
    png = board_picture.draw(board(), width=360)
    assert pixels(png).width == 360
    assert len(board_picture.draw(board())) <= board_picture.LARGEST


def test_a_part_is_cut_out_of_the_whole() -> None:
    svg = board(red={"at": "Oz"})
    whole, part = board_picture.laid(svg, 700), Box(300.0, 300.0, 700.0, 640.0)
    canvas, _ = taken_apart(svg, 700)
    shown = board_picture.laid(svg, 700, part)
    assert ImageChops.difference(whole.crop(canvas.pixels(part)), shown).getbbox() is None
    assert pixels(board_picture.draw(svg, part)).size == shown.size


def test_what_is_no_picture_is_refused():
    with pytest.raises(ValueError):
        board_picture.draw("<svg")
