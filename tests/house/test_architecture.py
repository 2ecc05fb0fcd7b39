"""The picture and the walks of docs/architecture.md are those of the code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tools.management.commands.architecture import draw, rows, summary_of

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
    assert (TREE / "docs" / "pictures" / "architecture.svg").read_text("utf-8") == draw(TREE)


@pytest.mark.parametrize("package", [package for row in rows(TREE) for package in row.packages])
def test_each_room_says_what_it_is(package: str):
    assert len(summary_of(TREE, package)) > 10


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w/]+(?:\.py|/))`", PAGE))))
def test_each_room_of_the_walks_is_there(name: str):
    assert any((TREE / room / name).exists() for room in (*ROOMS, *ROOMS_OF_THE_COURT))


ABOVE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
PAGES = [*sorted((TREE / "docs").rglob("*.md")), *(TREE / name for name in ABOVE)]


@cache
def files() -> list[str]:
    """All files of the tree, from its top."""
    rooms = [room for room in TREE.iterdir() if room.is_dir() and room.name[0] != "."]
    within = [file for room in rooms for file in room.rglob("*.*")]
    return [f"/{file.relative_to(TREE)}" for file in (*TREE.iterdir(), *within)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_file_that_the_documentation_names_is_there(page: Path):
    named = re.findall(r"`([\w./-]*\w\.(?:py|toml|html|svg))`", page.read_text("utf-8"))
    assert not [one for one in named if not any(file.endswith(f"/{one}") for file in files())]
