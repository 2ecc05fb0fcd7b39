"""The prose below the last order of a letter: a footer, or a few words that no order follows; and
what of a long letter counts as orders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from traders.domain.play.commands.interpreter import MOST_LINES
from traders.domain.play.manners.courtesy_and_doubt_detection import (
    casts_doubt,
    hangs_on,
    is_notice,
)
from traders.domain.post.incoming.order_recognition import ORDERS, Reading, Recognition

MOST_SLIP = 6
"""Words of a line right below an order that may be an order that nobody can read."""
_NAMES_A_PAGE = re.compile(r"://|\bwww\.|@", re.IGNORECASE)


def without_footer(lines: list[str], reads: Recognition) -> tuple[list[str], list[str]]:
    """The lines down to the last that may be an order, and the prose below it. A few words right
    below an order stay: they may be a slip, which is answered better.
    """
    end = len(lines)
    for n in reversed([n for n, line in enumerate(lines) if not line]):
        if any(_is_clear(line, reads) for line in lines[n + 1 : end]):
            break
        end = n
    last = next((n for n in range(end - 1, -1, -1) if may_be_order(lines[n], reads)), None)
    if last is None:
        return lines, []
    right_below = [line for line in lines[last + 1 :] if line]
    if lines[last + 1 : last + 2] == right_below and _may_be_a_slip(*right_below):
        return lines, []
    if right_below and lines[last + 1] and hangs_on(lines[last + 1]):
        last += 1  # it may take the order back: that is asked, and nothing is done
        right_below = right_below[1:]
    return lines[: last + 1], [line for line in right_below if not line.startswith("#")]


def doubts(body: list[str], after: Sequence[str], orders: Sequence[str]) -> list[str]:
    """The sender's own lines below the orders that may keep them from being done."""
    theirs, beside = _notices(body), "\n".join(orders)
    return [line for line in after if line not in theirs and casts_doubt(line, beside)]


def _notices(lines: list[str]) -> set[str]:
    """The lines of those paragraphs that stand below many letters."""
    found, paragraph = set[str](), list[str]()
    for line in (*lines, ""):
        if line:
            paragraph.append(line)
        else:
            found.update(paragraph if is_notice(" ".join(paragraph)) else ())
            paragraph = []
    return found


def _is_clear(line: str, reads: Recognition) -> bool:
    """Whether a line of its own block may be meant as an order: notices hold words of orders."""
    reading = reads(line) if line else Reading.PROSE
    return reading in ORDERS or (reading is Reading.NEARLY and len(line.split()) <= MOST_SLIP)


def _may_be_a_slip(line: str = "") -> bool:
    return len(line.split()) <= MOST_SLIP and not _NAMES_A_PAGE.search(line)


def within_limit(lines: list[str], reads: Recognition) -> list[str]:
    """The lines, where they are many without most of the prose among them: a letter is full of
    orders, not of lines, and nothing below the first line of prose is carried out.
    """
    if sum(bool(line) and not line.startswith("#") for line in lines) <= MOST_LINES:
        return lines
    prose = next((n for n, line in enumerate(lines) if line and not may_be_order(line, reads)), -1)
    return [line for n, line in enumerate(lines) if n == prose or may_be_order(line, reads)]


def may_be_order(line: str, reads: Recognition) -> bool:
    return bool(line) and not line.startswith("#") and reads(line) is not Reading.PROSE
