"""Deadlines changed from outside of play: times of a claim, time given, freezes, playing hours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from traders.domain.calendar import clock
from traders.domain.deadlines import turn_clock
from traders.domain.deadlines.clock_state import DeadlineState
from traders.domain.deadlines.deadlines import shown
from traders.domain.deadlines.open_deadlines import Clocks
from traders.engines.kernel.contract import Pending
from traders.models import RUN_ON, DeadlineKind, Game


def for_the_court(game: Game, key: str, due: datetime, now: datetime) -> None:
    """Something of a claim falls due (PR-RULING-03), by the claim's key; what the key meant before
    is over. It runs on through freezes.
    """
    _runs_on(game, DeadlineKind.COURT, key, due, now)


def _runs_on(game: Game, kind: DeadlineKind, key: str, due: datetime, now: datetime) -> None:
    clocks = Clocks(game, now)
    before = clocks.find(kind, key)
    if before is not None:
        clocks.finish(before)
        clocks.save()
    clocks.open(kind, key, "", DeadlineState(opened=now)).due = due
    clocks.save()


def court_is_done(game: Game, keys: Collection[str], now: datetime) -> None:
    """The claim waits for these no more."""
    clocks = Clocks(game, now)
    for row in clocks.of_kind(DeadlineKind.COURT):
        if row.key in keys:
            clocks.finish(row)
    clocks.save()


PAUSE = "pause"
"""The key of the one pause that a game has."""


def pause_until(game: Game, due: datetime, now: datetime) -> None:
    """The organizer's pause lasts until then; what it lasted before does not count."""
    _runs_on(game, DeadlineKind.PAUSE, PAUSE, due, now)


def paused_until(game: Game) -> datetime | None:
    """Until when the organizer's pause lasts; None where there is none."""
    rows = game.deadlines.filter(kind=DeadlineKind.PAUSE, done_at=None)
    return rows.values_list("due", flat=True).first()


def end_pause(game: Game, now: datetime) -> None:
    """The organizer's pause is over; clocks are another's matter."""
    clocks = Clocks(game, now)
    for row in clocks.of_kind(DeadlineKind.PAUSE):
        clocks.finish(row)
    clocks.save()


EVERYBODY = ""
"""In place of a seat: all for whom a clock of play is open."""


def grant(
    game: Game, times: Sequence[tuple[str, timedelta]], pending: Pending, now: datetime
) -> datetime | None:
    """Give seats more time on the clocks as they run now; when what play waits for falls due then,
    as players are told.
    """
    for seat, time in times:
        if seat == EVERYBODY:
            _give_all(game, time, now)
        else:
            give(game, seat, time, now)
    return shown(game, pending, now)


def give(game: Game, seat: str, time: timedelta, now: datetime | None = None) -> None:
    """More time for a seat (PR-REMEDY-06): for the interval or choice that waits for it, else for
    its turn, else into its time in hand.
    """
    clocks = Clocks(game, now or clock.now())
    asked = [
        row
        for row in clocks.rows
        if row.kind in (DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
        and seat in clocks.terms(row).clocks
    ]
    turns = [row for row in clocks.of_kind(DeadlineKind.TURN) if row.seat == seat]
    for row in asked[-1:]:
        clocks.terms(row).more(time)
        clocks.touch(row)
    if not asked:
        for row in turns:
            turn_clock.add(clocks, row, time)
    if not asked and not turns and seat in clocks.seats:
        clocks.seats[seat].bank += round(time.total_seconds())
        clocks.changed_seats.add(seat)
    clocks.save()


def _give_all(game: Game, time: timedelta, now: datetime) -> None:
    """More time on every open turn, interval and choice, once each."""
    clocks = Clocks(game, now)
    for row in clocks.of_kind(DeadlineKind.TURN):
        turn_clock.add(clocks, row, time)
    for row in clocks.rows:
        if row.kind in (DeadlineKind.INTERVAL, DeadlineKind.CHOICE):
            clocks.terms(row).more(time)
            clocks.touch(row)
    clocks.save()


def whole_from(game: Game, seat: str, key: int, since: datetime, now: datetime) -> None:
    """The seat has the whole interval time from `since` in the open interval or choice, if its
    deadline is not that late already.
    """
    clocks = Clocks(game, now)
    for row in clocks.rows:
        terms = clocks.terms(row)
        if (
            row.kind in (DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
            and row.key == str(key)
            and seat in terms.clocks
        ):
            hours, seat_clock = clocks.hours_for(row)(seat), terms.clocks[seat]
            wanted = hours.add(since, clocks.settings.interval_time)
            if seat_clock.since and (seat_clock.due(hours) or since) < wanted:
                seat_clock.moved(wanted, hours)
                clocks.touch(row)
    clocks.save()


def freeze(game: Game, now: datetime) -> None:
    """All clocks of the game's play stand still from now on (PR-CLAIM-03). Twice is once."""
    clocks = Clocks(game, now)
    for row in clocks.rows:
        terms = clocks.terms(row)
        if terms.frozen is None and row.kind not in (
            DeadlineKind.REMINDER,
            DeadlineKind.SEAT,
            *RUN_ON,
        ):
            terms.frozen = [seat for seat, own in terms.clocks.items() if own.since]
            terms.stop(now, clocks.hours_for(row))
            clocks.touch(row)
    clocks.save()


def thaw(game: Game, now: datetime) -> None:
    """The clocks that a freeze stopped run on, each with what it had left (PR-CLAIM-03)."""
    clocks = Clocks(game, now)
    for row in clocks.rows:
        terms = clocks.terms(row)
        for seat in terms.frozen or ():
            terms.clocks[seat].go(now)
        if terms.frozen is not None:
            terms.frozen = None
            clocks.touch(row)
    clocks.save()


def reckon_anew(game: Game, now: datetime) -> None:
    """Work every due time out again: a seat's playing hours have changed (PR-TURN-06)."""
    clocks = Clocks(game, now)
    for row in clocks.rows:
        clocks.touch(row)
    clocks.save()
