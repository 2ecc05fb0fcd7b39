"""The operators' pages, block by block."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent.parent.parent
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
_FILE = re.compile(r"# (/\S+)\n")


@dataclass(frozen=True)
class Block:
    """A fenced block: `sh`, a file that begins with its own name, or records of the DNS."""

    kind: str
    text: str
    page: str
    line: int

    @property
    def path(self) -> str:
        """Of which file it is the text; "" for none."""
        found = _FILE.match(self.text)
        return found[1] if found else ""

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: str) -> list[Block]:
    """All blocks of a page below `docs/`."""
    text = (TREE / "docs" / page).read_text("utf-8")
    return [
        Block(found[1], found[2], page, text.count("\n", 0, found.start()) + 1)
        for found in _BLOCK.finditer(text)
    ]


def in_order() -> list[Block]:
    """All blocks as an operator comes to them: the set-up, the mail, and what comes later."""
    page = (TREE / "docs/operators.md").read_text("utf-8")
    later = page[: page.index("\n## Settings")].count("\n")
    found = blocks("operators.md")
    return (
        [one for one in found if one.line < later]
        + blocks("operators-mail.md")
        + [one for one in found if one.line > later]
    )
