"""The clocks of seats that nobody holds, and of those who step into one: the substitution time, and
the time that a substitute has (PR-SEAT-01, PR-SEAT-02).
"""

from __future__ import annotations

from datetime import datetime

from traders.domain.calendar.playing_hours import seconds
from traders.domain.deadlines import turn_clock
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState
from traders.domain.deadlines.seat_clock import SeatClock
from traders.domain.people import seating
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Over
from traders.models import OF_PLAY, DeadlineKind, Game


def offer(clocks: Clocks, colour: str) -> None:
    """The seat is offered to a substitute for the substitution time."""
    length = seconds(clocks.settings.substitution_time)
    clocks.open(
        DeadlineKind.SEAT,
        colour,
        colour,
        DeadlineState(opened=clocks.now, clocks={"": SeatClock(length, clocks.now)}, whole=length),
    )


def is_offered(clocks: Clocks, colour: str) -> bool:
    """Whether the seat is offered to a substitute because it ran out of time (PR-TURN-04), though
    nobody has left it.
    """
    return any(
        row.seat == colour and clocks.terms(row).step == turn_clock.SUBSTITUTE
        for row in clocks.of_kind(DeadlineKind.TURN)
    )


def wait_for_substitutes(clocks: Clocks, table: Table) -> None:
    """A seat that nobody holds, however that came, waits for a substitute for the substitution time
    (PR-SEAT-02, PR-SEAT-13); one that is taken waits no more.
    """
    playing = table.engine.seats_in_order(table.state)
    for colour, seat in clocks.seats.items():
        row = clocks.find(DeadlineKind.SEAT, colour)
        wanted = (
            seating.is_vacant(seat)
            and colour in playing
            and table.state is not None
            and not isinstance(table.pending(), Over)
        )
        if wanted and row is None:
            offer(clocks, colour)
        elif row is not None and not wanted and not is_offered(clocks, colour):
            clocks.finish(row)
            seat.offered = None
            clocks.changed_seats.add(colour)


def taken(game: Game, colour: str, now: datetime) -> None:
    """A substitute has sat down, and has at least the whole time of a turn or an interval that is
    under way, whether the seat had answered or not, so that nobody learns that from it (PR-SEAT-01,
    PR-INTERVAL-05). Who takes back the own seat has what was left, and this is not called.
    """
    clocks = Clocks(game, now)
    row = clocks.find(DeadlineKind.SEAT, colour)
    if row is not None:
        clocks.finish(row)
    for row in clocks.rows:
        terms = clocks.terms(row)
        if row.kind in OF_PLAY and colour in terms.clocks:
            if clocks.of_turns(row):
                turn_clock.whole_for_substitute(clocks, row, colour)
            else:
                own, hours = terms.clocks[colour], clocks.hours_for(row)
                whole = seconds(clocks.settings.interval_time)
                own.left = max(whole, seconds(terms.remaining(colour, now, hours)))
                own.since = now if own.since else None
                clocks.touch(row)
            terms.held_up.pop(colour, None)
            terms.knew = [seat for seat in terms.knew if seat != colour]
    clocks.save()
