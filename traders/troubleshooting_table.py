"""What to type where the server says that something is wrong: the table of docs/operators.md, so
that it stands at once where it is said.
"""

from __future__ import annotations

import re
from functools import cache

from traders.installation_paths import HOUSE

HEADING = "## What it says, and what to type"
GAP = "…"
"""Stands for what differs from time to time."""
_LINK = re.compile(r"\[([^][]+)\]\([^()]+\)")
_CELL = re.compile(r"(?<!\\)\|")


@cache
def rows() -> dict[str, str]:
    """What it says → what to type, as they stand in the table; nothing where there is no page."""
    path = HOUSE / "docs/operators.md"
    page = path.read_text("utf-8") if path.exists() else ""
    part = page.partition(HEADING)[2].partition("\n## ")[0]
    found = {}
    for line in part.splitlines():
        cells = [cell.strip() for cell in _CELL.split(line.strip("| "))]
        if line.startswith("| ") and len(cells) == 2 and cells[0] not in ("it says", "---"):
            found[cells[0]] = cells[1]
    return found


def of(sentence: str) -> str:
    """What to type where this is said, in plain words; "" where no row has it."""
    for says, told in rows().items():
        if _fits(sentence.rstrip("."), says.split(GAP)):
            return _LINK.sub(r"\1", told).replace(r"\|", "|")
    return ""


def _fits(sentence: str, parts: list[str]) -> bool:
    """Whether a sentence consists of these parts, with something for each gap between them."""
    first, *more = parts
    if not more:
        return sentence == first
    if not (sentence.startswith(first) and sentence.endswith(more[-1])):
        return False
    between, place = sentence[: len(sentence) - len(more[-1])], len(first)
    for part in more[:-1]:
        place = between.find(part, place + 1) + len(part)
        if place < len(part):
            return False
    return place < len(between)
