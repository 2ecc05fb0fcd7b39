"""The purse for waiting (PR-INTERVAL-09): hours for which play waits on a seat in others' turns
come out of it.
"""

from __future__ import annotations

from datetime import timedelta

from traders.domain.calendar.playing_hours import NOTHING, seconds
from traders.domain.deadlines.game_clocks import Clocks
from traders.domain.people import seating
from traders.models import Deadline

FREE = timedelta(hours=4)
"""Of each interval the first hours cost nothing."""


def charge(clocks: Clocks, row: Deadline) -> None:
    """An interval is over: each seat pays, in playing hours, for the time until it answered, the
    first four hours left out.

    Hours in which the interval did not run for the seat (a freeze, a notice that bounced) cost
    nothing, nor does a seat that nobody holds pay (PR-SEAT-01).
    """
    terms = clocks.terms(row)
    if clocks.now - terms.opened <= FREE:
        return
    hours = clocks.hours_for(row)
    for colour in terms.clocks:
        seat = clocks.seats.get(colour)
        if seat is None or colour in terms.on_turn or not seat.purse or seating.is_vacant(seat):
            continue
        ran = seconds(terms.whole_time - terms.remaining(colour, clocks.now, hours))
        cost = timedelta(seconds=terms.used.get(colour, ran)) - FREE
        if cost > NOTHING:
            seat.purse = max(0, seat.purse - round(cost.total_seconds()))
            clocks.changed_seats.add(colour)
