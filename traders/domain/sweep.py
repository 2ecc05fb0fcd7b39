"""Sweeping: what is due is carried out, by any number of sweepers at once, and never twice.

Ids of due rows are read without a lock, by due time; then for each its game's row is locked, where nobody else holds it, and the row is
looked at again. A row that cannot be carried out is set back an hour and shown to the operator. What a sweep costs follows what is due.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import F, Q

from traders.domain import clock, deadlines, heartbeat, reminding, turn_clock
from traders.domain.clocks import OPEN, Clocks
from traders.domain.portion import portion
from traders.models import Arrival, ArrivalStatus, Deadline, DeadlineKind, Game

log = logging.getLogger(__name__)

BATCH = 500
SET_BACK = timedelta(hours=1)
LAST_INSTANT = timedelta(microseconds=999_999)
"""Of a second: a letter taken in it, whatever the fraction, was taken at it (PR-RECEIPT-02)."""


Fall = Callable[[Clocks, Deadline], None]
_ENTERED: dict[str, Fall] = {}


def enter(kind: DeadlineKind, fall: Fall) -> None:
    """Enter what happens when a row of a kind falls due that layers above set; called under the game's lock, at the row's own second."""
    _ENTERED[kind] = fall


@dataclass(slots=True)
class Swept:
    """What a sweep did, for the log and the tests."""

    done: int = 0
    moved: int = 0
    """Not due any more when looked at again, or stepped on (a reminder, time in hand, grace)."""
    left: int = 0
    """Held by another, or a letter comes first."""
    failed: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """A row that is due, as far as a sweep must know to choose it."""

    pk: int
    game_id: int
    kind: str
    due: datetime


def due_rows(limit: int = BATCH, now: datetime | None = None) -> list[Due]:
    """Rows that are due, the earliest first; of more than the limit also the latest. Read without a lock by the index over open rows.

    In a game whose clocks stand still only the court's go on (PR-CLAIM-03): what else is due there waits, and stands in nobody's way.
    """
    passed = (now or clock.now()) - clock.settling()
    runs = Q(game__frozen=False) | Q(kind=DeadlineKind.COURT)
    rows = Deadline.objects.filter(runs, done_at=None, due__lte=passed).only("game_id", "kind", "due")
    return [Due(row.pk, row.game_id, row.kind, row.due) for row in portion(rows, "due", limit) if row.due is not None]


def sweep(limit: int = BATCH, now: datetime | None = None) -> Swept:
    """Carry out what is due. Any number may run at once; running it again changes nothing more."""
    now = now or clock.now()
    if not clock.is_set():
        heartbeat.beat(now)  # before anything that fell due while the server was down is carried out
    swept = Swept()
    due = due_rows(limit, now)
    outages = heartbeat.outages(now) if due else []
    moved = _set_before(outages[-1].end, due) if outages else set()  # what was set before an outage may have moved with it
    together = [row for row in due if row.kind == DeadlineKind.REMINDER and row.pk not in moved]
    chosen = {row.pk for row in together}
    alone = [row for row in due if row.pk not in chosen]
    if together and not _together(together, now, swept):
        alone = due
    for row in alone:
        if len(due) == limit:
            catch_up(row.game_id, row.due, row.pk)  # of its game earlier ones may be due that this portion left out
        _one(row, now, outages, swept)
    return swept


def _set_before(moment: datetime, due: list[Due]) -> set[int]:
    """Of these rows those that were set by then."""
    return set(Deadline.objects.filter(pk__in=[row.pk for row in due], set_at__lte=moment).values_list("pk", flat=True))


def _together(due: list[Due], now: datetime, swept: Swept) -> bool:
    """Carry out reminders all at once; False where one of them cannot be, so that each is tried by itself."""
    try:
        done = reminding.remind_all([row.pk for row in due], {row.game_id for row in due}, now)
    except Exception:  # whichever it is, it is found when each is tried by itself
        log.warning("reminders could not be carried out together; each is tried by itself", exc_info=True)
        return False
    swept.moved += done
    swept.left += len(due) - done
    return True


def catch_up(game_id: int, moment: datetime, before: int = 0) -> None:
    """Carry out the game's deadlines that passed before `moment`, in their order: a letter taken then finds them passed (PR-RECEIPT-07).

    `before`: of those that pass at that moment also the rows with lower ids.
    """
    moment = clock.whole(moment)
    for _ in range(1_000):
        passed = [row for row in OPEN.rows(game_id) if row.due is not None and (row.due, row.pk) < (moment, before)]
        if any(row.kind != DeadlineKind.COURT for row in passed) and Game.objects.filter(pk=game_id, frozen=True).exists():
            passed = [row for row in passed if row.kind == DeadlineKind.COURT]  # what else is due waits until the clocks run again
        found = min(passed, key=lambda row: (row.due, row.pk), default=None)
        if found is None or found.due is None:
            return
        row = Due(found.pk, game_id, found.kind, found.due)
        early = (row.due + clock.settling() - clock.now()).total_seconds()
        if early > 0:
            time.sleep(early)  # letters taken in the deadline's own second may still be on their way into the database
        swept = Swept()
        now = max(clock.now(), row.due + clock.settling())
        _one(row, now, heartbeat.outages(now), swept, wait=True)
        if swept.left or swept.failed:
            return


def _one(row: Due, now: datetime, outages: list[heartbeat.Outage], swept: Swept, *, wait: bool = False) -> None:
    """Carry out one row, letters to its game that came in time first."""
    from traders.domain.inbox import reading  # which sweeps before it carries out a letter

    reading.read_waiting(row.game_id, row.due + LAST_INSTANT)
    try:
        with transaction.atomic():
            outcome = _carry_out(row, now, outages, wait)
    except OperationalError:
        log.warning("the database was busy with deadline %s of game %s; the next sweep takes it", row.pk, row.game_id, exc_info=True)
        outcome = "left"
    except Exception:  # whatever it is, it must not stand in the way of other games' deadlines
        log.exception("deadline %s of game %s could not be carried out; it is set back an hour", row.pk, row.game_id)
        Deadline.objects.filter(pk=row.pk, done_at=None).update(due=now + SET_BACK, failures=F("failures") + 1)
        outcome = "failed"
    setattr(swept, outcome, getattr(swept, outcome) + 1)


def _carry_out(due: Due, now: datetime, outages: list[heartbeat.Outage], wait: bool) -> str:
    """Look again under the game's lock, and do what is due."""
    skip = connection.features.has_select_for_update_skip_locked and not wait
    game = Game.objects.select_for_update(skip_locked=skip).filter(pk=due.game_id).first()
    if game is None:
        return "left"
    clocks = Clocks(game, now)
    heartbeat.move(clocks, outages)  # a sweeper may be quicker than the beat that tells of an outage
    clocks.save()
    row = next((row for row in clocks.rows if row.pk == due.pk), None)
    if row is None or row.due is None or row.due > now - clock.settling():
        return "moved"
    if game.frozen and row.kind != DeadlineKind.COURT:
        return "moved"
    if _a_letter_comes_first(game.pk, row.due):
        return "left"
    return _fall(clocks, row)


def _a_letter_comes_first(game_id: int, due: datetime) -> bool:
    """Whether a letter taken in time is not read yet: its reader waits for the lock, or it came in after all."""
    unread = (ArrivalStatus.STORED, ArrivalStatus.READING)
    in_time = Q(counts_from=None, taken__lte=due + LAST_INSTANT) | Q(counts_from__lte=due + LAST_INSTANT)
    return Arrival.objects.filter(in_time, game_id=game_id, status__in=unread).exists()


def _fall(clocks: Clocks, row: Deadline) -> str:
    """What falls due happens at the row's own second, and what follows from it is counted from then."""
    from traders.domain import play  # the door sweeps before it takes orders

    game, due = clocks.game, row.due
    assert due is not None, "a row that falls due has a due time"
    clocks.now = due
    match row.kind:
        case kind if kind in _ENTERED:
            clocks.finish(row)
            clocks.save()
            _ENTERED[kind](clocks, row)
        case DeadlineKind.REMINDER:
            reminding.remind_all([row.pk], [game.pk], clocks.now)
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
    from traders.domain import play  # the door sweeps before it takes orders

    if step == turn_clock.SUBSTITUTE:
        deadlines.offer_seat(clocks, row.seat)
    clocks.save()
    if step in turn_clock.ASKED:
        play.out_of_time(clocks.game.pk, row.seat, step, clocks.now)
    if step == turn_clock.GRACE:
        reminding.of_grace(clocks.game, row, clocks.seats[row.seat], clocks.now)
