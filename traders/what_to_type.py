"""What to type where the server says that something is wrong: the table of docs/operators.md, so
that it stands at once where it is said.
"""

from __future__ import annotations

import re
from functools import cache

from traders.places import HOUSE

HEADING = "## What it says, and what to type"
GAP = "…"
"""Stands for what differs from time to time."""
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
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
        if re.fullmatch(".+".join(map(re.escape, says.split(GAP))), sentence.rstrip("."), re.S):
            return _LINK.sub(r"\1", told).replace(r"\|", "|")
    return ""
