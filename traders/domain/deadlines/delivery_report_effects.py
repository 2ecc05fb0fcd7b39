"""What becomes of notices moves clocks: letters accepted, delivered, held up, bounced, dead
mailboxes (PR-TURN-01, PR-MAIL-01, PR-MAIL-04).

The post calls these with what its provider reports. Each takes the moment that the letter named
(`t12`, `i45`, `c46`); one that play no longer waits for changes nothing, and the same report twice
changes nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from traders.domain.calendar.playing_hours import NOTHING, PlayingHours, seconds
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState
from traders.domain.deadlines.turn_clock import TURN, ends_of_seats
from traders.domain.history.moment_labels import MomentLabel
from traders.models import Deadline, DeadlineKind, Game, Prepared, Seat, together

_LOCKED = Prepared(Game, lambda pk: Game.objects.select_for_update().filter(pk=pk).order_by())
_SEATS = Prepared(
    Seat, lambda game: Seat.objects.filter(game=game).select_related("player").order_by("place")
)


def accepted(
    game_id: int, seat: str, moment: str, at: datetime, written: datetime | None = None
) -> None:
    """The letter that opens the seat's turn was accepted for delivery: its clock counts from then
    (PR-TURN-01).
    """
    with _row(game_id, seat, moment, at, written) as (clocks, row, terms):
        if row is not None and terms is not None and _begins(row, terms, seat, at):
            clocks.touch(row)


def _begins(row: Deadline, terms: DeadlineState, seat: str, at: datetime) -> bool:
    """Whether the turn's clock counts from then."""
    if row.kind != DeadlineKind.TURN or terms.accepted or terms.step != TURN:
        return False
    terms.accepted = True
    seat_clock = terms.clocks[seat]
    if seat_clock.since and seat_clock.since < at:
        seat_clock.since = at
    return True


def held_up(
    game_id: int, seat: str, moment: str, at: datetime, written: datetime | None = None
) -> None:
    """The notice is not delivered yet. From half of the interval on its deadline waits for it, two
    interval times at most (PR-MAIL-01).
    """
    with _row(game_id, seat, moment, at, written) as (clocks, row, terms):
        if row is not None and terms is not None and _may_not_know(row, terms, seat):
            terms.held_up.setdefault(seat, at)
            clocks.touch(row)


def delivered(
    game_id: int, seat: str, moment: str, at: datetime, written: datetime | None = None
) -> None:
    """The notice was delivered: if half of the interval had passed by then, the seat has the whole
    interval time from now (PR-MAIL-01).
    """
    with _row(game_id, seat, moment, at, written) as (clocks, row, terms):
        if row is not None and terms is not None and _arrives(clocks, row, seat, at):
            clocks.touch(row)


def _arrives(clocks: Clocks, row: Deadline, seat: str, at: datetime) -> bool:
    """Whether the deadline waited for the seat's notice until then."""
    terms, hours = clocks.terms(row), clocks.hours_for(row)
    if terms.held_up.pop(seat, None) is None:
        return False
    if terms.half_gone(seat, at, hours):
        _whole_time_again(terms, seat, at, hours(seat))
    return True


def told_if_left(
    game_id: int, seat: str, moment: str, at: datetime, written: datetime | None = None
) -> tuple[datetime | None, datetime | None]:
    """When what the letter asks falls due if it leaves then, and when the clock ends it for the
    seat (PR-TURN-01, PR-MAIL-01); None while a clock stands still. Changes nothing.
    """
    clocks = Clocks(Game.objects.get(pk=game_id), at)
    row = _asked(clocks, seat, moment, written)
    if row is None:
        return None, None
    _begins(row, clocks.terms(row), seat, at)
    _arrives(clocks, row, seat, at)
    terms, hours = clocks.terms(row), clocks.hours_for(row)
    row.due = terms.shown(at, hours) or terms.plain_due(hours)  # others' may be on their way yet
    return row.due, ends_of_seats(clocks, row).get(seat)


def bounced(
    game_id: int, seat: str, moment: str, at: datetime, written: datetime | None = None
) -> None:
    """The notice bounced: the seat has the whole interval time from the bounce, when it is told on
    its other channels (PR-MAIL-01).
    """
    with _row(game_id, seat, moment, at, written) as (clocks, row, terms):
        if row is None or terms is None or not _may_not_know(row, terms, seat):
            return
        terms.held_up.pop(seat, None)
        _whole_time_again(terms, seat, at, clocks.hours_for(row)(seat))
        clocks.touch(row)


def mailbox_dead(game_id: int, seat: str, at: datetime) -> None:
    """The seat's mailbox refuses mail for good: its turn clock stops for the grace time, once a
    turn (PR-MAIL-04).
    """
    with _game(game_id, at) as clocks:
        for row in filter(clocks.of_turns, clocks.rows):
            terms = clocks.terms(row)
            if seat in terms.clocks and seat not in terms.mailless:
                terms.mailless.append(seat)
                terms.clocks[seat].more(clocks.settings.grace)
                clocks.touch(row)


def _may_not_know(row: Deadline, terms: DeadlineState, seat: str) -> bool:
    """Whether the interval has not run for the seat while its notice is under way: not where it has
    shown that it knew.
    """
    return (
        row.kind != DeadlineKind.TURN
        and seat in terms.clocks
        and seat not in terms.knew
        and seat not in terms.answered
    )


def _whole_time_again(terms: DeadlineState, seat: str, at: datetime, hours: PlayingHours) -> None:
    """The interval begins for the seat at `at`, but moves by two interval times at most, however
    often a notice goes astray. Where a freeze or an inner interval has stopped the clock, the seat
    has its whole time when play goes on.
    """
    own = terms.clocks[seat]
    lost = terms.whole_time - own.unused(at, hours)
    given = max(NOTHING, min(lost, terms.grace_of_mail(seat)))
    terms.late[seat] = terms.late.get(seat, 0) + seconds(given)
    own.more(given)


@contextmanager
def _game(game_id: int, now: datetime) -> Iterator[Clocks]:
    with transaction.atomic(savepoint=False):  # what fails here fails whole, its caller's part too
        [game], seats = together((_LOCKED, game_id), (_SEATS, game_id))
        clocks = Clocks(game, now, seats)
        yield clocks
        clocks.save()


@contextmanager
def _row(
    game_id: int, seat: str, moment: str, now: datetime, written: datetime | None
) -> Iterator[tuple[Clocks, Deadline | None, DeadlineState | None]]:
    """The open deadline of a moment, with the game locked; saved at the end. A notice written
    before it was set told of an earlier round.
    """
    with _game(game_id, now) as clocks:
        row = _asked(clocks, seat, moment, written)
        yield clocks, row, clocks.terms(row) if row else None


def _asked(clocks: Clocks, seat: str, moment: str, written: datetime | None) -> Deadline | None:
    """The open deadline of a moment."""
    asked = MomentLabel.read(moment)
    whose = seat if asked.kind == "turn" else None
    kind = DeadlineKind(asked.kind) if asked.kind else None
    row = clocks.find(kind, str(asked.key), whose) if kind else None
    if row is not None and written is not None and written < clocks.terms(row).opened:
        return None
    return row
