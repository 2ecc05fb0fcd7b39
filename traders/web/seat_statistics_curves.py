"""Curves of a game: each of its counts over the turns, drawn so that colour is not needed (dashes,
and a name at each end), with the same numbers as a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from traders.domain.history.played_turns import PlayedTurn
from traders.engines.kernel.words import capital, listed

WIDE, HIGH = 480.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 84.0, 14.0, 28.0
"""Margins of the picture, in its units; at the right stand the names."""
APART = 17.0
"""The least between the names of two curves."""
DASHES = ("none", "10 5", "3 4", "14 4 3 4", "6 3", "2 6", "18 4", "8 3 2 3")
"""By the seat's place at the table."""
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000)


@dataclass(frozen=True)
class Curves:
    """One count of all seats over the turns."""

    name: str
    seats: tuple[str, ...]
    rows: tuple[tuple[int, tuple[int | None, ...]], ...]
    """Turn, and the count of each seat at its end where it is known."""

    @property
    def words(self) -> str:
        """The picture in a sentence, for those who hear it."""
        ends = [
            f"{seat.capitalize()} from {known[0]} to {known[-1]}"
            for n, seat in enumerate(self.seats)
            if (known := [row[n] for _, row in self.rows if row[n] is not None])
        ]
        return f"{capital(self.name)} over {self.rows[-1][0]} turns: {listed(ends)}."

    @property
    def svg(self) -> SafeString:
        """The picture; its colours are the page's, by classes."""
        parts = [*self._grid(), *self._lines(), *self._names()]
        return mark_safe(  # noqa: S308 - names are escaped
            f'<svg class="curves" viewBox="0 0 {WIDE:.0f} {HIGH:.0f}" role="img" '
            f'aria-label="{escape(self.words)}">{"".join(parts)}</svg>'
        )

    @property
    def _top(self) -> tuple[int, int]:
        """The distance of the lines of the grid, and the highest of them."""
        most = max((value for _, row in self.rows for value in row if value is not None), default=1)
        step = next((step for step in STEPS if step * 5 >= most), STEPS[-1])
        return step, max(step, -(-most // step) * step)

    def _x(self, turn: int) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * turn / max(1, self.rows[-1][0])

    def _y(self, value: float) -> float:
        return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * max(0.0, value) / self._top[1]

    def _grid(self) -> Iterator[str]:
        step, top = self._top
        for value in range(0, top + 1, step):
            y = self._y(value)
            yield (
                f'<path class="rule" d="M{LEFT} {y:.1f}H{WIDE - RIGHT}"/>'
                f'<text x="{LEFT - 6}" y="{y + 5:.1f}" text-anchor="end">{value}</text>'
            )
        last = self.rows[-1][0]
        across = next((step for step in STEPS if step * 6 >= last), STEPS[-1])
        for turn in range(0, last + 1, across):
            yield f'<text x="{self._x(turn):.1f}" y="{HIGH - 8}" text-anchor="middle">{turn}</text>'
        yield f'<text x="{WIDE - RIGHT + 20}" y="{HIGH - 8}">turn</text>'

    def _lines(self) -> Iterator[str]:
        for n, seat in enumerate(self.seats):
            points = [(turn, row[n]) for turn, row in self.rows]
            known = [(self._x(turn), self._y(value)) for turn, value in points if value is not None]
            way = "L".join(f"{x:.1f} {y:.1f}" for x, y in known)
            dash = f'd="M{way}" stroke-dasharray="{DASHES[n % len(DASHES)]}"'
            yield (
                f'<g class="curve seat-{escape(seat)}"><path class="under" {dash}/>'
                f"<path {dash}/></g>"
            )

    def _names(self) -> Iterator[str]:
        """Each seat's name at the end of its curve, moved down where another stands."""
        last = self.rows[-1][1]
        ends = sorted((-(last[n] or 0), n) for n in range(len(self.seats)) if last[n] is not None)
        lowest, placed = TOP - APART, []
        for value, n in ends:
            lowest = max(self._y(-value) + 5, lowest + APART)
            placed.append((lowest, n))
        over = max(0.0, lowest - (HIGH - BOTTOM + 5))
        for room, (y, n) in zip(range(len(placed), 0, -1), placed, strict=True):
            up = min(y, HIGH - BOTTOM + 5 - (room - 1) * APART) if over else y
            seat = self.seats[n]
            yield (
                f'<text class="name" x="{WIDE - RIGHT + 8}" y="{up:.1f}">'
                f"{escape(seat.capitalize())} {last[n]}</text>"
            )


def curves(turns: Sequence[PlayedTurn], seats: Mapping[str, object]) -> list[Curves]:
    """The curves of a game, in its engine's order; none before two turns are over, and of no count
    that is known only at the end.
    """
    if len(turns) < 3:
        return []
    found = []
    for name in turns[-1].figures:
        known = [turn for turn in turns if turn.figures.get(name)]
        rows = [
            (turn.number, tuple(turn.figures[name].get(seat) for seat in seats)) for turn in known
        ]
        if len(rows) > 2:
            found.append(Curves(name, tuple(seats), tuple(rows)))
    return found
