"""Reading stored letters: each gets one of a closed set of outcomes, whatever its bytes, and can be
read again from them.

A reading claims the letter in a transaction of its own and counts the attempt, so that a letter
whose reading dies twice is set aside, answered and shown to the operator, and blocks nothing. The
orders, the answer and the outcome are then stored in one transaction under the game's lock: a
letter counts once however often it comes and whoever reads it (PR-RECEIPT-04). A game's letters are
read in the order in which they were taken: a reader that finds an earlier one in another's hands
gives its own back, and the other reader goes on with it. The same holds if an earlier deadline is
not carried out yet.

PostgreSQL knows whether a reader lives: its connection holds a lock on the letter, which falls with
it, and another reader can take the letter at once. On SQLite an old claim counts as a dead
worker's.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from traders.domain.calendar import clock
from traders.domain.deadlines.open_deadlines import passed
from traders.domain.play.locked import locked
from traders.domain.post.incoming import outcomes
from traders.domain.post.incoming.answering import answer
from traders.domain.post.incoming.mime import OpenedLetter, Unreadable, open_head, open_letter
from traders.models import alive
from traders.models.arrivals import Arrival, ArrivalOutcome, ArrivalStatus
from traders.models.evident import linking
from traders.models.patience import again_while_away
from traders.models.portion import portion

log = logging.getLogger(__name__)

_FOUND = (
    "status", "outcome", "read_at", "message_id", "content", "notes", "held_as", "duplicate_of",
    "answered_by",
)  # fmt: skip
"""Columns that a reading writes."""
MOST_ATTEMPTS = 2
"""Readings that may die before a letter is set aside."""
CLAIM_TIME = timedelta(minutes=5)
"""Age after which a claim counts as a dead worker's even if its lock is held: a hanging task is
ended by then.
"""
CLAIM_TIME_UNLOCKED = timedelta(minutes=1)
"""The same on a database without such locks."""


class InOrder(NamedTuple):
    """A letter's place among those to its game, by the time `at` from which it counts."""

    pk: int
    game_id: int | None
    at: datetime


def place_in_order(arrival_id: int) -> InOrder | None:
    """The letter's place; None if there is no letter with that number."""
    found = (
        Arrival.objects.filter(pk=arrival_id)
        .values_list("pk", "game_id", "counts_from", "taken")
        .first()
    )
    return InOrder(found[0], found[1], found[2] or found[3]) if found is not None else None


def earlier(letter: InOrder) -> list[InOrder]:
    """Unread letters to its game that count before it, in order."""
    return (
        _places(_in_order().filter(_UNREAD, _before(letter.at, letter.pk), game_id=letter.game_id))
        if letter.game_id
        else []
    )


def given_back(letter: InOrder) -> list[InOrder]:
    """Letters to its game that their readers gave back because another came first."""
    return (
        _places(_in_order().filter(game_id=letter.game_id, status=ArrivalStatus.STORED, attempts=0))
        if letter.game_id
        else []
    )


def waiting(game_id: int, upto: datetime) -> list[InOrder]:
    """Unread letters to a game that count from `upto` or earlier, in order."""
    return _places(_in_order().filter(_UNREAD, Q(from_then__lte=upto), game_id=game_id))


def waiting_ids(limit: int = 200) -> list[int]:
    """Unread letters, and those whose reader has died, for a sweep: oldest first; beyond the limit
    also the newest.
    """
    free = Arrival.objects.filter(_free(alone=True)).only("taken")
    return [letter.pk for letter in portion(free, "taken", limit)]


def prepare_again(arrival_id: int) -> str:
    """Let a letter be read again from its stored bytes. Returns its outcome if that is final, else
    "".

    Orders are carried out once: a letter whose orders went to the door keeps its outcome. Raises
    `Unreadable` if the bytes are not those that came (erased, or altered).
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


def _in_order() -> QuerySet[Arrival]:
    """Letters by the time from which they count: when they were taken, or confirmed
    (PR-RECEIPT-03).
    """
    return Arrival.objects.annotate(from_then=Coalesce("counts_from", "taken")).order_by(
        "from_then", "id"
    )


def _before(from_then: datetime, pk: int) -> Q:
    """Filter for letters that count before that one."""
    return Q(from_then__lt=from_then) | Q(from_then=from_then, pk__lt=pk)


def _places(letters: QuerySet[Arrival]) -> list[InOrder]:
    """The letters' places in their games."""
    rows = letters.only("game_id", "counts_from", "taken")[:500]
    return [InOrder(row.pk, row.game_id, row.counts_from or row.taken) for row in rows]


def read(pk: int) -> str:
    """Claim and read one letter, before which nothing is left to be done. Returns its outcome, ""
    if it was not read. Raises nothing that a letter can cause.
    """
    with alive.having(pk) as alone:
        return _read(pk, alone=alone)


def _read(pk: int, *, alone: bool) -> str:
    arrival = _claim(pk, alone=alone)
    if arrival is None:
        return ""
    try:
        return _set_aside(arrival) if arrival.attempts > MOST_ATTEMPTS else _read_claimed(arrival)
    except (OperationalError, InterfaceError):
        log.warning(
            "the database was busy with letter %s; the next sweep takes it", pk, exc_info=True
        )
        with suppress(OperationalError, InterfaceError):
            _give_back(arrival, counted=False)
    except Exception:
        # no letter may stop the others; after the second failure it is set aside
        log.exception("the reading of letter %s failed", pk)
        _give_back(arrival, counted=True)
    return ""


def _read_claimed(arrival: Arrival) -> str:
    """Read a claimed letter under its game's lock; gives it back if another one comes first."""
    letter = _opened(arrival)
    at = arrival.counts_from or arrival.taken
    with transaction.atomic(), _locked(arrival):
        mine = Arrival.objects.select_for_update().filter(
            pk=arrival.pk, status=ArrivalStatus.READING, worker=arrival.worker
        )
        if not mine.exists():
            return ""
        if arrival.game_id and _comes_first(arrival.game_id, at, arrival.pk):
            mine.update(status=ArrivalStatus.STORED, attempts=arrival.attempts - 1)
            return ""
        outcome = outcomes.outcome_of(arrival, letter, at)
        arrival.status, arrival.outcome, arrival.read_at = ArrivalStatus.READ, outcome, clock.now()
        arrival.save(update_fields=_FOUND)
    return str(outcome)


def _comes_first(game_id: int, at: datetime, pk: int) -> bool:
    """Whether an earlier letter to the game is unread, or an earlier deadline not carried out."""
    letters = _in_order().filter(_UNREAD, _before(at, pk), game_id=game_id)
    return letters.exists() or passed(game_id, clock.whole(at)) is not None


@contextmanager
def _locked(arrival: Arrival) -> Iterator[None]:
    """Lock the letter's game, if it has one; all rows written within become one link of
    evidence.
    """
    if arrival.game_id is None:
        yield
        return
    game = locked(arrival.game_id)
    if arrival.seat is not None:
        arrival.seat.game = game
    with linking(game.pk, locked=True):
        yield


def _opened(arrival: Arrival) -> OpenedLetter | None:
    """The parsed letter, only the headers of a stranger's; None if it is unreadable."""
    try:
        raw = bytes(arrival.raw)
        return open_letter(raw) if arrival.seat_id else open_head(raw)
    except Unreadable:
        return None


# --- claiming -------------------------------------------------------------------------------------


def _free(*, alone: bool) -> Q:
    """Letters that nobody reads, as far as can be known. `alone`: no living reader's connection
    holds a lock on them.
    """
    locks = alive.is_known()
    if locks and alone:
        return _UNREAD
    since = clock.now() - (CLAIM_TIME if locks else CLAIM_TIME_UNLOCKED)
    dead = Q(status=ArrivalStatus.READING, claimed_at__lt=since)
    return dead if locks else dead | Q(status=ArrivalStatus.STORED)


def _claim(arrival_id: int, *, alone: bool) -> Arrival | None:
    """Claim a letter, in a transaction of its own; None if another worker has it."""
    now, worker = clock.now(), uuid4().hex
    with transaction.atomic():
        claimed = Arrival.objects.filter(_free(alone=alone), pk=arrival_id)
        if not claimed.update(
            status=ArrivalStatus.READING, claimed_at=now, worker=worker, attempts=F("attempts") + 1
        ):
            return None
        return Arrival.objects.select_related("seat__player").get(pk=arrival_id)


@again_while_away
def _give_back(arrival: Arrival, *, counted: bool) -> None:
    """Leave the letter to the next sweep; an attempt that failed by the database's fault does not
    count.
    """
    attempts = arrival.attempts if counted else arrival.attempts - 1
    Arrival.objects.filter(
        pk=arrival.pk, status=ArrivalStatus.READING, worker=arrival.worker
    ).update(status=ArrivalStatus.STORED, attempts=attempts)


def _set_aside(arrival: Arrival) -> str:
    """Set aside a letter whose reading died twice: answer it, show it to the operator, and let
    others pass.
    """
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
        )
        arrival.save()
    log.error("letter %s set aside after %s readings", arrival.pk, arrival.attempts - 1)
    return str(ArrivalOutcome.SET_ASIDE)
