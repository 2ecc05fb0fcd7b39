"""Whom an open interval asks (PR-INTERVAL-10): who holds nothing that bears on it is not asked, and
the server passes for that seat. Who may react, and for whom play waits, is another matter, and
public (PR-INTERVAL-04).
"""

from __future__ import annotations

from collections.abc import Iterable

from traders.domain.table.change_set import ChangeSet
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import Round
from traders.engines.kernel.contract.bearing_on_interval import Bearing, bearing_of
from traders.engines.kernel.contract.contract import Interval, Pending
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named
from traders.models import SealedKind, SealedOutcome, Source

MOST_ANSWERS = 4
"""Reactions that are named where another order was refused."""
CAN_WIN = " can win now"
"""What is said behind the name of a seat whose deed would win the game at once."""


def open_to(table: Table, interval: Interval, rnd: Round) -> bool:
    """The interval begins to wait: it is kept whom it does not ask. Where one person plays alone
    the server passes for that seat at once; whether it did.
    """
    rnd.unasked = [seat for seat in interval.seats if not _asks(table, seat, interval, rnd)]
    alone = rnd.unasked if len(table.patience.people) == 1 else []
    for seat in alone:
        pass_for(table, seat, interval.key)
    return bool(alone)


def look_again(table: Table, interval: Interval, rnd: Round) -> None:
    """Something was done while the interval is open: who has come by something to play is asked
    now.
    """
    for seat in [seat for seat in rnd.unasked if _asks(table, seat, interval, rnd)]:
        rnd.unasked.remove(seat)
        for said in list(table.open(SealedKind.PASS, seat, interval.key)):
            if said.source == Source.SERVER:
                table.use(said, SealedOutcome.REPLACED)


def unasked(table: Table, pending: Pending | None) -> frozenset[Seat]:
    """Seats that the open interval does not ask, whether they have passed or not."""
    rnd = table.progress.rounds.get(pending.key) if isinstance(pending, Interval) else None
    return frozenset(rnd.unasked) & table.patience.people if rnd is not None else frozenset()


def answers(table: Table, seat: Seat, refusal: Refusal) -> tuple[str, ...]:
    """What a seat can say instead of a move that comes too soon, where an interval asks it: `pass`,
    and some of its reactions, with the question that names all.
    """
    asked = isinstance(table.pending(), Interval) and seat in table.waiting()
    if not asked or refusal.kind != "illegal":
        return ()
    found = [one.order for one in table.menu(seat) if one.reaction and not one.blanks]
    more = ["orders"] if len(found) > MOST_ANSWERS else []
    return ("pass", *found[:MOST_ANSWERS], *more)


def pass_for(table: Table, seat: Seat, key: int) -> None:
    """The server passes for a seat that is not asked, sealed like any pass."""
    if not any(table.open(SealedKind.PASS, seat, key)):
        table.keep(seat, SealedKind.PASS, interval=key, source=Source.SERVER)


def _asks(table: Table, seat: Seat, interval: Interval, rnd: Round) -> bool:
    """Whether the seat is asked. Where every interval waits, whatever touches on it is asked about;
    else what could make it come out otherwise. Who has answered it ahead is not.
    """
    if seat in rnd.ahead:
        return False
    if interval.question or interval.haggling or seat not in table.patience.people:
        return True
    if table.stops(seat, interval):
        return True
    least = Bearing.TOUCHES if table.timing == "table" else Bearing.DECIDES
    return bearing_of(table.engine, table.state, seat) >= least


class WindowsBefore:
    """Windows as they were before a session, beside what they are after it: opened, opened once
    more, and whom they ask.
    """

    def __init__(self, table: Table, pending: Pending | None) -> None:
        self._opened = _times_opened(table)
        self._unasked = unasked(table, pending)
        self._key = pending.key if isinstance(pending, Interval) else None
        self._stakes = pending.stakes if isinstance(pending, Interval) else ""

    def compare(
        self, change_set: ChangeSet, table: Table, pending: Pending, seats: Iterable[Seat]
    ) -> None:
        """Note whether the window that is `pending` was opened once more (PR-PRIORITY-04), and whom
        it asks (PR-INTERVAL-10): who has come by something to play is asked as if it had opened
        now; where the game could be won at once, who is not asked is told so at once, and once for
        all windows of the same deed.
        """
        if not isinstance(pending, Interval):
            return
        unasked_now = change_set.unasked = unasked(table, pending)
        before = self._opened.get(pending.key)
        reopened = before not in (None, _times_opened(table)[pending.key])
        if reopened:
            change_set.asked_again = frozenset(
                one.seat
                for one in table.said
                if one.kind == SealedKind.PASS
                if one.interval == pending.key and one.used and one.source != Source.SERVER
            )
        if any(one.kind == SealedKind.REACTION for one in table.said):
            kept = table.open(SealedKind.REACTION, interval=pending.key)
            change_set.reacted = frozenset(one.seat for one in kept)
        if pending.key == self._key and not reopened:
            change_set.anew |= self._unasked - unasked_now
        elif pending.stakes not in ("", self._stakes) and before is None:
            for seat in seats:
                if seat in unasked_now or seat not in pending.seats:
                    change_set.own_notices.setdefault(seat, []).append(_who_can_win(pending, seat))


def _who_can_win(interval: Interval, reader: Seat) -> str:
    """What the deed could win, behind the name of who wins by it."""
    if not interval.wins:
        return interval.stakes
    who = "You" if interval.wins == reader else named(interval.wins)
    return f"{who}{CAN_WIN}: {interval.stakes[0].lower()}{interval.stakes[1:]}"


def _times_opened(table: Table) -> dict[int, int]:
    """How often each interval was opened, anew after reactions too (PR-PRIORITY-04)."""
    return {key: one.number for key, one in table.progress.rounds.items()}
