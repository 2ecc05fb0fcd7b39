"""How play goes on round a table, apart from hours, people and rows: pure, so that the door, the
simulator and the tests share it.

`go_on` carries play forward while it waits for nobody: chance falls, standing orders and plans are
consulted, intervals that need not wait close (PR-INTERVAL, PR-PRIORITY, PR-STANDING). Everything
done is a `NewEntry`; the door makes an entry of each.
"""

from __future__ import annotations

from traders.domain.table import intervals, standing_orders
from traders.domain.table.records import NewEntry, Round
from traders.domain.table.table import Table
from traders.engines.kernel.additions import Dealing
from traders.engines.kernel.contract import Chance, Choice, Event, Interval, Over, Turn
from traders.engines.kernel.seats import Seat

MOST_MOVES = 5_000
"""Moves that one session may make; more means that the engine goes round in circles."""


def go_on(table: Table) -> None:
    """Carry play forward until it waits for somebody or is over."""
    if table.still:
        return
    before = len(table.moves)
    while len(table.moves) - before < MOST_MOVES:
        intervals.dismiss(table)
        _end_passes(table)
        _end_offers(table)
        pending = table.pending()
        match pending:
            case Over():
                return
            case Chance():
                _throw(table, pending)
            case Interval():
                if not intervals.step(table, pending):
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
    for said in list(table.open("standing-pass")):
        if said.condition and table.engine.meets(table.state, said.seat, said.condition):
            table.use(said, "over")


def _end_offers(table: Table) -> None:
    """Offers lapse with the time for which they were made (`Dealing.session`); both parties are
    told.
    """
    ending = [said for said in table.open("offer") if said.data.get("session")]
    if not ending or not isinstance(table.engine, Dealing):
        return
    for said in ending:
        if said.data["session"] != table.engine.session(table.state).name:
            table.use(said, "over")
            for seat, n in said.data["numbers"].items():
                table.whispers.append(
                    Event(
                        f"Offer {n} has lapsed: {said.text}.",
                        to=(seat,),
                        rule=said.data["rule"],
                        kind="offer",
                    )
                )


def _throw(table: Table, chance: Chance) -> None:
    outcome = table.chance(chance)
    events = table.engine.happen(table.state, outcome)
    table.note(
        NewEntry(
            "chance",
            "",
            chance.purpose,
            chance.purpose,
            "box",
            events,
            outcome,
            chance.secret,
            (chance.kind, chance.sides),
        )
    )


def _choice(table: Table, choice: Choice) -> bool:
    rnd = table.progress.rounds.setdefault(choice.key, Round(choice.key))
    if standing_orders.give(table, (choice.seat,)) or standing_orders.plan(table, choice.seat):
        return True
    if rnd.due:
        table.play(choice.seat, choice.silence, "deadline")
        return True
    return False


def _turn(table: Table, turn: Turn) -> bool:
    silent = next(
        (seat for seat in turn.seats if table.progress.out.get(seat) == turn.number), None
    )
    # others were asked while its turn was being ended for it: that goes on (PR-TURN-04)
    if silent:
        table.play(silent, turn.silence, "deadline")
        return True
    for seat in turn.seats:
        for said in list(table.open("standing-pass", seat)):
            if said.data.get("until") == "turn" or (
                said.data.get("until") == "through" and not any(table.open("plan", seat))
            ):
                table.use(said, "over")
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
                table.play(next(seat for seat in now if seat in seats), pending.silence, "deadline")
            case Choice(seat=seat) if seat in seats:
                table.progress.rounds.setdefault(pending.key, Round(pending.key)).due = True
            case _:
                return
        go_on(table)
