"""The picture and the walks of docs/architecture.md are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from traders.management.commands.architecture import drawn, rows, words_of

TREE = Path(__file__).resolve().parents[2]
PAGE = (TREE / "docs" / "architecture.md").read_text("utf-8")
ROOMS = (
    "",
    "traders",
    "traders/domain",
    "traders/domain/post/incoming",
    "traders/domain/table",
    "traders/domain/play",
    "arbitration",
)
ROOMS_OF_THE_COURT = tuple(f"arbitration/{name}" for name in ("claims", "remedies"))


def test_the_picture_is_drawn_from_the_code_as_it_is():
    assert (TREE / "docs" / "pictures" / "architecture.svg").read_text("utf-8") == drawn(TREE)


@pytest.mark.parametrize("package", [package for row in rows(TREE) for package in row.packages])
def test_each_room_says_what_it_is(package: str):
    assert len(words_of(TREE, package)) > 10


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w/]+(?:\.py|/))`", PAGE))))
def test_each_room_of_the_walks_is_there(name: str):
    assert any((TREE / room / name).exists() for room in (*ROOMS, *ROOMS_OF_THE_COURT))
