"""Reading what came: each letter ends in one of a closed set of outcomes, whatever its bytes, and
can be read again from them.

A reading claims the letter in a step of its own and counts the attempt, so that one whose reading
dies twice is set aside, answered and shown to the operator, and blocks nothing. The orders, the
answer and the outcome are then stored in one transaction under the game's lock: a letter counts
once however often it comes and whoever reads it (PR-RECEIPT-04). A game's letters are read in the
order in which they were taken: a reader that finds an earlier one in another's hands gives its own
back, and that other goes on with it; since it may have looked too soon, and gone, whoever gave one
back looks once more. So it is given back where a deadline that passed before is not carried out.

Letters of one game that wait together are read in one transaction, each in a part of its own: one
that fails leaves those before it as they were read, and those behind it are given back. A letter
whose reading has died once is read by itself.

That a reader lives, PostgreSQL knows: its connection holds a lock on the letter, which falls with
it, and the letter is another's at once. On SQLite a claim that is old is taken to be a dead
worker's.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from traders.domain.calendar import clock
from traders.domain.deadlines.game_clocks import OPEN, passed
from traders.domain.play.locked_game import HeldGame
from traders.domain.post.incoming import outcome_decision, repeated_letters
from traders.domain.post.incoming.mime_parsing import (
    OpenedLetter,
    Unreadable,
    open_head,
    open_letter,
)
from traders.domain.post.incoming.server_answers import answer
from traders.models import Change, Prepared, liveness_locks, together
from traders.models.batch_selection import portion
from traders.models.database_outage_retries import again_while_away
from traders.models.evidence_chain import linking
from traders.models.incoming_letters import Arrival, ArrivalOutcome, ArrivalStatus

log = logging.getLogger(__name__)

_FOUND = (
    "status", "outcome", "read_at", "message_id", "content", "notes", "held_as", "duplicate_of",
    "answered_by",
)  # fmt: skip
"""What a reading writes of a letter."""
TOGETHER = 20
"""Letters of a game that are read in one transaction at most."""
MOST_ATTEMPTS = 2
"""Readings that may die before a letter is set aside."""
CLAIM_TIME = timedelta(minutes=5)
"""After which a claim is taken to be a dead worker's, whatever lock is held: a task that hangs is
ended by then.
"""
CLAIM_TIME_UNLOCKED = timedelta(minutes=1)
"""The same where no lock tells."""


class InOrder(NamedTuple):
    """A letter's place among those to its game: it counts `at`. `attempts`: readings that began."""

    pk: int
    game_id: int | None
    at: datetime
    attempts: int


class Reading(NamedTuple):
    """Outcomes by letter, and whether others may have found in this one's hands what it did not
    read, and does not hold any more.
    """

    found: dict[int, str]
    let_go: bool = False


Asked = tuple[object, ...]
"""A prepared query with its values."""


def waiting_beside(arrival_id: int) -> list[InOrder]:
    """The letter, if nobody has read it, and all others to its game that wait, in order."""
    return [_place(row) for row in _UNREAD_BESIDE.rows(arrival_id)]


def waiting(game_id: int, upto: datetime | None = None) -> list[InOrder]:
    """Letters to a game that nobody has read, in order; `upto`: that count from then or earlier."""
    return [
        letter
        for letter in map(_place, _UNREAD_OF.rows(game_id))
        if upto is None or letter.at <= upto
    ]


def waiting_ids(limit: int = 200) -> list[int]:
    """Letters that nobody has read, or whose reader has died: what a sweep takes up, oldest first;
    of more than the limit also the newest.
    """
    free = Arrival.objects.filter(_free(clock.now(), alone=True)).only("taken")
    return [letter.pk for letter in portion(free, "taken", limit)]


def prepare_again(arrival_id: int) -> str:
    """Let a letter be read again from its stored bytes; its outcome where that stands.

    What was carried out stays carried out once: a letter whose orders went to the door is told to
    be read already. `Unreadable` where the bytes are not those that came (erased, or altered).
    """
    with transaction.atomic():
        arrival = Arrival.objects.select_for_update().get(pk=arrival_id)
        if hashlib.sha256(bytes(arrival.raw)).hexdigest() != arrival.sha256 and arrival.size == len(
            arrival.raw
        ):
            raise Unreadable("its bytes are not those that came")
        if not bytes(arrival.raw):
            raise Unreadable("its bytes were erased")
        if arrival.status == ArrivalStatus.READ and arrival.outcome in _CARRIED_OUT:
            return str(arrival.outcome)
        arrival.status, arrival.attempts, arrival.worker = ArrivalStatus.STORED, 0, ""
        arrival.save(update_fields=["status", "attempts", "worker"])
    return ""


# --- in order -------------------------------------------------------------------------------------

_UNREAD = Q(status__in=[ArrivalStatus.STORED, ArrivalStatus.READING])
_CARRIED_OUT = (ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED, ArrivalOutcome.DUPLICATE)
_IN_ORDER = (
    Arrival.objects.filter(_UNREAD)
    .only("game_id", "counts_from", "taken", "attempts", "status", "worker")
    .order_by(Coalesce("counts_from", "taken"), "id")
)
"""Letters by the time from which they count: that of the taking, or of the confirmation
(PR-RECEIPT-03).
"""
_UNREAD_OF = Prepared(Arrival, lambda game: _IN_ORDER.filter(game=game)[:500])
_UNREAD_BESIDE = Prepared(
    Arrival,
    lambda pk: _IN_ORDER.filter(
        Q(pk=pk) | Q(game=Subquery(Arrival.objects.filter(pk=pk).order_by().values("game")))
    )[:500],
)


def _place(row: Arrival) -> InOrder:
    return InOrder(row.pk, row.game_id, row.counts_from or row.taken, row.attempts)


def read(letters: Sequence[InOrder]) -> Reading:
    """One claim and one reading, of the first of these letters of one game, which wait in this
    order, and of as many behind it as can be read with it; before them nothing is left to be done.

    Nothing is found where somebody else reads the first, or the reading died.
    """
    fresh = list(takewhile(lambda letter: letter.game_id and not letter.attempts, letters))
    chosen = fresh[:TOGETHER] or letters[:1]
    with liveness_locks.having([letter.pk for letter in chosen]) as alone:
        return _read(chosen, alone)


def _read(chosen: Sequence[InOrder], alone: set[int]) -> Reading:
    ids = [letter.pk for letter in chosen]
    now = clock.running()
    claimed = _claim(ids, alone, now())
    found: dict[int, str] = {}
    counted: set[int] = set()
    let_go = bool(claimed or (liveness_locks.is_known() and alone.intersection(ids[1:])))
    try:
        if claimed and claimed[0].attempts > MOST_ATTEMPTS:
            return Reading({claimed[0].pk: _set_aside(claimed[0])})
        if claimed:
            found = _read_claimed(claimed, counted, now)
    except (OperationalError, InterfaceError):
        log.warning(
            "the database was busy with letter %s; the next sweep takes it",
            claimed[0].pk,
            exc_info=True,
        )
        let_go = False
    except Exception:
        # a letter that cannot be read stands in nobody's way; at the second time it is set aside
        log.exception("the reading of letter %s failed", claimed[0].pk)
        counted.add(claimed[0].pk)
    for arrival in claimed:
        with suppress(OperationalError, InterfaceError):
            if arrival.pk not in found:
                _give_back(arrival, counted=arrival.pk in counted)
    return Reading(found, let_go and not counted)


def _read_claimed(
    claimed: Sequence[Arrival], counted: set[int], now: Callable[[], datetime]
) -> dict[int, str]:
    """Outcomes of those that were read: up to one that fails, which is `counted`, or before which
    something else comes.
    """
    opened = [_opened(arrival) for arrival in claimed]
    found: dict[int, str] = {}
    with transaction.atomic(), _linked(claimed):
        for arrival, (letter, asked) in zip(claimed, opened, strict=True):
            known = _next(arrival, asked)
            if known is None:
                break
            try:
                with transaction.atomic(savepoint=len(claimed) > 1):
                    found[arrival.pk] = _stored(arrival, letter, known, now)
            except (OperationalError, InterfaceError):
                raise
            except Exception:
                if len(claimed) == 1:
                    raise
                log.exception("the reading of letter %s failed", arrival.pk)
                counted.add(arrival.pk)
                break
    return found


def _stored(
    arrival: Arrival,
    letter: OpenedLetter | None,
    known: outcome_decision.Known,
    now: Callable[[], datetime],
) -> str:
    """The letter's outcome, and what follows from it, in the database."""
    held = known.game
    if arrival.seat is not None and held is not None:
        # a letter before this one may have given the seat to another player
        own = (seat for seat in held.seats if seat.pk == arrival.seat_id)
        arrival.seat = next(own, arrival.seat)
        arrival.seat.game = held.game
    at = arrival.counts_from or arrival.taken
    outcome = outcome_decision.outcome_of(arrival, letter, at, known)
    arrival.status, arrival.outcome, arrival.read_at = ArrivalStatus.READ, outcome, now()
    arrival.save(update_fields=_FOUND)
    return str(outcome)


def _next(arrival: Arrival, asked: Sequence[Asked]) -> outcome_decision.Known | None:
    """The letter's game, locked, as the letter before it left it, and what is known of the letter;
    None where it is not this worker's any more, an earlier one to its game waits to be read, or a
    deadline that passed before waits to be carried out.
    """
    game = arrival.game_id
    if game is None:
        mine = Arrival.objects.filter(pk=arrival.pk, status=ArrivalStatus.READING)
        beside = together(*asked) if asked else []
        is_mine = mine.filter(worker=arrival.worker).exists()
        return outcome_decision.Known(None, *beside) if is_mine else None
    of_game = HeldGame.asked(game)
    found = together(*of_game, (_UNREAD_OF, game), (OPEN, game), *asked)
    held, (unread, due, *beside) = found[: len(of_game)], found[len(of_game) :]
    is_first = bool(unread) and unread[0].pk == arrival.pk
    is_mine = is_first and unread[0].worker == arrival.worker
    at = clock.whole(arrival.counts_from or arrival.taken)
    if not is_mine or passed(game, at, rows=due) is not None:
        return None
    return outcome_decision.Known(HeldGame.of(game, held), *beside)


@contextmanager
def _linked(claimed: Sequence[Arrival]) -> Iterator[None]:
    """Within it all that is written of the letters' game, if they have one, becomes one link of
    evidence. The first of them locks it.
    """
    if claimed[0].game_id is None:
        yield
        return
    with linking(claimed[0].game_id, locked=True):
        yield


def _opened(arrival: Arrival) -> tuple[OpenedLetter | None, Sequence[Asked]]:
    """The letter, None where it cannot be read; and what is asked of it beside its game."""
    try:
        raw = bytes(arrival.raw)
        letter = open_letter(raw) if arrival.seat_id or arrival.asked_by_id else open_head(raw)
    except Unreadable:
        return None, ()
    repeated_letters.note(arrival, letter)
    return letter, repeated_letters.asked(arrival, letter)


# --- claiming -------------------------------------------------------------------------------------


def _free(dead_since: datetime, *, alone: bool) -> Q:
    """Letters that nobody reads, as far as it can be known; `alone`: no living reader's connection
    holds a lock on them.
    """
    if liveness_locks.is_known() and alone:
        return _UNREAD
    dead = Q(status=ArrivalStatus.READING, claimed_at__lt=dead_since)
    return dead if liveness_locks.is_known() else dead | Q(status=ArrivalStatus.STORED)


def _claiming(
    ids: Any = list, alone: Any = list, dead_since: Any = datetime, worker: Any = str,
    now: Any = datetime,
) -> tuple[QuerySet[Arrival], dict[str, Any]]:  # fmt: skip
    """Letters that nobody reads become this worker's."""
    free = Arrival.objects.filter(
        _free(dead_since, alone=True) & Q(pk__among=alone)
        | _free(dead_since, alone=False) & Q(pk__among=ids)
    )
    if connection.features.has_select_for_update_skip_locked:
        free = free.select_for_update(skip_locked=True)
    return Arrival.objects.filter(pk__in=free.values("pk")), {
        "status": ArrivalStatus.READING,
        "claimed_at": now,
        "worker": worker,
        "attempts": F("attempts") + 1,
    }


_CLAIM = Change(Arrival, _claiming)
_CLAIMED = Prepared(
    Arrival,
    lambda ids=list, worker=str: Arrival.objects.filter(
        pk__among=ids, worker=worker
    ).select_related("seat__player", "asked_by__player", "asked_by__game"),
)


def _claim(ids: Sequence[int], alone: set[int], now: datetime) -> list[Arrival]:
    """Take letters for reading, in a step of its own: as many of the first ones as nobody else has.
    `alone`: those on which no living reader's connection holds a lock.
    """
    worker = uuid4().hex
    asked = list(ids)
    dead_since = now - (CLAIM_TIME if liveness_locks.is_known() else CLAIM_TIME_UNLOCKED)
    with transaction.atomic():
        _, found = together(
            (_CLAIM, asked, list(alone), dead_since, worker, now), (_CLAIMED, asked, worker)
        )
        rows = {row.pk: row for row in found}
        taken = [rows.pop(pk) for pk in takewhile(rows.__contains__, ids)]
        for row in rows.values():  # behind one that another has
            _give_back(row, counted=False)
    return taken


@again_while_away
def _give_back(arrival: Arrival, *, counted: bool) -> None:
    """Let the next sweep take it up; an attempt that was not its own fault does not count."""
    attempts = arrival.attempts if counted else arrival.attempts - 1
    Arrival.objects.filter(
        pk=arrival.pk, status=ArrivalStatus.READING, worker=arrival.worker
    ).update(status=ArrivalStatus.STORED, attempts=attempts)


def _set_aside(arrival: Arrival) -> str:
    """Its reading died twice: answered, shown to the operator, no longer in anybody's way."""
    with transaction.atomic():
        arrival.status, arrival.outcome, arrival.read_at = (
            ArrivalStatus.SET_ASIDE,
            ArrivalOutcome.SET_ASIDE,
            clock.now(),
        )
        answer(
            arrival,
            "",
            "Your letter is here, but could not be read. It is kept, and shown to the operator. "
            "Please write your orders once more, as plain text.",
            "Your letter could not be read",
        )
        arrival.save()
    log.error("letter %s set aside after %s readings", arrival.pk, arrival.attempts - 1)
    return str(ArrivalOutcome.SET_ASIDE)
