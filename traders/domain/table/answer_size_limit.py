"""The bound of what one letter is answered, wherever its lines come from: a letter, a page, a
program. Pure.

What is too long is cut, the longest first, and says where the rest stands: no question, however
often it is asked, makes a letter larger than `MOST_OCTETS`. So the bound holds for commands that
are not written yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from traders.domain.table.change_set import Line

MOST_OCTETS = 120_000
"""Octets, as `weight` counts them, of all answers to one letter."""
ABOVE = "This stands above already."
"""What the same question is answered for the second time."""
REST = "The rest is on the page."
"""The end of an answer that was cut."""
_ESCAPED = re.compile(r"[&<>\"'=]")
_OUTSIDE_ASCII = re.compile(r"[^\x00-\x7f]+")


def weight(text: str) -> int:
    """Octets of the text in a letter: in its plain text and in its HTML, where marks are escaped,
    both quoted-printable.
    """
    outside = _OUTSIDE_ASCII.findall(text)
    octets = sum(len(one.encode("utf-8", "replace")) for one in outside)
    whole = 2 * (len(text) - sum(map(len, outside))) + 6 * octets
    whole += 6 * len(_ESCAPED.findall(text)) + 6 * text.count("\n")
    return whole + whole // 20


def octets_of(lines: Sequence[Line]) -> int:
    """How large the lines with what became of them are in a letter."""
    return sum(weight(part) for line in lines for part in _parts(line))


def bounded(lines: Sequence[Line]) -> list[Line]:
    """The lines with what became of them, within the bound: an answer that was given above is not
    repeated, and the longest parts are cut.
    """
    told = _told_once(lines)
    parts = [weight(part[:MOST_OCTETS]) for line in told for part in _parts(line)]
    if sum(parts) <= MOST_OCTETS:
        return told
    most = _longest(parts)
    return [_cut_line(line, most) for line in told]


def cut(text: str, most: int, rest: str) -> str:
    """The text within so many octets, without its last lines, or its end where one line alone is
    too long; `rest` says so. A text that is within stays.
    """
    if len(text) <= most and weight(text) <= most:
        return text
    lines = text[:most].split("\n")
    low, high = 0, len(lines)
    while low < high:  # as many whole lines as there is room for
        middle = (low + high + 1) // 2
        within = weight("\n".join([*lines[:middle], rest])) <= most
        low, high = (middle, high) if within else (low, middle - 1)
    if low:
        return "\n".join([*lines[:low], rest]) if rest else "\n".join(lines[:low])
    room = max(0, most - weight(rest) - weight("… "))
    head = lines[0]
    while head and weight(head) > room:
        head = head[: min(len(head) - 1, len(head) * room // weight(head))]
    return f"{head.rstrip()}… {rest}".rstrip()


def _told_once(lines: Sequence[Line]) -> list[Line]:
    before: set[str] = set()
    found = []
    for line in lines:
        again = line.answer == "told" and line.words in before
        found.append(replace(line, words=ABOVE) if again else line)
        before.add(line.words)
    return found


def _parts(line: Line) -> tuple[str, ...]:
    return (line.text, line.words, *line.instead)


def _longest(weights: Iterable[int]) -> int:
    """The weight to which parts are cut, so that all are within the bound together: what short
    ones leave is the long ones' room.
    """
    left = MOST_OCTETS
    ordered = sorted(weights)
    for place, one in enumerate(ordered):
        share = left // (len(ordered) - place)
        if one > share:
            return share
        left -= one
    return MOST_OCTETS


def _cut_line(line: Line, most: int) -> Line:
    return replace(
        line,
        text=cut(line.text, most, ""),
        words=cut(line.words, most, REST),
        instead=tuple(cut(one, most, "") for one in line.instead),
    )
