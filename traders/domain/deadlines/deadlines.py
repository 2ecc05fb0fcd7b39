"""Until when play waits: the one place that sets, moves and clears deadlines. The door calls
`set_for` at the end of every session.

Each clock is a row with its due time; a row whose clock stands still has none. The reminder at half
time and the shortest time of an interval are rows of their own beside it. What happens when a row
falls due is `timeline.reached`'s and the door's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from traders.domain.calendar.playing_hours import seconds
from traders.domain.deadlines import (
    server_passes,
    turn_clock,
    vacant_seat_clocks,
    waiting_allowance,
)
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState
from traders.domain.deadlines.seat_clock import SeatClock
from traders.domain.people.seating import is_vacant
from traders.domain.table.change_set import ChangeSet
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn
from traders.models import Deadline, DeadlineKind, Game, SealedKind, Seat


def set_for(
    game: Game, seats: Sequence[Seat], table: Table, change_set: ChangeSet
) -> datetime | None:
    """Set, move and clear the game's deadlines after a session; call it with the game's row locked,
    in the same transaction.

    Returns when what play waits for falls due, as players are told: time in hand and grace left
    out, None while nobody can say.
    """
    clocks = Clocks(game, change_set.at, seats)
    if change_set.started:
        _begin(clocks)
    if change_set.backed_up:
        turn_clock.rounds_undone(clocks)
        for row in clocks.of_kind(DeadlineKind.TURN):
            clocks.terms(row).backed_out = True
            clocks.touch(row)
    main = _wait_for(clocks, table, change_set)
    if any(map(is_vacant, clocks.seats.values())) or clocks.of_kind(DeadlineKind.SEAT):
        vacant_seat_clocks.wait_for_substitutes(clocks, table)
    clocks.save()
    change_set.ends = turn_clock.ends_of_seats(clocks, main)
    return clocks.shown(main)


def _begin(clocks: Clocks) -> None:
    """The game begins: every seat's purse is full (PR-INTERVAL-09) and its time in hand none
    (PR-TURN-05).
    """
    for seat in clocks.seats.values():
        seat.purse, seat.bank = round(clocks.settings.purse.total_seconds()), 0
        clocks.changed_seats.add(seat.colour)


def _wait_for(clocks: Clocks, table: Table, change_set: ChangeSet) -> Deadline | None:
    """The row of what play waits for now; what it no longer waits for is over."""
    pending = change_set.after
    standing = table.engine.standing(table.state)
    match pending:
        case Turn():
            main = _turn(clocks, pending)
        case Interval(key=key):
            main = _asked(clocks, pending, table.progress.rounds[key].number, change_set.backed_up)
            terms, waiting = clocks.terms(main), table.waiting()
            _note_answers(clocks, main, terms, pending.seats, waiting, change_set.sender)
            if any(line.answer == "kept" for line in change_set.lines):
                turn_clock.save_in_round(clocks, main, change_set.sender)  # newly, or otherwise
            _hold(
                clocks,
                main,
                terms,
                {
                    said.seat
                    for said in table.said
                    if said.kind == SealedKind.HOLD and said.interval == key
                },
            )
            server_passes.keep(clocks, main, terms, change_set.unasked, waiting)
        case Choice(seat=seat) if own := _own_turn(clocks, table, seat):
            # PR-TURN-08 speaks of others' turns; in the seat's own its turn clock runs (PR-TURN-01)
            main = own
            turn_clock.run_on(clocks, main)
        case Choice():
            main = _asked(clocks, pending, 1, change_set.backed_up)
            terms = clocks.terms(main)
            _note_answers(clocks, main, terms, (pending.seat,), table.waiting(), change_set.sender)
        case Over():
            # a claim outlives the game by a day
            for row in [row for row in clocks.rows if row.kind != DeadlineKind.COURT]:
                clocks.finish(row)
            return None
        case _:
            raise TypeError(f"play waits for nobody: {pending}")
    _clear(clocks, main, standing, undone=change_set.backed_up or change_set.put_right)
    return main


def _own_turn(clocks: Clocks, table: Table, seat: str) -> Deadline | None:
    """The seat's own turn clock, if it is the seat's turn now."""
    if table.engine.seats_in_order(table.state)[:1] != (seat,):
        return None
    return next((row for row in clocks.of_kind(DeadlineKind.TURN) if row.seat == seat), None)


# --- turns ----------------------------------------------------------------------------------------


def _turn(clocks: Clocks, turn: Turn) -> Deadline | None:
    """A turn's clocks: those of the turn before are over, its own run, or run on (PR-TURN-01,
    PR-TURN-03).
    """
    key = str(turn.number)
    rows = clocks.of_kind(DeadlineKind.TURN)
    again = any(clocks.terms(row).backed_out for row in rows)
    for row in rows:
        if row.key != key or row.seat not in turn.seats:
            turn_clock.over(clocks, row)
    first: Deadline | None = None
    for seat in turn.seats:
        row = clocks.find(DeadlineKind.TURN, key, seat) or turn_clock.open_for(
            clocks, key, seat, again=again
        )
        turn_clock.run_on(clocks, row)
        first = first or row
    return first


# --- intervals and choices ------------------------------------------------------------------------


def _asked(clocks: Clocks, asked: Interval | Choice, round: int, reopened: bool) -> Deadline:
    """An interval's or a choice's deadline: set when it opens (PR-INTERVAL-02, PR-TURN-08), anew in
    a new round (PR-PRIORITY-04) or where play backs up into it (PR-REMEDY-03), else kept.
    """
    kind = DeadlineKind.INTERVAL if isinstance(asked, Interval) else DeadlineKind.CHOICE
    seats = asked.seats if isinstance(asked, Interval) else (asked.seat,)
    key, turns = str(asked.key), clocks.of_kind(DeadlineKind.TURN)
    row = clocks.find(kind, key)
    for turn in turns:
        turn_clock.pause(clocks, turn, seats)
    terms = clocks.terms(row) if row else None
    if row is not None and terms is not None and terms.round == round and not reopened:
        if not clocks.game.frozen:
            # it stood still while an interval inside it was open (PR-INTERVAL-08)
            turn_clock.go(clocks, row)
        return row
    if row is not None:
        _over(clocks, row, undone=reopened)
    in_turn = isinstance(asked, Interval) and asked.in_turn
    on_turn = seats if in_turn else [turn.seat for turn in turns]
    new = _open(clocks, kind, key, seats, round, on_turn, in_turn=in_turn)
    if terms is not None and not reopened:
        # each seat asks for time once in an interval
        clocks.terms(new).held, clocks.terms(new).moved = list(terms.held), terms.moved
    return new


def _open(
    clocks: Clocks,
    kind: DeadlineKind,
    key: str,
    seats: Collection[str],
    round: int,
    on_turn: Iterable[str],
    *,
    in_turn: bool,
) -> Deadline:
    """Runs for the interval time (PR-INTERVAL-02), for a turn's where the question is in the place
    of turns (PR-TURN-01).
    """
    whole = int(
        (clocks.settings.turn_time if in_turn else clocks.settings.interval_time).total_seconds()
    )
    since = None if clocks.game.frozen else clocks.now
    terms = DeadlineState(
        opened=clocks.now,
        clocks={seat: SeatClock(whole, since) for seat in seats},
        whole=whole,
        round=round,
        in_turn=in_turn,
        on_turn=list(on_turn),
        frozen=list(seats) if clocks.game.frozen else None,
    )
    row = clocks.open(kind, key, next(iter(seats)) if kind == DeadlineKind.CHOICE else "", terms)
    if since is not None and in_turn:
        turn_clock.go(clocks, row)
    floor = int(clocks.settings.interval_floor.total_seconds())
    if kind == DeadlineKind.INTERVAL and floor:
        shortest = DeadlineState(
            opened=clocks.now,
            clocks={seat: SeatClock(floor, since) for seat in seats},
            round=round,
            frozen=terms.frozen,
        )
        clocks.open(DeadlineKind.FLOOR, key, "", shortest)
    return row


def _note_answers(
    clocks: Clocks,
    row: Deadline,
    terms: DeadlineState,
    seats: Iterable[str],
    waiting: Collection[str],
    sender: str,
) -> None:
    """Keep, unseen, who has answered and who has shown to know (PR-INTERVAL-05, PR-MAIL-01)."""
    for seat in seats:
        if seat not in waiting and seat not in terms.answered:
            terms.answered[seat] = clocks.now
            left = terms.remaining(seat, clocks.now, clocks.hours_for(row))
            terms.used[seat] = seconds(terms.whole_time - left)
            turn_clock.save_in_round(clocks, row, seat)
            clocks.touch(row)
        elif seat in waiting and seat in terms.answered:
            del terms.answered[seat]
            terms.saved.pop(seat, None)
            terms.used.pop(seat, None)
            clocks.touch(row)
    if sender in seats and sender not in terms.knew:
        terms.knew.append(sender)
        terms.held_up.pop(sender, None)
        clocks.touch(row)


def _hold(clocks: Clocks, row: Deadline, terms: DeadlineState, asking: set[str]) -> None:
    """Seats ask for time: the deadline moves by the holding time, once, however many ask
    (PR-INTERVAL-07).
    """
    new = asking - set(terms.held)
    if not new:
        return
    terms.held += sorted(new)
    if not terms.moved:
        terms.moved = True
        terms.more(clocks.settings.holding_time)
    clocks.touch(row)


def _clear(
    clocks: Clocks, main: Deadline | None, standing: Collection[int], *, undone: bool
) -> None:
    """What play no longer waits for is over; an outer interval stands still while an inner one is
    open (PR-INTERVAL-08).
    """
    for row in list(clocks.rows):
        if row is main or row.kind not in (DeadlineKind.INTERVAL, DeadlineKind.CHOICE):
            continue
        if int(row.key) not in standing:
            _over(clocks, row, undone=undone)
        else:
            if clocks.terms(row).stop(clocks.now, clocks.hours_for(row)):
                clocks.touch(row)
            server_passes.stop(clocks, row.key)


def _over(clocks: Clocks, row: Deadline, *, undone: bool = False) -> None:
    """An interval or choice is over, its shortest time and its reminder with it; who was waited for
    long pays (PR-INTERVAL-09), unless it is `undone`: play backed up over it, or a position put
    right knows nothing of it.
    """
    if row.kind == DeadlineKind.INTERVAL:
        if not undone:
            waiting_allowance.charge(clocks, row)
        turn_clock.round_over(clocks, row, undone=undone)
        server_passes.over(clocks, row.key)
        for floor in clocks.of_kind(DeadlineKind.FLOOR):
            if floor.key == row.key:
                clocks.finish(floor)
    clocks.finish(row)


# --- what others ask ------------------------------------------------------------------------------


def shown(game: Game, pending: Pending, now: datetime) -> datetime | None:
    """When players are told that what play waits for falls due: of the open interval or choice,
    else of the turn, time in hand and grace left out; None while nobody can say.
    """
    clocks = Clocks(game, now)
    match pending:
        case Turn(seats=seats, number=number):
            return clocks.shown(clocks.find(DeadlineKind.TURN, str(number), seats[0]))
        case Interval(key=key):
            return clocks.shown(clocks.find(DeadlineKind.INTERVAL, str(key)))
        case Choice(key=key):
            return clocks.shown(clocks.find(DeadlineKind.CHOICE, str(key)))
    return None


def ends_of_seats(
    game: Game, pending: Pending, now: datetime, seats: Iterable[Seat] | None = None
) -> dict[str, datetime]:
    """When the clock ends each seat's turn or round, as `turn_clock.ends_of_seats` says. `seats`:
    the game's, with their players, where they are read already.
    """
    clocks = Clocks(game, now, seats)
    if isinstance(pending, Interval):
        return turn_clock.ends_of_seats(
            clocks, clocks.find(DeadlineKind.INTERVAL, str(pending.key))
        )
    turns = clocks.of_kind(DeadlineKind.TURN)
    return {k: v for row in turns for k, v in turn_clock.ends_of_seats(clocks, row).items()}


def due_before(row: Deadline, at: datetime) -> datetime | None:
    """When a row was to fall due as it stood before second `at`, whatever moved it since; None if
    its clock stood still then.
    """
    earlier = [due for moved, due in row.moves if datetime.fromisoformat(moved) < at]
    due = (
        earlier[-1]
        if earlier
        else row.moves[0][1]
        if row.moves
        else row.due and row.due.isoformat()
    )
    return datetime.fromisoformat(due) if due else None


def floor_over(game: Game, now: datetime, key: int) -> bool:
    """Whether the shortest time of the interval is over (PR-INTERVAL-05)."""
    open_rows = Deadline.objects.filter(
        game=game, kind=DeadlineKind.FLOOR, key=str(key), done_at=None
    )
    return not open_rows.exclude(due__lt=now).exists()


def passed_at(game: Game, key: int) -> tuple[str, datetime, Collection[str]] | None:
    """What the interval or choice with that key was, in a word for players, when it passed, and
    which seats it had asked; None where play did not wait for it (PR-RECEIPT-07).
    """
    rows = Deadline.objects.filter(
        game=game, kind__in=(DeadlineKind.INTERVAL, DeadlineKind.CHOICE), key=str(key)
    ).exclude(done_at=None)
    row = rows.order_by("-pk").first()
    if row is None or row.done_at is None:
        return None
    word = "window" if row.kind == DeadlineKind.INTERVAL else "choice"
    return word, row.done_at, DeadlineState.read(row.data).clocks
