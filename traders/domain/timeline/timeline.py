"""A game's letters and deadlines in the order of their times: whoever changes a game goes through
here, so that what came before comes first.

A letter counts from when it was taken, a deadline from when its second is over. Before either is
carried out, all that lies before it is (PR-RECEIPT-02, PR-RECEIPT-07).
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from threading import Condition
from typing import Any

from django.db import OperationalError, connection, transaction
from django.db.models import Q, QuerySet

from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.deadlines.game_clocks import passed
from traders.domain.play import door
from traders.domain.play.locked_game import locked
from traders.domain.post.incoming import reading
from traders.domain.table.change_set import ChangeSet
from traders.domain.timeline.deadline_reached import LAST_INSTANT, Due, Reached, carry_out
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import (
    Arrival,
    ArrivalStatus,
    Game,
    Membership,
    Player,
    Role,
    Seat,
    Source,
    Standing,
)

PATIENCE = 5.0
"""Seconds for which what comes by no letter waits, in all, for what comes first."""
MOST_WAITING = 2
"""Of one game in one process: so that none takes the threads of the others."""
FEW = 3
"""Letters of others that are read at once for who waits."""
LOOK_AGAIN = 0.1
"""Seconds between two looks."""


class Busy(OperationalError):
    """What comes first is in another's hands. Nothing was carried out; it can be tried again, as
    where the database is busy.
    """


def orders(
    game_id: int,
    seat: str,
    text: str,
    *,
    source: Source = Source.LETTER,
    moment: str = "",
    at: datetime | None = None,
    on_the_spot: bool = False,
    player: Player | None = None,
    kept: Callable[[ChangeSet], None] | None = None,
) -> ChangeSet:
    """A seat's lines that come by no letter, at `at` (left out: now), after all that came before,
    from the game's organizers too. See `door.orders`; raises `Busy`. `player`: who says them,
    refused where somebody else has the seat by then. `kept`: called with what came of them, in the
    same transaction.
    """
    taken = at or clock.exact()
    _read_the_desk(game_id, taken)
    with in_order(game_id, taken):
        if player is not None:
            _has_the_seat(game_id, seat, player)
        changes = door.orders(
            game_id,
            seat,
            text,
            source=source,
            moment=moment,
            at=clock.whole(taken),
            on_the_spot=on_the_spot,
        )
        if kept is not None:
            kept(changes)
        return changes


def _has_the_seat(game_id: int, colour: str, player: Player) -> None:
    """Refuse who had the seat when asking, and has it no more: what came before gave it away."""
    if not Seat.objects.filter(game=game_id, colour=colour, player=player).exists():
        raise Refusal(
            f"Somebody else plays {named(colour)} now. Nothing of this was carried out.",
            "PR-SEAT-01",
            kind="stale",
        )


@contextmanager
def in_order(game_id: int, at: datetime, patience: float | None = None) -> Iterator[Game]:
    """Within it the game is locked, and all is done that counts before `at`: letters taken by then,
    whoever reads them, and deadlines that passed (PR-RECEIPT-02, PR-RECEIPT-07).

    Raises `Busy` where that is not so after `patience` seconds; left out: `PATIENCE`.
    """
    most = time.monotonic() + PATIENCE
    until = most if patience is None else time.monotonic() + patience
    with ExitStack() as waits:
        waits.enter_context(_place_to_wait(game_id))
        while True:
            with transaction.atomic():
                _wait_for_locks(most)
                game = locked(game_id)
                if not reading.waiting(game_id, at) and passed(game_id, clock.whole(at)) is None:
                    waits.close()
                    yield game
                    return
            _read(partial(reading.waiting, game_id, at), most)
            caught_up = catch_up(game_id, at, until=most)
            if not caught_up or reading.waiting(game_id, at):
                if time.monotonic() >= until:
                    raise Busy(f"what comes first in game {game_id} is in another's hands")
                time.sleep(LOOK_AGAIN)


_waiting: Counter[int] = Counter()
_went_on = Condition()


@contextmanager
def _place_to_wait(game_id: int) -> Iterator[None]:
    """One of a game's places to wait for what comes first; `Busy` where a moment frees none."""
    with _went_on:
        if not _went_on.wait_for(lambda: _waiting[game_id] < MOST_WAITING, 5 * LOOK_AGAIN):
            raise Busy(f"enough wait for game {game_id}")
        _waiting[game_id] += 1
    try:
        yield
    finally:
        with _went_on:
            _waiting[game_id] -= 1
            _went_on.notify_all()


def _wait_for_locks(until: float) -> None:
    """Within this transaction a lock that another holds is waited for until then, and a little;
    SQLite has a time of its own for that.
    """
    if connection.vendor == "postgresql":
        left = max(0.0, until - time.monotonic()) + LOOK_AGAIN
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {int(left * 1000)}")


# --- deadlines ------------------------------------------------------------------------------------


def catch_up(game_id: int, moment: datetime, before: int = 0, *, until: float = math.inf) -> bool:
    """Carry out the game's deadlines that passed before `moment`, in their order: a letter taken
    then finds them passed (PR-RECEIPT-07). False where one could not be reached; one that fails is
    set back, and due at its new time.

    `before`: of those that pass at that moment also the rows with lower ids. `until`: when, of the
    process's own time, no more is begun.
    """
    moment = clock.whole(moment)
    for _ in range(1_000):
        found = passed(game_id, moment, before)
        if found is None or found.due is None:
            return True
        if time.monotonic() >= until:
            return False
        row = Due(found.pk, game_id, found.kind, found.due)
        early = (row.due + clock.settling() - clock.now()).total_seconds()
        if early > 0:  # letters taken in the deadline's own second may not be stored yet
            time.sleep(early)
        now = max(clock.now(), row.due + clock.settling())
        if (
            reached(row, now, heartbeat_and_outages.outages(now), wait=True, until=until)
            is Reached.LEFT
        ):
            return False
    return False


def reached(
    row: Due,
    now: datetime,
    outages: list[heartbeat_and_outages.Outage],
    *,
    wait: bool = False,
    until: float = math.inf,
) -> Reached:
    """Carry out one row that is due; first the letters that came in time, to its game, and to its
    organizers' desk.
    """
    _read(partial(reading.waiting, row.game_id, row.due + LAST_INSTANT), until)
    if not read_before(_organizers(row.game_id), row.due):
        return Reached.LEFT
    return carry_out(row, now, outages, wait=wait)


# --- letters --------------------------------------------------------------------------------------


def read(arrival_id: int) -> str:
    """Read one letter, and with it all that wait in its game, in order; returns its outcome.

    "" where somebody else is reading it or has read it, where an earlier one is in another's hands,
    and where the reading died.
    """
    return read_all([arrival_id]).get(arrival_id, "")


def read_all(arrival_ids: Iterable[int]) -> dict[int, str]:
    """Read these letters, and with each all that wait in its game; returns outcomes by letter."""
    found: dict[int, str] = {}
    for pk in arrival_ids:
        if pk not in found:
            found |= _read(partial(reading.waiting_beside, pk))
    return found


def read_waiting(game_id: int, upto: datetime) -> int:
    """Read the letters to a game that count from `upto` or earlier and that nobody has read, in
    order; returns how many.
    """
    return len(_read(partial(reading.waiting, game_id, upto)))


def read_before(players: Collection[int] | QuerySet[Any], upto: datetime) -> bool:
    """Read what these people answered without a seat, as far as it counts from second `upto` or
    before, so that nothing is done that their words would have changed (PR-RECEIPT-01); False where
    some of it cannot be read yet.
    """
    end = clock.whole(upto) + clock.SECOND
    unread = Arrival.objects.filter(
        Q(counts_from=None, taken__lt=end) | Q(counts_from__lt=end),
        status__in=(ArrivalStatus.STORED, ArrivalStatus.READING),
        asked_by__player__in=players,
        game=None,
    ).order_by("taken", "pk")
    found = list(unread.values_list("pk", "status"))
    if not found:
        return True
    # what is being read is another's
    read_all(pk for pk, status in found if status == ArrivalStatus.STORED)
    return not unread.exists()


def _organizers(game_id: int) -> QuerySet[Any]:
    """Who may order something in the game without a seat: its club's organizers."""
    of_club = Membership.objects.filter(club__games=game_id, role=Role.ORGANIZER)
    return of_club.filter(standing=Standing.MEMBER).values("player")


def _read_the_desk(game_id: int, at: datetime) -> None:
    """Read what the game's organizers wrote by then; `Busy` where it stays in another's hands."""
    until = time.monotonic() + PATIENCE
    while not read_before(_organizers(game_id), at):
        if time.monotonic() >= until:
            raise Busy(f"a letter to the desk of game {game_id} is in another's hands")
        time.sleep(LOOK_AGAIN)


def read_again(arrival_id: int) -> str:
    """Read a letter again from its stored bytes, as an operator asks; returns its outcome. See
    `reading.prepare_again`.
    """
    done = reading.prepare_again(arrival_id)
    return done or read(arrival_id)


def _read(waiting: Callable[[], list[reading.InOrder]], until: float = math.inf) -> dict[int, str]:
    """Outcomes of the letters that wait for the same game: as many at once as no deadline comes
    between. `until`: when, of the process's own time, no more is begun; a few at once then.
    """
    found: dict[int, str] = {}
    tried: dict[int, int] = {}
    while time.monotonic() < until and (letters := waiting()):
        first = letters[0]
        for letter in letters:
            tried.setdefault(letter.pk, letter.attempts)
        if first.attempts > tried[first.pk]:
            break  # its reading has failed just now
        read = reading.read(letters if until == math.inf else letters[:FEW])
        found |= read.found
        if not read.found:
            game = first.game_id
            due = passed(game, clock.whole(first.at)) if game else None
            if game and due is not None:
                if not catch_up(game, first.at, until=until):
                    break
            elif not read.let_go:
                break  # it is in another's hands
    return found
