"""Figures of all seats side by side, for a letter of at most 44 columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from traders.engines.kernel.contract.contract import View
from traders.engines.kernel.words import named


def columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of figures under their heads; the first column is on the left, the others on the
    right.
    """
    lines = [("", *head), *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])],
        ).rstrip()
        for row in lines
    ]


def seat_name(view: View, seat: str) -> str:
    """A row's name: `Red (you)`, `Blue`."""
    return named(seat) + (" (you)" if seat == view["seat"] else "")
