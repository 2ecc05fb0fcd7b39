"""How play goes on round a table, apart from hours, people and rows: pure, so that the door, the
simulator and the tests share it.

`go_on` carries play forward while it waits for nobody: chance falls, standing orders and plans are
consulted; of an open interval it says who is waited for, and when it closes what was gathered in it
is carried out (PR-INTERVAL, PR-PRIORITY, PR-STANDING). Everything done is a `NewEntry`; the door
makes an entry of each.
"""

from __future__ import annotations

from functools import partial

from traders.domain.table import answers_ahead, asked_seats, standing_orders
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import GATHERED, OFFER_OVER, NewEntry, Round, SealedNote
from traders.engines.kernel.contract.contract import Chance, Choice, Event, Interval, Over, Turn
from traders.engines.kernel.engine.optional_contract import Dealing
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Kind, SealedKind, SealedOutcome, Source

MOST_MOVES = 5_000
"""Moves that one session may make; more means that the engine goes round in circles."""


def go_on(table: Table) -> None:
    """Carry play forward until it waits for somebody or is over."""
    if table.still:
        return
    before = len(table.moves)
    while len(table.moves) - before < MOST_MOVES:
        _dismiss(table)
        if table.said:
            _end_passes(table)
            _end_offers(table)
        pending = table.pending()
        match pending:
            case Over():
                return
            case Chance():
                table.throw(pending, partial(table.engine.happen, table.state))
            case Interval():
                if not _step(table, pending):
                    return
            case Choice():
                if not _choice(table, pending):
                    return
            case Turn():
                if not _turn(table, pending):
                    return
    raise RuntimeError(f"{table.engine.name}: play goes round in circles at {table.pending()}")


def _end_passes(table: Table) -> None:
    """A standing pass said until a condition is over once that is met."""
    for said in list(table.open(SealedKind.STANDING_PASS)):
        if said.condition and table.engine.meets(table.state, said.seat, said.condition):
            table.use(said, SealedOutcome.OVER)


def _end_offers(table: Table) -> None:
    """Offers lapse with the time for which they were made (`Dealing.session`); both parties are
    told.
    """
    ending = [said for said in table.open(SealedKind.OFFER) if said.data.get("session")]
    if not ending or not isinstance(table.engine, Dealing):
        return
    for said in ending:
        if said.data["session"] != table.engine.session(table.state).name:
            table.use(said, SealedOutcome.OVER)
            for seat, n in said.data["numbers"].items():
                table.whispers.append(
                    Event(
                        f"Offer {n} has lapsed: {said.text}.",
                        to=(seat,),
                        rule=said.data["rule"],
                        kind=OFFER_OVER,
                    )
                )


def _choice(table: Table, choice: Choice) -> bool:
    rnd = table.progress.rounds.setdefault(choice.key, Round(choice.key))
    if standing_orders.give(table, (choice.seat,)) or standing_orders.plan(table, choice.seat):
        return True
    if rnd.due:
        table.play(choice.seat, choice.silence, Source.DEADLINE)
        return True
    return False


def _turn(table: Table, turn: Turn) -> bool:
    """What goes on by itself in a turn, once no interval is open; False where play waits for the
    player, who alone ends it (PR-TURN-02).
    """
    silent = next(
        (seat for seat in turn.seats if table.progress.out.get(seat) == turn.number), None
    )
    # others were asked while its turn was being ended for it: that goes on (PR-TURN-04)
    if silent:
        table.play(silent, turn.out_of_time or turn.silence, Source.DEADLINE)
        return True
    answers_ahead.lapse(table)
    for seat in turn.seats:
        for said in list(table.open(SealedKind.STANDING_PASS, seat)):
            if said.data.get("until") == "turn" or (
                said.data.get("until") == "through" and not any(table.open(SealedKind.PLAN, seat))
            ):
                table.use(said, SealedOutcome.OVER)
    if standing_orders.give(table, table.engine.seats_in_order(table.state)):
        return True
    return any(standing_orders.plan(table, seat) for seat in turn.seats)


def fall_due(table: Table, key: int) -> bool:
    """The open interval's or choice's deadline is reached; False where it is not open (any
    more).
    """
    pending = table.pending()
    if not isinstance(pending, (Interval, Choice)) or pending.key != key:
        return False
    table.progress.rounds.setdefault(key, Round(key)).due = True
    go_on(table)
    return True


def end_turn(table: Table, seats: tuple[Seat, ...], number: int | None = None) -> None:
    """The turn clock of turn `number` (the one that runs, if left out) is over: everything
    optional is left undone (PR-TURN-04).
    """
    for seat in seats:
        table.stop_plan(seat, "the turn clock ran out")
    for _ in range(MOST_MOVES):
        pending = table.pending()
        match pending:
            case Turn(seats=now, number=n) if number in (None, n) and set(now) & set(seats):
                number = n
                table.progress.out |= {seat: n for seat in now if seat in seats}
                silent = next(seat for seat in now if seat in seats)
                table.play(silent, pending.out_of_time or pending.silence, Source.DEADLINE)
            case Choice(seat=seat) if seat in seats:
                table.progress.rounds.setdefault(pending.key, Round(pending.key)).due = True
            case _:
                return
        go_on(table)


# --- intervals ------------------------------------------------------------------------------------


def _step(table: Table, interval: Interval) -> bool:
    """One step of an interval, open wherever the engine lets others act before play goes on
    (PR-INTERVAL-01); False where play waits.
    """
    rnd = table.progress.rounds.setdefault(interval.key, Round(interval.key))
    if rnd.carrying:
        _carry(table, interval, rnd)
        return True
    if rnd.number == 1 and not rnd.held:
        answers_ahead.take(table, interval, rnd)
    standing_orders.react(table, interval)
    if _waits(table, interval, rnd):
        if not rnd.held:
            rnd.held = True
            return asked_seats.open_to(table, interval, rnd)
        if table.moves:
            asked_seats.look_again(table, interval, rnd)
        return False
    rnd.queue = [said.serial for said in in_order(table, interval.key)]
    rnd.carrying = True
    return True


def _waits(table: Table, interval: Interval, rnd: Round) -> bool:
    if rnd.due:
        return False
    if interval.question:
        return any(not table.answered(seat, interval.key) for seat in interval.seats)
    silent = [seat for seat in interval.seats if not table.passed(seat, interval)]
    if not silent:
        return rnd.held and not interval.haggling and not table.patience.floor_over(interval.key)
    if rnd.held or table.timing == "table" or interval.haggling:
        return True
    if table.timing == "sealed":
        return False
    return (
        bool(interval.stakes)
        or rnd.number > 1
        or any(_holds_open(table, seat, interval) for seat in silent if seat not in rnd.ahead)
    )


def _holds_open(table: Table, seat: Seat, interval: Interval) -> bool:
    if not table.stops(seat, interval):
        return False
    if any(
        said.source == Source.STANDING
        for said in table.open(SealedKind.REACTION, seat, interval.key)
    ):
        return False  # its standing order has answered already: there is nothing left to wait for
    rich = seat not in table.patience.penniless
    return rich or seat in interval.attacked or bool(interval.stakes)


def in_order(table: Table, key: int) -> list[SealedNote]:
    """Reactions and answers of an interval: from the seat on turn round the table, or as agreed
    (PR-PRIORITY-01, PR-PRIORITY-02).
    """
    gathered = [said for kind in GATHERED for said in table.open(kind, interval=key)]
    seats = list(table.engine.seats_in_order(table.state))
    reacting = {said.seat for said in gathered}
    agreed = {
        seat: said.text for seat in reacting for said in table.open(SealedKind.AGREE, seat, key)
    }
    if len(agreed) == len(reacting) > 1 and len(set(agreed.values())) == 1:
        named = [seat for seat in next(iter(agreed.values())).split(", ") if seat in reacting]
        if set(named) == reacting:
            seats = named
    place = {seat: i for i, seat in enumerate(seats)}
    return sorted(gathered, key=lambda said: (place.get(said.seat, len(place)), said.serial))


def _carry(table: Table, interval: Interval, rnd: Round) -> None:
    """Carry out the next gathered reaction; when none is left, close the interval or open it once
    more (PR-PRIORITY-04).
    """
    if interval.several:
        _open_together(table, interval, rnd)
        return
    if rnd.queue:
        serial = rnd.queue.pop(0)
        said = next(s for s in table.said if s.serial == serial)
        if said.used is None and _carry_out(table, said):
            rnd.changed = True
        return
    rnd.carrying = False
    if rnd.changed and not interval.question:
        rnd.number, rnd.changed, rnd.held, rnd.due = (rnd.number + 1, False, False, False)
        rnd.unasked, rnd.ahead = [], []
        for said in table.said:
            if (
                said.used is None
                and said.interval == interval.key
                and said.kind in (SealedKind.PASS, SealedKind.AGREE, SealedKind.AHEAD)
            ):
                table.use(said, SealedOutcome.OVER)
        return
    _close(table, interval, rnd, [])


def _close(
    table: Table,
    interval: Interval,
    rnd: Round,
    events: list[Event],
    answers: tuple[tuple[Seat, str], ...] | None = None,
) -> None:
    source = Source.DEADLINE if rnd.due else Source.PASSES if rnd.held else Source.TIMING
    events = [*events, *table.engine.close(table.state)]
    text = f"close {interval.name}"
    table.note(NewEntry(Kind.CLOSE, "", text, text, source, events, answers=answers))


def _open_together(table: Table, interval: Interval, rnd: Round) -> None:
    """All that was sealed is opened in one entry, that of the closing: an entry a line would tell
    all how many lines a seat sent, and whether it sent any (PR-SEALED-01). Who sent none has
    committed nothing but what the engine says (PR-SEALED-03).
    """
    opened: list[SealedNote] = []
    events: list[Event] = []
    gathered = {said.serial: said for said in table.open(SealedKind.ANSWER, interval=interval.key)}
    for said in (gathered[serial] for serial in rnd.queue if serial in gathered):
        standing = standing_orders.given_by(table, said)
        try:
            if said.condition and not table.engine.meets(table.state, said.seat, said.condition):
                raise Refusal(f"'{said.condition}' does not hold.", "PR-STANDING-01")
            events += table.engine.play(
                table.state, said.seat, table.engine.read(table.state, said.seat, said.text)
            )
        except Refusal:
            _go_home(table, said, standing)
        else:
            opened.append(said)
    _close(table, interval, rnd, events, tuple((said.seat, said.text) for said in opened))
    for said in opened:
        table.use(said, SealedOutcome.DONE)


def _carry_out(table: Table, said: SealedNote) -> bool:
    """Play one gathered reaction; one that no longer fits goes home, unseen (PR-PRIORITY-03), as
    does one whose condition the reactions before it have ended.
    """
    standing = standing_orders.given_by(table, said)
    condition = said.condition or (standing.condition if standing is not None else "")
    if condition and not table.engine.meets(table.state, said.seat, condition):
        _go_home(table, said, standing)
        return False
    try:
        # that a standing order gave it stays its seat's own (PR-STANDING-05)
        table.play(said.seat, said.text, Source.INTERVAL)
    except Refusal:
        _go_home(table, said, standing)
        return False
    table.use(said, SealedOutcome.DONE)
    return True


def _go_home(table: Table, said: SealedNote, standing: SealedNote | None) -> None:
    table.use(said, SealedOutcome.RETURNED)
    if standing is not None:
        standing.count_again()
    else:
        table.home.setdefault(said.seat, []).append(said.text)


def _dismiss(table: Table) -> None:
    """Forget the rounds of intervals that are off the agenda; what they gathered goes home."""
    if not table.progress.rounds:
        return
    alive = table.engine.standing(table.state)
    for key in [key for key in table.progress.rounds if key not in alive]:
        del table.progress.rounds[key]
        for said in table.said:
            if said.used is None and said.interval == key:
                if said.kind in GATHERED:
                    _go_home(table, said, standing_orders.given_by(table, said))
                elif said.kind != SealedKind.AHEAD:  # that is for a window to come
                    table.use(said, SealedOutcome.OVER)
