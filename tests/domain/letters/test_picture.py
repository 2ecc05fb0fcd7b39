"""Boards as PNG: only what has changed is drawn anew, and the picture is the same as when all is
drawn together.
"""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from traders.domain.letters import picture
from traders.domain.letters.tiles import cut
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_named

ENGINE = engine_named("star-traders")


def board(**start) -> str:
    return ENGINE.board_svg(ENGINE.view(ENGINE.position(("red", "blue"), {}, start), None))


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_what_has_not_changed_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    picture._kept.cache_clear()
    drawn: list[str] = []
    really = picture._drawn
    monkeypatch.setattr(picture, "_drawn", lambda svg: drawn.append(svg) or really(svg))
    first = picture.draw(board(red={"at": "Oz"}))
    assert len(drawn) == 1
    assert first != picture.draw(board(red={"at": "Mink"}))
    assert 2 <= len(drawn) - 1 <= picture.APART
    assert picture.draw(board(red={"at": "Oz"})) == first
    assert len(drawn) - 1 <= picture.APART


@pytest.mark.parametrize("system", sorted(ENGINES))
def test_it_looks_as_if_drawn_together(system: str) -> None:
    engine = engine_named(system)
    seats = ("red", "blue", "green")
    svg = engine.board_svg(engine.view(engine.setup(seats, {}), "red"))
    picture._kept.cache_clear()
    together = pixels(picture.draw(svg))
    picture._kept.cache_clear()
    apart = Image.new("RGB", together.size)
    for tile in cut(svg, picture.WIDTH).tiles:
        apart.paste(picture._drawn(tile.svg), tile.place[:2])
    difference = ImageChops.difference(together, apart).convert("L").histogram()
    assert sum(difference[40:]) < 0.001 * sum(difference)


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


@settings(max_examples=40)
@given(st.lists(st.tuples(SHAPES, NUMBERS), min_size=1, max_size=4))
def test_a_tile_holds_all_that_can_touch_it(shapes: list[tuple[str, dict[str, int]]]) -> None:
    body = "".join(shape.format(**numbers) for shape, numbers in shapes)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 0 340 300">{body}</svg>'
    drawing = cut(svg, 340)
    whole = picture._drawn(drawing.whole.svg)
    for tile in drawing.tiles:
        box = (*tile.place[:2], min(340, tile.place[2]), min(300, tile.place[3]))
        mine = picture._drawn(tile.svg).crop((0, 0, box[2] - box[0], box[3] - box[1]))
        difference = ImageChops.difference(whole.crop(box), mine).convert("L").histogram()
        assert sum(difference[60:]) < 0.01 * sum(difference), body


def test_it_is_as_wide_as_asked_and_small():
    png = picture.draw(board(), width=360)
    assert pixels(png).width == 360
    assert len(picture.draw(board())) < 120_000


def test_what_is_no_picture_is_refused():
    with pytest.raises(ValueError):
        picture.draw("<svg")
