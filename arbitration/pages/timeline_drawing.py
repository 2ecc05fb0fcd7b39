"""The time line of a case as SVG, to scale and in the reader's zone: a lane for each weight of
evidence, the moment shaded, each item a link to its row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from xml.sax.saxutils import escape, quoteattr

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from arbitration.evidence.evidence_types import DisputedMoment, EvidenceItem, Weight

WIDTH, LEFT, RIGHT, TOP, LANE = 1000, 130, 24, 40, 46
"""Sizes in units of the picture."""
NEAR, ROWS = 11, 3
"""The distance below which items are drawn one below the other, in so many rows; then beside."""
LANES = {
    Weight.HISTORY: "history",
    Weight.SERVER: "the server",
    Weight.STAMP: "transfer stamps",
    Weight.DATE: "letters' dates",
    Weight.WORD: "players' words",
}
STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200)
"""Minutes between two marks of the scale."""


def time_line(items: Sequence[EvidenceItem], at: DisputedMoment | None) -> SafeString:
    """The time line as SVG, without script or style of its own; empty without items."""
    if not items:
        return SafeString("")
    begin, end = (timezone.localtime(moment) for moment in _span(items, at))

    def x(when: datetime) -> float:
        return round(LEFT + (when - begin) / (end - begin) * (WIDTH - LEFT - RIGHT), 1)

    height = TOP + LANE * len(LANES) + 8
    drawn = [
        f'<svg class="time-line" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} '
        f'{height}" role="group" '
        f'aria-label="Time line from {_clock(begin)} to {_clock(end)}">'
    ]
    if at is not None:
        shut = at.passed or end
        title = escape(
            f"{at.kind} '{at.name}': {_clock(at.begun)} to "
            f"{_clock(at.passed) if at.passed else 'now'}"
        )
        wide = max(2.0, x(shut) - x(at.begun))
        drawn.append(
            f'<rect class="moment" x="{x(at.begun)}" y="{TOP - 8}" width="{wide}" '
            f'height="{LANE * len(LANES) + 8}">'
        )
        drawn.append(f"<title>{title}</title></rect>")
    drawn += _scale(begin, end, x, height)
    for lane, (weight, name) in enumerate(LANES.items()):
        y = TOP + lane * LANE
        drawn.append(f'<text class="lane" x="4" y="{y + 18}">{int(weight)} {escape(name)}</text>')
        drawn.append(
            f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y + 38}" y2="{y + 38}"/>'
        )
        drawn += _items(items, weight, y, x)
    drawn.append("</svg>")
    return mark_safe("".join(drawn))  # noqa: S308 - every word in it is escaped above


def _items(
    items: Sequence[EvidenceItem], weight: Weight, y: int, x: Callable[[datetime], float]
) -> list[str]:
    rows: list[list[tuple[float, int, str, str]]] = [[] for _ in range(ROWS)]
    free = [0.0] * ROWS  # from where on each row has room
    for number, item in enumerate(items, 1):
        if item.weight != weight:
            continue
        places = [max(x(item.at), one) for one in free]
        place = min(places)
        deep = places.index(place)
        free[deep] = place + NEAR
        label = quoteattr(f"{number}. {_clock(item.at)}: {item.text}"[:200])
        title = escape(f"{_clock(item.at)} · {item.text}"[:300])
        rows[deep].append((place, number, label, title))
    found = dict[int, str]()
    for deep, row in enumerate(rows):
        room = WIDTH - NEAR / 2  # what would run past the edge stands before it
        for place, number, label, title in reversed(row):
            room = min(place, room)
            found[number] = (
                f'<a href="#item-{number}" aria-label={label}><circle class="weight-{int(weight)}" '
                f'cx="{room}" cy="{y + 8 + deep * 11}" r="5">'
                f"<title>{title}</title></circle></a>"
            )
            room -= NEAR
    return [found[number] for number in sorted(found)]


def _scale(
    begin: datetime, end: datetime, x: Callable[[datetime], float], height: int
) -> Iterator[str]:
    minutes = (end - begin).total_seconds() / 60
    step = next((step for step in STEPS if minutes / step <= 9), STEPS[-1])
    first = begin.replace(hour=0, minute=0, second=0, microsecond=0)
    mark = first + timedelta(
        minutes=step * (int((begin - first).total_seconds() // 60 // step) + 1)
    )
    while mark <= end:
        name = f"{mark:%-d %b}" if mark.hour == mark.minute == 0 else f"{mark:%H:%M}"
        yield (
            f'<line class="mark" x1="{x(mark)}" x2="{x(mark)}" y1="{TOP - 14}" y2="{height - 8}"/>'
            f'<text class="hour" x="{x(mark)}" y="{TOP - 20}">{name}</text>'
        )
        mark += timedelta(minutes=step)


def _span(items: Sequence[EvidenceItem], at: DisputedMoment | None) -> tuple[datetime, datetime]:
    times = [item.at for item in items] + (
        [at.begun, *([at.passed] if at.passed else [])] if at else []
    )
    begin, end = min(times), max(times)
    margin = max((end - begin) / 40, timedelta(seconds=30))
    return begin - margin, end + margin


def _clock(at: datetime) -> str:
    return f"{timezone.localtime(at):%-d %b %H:%M:%S}"
