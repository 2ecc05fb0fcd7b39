"""Boards as PNG: the fixed part is drawn once, and the picture is the same as when all is drawn
together.
"""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from traders.domain.letters import picture
from traders.engines.registry import engine as engine_named

ENGINE = engine_named("star-traders")


def board(**start) -> str:
    return ENGINE.board_svg(ENGINE.view(ENGINE.position(("red", "blue"), {}, start), None))


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_the_fixed_part_is_drawn_once_for_all_positions():
    picture._ground.cache_clear()
    first = picture.draw(board(red={"at": "Oz"}))
    other = picture.draw(board(red={"at": "Mink"}))
    assert first != other
    assert picture._ground.cache_info().misses == 1
    assert picture._ground.cache_info().hits == 1


def test_it_looks_as_if_drawn_together():
    svg = board(red={"at": "Oz"}, contracts=["Fur to Frygia"])
    together = picture.draw(svg.replace("<!--fixed-->", "").replace("<!--/fixed-->", ""))
    apart = picture.draw(svg)
    difference = ImageChops.difference(pixels(together), pixels(apart)).convert("L")
    histogram = difference.histogram()
    assert sum(histogram[40:]) < 0.001 * sum(histogram)


def test_it_is_as_wide_as_asked_and_small():
    png = picture.draw(board(), width=360)
    assert pixels(png).width == 360
    assert len(picture.draw(board())) < 120_000


def test_what_is_no_picture_is_refused():
    with pytest.raises(ValueError):
        picture.draw("<svg")
