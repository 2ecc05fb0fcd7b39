"""CHANGELOG.md is short enough to be read, and its newest release stands at its head."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text("utf-8")
MOST_LINES = 60
READERS = ("For players", "For organizers", "For referees", "For operators")


def test_a_release_has_at_most_sixty_lines() -> None:
    for release in re.split(r"^(?=## )", TEXT, flags=re.MULTILINE)[1:]:
        assert len(release.splitlines()) <= MOST_LINES, release.splitlines()[0]


def test_each_release_is_sorted_by_reader() -> None:
    releases = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
    assert releases[0].startswith("0.2.0")
    for release in releases:
        readers = re.findall(r"^### (.+)", release, flags=re.MULTILINE)
        assert [one.removesuffix(" and contributors") for one in readers][:4] == list(READERS)
