"""A deadline is reached: its row is looked at again under the game's lock, and what it waited for
happens at its own second.

Ids of due rows are read without a lock; the row's game is locked here. What cannot be carried out
is set back an hour and shown to the operator.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import OperationalError, connection, transaction
from django.db.models import F

from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages, turn_clock, vacant_seat_clocks
from traders.domain.deadlines.game_clocks import Clocks
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.play.commands import proposals
from traders.domain.play.organizer import time_orders
from traders.domain.post.incoming import reading
from traders.domain.timeline import reminding
from traders.models import RUN_ON, Deadline, DeadlineKind, Game

log = logging.getLogger(__name__)

SET_BACK = timedelta(hours=1)
LAST_INSTANT = timedelta(microseconds=999_999)
"""Of a second: a letter taken in it, whatever the fraction, was taken at it (PR-RECEIPT-02)."""


Fall = Callable[[Clocks, Deadline], None]
_ENTERED: dict[str, Fall] = {}


def enter(kind: DeadlineKind, fall: Fall) -> None:
    """Enter what happens when a row of a kind falls due that layers above set; called under the
    game's lock, at the row's own second.
    """
    _ENTERED[kind] = fall


_OF_THE_GAME: dict[str, Callable[[int, str, datetime], object]] = {
    DeadlineKind.FLOOR: lambda game, _, due: door.look_again(game, at=due),
    DeadlineKind.PAUSE: lambda game, _, due: time_orders.pause_is_over(game, due),
    DeadlineKind.VOTE: lambda game, number, due: proposals.fall_due(game, int(number), due),
}
"""What happens when such a row falls due, by game, key and hour."""


@dataclass(frozen=True, slots=True)
class Due:
    """A row that is due, as far as it must be known to be chosen."""

    pk: int
    game_id: int
    kind: str
    due: datetime


class Reached(StrEnum):
    """What became of a row that was due."""

    DONE = "done"
    MOVED = "moved"
    """Not due any more when looked at again, or stepped on (a reminder, time in hand, grace)."""
    LEFT = "left"
    """Held by another, or a letter comes first."""
    FAILED = "failed"


def carry_out(
    row: Due, now: datetime, outages: list[heartbeat_and_outages.Outage], *, wait: bool = False
) -> Reached:
    """Carry out one row; `wait`: also where another holds its game. Whatever goes wrong stands in
    no other game's way.
    """
    try:
        with transaction.atomic():
            return _carry_out(row, now, outages, wait)
    except OperationalError:
        log.warning(
            "the database was busy with deadline %s of game %s; the next sweep takes it",
            row.pk,
            row.game_id,
            exc_info=True,
        )
        return Reached.LEFT
    except Exception:  # whatever it is, it must not stand in the way of other games' deadlines
        log.exception(
            "deadline %s of game %s could not be carried out; it is set back an hour",
            row.pk,
            row.game_id,
        )
        Deadline.objects.filter(pk=row.pk, done_at=None).update(
            due=now + SET_BACK, failures=F("failures") + 1
        )
        return Reached.FAILED


def _carry_out(
    due: Due, now: datetime, outages: list[heartbeat_and_outages.Outage], wait: bool
) -> Reached:
    """Look again under the game's lock, and do what is due."""
    skip = connection.features.has_select_for_update_skip_locked and not wait
    game = Game.objects.select_for_update(skip_locked=skip).filter(pk=due.game_id).first()
    if game is None:
        return Reached.LEFT
    clocks = Clocks(game, now)
    # a sweeper may be quicker than the beat that tells of an outage
    heartbeat_and_outages.move(clocks, outages)
    clocks.save()
    row = next((row for row in clocks.rows if row.pk == due.pk), None)
    if row is None or row.due is None or row.due > now - clock.settling():
        return Reached.MOVED
    if game.frozen and row.kind not in RUN_ON:
        return Reached.MOVED
    # a letter taken in time is not read yet: its reader waits for the lock, or it came in after all
    if reading.waiting(game.pk, row.due + LAST_INSTANT):
        return Reached.LEFT
    if row.kind in (DeadlineKind.TURN, DeadlineKind.INTERVAL) and any(
        turn_clock.stands_empty(clocks, row, seat) for seat in clocks.terms(row).clocks
    ):
        # no session has seen the seat empty yet: games once began so
        door.look_again(game.pk, at=row.due)
        return Reached.MOVED
    return _fall(clocks, row)


def _fall(clocks: Clocks, row: Deadline) -> Reached:
    """What falls due happens at the row's own second, and what follows from it is counted from
    then; from the latest entry where that came first, while play stood still or in a window.
    """
    game, due = clocks.game, row.due
    assert due is not None, "a row that falls due has a due time"
    clocks.now, at = due, max(due, game.moved or due)
    match row.kind:
        case kind if kind in _ENTERED:
            clocks.finish(row)
            clocks.save()
            _ENTERED[kind](clocks, row)
        case DeadlineKind.REMINDER:
            reminding.remind_all([row.pk], [game.pk], clocks.now)
            return Reached.MOVED
        case DeadlineKind.TURN:
            step = turn_clock.fall(clocks, row)
            if step:
                _stepped(clocks, row, step)
                return Reached.MOVED
            if door.fall_due(game.pk, "turn", int(row.key), (row.seat,), at=at) is None:
                raise RuntimeError(
                    f"turn {row.key} of {row.seat} is out of time, and the game does not end it"
                )
        case DeadlineKind.INTERVAL if step := turn_clock.fall_round(clocks, row):
            clocks.save()
            if step == turn_clock.GRACE:
                silent = turn_clock.unanswered(clocks, row)
                reminding.of_grace(game, row, silent, clocks.now)
            return Reached.MOVED
        case DeadlineKind.PASS:
            clocks.finish(row)
            clocks.save()
            door.pass_for(game.pk, row.seat, int(row.key), at=at)
        case DeadlineKind.FLOOR | DeadlineKind.PAUSE | DeadlineKind.VOTE as kind:
            clocks.finish(row)
            clocks.save()
            _OF_THE_GAME[kind](game.pk, row.key, at)
        case DeadlineKind.SEAT:
            offered = vacant_seat_clocks.is_offered(clocks, row.seat)
            wanted = offered or seating.is_vacant(clocks.seats[row.seat])
            clocks.finish(row)
            clocks.save()
            if wanted:
                door.leave(game.pk, row.seat, at=at)
        case _:
            if door.fall_due(game.pk, row.kind, int(row.key), at=at) is None:
                raise RuntimeError(f"{row.kind} {row.key} is due, and play does not wait for it")
    return Reached.DONE


def _stepped(clocks: Clocks, row: Deadline, step: str) -> None:
    """A turn has come to its time in hand, its grace, or the club's choice (PR-TURN-04)."""
    if step == turn_clock.SUBSTITUTE:
        vacant_seat_clocks.offer(clocks, row.seat)
    clocks.save()
    if step in turn_clock.ASKED:
        door.out_of_time(clocks.game.pk, row.seat, step, clocks.now)
    if step == turn_clock.GRACE:
        reminding.of_grace(clocks.game, row, [row.seat], clocks.now)
