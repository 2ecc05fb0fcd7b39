"""The turn clock, step by step: the turn's own time, time in hand, grace, then what the club has
chosen (PR-TURN-01, -03 to -05).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Q

from traders.domain.calendar.playing_hours import seconds
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState
from traders.domain.deadlines.seat_clock import SeatClock
from traders.domain.history import recording_and_replay
from traders.domain.people import seating
from traders.models import Deadline, DeadlineKind, Entry, Game, Kind, Source

TURN, BANK, GRACE = "turn", "bank", "grace"
SUBSTITUTE, REFEREE, REMINDED = "substitute", "referee", "referee reminded"
"""The steps: the turn's own time, time in hand, grace; then, where the club chose so, waiting for a
substitute, or for the referee: half of the ruling time, and the other half once the referee was
reminded.
"""
ASKED = (SUBSTITUTE, REFEREE, REMINDED)
"""Steps at which others are asked what becomes of the turn (PR-TURN-04)."""
LEAST = 3_600
"""Seconds that a turn has at least when play backs up into it."""


def of_turns(game: str = "") -> Q:
    """Rows that are turns: those of turn clocks, and of questions in the place of turns. `game`:
    the prefix where they are looked up from another row, `deadlines__`.
    """
    asked = Q(**{f"{game}kind": DeadlineKind.INTERVAL, f"{game}data__in_turn": True})
    return Q(**{f"{game}kind": DeadlineKind.TURN}) | asked


def open_for(clocks: Clocks, key: str, colour: str, *, again: bool = False) -> Deadline:
    """A turn begins: its clock runs from now, till it is known when its letter was accepted
    (PR-TURN-01); the purse is filled a little.

    `again`: play backed up into the turn. It goes on with what it had left, and what it had put
    into time in hand is taken out again.
    """
    whole = seconds(clocks.settings.turn_time)
    seat = clocks.seats[colour]
    terms = DeadlineState(
        opened=clocks.now, clocks={colour: SeatClock(whole)}, whole=whole, step=TURN
    )
    earlier = _earlier(clocks, key, colour) if again else None
    if earlier is not None:
        terms.accepted = True
        if earlier.step == TURN:
            terms.clocks[colour].left = max(earlier.clocks[colour].left, LEAST)
        seat.bank = max(0, seat.bank - earlier.bank)
    else:
        full = seconds(clocks.settings.purse)
        seat.purse = max(seat.purse, min(full, seat.purse + seconds(clocks.settings.purse_filling)))
    clocks.changed_seats.add(colour)
    return clocks.open(DeadlineKind.TURN, key, colour, terms)


def _earlier(clocks: Clocks, key: str, colour: str) -> DeadlineState | None:
    """The terms of the same turn before play backed up into it."""
    rows = Deadline.objects.filter(
        game=clocks.game, kind=DeadlineKind.TURN, key=key, seat=colour
    ).exclude(done_at=None)
    row = rows.order_by("-pk").first()
    return DeadlineState.read(row.data) if row is not None else None


def stands_empty(clocks: Clocks, row: Deadline, colour: str) -> bool:
    """Whether the seat's clock in this row stands still because nobody holds the seat: that of a
    turn, or of a question in the place of turns (PR-SEAT-01). It does whatever the seat has said
    before, so that nobody learns that from it (PR-INTERVAL-05).
    """
    seat = clocks.seats.get(colour) if clocks.of_turns(row) else None
    return seat is not None and seating.is_vacant(seat)


def go(clocks: Clocks, row: Deadline) -> None:
    """The row's clocks run, but for those of seats that nobody holds; a seat that is out of the
    game holds nobody up.
    """
    terms, changed = clocks.terms(row), False
    for colour, own in terms.clocks.items():
        before = (own.left, own.since)
        if stands_empty(clocks, row, colour):
            own.stop(clocks.now, clocks.hours_for(row)(colour))
        elif terms.step != SUBSTITUTE:
            own.go(clocks.now)
        if terms.in_turn and colour in clocks.seats and clocks.seats[colour].dropped:
            own.left = 0
        changed = changed or before != (own.left, own.since)
    if changed:
        clocks.touch(row)


def run_on(clocks: Clocks, row: Deadline) -> None:
    """Play waits for the seat's orders: its clock runs, if it does not already."""
    terms = clocks.terms(row)
    terms.backed_out = False
    if clocks.game.frozen:
        if terms.frozen is None:
            terms.frozen = [row.seat]
            clocks.touch(row)
        return
    if terms.paused:
        terms.paused = False
        clocks.touch(row)
    go(clocks, row)


def pause(clocks: Clocks, row: Deadline, asked: Iterable[str]) -> None:
    """An interval or choice is open in which these seats are asked: the clock stands still while
    somebody else is waited for (PR-TURN-03).

    Where the seat on turn alone is asked its clock runs on, but the interval's own deadline comes
    first: what has run out meanwhile falls due when play goes on.
    """
    for_others, terms = any(seat != row.seat for seat in asked), clocks.terms(row)
    stops = for_others or stands_empty(clocks, row, row.seat)
    if stops and terms.stop(clocks.now, clocks.hours_for(row)):
        clocks.touch(row)
    if not for_others and not terms.paused:
        terms.paused = True
        clocks.touch(row)


def over(clocks: Clocks, row: Deadline) -> None:
    """The turn is over: time that it did not use goes to the bank, up to its limit (PR-TURN-05); of
    one that was undone, time in hand alone that it had drawn on.
    """
    terms = clocks.terms(row)
    terms.stop(clocks.now, clocks.hours_for(row))
    seat = clocks.seats.get(row.seat)
    if seat is not None and terms.step == BANK and terms.backed_out:
        seat.bank += terms.clocks[row.seat].left
        clocks.changed_seats.add(row.seat)
    if seat is not None and terms.step in (TURN, BANK) and not terms.backed_out:
        bank = min(seconds(clocks.settings.bank_limit), seat.bank + terms.clocks[row.seat].left)
        terms.bank, seat.bank = bank - seat.bank, bank
        clocks.changed_seats.add(row.seat)
    clocks.finish(row)


def ends(clocks: Clocks, row: Deadline | None) -> datetime | None:
    """When the clock ends the row's turn, saved and extra time counted; None where it does not
    (PR-TURN-04), while nobody can say, or where it ends with its own time.
    """
    if row is None or row.kind != DeadlineKind.TURN or row.due is None or clocks.game.frozen:
        return None
    terms, grace = clocks.terms(row), clocks.settings.grace
    saved = timedelta(seconds=clocks.seats[row.seat].bank)
    more = {TURN: saved + grace, BANK: grace, GRACE: timedelta()}.get(terms.step)
    if more is None or terms.held_up or clocks.settings.out_of_time != "end-turn":
        return None
    if terms.step == TURN and not more:
        return None  # not the due time: a reminder would speak of extra time that there is not
    return clocks.hours_for(row)(row.seat).add(row.due, more)


def fall(clocks: Clocks, row: Deadline) -> str:
    """The clock has run out at the row's due time: enter the next step, and name it; `""` where the
    turn is to be ended now (PR-TURN-04).

    Time in hand comes before grace (PR-TURN-05). What follows is counted from the due time's own
    second, not from when it was noticed.
    """
    terms, seat, settings = clocks.terms(row), clocks.seats[row.seat], clocks.settings
    assert row.due is not None, "only a running clock runs out"
    if terms.step == TURN:
        terms.given = row.due
        if seat.bank:
            terms.clocks[row.seat] = SeatClock(seat.bank, row.due)
            seat.bank = 0
            clocks.changed_seats.add(row.seat)
            return _enter(clocks, row, BANK)
    if terms.step in (TURN, BANK) and settings.grace:
        terms.clocks[row.seat] = SeatClock(seconds(settings.grace), row.due)
        return _enter(clocks, row, GRACE)
    if terms.step in (TURN, BANK, GRACE) and settings.out_of_time == "substitute":
        terms.clocks[row.seat] = SeatClock(0)
        return _enter(clocks, row, SUBSTITUTE)
    waiting = (
        {TURN: REFEREE, BANK: REFEREE, GRACE: REFEREE, REFEREE: REMINDED}.get(terms.step)
        if settings.out_of_time == "referee"
        else None
    )
    if waiting:
        half = seconds(settings.ruling_time / 2)
        terms.clocks[row.seat] = SeatClock(
            half if waiting == REFEREE else seconds(settings.ruling_time) - half, row.due
        )
        return _enter(clocks, row, waiting)
    return ""


# --- rounds that all order at once ----------------------------------------------------------------


def fall_round(clocks: Clocks, row: Deadline) -> str:
    """The time of a round is over: who has not ordered draws on time in hand, then has the grace
    time. Enter that step, and name it; `""` where the round is carried out now.

    What the club chose for a turn that is out of time holds no round: those who have ordered would
    wait for it (PR-TURN-04).
    """
    terms, silent = clocks.terms(row), unanswered(clocks, row)
    if not (terms.in_turn and silent):
        return ""
    if not terms.step:
        terms.given = row.due
        saved = {seat: clocks.seats[seat].bank for seat in silent}
        if any(saved.values()):
            for seat in silent:
                clocks.seats[seat].bank = 0
            clocks.changed_seats.update(silent)
            return _enter_round(clocks, row, BANK, saved)
    if terms.step in ("", BANK) and clocks.settings.grace:
        grace = dict.fromkeys(silent, seconds(clocks.settings.grace))
        return _enter_round(clocks, row, GRACE, grace)
    return ""


def unanswered(clocks: Clocks, row: Deadline) -> list[str]:
    """Seats that have not ordered in the round."""
    terms = clocks.terms(row)
    return [seat for seat in terms.clocks if seat not in terms.answered and seat in clocks.seats]


def _enter_round(clocks: Clocks, row: Deadline, step: str, left: Mapping[str, int]) -> str:
    terms = clocks.terms(row)
    terms.clocks = {seat: SeatClock(left.get(seat, 0), row.due) for seat in terms.clocks}
    return _enter(clocks, row, step)


def save_in_round(clocks: Clocks, row: Deadline, seat: str) -> None:
    """The seat has ordered, or ordered otherwise: what it has left now is its to save."""
    terms = clocks.terms(row)
    if terms.in_turn and seat in terms.answered and terms.step in ("", BANK):
        terms.saved[seat] = seconds(terms.remaining(seat, clocks.now, clocks.hours_for(row)))
        clocks.touch(row)


def round_over(clocks: Clocks, row: Deadline, *, undone: bool) -> None:
    """The round is over: what seats left over goes to the bank, up to its limit (PR-TURN-05); of
    one that was undone, what they had drawn.
    """
    terms, hours = clocks.terms(row), clocks.hours_for(row)
    if not terms.in_turn:
        return
    left_now = {s: seconds(terms.remaining(s, clocks.now, hours)) for s in terms.clocks}
    if undone:
        saved = left_now if terms.step == BANK else {}
    elif terms.step in ("", BANK):
        saved = left_now | terms.saved  # who ordered last closed it in that moment
    else:
        saved = terms.saved
    terms.saved = {}
    most = seconds(clocks.settings.bank_limit)
    for colour, left in saved.items():
        seat = clocks.seats.get(colour)
        if seat is not None and left:
            bank = max(seat.bank, min(most, seat.bank + left))
            if not undone:
                terms.saved[colour] = bank - seat.bank
            seat.bank = bank
            clocks.changed_seats.add(colour)


def rounds_undone(clocks: Clocks) -> None:
    """Play has backed up: what rounds put into time in hand that were over since is taken out."""
    back_up = Entry.objects.filter(game=clocks.game, kind=Kind.BACK_UP).latest("number")
    resumed = Entry.objects.get(game=clocks.game, number=back_up.before)
    rows = Deadline.objects.filter(
        of_turns(), game=clocks.game, kind=DeadlineKind.INTERVAL, done_at__gt=resumed.at
    )
    undone = []
    for row in rows:
        terms = DeadlineState.read(row.data)
        for colour, saved in terms.saved.items():
            clocks.seats[colour].bank = max(0, clocks.seats[colour].bank - saved)
            clocks.changed_seats.add(colour)
        if terms.saved:
            terms.saved = {}
            row.data = terms.write()
            undone.append(row)
    Deadline.objects.write(undone, ["data"])


def ends_of_seats(clocks: Clocks, row: Deadline | None) -> dict[str, datetime]:
    """When the clock ends the row's turn; or at the earliest carries out a round without the orders
    of each seat, since others may have saved more.
    """
    if row is None or row.due is None or clocks.game.frozen:
        return {}
    if ended := ends(clocks, row):
        return {row.seat: ended}
    terms, grace, found = clocks.terms(row), clocks.settings.grace, dict[str, datetime]()
    for seat in unanswered(clocks, row) if terms.in_turn else ():
        saved = timedelta(seconds=clocks.seats[seat].bank)
        more = {"": saved + grace, BANK: grace}.get(terms.step, timedelta())
        if more or terms.step == GRACE:
            found[seat] = clocks.hours_for(row)(seat).add(row.due, more)
    return found


# --- what is asked of a turn ----------------------------------------------------------------------


def ended_by(game: Game, colour: str, number: int) -> Entry | None:
    """The entry in play by which the clock ended that turn of the seat (PR-TURN-04); None where it
    did not.
    """
    rows = Deadline.objects.filter(
        game=game, kind=DeadlineKind.TURN, key=str(number), seat=colour
    ).exclude(done_at=None)
    row = rows.order_by("-pk").first()
    if row is None or row.done_at is None:
        return None
    ends = Entry.objects.filter(
        game=game, seat=colour, kind=Kind.ORDER, source=Source.DEADLINE, at=row.done_at
    )
    return next(
        (
            entry
            for entry in ends.order_by("number")
            if recording_and_replay.in_play(game, entry.number)
        ),
        None,
    )


def add(clocks: Clocks, row: Deadline, length: timedelta) -> None:
    """Give the turn so much time beyond what it has, in whatever step it is."""
    terms = clocks.terms(row)
    if terms.step in ASKED:
        grant(clocks, row, length)
        return
    terms.more(length)
    clocks.touch(row)


def grant(clocks: Clocks, row: Deadline, length: timedelta) -> None:
    """Give the turn so much time from now on, whatever step it had come to, by a referee's ruling
    (PR-REMEDY-06).
    """
    terms = clocks.terms(row)
    terms.step, terms.given = TURN, None
    since = None if stands_empty(clocks, row, row.seat) else clocks.now
    terms.clocks[row.seat] = SeatClock(seconds(length), since)
    clocks.touch(row)


def whole_for_substitute(clocks: Clocks, row: Deadline, colour: str) -> None:
    """Who steps into the seat has at least the whole turn time in the turn or round that is under
    way, whatever step it had come to; what the seat had not used of its time in hand is its again
    (PR-SEAT-01, PR-TURN-05). A clock that stands still for another reason stands on.
    """
    terms = clocks.terms(row)
    own, left = terms.clocks[colour], terms.remaining(colour, clocks.now, clocks.hours_for(row))
    if terms.step == BANK:
        clocks.seats[colour].bank += seconds(left)
        clocks.changed_seats.add(colour)
    whole = seconds(clocks.settings.turn_time)
    own.left = whole if terms.step not in ("", TURN) else max(whole, seconds(left))
    own.since = clocks.now if own.since else None
    terms.step, terms.given = TURN if row.kind == DeadlineKind.TURN else "", None
    # the seat's new player is written to anew
    terms.accepted, terms.mailless = False, [one for one in terms.mailless if one != colour]
    clocks.touch(row)


def _enter(clocks: Clocks, row: Deadline, step: str) -> str:
    clocks.terms(row).step = step
    clocks.touch(row)
    return step
