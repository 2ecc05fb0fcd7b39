"""Sweeping: what is due is carried out, by any number of sweepers at once, and never twice.

Ids of due rows are read without a lock, by due time; then for each its game's row is locked, where nobody else holds it, and the row is
looked at again. A row that cannot be carried out is set back an hour and shown to the operator. What a sweep costs follows what is due.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import F

from traders.domain import clock, heartbeat, turn_clock
from traders.domain.clocks import Clocks
from traders.models import Arrival, ArrivalStatus, Deadline, DeadlineKind, Game

log = logging.getLogger(__name__)

BATCH = 500
SET_BACK = timedelta(hours=1)
LAST_INSTANT = timedelta(microseconds=999_999)
"""Of a second: a letter taken in it, whatever the fraction, was taken at it (PR-RECEIPT-02)."""


@dataclass(slots=True)
class Swept:
    """What a sweep did, for the log and the tests."""

    done: int = 0
    moved: int = 0
    """Not due any more when looked at again, or stepped on (a reminder, time in hand, grace)."""
    left: int = 0
    """Held by another, or a letter comes first."""
    failed: int = 0


def due_ids(limit: int = BATCH, now: datetime | None = None) -> list[tuple[int, int, datetime]]:
    """Ids, games and due times of rows that are due, the earliest first; read by the partial index over open rows."""
    passed = (now or clock.now()) - clock.settling()
    rows = Deadline.objects.filter(done_at=None, due__lte=passed).order_by("due", "pk")
    return [(pk, game, due) for pk, game, due in rows.values_list("pk", "game_id", "due")[:limit] if due is not None]


def sweep(limit: int = BATCH, now: datetime | None = None) -> Swept:
    """Carry out what is due. Any number may run at once; running it again changes nothing more."""
    now = now or clock.now()
    if not clock.is_set():
        heartbeat.beat(now)  # before anything that fell due while the server was down is carried out
    swept = Swept()
    due = due_ids(limit, now)
    outages = heartbeat.outages(now) if due else []
    for pk, game_id, when in due:
        _one(pk, game_id, when, now, outages, swept)
    return swept


def catch_up(game_id: int, moment: datetime) -> None:
    """Carry out the game's deadlines that passed before `moment`, in their order: a letter taken then finds them passed (PR-RECEIPT-07)."""
    moment = clock.whole(moment)
    for _ in range(1_000):
        row = Deadline.objects.filter(game_id=game_id, done_at=None, due__lt=moment).order_by("due", "pk").values_list("pk", "due").first()
        if row is None:
            return
        pk, due = row
        assert due is not None, "rows without a due time are not found by it"
        early = (due + clock.settling() - clock.now()).total_seconds()
        if early > 0:
            time.sleep(early)  # letters taken in the deadline's own second may still be on their way into the database
        swept = Swept()
        now = max(clock.now(), due + clock.settling())
        _one(pk, game_id, due, now, heartbeat.outages(now), swept, wait=True)
        if swept.left or swept.failed:
            return


def _one(pk: int, game_id: int, due: datetime, now: datetime, outages: list[heartbeat.Outage], swept: Swept, *, wait: bool = False) -> None:
    from traders.domain.inbox import reading

    reading.read_waiting(game_id, due + LAST_INSTANT)
    try:
        with transaction.atomic():
            outcome = _carry_out(pk, game_id, now, outages, wait)
    except OperationalError:
        log.warning("the database was busy with deadline %s of game %s; the next sweep takes it", pk, game_id, exc_info=True)
        outcome = "left"
    except Exception:  # whatever it is, it must not stand in the way of other games' deadlines
        log.exception("deadline %s of game %s could not be carried out; it is set back an hour", pk, game_id)
        Deadline.objects.filter(pk=pk, done_at=None).update(due=now + SET_BACK, failures=F("failures") + 1)
        outcome = "failed"
    setattr(swept, outcome, getattr(swept, outcome) + 1)


def _carry_out(pk: int, game_id: int, now: datetime, outages: list[heartbeat.Outage], wait: bool) -> str:
    """Look again under the game's lock, and do what is due."""
    skip = connection.features.has_select_for_update_skip_locked and not wait
    game = Game.objects.select_for_update(skip_locked=skip).filter(pk=game_id).first()
    if game is None:
        return "left"
    clocks = Clocks(game, now)
    heartbeat.move(clocks, outages)  # a sweeper may be quicker than the beat that tells of an outage
    clocks.save()
    row = next((row for row in clocks.rows if row.pk == pk), None)
    if row is None or row.due is None or row.due > now - clock.settling() or game.frozen:
        return "moved"
    if _a_letter_comes_first(game_id, row.due):
        return "left"
    return _fall(clocks, row)


def _a_letter_comes_first(game_id: int, due: datetime) -> bool:
    """Whether a letter taken in time is not read yet: its reader waits for the lock, or it came in after all."""
    unread = (ArrivalStatus.STORED, ArrivalStatus.READING)
    return Arrival.objects.filter(game_id=game_id, taken__lte=due + LAST_INSTANT, status__in=unread).exists()


def _fall(clocks: Clocks, row: Deadline) -> str:
    """What falls due happens at the row's own second, and what follows from it is counted from then."""
    from traders.domain import deadlines, play

    game, due = clocks.game, row.due
    assert due is not None, "a row that falls due has a due time"
    clocks.now = due
    match row.kind:
        case DeadlineKind.REMINDER:
            _remind(clocks, row)
            clocks.finish(row)
            clocks.save()
            return "moved"
        case DeadlineKind.TURN:
            step = turn_clock.fall(clocks, row)
            if step:
                _stepped(clocks, row, step)
                return "moved"
            if play.fall_due(game.pk, "turn", int(row.key), (row.seat,), at=due) is None:
                raise RuntimeError(f"turn {row.key} of {row.seat} is out of time, and the game does not end it")
        case DeadlineKind.FLOOR:
            clocks.finish(row)
            clocks.save()
            play.look_again(game.pk, at=due)
        case DeadlineKind.SEAT:
            wanted = clocks.seats[row.seat].left or deadlines.is_offered(clocks, row.seat)
            clocks.finish(row)
            clocks.save()
            if wanted:
                play.leave(game.pk, row.seat, at=due)
        case _:
            if play.fall_due(game.pk, row.kind, int(row.key), at=due) is None:
                raise RuntimeError(f"{row.kind} {row.key} is due, and play does not wait for it")
    return "done"


def _stepped(clocks: Clocks, row: Deadline, step: str) -> None:
    """A turn has come to its time in hand, its grace, or the club's choice (PR-TURN-04)."""
    from traders.domain import deadlines

    if step == turn_clock.SUBSTITUTE:
        deadlines.offer_seat(clocks, row.seat)
    clocks.save()
    if step == turn_clock.GRACE:
        _write_reminder(clocks, row, (row.seat,))


def _remind(clocks: Clocks, reminder: Deadline) -> None:
    """Half of the time has passed: who has not answered is reminded, and nobody else."""
    kind, _, key = reminder.key.partition(":")
    row = next((r for r in clocks.rows if r.kind == kind and r.key == key and r.seat == reminder.seat), None)
    if row is None:
        return
    terms = clocks.terms(row)
    _write_reminder(clocks, row, tuple(seat for seat in terms.clocks if seat not in terms.answered and seat not in terms.knew))


def _write_reminder(clocks: Clocks, row: Deadline, seats: tuple[str, ...]) -> None:
    from traders.domain import letters
    from traders.domain.desk import letters_written

    if not seats or row.due is None:
        return
    moment = f"{row.kind[0]}{row.key}"
    ids = letters.remind(clocks.game, seats, moment, row.due, clocks.now)
    if ids:
        transaction.on_commit(lambda: letters_written.send(sender=Game, ids=ids))
