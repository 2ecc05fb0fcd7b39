"""Passes that the server makes for seats that a window does not ask (PR-INTERVAL-10): each has its
hour, drawn when the window opens and kept unseen, and a clock that stands still where that of a
player's answer would.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from traders.domain.calendar.playing_hours import seconds
from traders.domain.deadlines import answer_time_model
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState
from traders.domain.deadlines.seat_clock import SeatClock
from traders.models import Deadline, DeadlineKind


def keep(
    clocks: Clocks,
    main: Deadline,
    terms: DeadlineState,
    unasked: Collection[str],
    waiting: Collection[str],
) -> None:
    """Draw an hour for each seat that is newly not asked; what is drawn for who is asked, or has
    passed, counts no more. `main`: the window's own row; `waiting`: for whom play waits.
    """
    for row in _rows(clocks, main.key):
        if row.seat not in unasked or row.seat not in waiting:
            clocks.finish(row)
        elif not clocks.game.frozen:
            # it stood still while an interval inside the window was open (PR-INTERVAL-08)
            _run_on(clocks, row)
    if set(unasked) == set(terms.unasked):
        return
    ends = terms.plain_due(clocks.hours_for(main))
    drawn, terms.unasked = terms.unasked, {}
    for colour in sorted(unasked, key=lambda one: clocks.seats[one].place):
        if colour in drawn or colour not in waiting:
            terms.unasked[colour] = drawn.get(colour, terms.opened)
        else:
            terms.unasked[colour] = _draw(clocks, main, terms, colour, ends)
    clocks.touch(main)


def over(clocks: Clocks, key: str) -> None:
    """The window is over, and the hours drawn in it."""
    for row in _rows(clocks, key):
        clocks.finish(row)


def stop(clocks: Clocks, key: str) -> None:
    """The window stands still while one inside it is open (PR-INTERVAL-08)."""
    for row in _rows(clocks, key):
        if clocks.terms(row).stop(clocks.now, clocks.hours_for(row)):
            clocks.touch(row)


def _rows(clocks: Clocks, key: str) -> list[Deadline]:
    return [row for row in clocks.rows if row.kind == DeadlineKind.PASS and row.key == key]


def _run_on(clocks: Clocks, row: Deadline) -> None:
    own = clocks.terms(row).clocks[row.seat]
    if own.since is None:
        own.go(clocks.now)
        clocks.touch(row)


def _draw(
    clocks: Clocks, main: Deadline, terms: DeadlineState, colour: str, ends: datetime | None
) -> datetime | None:
    """Draw the seat's hour, and keep a row for it; None where it passes at the deadline, as a
    player who says nothing.
    """
    seat, hours = clocks.seats[colour], clocks.hours_for(main)(colour)
    at = answer_time_model.hour(
        clocks.game,
        seat,
        clocks.now,
        hours,
        moment=f"{clocks.game.number}:{main.key}:{terms.round}:{colour}",
        own=colour in terms.on_turn,
    )
    if at is None or (ends is not None and at >= ends):
        return None
    frozen = clocks.game.frozen
    left = seconds(hours.between(clocks.now, at))
    clocks.open(
        DeadlineKind.PASS,
        main.key,
        colour,
        DeadlineState(
            opened=terms.opened,
            clocks={colour: SeatClock(left, None if frozen else clocks.now)},
            round=terms.round,
            frozen=[colour] if frozen else None,
        ),
    )
    return at
