"""Deadlines changed from outside of play: times of a claim, time given, freezes, playing hours."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from traders.domain.calendar import clock
from traders.domain.calendar.playing_hours import NOTHING
from traders.domain.deadlines import heartbeat_and_outages, turn_clock
from traders.domain.deadlines.deadlines import ends_of_seats, shown
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState
from traders.domain.deadlines.seat_clock import hours_of
from traders.domain.settings.game_settings import GameSettings
from traders.domain.table.change_set import ChangeSet
from traders.engines.kernel.contract.contract import Pending
from traders.engines.kernel.refusal import Refusal
from traders.models import RUN_ON, Deadline, DeadlineKind, Game, Seat

PAUSE = "pause"
"""The key of the one pause that a game has."""


def due_then(game: Game, kind: DeadlineKind, key: str, due: datetime, now: datetime) -> None:
    """Something of the court's (PR-RULING-03), of a vote (PR-SEAT-12) or of the organizer's pause
    falls due then; what the key meant before is over. It runs on through freezes.
    """
    clocks = Clocks(game, now)
    before = clocks.find(kind, key)
    if before is not None:
        clocks.finish(before)
        clocks.save()
    clocks.open(kind, key, "", DeadlineState(opened=now)).due = due
    clocks.save()


def due_no_more(game: Game, kind: DeadlineKind, keys: Collection[str], now: datetime) -> None:
    """What these keys mean is over; clocks of play are another's matter."""
    clocks = Clocks(game, now)
    for row in clocks.of_kind(kind):
        if row.key in keys:
            clocks.finish(row)
    clocks.save()


def paused_until(game: Game) -> datetime | None:
    """Until when the organizer's pause lasts; None where there is none."""
    rows = game.deadlines.filter(kind=DeadlineKind.PAUSE, done_at=None)
    return rows.values_list("due", flat=True).first()


def time_of_each(
    game: Game,
    seats: Collection[Seat],
    settings: GameSettings,
    since: datetime,
    length: timedelta,
) -> datetime:
    """When each of these seats has had so much time since then, in its playing hours as these
    settings have them. Outages move it as they move every deadline (PR-MAIL-03).
    """
    clocks, outages = Clocks(game, since, seats), heartbeat_and_outages.outages(since)
    interval_time = settings.interval_time
    each = [hours_of(seat, settings, since, clocks.absences) for seat in seats]
    return clock.whole(
        max(
            heartbeat_and_outages.moved(
                since, hours.add(since, length), interval_time, hours, outages
            )
            for hours in each
        )
    )


EVERYBODY = ""
"""In place of a seat: all for whom a clock of play is open."""


def grant(game: Game, change_set: ChangeSet, pending: Pending, now: datetime) -> None:
    """Give seats the time that the session grants, on the clocks as they run now; with it, when
    what play waits for falls due then, as players are told.
    """
    for seat, time in change_set.granted:
        give(game, seat, time, now)
    change_set.due = shown(game, pending, now)
    change_set.ends = ends_of_seats(game, pending, now)


def give(game: Game, seat: str, time: timedelta, now: datetime | None = None) -> None:
    """More time for a seat (PR-REMEDY-06): for the interval or choice that waits for it, else for
    its turn, else into its time in hand. `EVERYBODY`: on every open turn, interval and choice, once
    each.
    """
    clocks = Clocks(game, now or clock.now())
    rows = _lengthened(clocks, seat)
    for row in rows:
        if row.kind == DeadlineKind.TURN:
            turn_clock.add(clocks, row, time)
        else:
            clocks.terms(row).more(time)
            clocks.touch(row)
    if not rows and seat in clocks.seats:
        clocks.seats[seat].bank += round(time.total_seconds())
        clocks.changed_seats.add(seat)
    clocks.save()


def _lengthened(clocks: Clocks, seat: str) -> list[Deadline]:
    """The rows on which a seat is given more time."""
    asked = [
        row
        for row in clocks.rows
        if row.kind in (DeadlineKind.INTERVAL, DeadlineKind.CHOICE)
        and (seat == EVERYBODY or seat in clocks.terms(row).clocks)
    ]
    turns = [row for row in clocks.of_kind(DeadlineKind.TURN) if seat in (EVERYBODY, row.seat)]
    return [*turns, *asked] if seat == EVERYBODY else asked[-1:] or turns


def lengthened(game: Game, seat: str, now: datetime) -> list[str]:
    """The clocks that `give` would lengthen for the seat now, by name; none where the time goes
    into its time in hand.
    """
    return [_name(row) for row in _lengthened(Clocks(game, now), seat)]


def _name(row: Deadline) -> str:
    return f"{row.kind} {row.key} {row.seat}".strip()


LEAST_LEFT = timedelta(hours=1)
"""What a clock has left at least when time that it was given is taken back (PR-SEAT-11)."""


def take_back(
    clocks: Clocks, names: Collection[str], seat: str, time: timedelta, given: datetime
) -> list[Deadline]:
    """Take back the time that clocks of these names were `given` then, or with no names the seat's
    time in hand; the rows. Refused where a clock is over, or too little would be left (PR-SEAT-11).
    """
    rows = [row for row in clocks.rows if _name(row) in names and row.set_at <= given]
    if len(rows) < len(names):
        raise Refusal(
            "What was given more time is over by now: nothing is taken back.",
            "PR-SEAT-11",
            kind="stale",
        )
    for row in rows:
        terms, hours = clocks.terms(row), clocks.hours_for(row)
        # it lasts until the latest of its seats' deadlines (PR-TURN-07)
        left = max(terms.remaining(colour, clocks.now, hours) for colour in terms.clocks)
        if left - time < LEAST_LEFT:
            raise Refusal(
                "Without that time less than 1 hour would be left: it is not taken back.",
                "PR-SEAT-11",
            )
        terms.more(-time)
        clocks.touch(row)
    if not names:
        if clocks.seats[seat].bank < time.total_seconds():
            raise Refusal("That time is used already.", "PR-SEAT-11", kind="stale")
        clocks.seats[seat].bank -= round(time.total_seconds())
        clocks.changed_seats.add(seat)
    clocks.save()
    return rows


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
            hours, own = clocks.hours_for(row)(seat), terms.clocks[seat]
            whole = clocks.settings.interval_time
            had = terms.whole_time - whole + timedelta(seconds=terms.late.get(seat, 0))
            lost = hours.between(terms.opened, since) - had
            # what a freeze took is no hour of play that was lost
            own.more(max(NOTHING, min(lost, whole - own.unused(now, hours))))
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
    """The clocks that a freeze stopped run on, each with what it had left (PR-CLAIM-03). The time
    in which a seat is free ran on, and falls due now where it is over.
    """
    clocks = Clocks(game, now)
    for row in clocks.rows:
        terms = clocks.terms(row)
        if row.kind == DeadlineKind.SEAT and row.due is not None and row.due < now:
            terms.clocks[""].settle(now, clocks.hours_for(row)(""))
            clocks.touch(row)
        for seat in terms.frozen or ():
            if not turn_clock.stands_empty(clocks, row, seat):
                terms.clocks[seat].go(now)
        if terms.frozen is not None:
            terms.frozen = None
            clocks.touch(row)
    clocks.save()


@contextmanager
def hours_changing(game: Game, now: datetime) -> Iterator[None]:
    """Within it the hours of play become others: by settings, or because somebody else has a seat.
    What has passed counts as it was; what is left is counted in the new ones (PR-TURN-07).
    """
    clocks = Clocks(game, now)
    for row in clocks.rows:
        if row.kind not in (DeadlineKind.REMINDER, *RUN_ON):
            for seat, own in clocks.terms(row).clocks.items():
                own.settle(now, clocks.hours_for(row)(seat))
            clocks.touch(row)
    clocks.save()
    yield
    reckon_anew(game, now)


def reckon_anew(game: Game, now: datetime) -> None:
    """Work every due time out again: a seat's playing hours have changed (PR-TURN-06)."""
    clocks = Clocks(game, now)
    for row in clocks.rows:
        clocks.touch(row)
    clocks.save()
