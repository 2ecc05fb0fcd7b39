"""Words of several lines, which somebody asked for, as a letter lays them out: a board, a list, a
table, the parts of an answer. Pure.

Sentences are as wide as the letter's text; rows of a table or a picture, and orders, stand as they
are.
"""

from __future__ import annotations

import re
import string

from traders.domain.letters.plain_text_layout import WIDEST, WIDTH, verbatim, wrapped

NARROWEST_BOARD = 72
"""Columns that a game's board in words has at least before a sentence of it is wrapped."""
_CAPITALS = frozenset(string.ascii_uppercase)
_TABLE = re.compile(r"\S {2,}\S")
_ITEM = re.compile(r"[-*] |\d+\. |`")
"""The beginning of a line of its own."""
_BEGINS = re.compile(r" *(?:[-*] |\d+\. +)?")
"""What a sentence hangs below: its indent, the mark of an item."""


def laid_out(text: str) -> str:
    """Such words, `unwrapped`, for a letter's text: a sentence that has an indent, or is an item,
    goes on deeper.
    """
    return "\n".join(
        _in_width(line) if len(line) > WIDTH and not _stands(line) else verbatim(line)
        for line in text.split("\n")
    )


def _in_width(line: str) -> str:
    begins = _BEGINS.match(line)
    first = begins[0] if begins else ""
    if not first:
        return line  # a paragraph, which mail programs may join again
    deeper = len(first) + (0 if first.strip() else 2)
    return verbatim(wrapped(line[len(first) :], first, " " * deeper))


def _stands(line: str) -> bool:
    """Whether it is a row, or an order by itself: that has no capitals, no marks of one that is
    quoted, and no full stop.
    """
    order = line[:1] == " " and line == line.lower() and "`" not in line and line[-1:] not in ".:;,"
    return bool(_TABLE.search(line.strip())) or order


def unwrapped(board: str) -> str:
    """A board in words without the breaks at which its sentences were wrapped: HTML wraps them
    again, narrower. Rows of a table or a picture stay.
    """
    lines, above = list[str](), ""
    for line in board.split("\n"):
        if _goes_on(above, line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
        above = line
    return "\n".join(lines)


def _goes_on(above: str, line: str) -> bool:
    """Whether a sentence of a board goes on in this line because the one above was full."""
    words = line.split()
    if not words or not NARROWEST_BOARD <= len(above) + len(words[0]) < WIDEST + len(words[0]):
        return False
    deep, deeper = (len(one) - len(one.lstrip()) for one in (above, line))
    alike = 0 < deeper == deep  # perhaps the next of several
    return not (
        deeper < deep
        or above.endswith(":")
        or any(_TABLE.search(one.strip()) for one in (above, line))
        or _ITEM.match(line.strip())
        or (alike and not (above.endswith((",", ";", " then")) or words[0][0] not in _CAPITALS))
    )
