"""What is said in an open interval: pass, a pass until then, time asked for, an agreed order,
and that it is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.domain.table import answers_ahead, asked_seats, deals, plan_lines, standing_orders
from traders.domain.table.change_set import Line, noted
from traders.domain.table.sealed_note_as_typed import as_typed, conditional
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import GATHERED, SealedNote
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.grammar import similar_words
from traders.engines.kernel.grammar.order_parts import shown, unreadable
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import listed, named, window
from traders.models import SealedKind, SealedOutcome, Source


def open_interval(table: Table, seat: Seat, rule: str) -> Interval:
    """The open interval, if the seat may react in it."""
    pending = table.pending()
    if not isinstance(pending, Interval):
        raise Refusal("No reaction window is open now.", rule, kind="stale")
    if seat not in pending.seats:
        raise Refusal(f"You cannot react in the {window(pending.name)}.", rule)
    return pending


def say_pass(table: Table, seat: Seat, text: str, key: int | None) -> Line:
    """Nothing (more) from the seat in this interval (PR-INTERVAL-03)."""
    pending = table.pending()
    if key is not None and key not in table.engine.standing(table.state):
        return noted(text, "That window has closed already; nothing was changed.")
    if not isinstance(pending, Interval):
        return noted(text, "No window is open; there is nothing to pass.")
    if key is not None and key != pending.key:
        asked = seat in pending.seats and seat not in asked_seats.unasked(table, pending)
        what_then = "answer its letter" if asked else "you are not asked in it"
        return noted(
            text,
            f"The {window(pending.name)} is open inside the one that you answered; {what_then}.",
        )
    if seat not in pending.seats:
        return noted(text, f"You are not asked in the {window(pending.name)}.")
    standing_orders.overrule(table, seat, pending.key)
    answers_ahead.drop(table, seat, pending.key)
    if not any(table.open(SealedKind.PASS, seat, pending.key)):
        table.keep(seat, SealedKind.PASS, interval=pending.key)
    kept = [said.text for kind in GATHERED for said in table.open(kind, seat, pending.key)]
    return noted(
        text,
        f"Your answer is `{'; '.join(kept)}`, and nothing more."
        if kept
        else "You pass this window.",
    )


def say_more(table: Table, seat: Seat, text: str, key: int | None) -> Line:
    """The seat keeps its say: what it sent is no pass, and play waits for it (PR-INTERVAL-03)."""
    pending = table.pending()
    if not isinstance(pending, Interval) or key not in (None, pending.key):
        return noted(text, "No window waits for you now; `more` means nothing here.")
    if pending.question or seat not in pending.seats:
        return noted(text, "This is no window in which one passes; `more` means nothing here.")
    for said in list(table.open(SealedKind.PASS, seat, pending.key)):
        table.use(said, SealedOutcome.REPLACED)
    return noted(
        text, "You have not passed: the window waits for you until its deadline or your `pass`."
    )


def say_next(table: Table, seat: Seat, text: str) -> Line:
    """An answer to the next window of the deed, below the answer to this one."""
    said = answers_ahead.keep(table, seat, text)
    then = " or ".join(map(window, said.data["then"]))
    where = f"the next window of this deed ({then})"
    what = "you pass" if said.text == "pass" else f"your answer is `{said.text}`"
    return noted(
        text,
        f"In {conditional(where, 'if', said.condition)}, {what}; you are not asked there again."
        f"{plan_lines.lacking(table, said)}",
    )


def say_pass_until(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """A standing pass; a stop of the seat's own still holds an interval open (PR-INTERVAL-06)."""
    for said in list(table.open(SealedKind.STANDING_PASS, seat)):
        table.use(said, SealedOutcome.REPLACED)
    if rest in ("my turn", "my next turn"):
        table.keep(seat, SealedKind.STANDING_PASS, "until my turn", data={"until": "turn"})
        return noted(
            text,
            f"You pass until your turn, except at your stops{_stops_of(table, seat)}.",
        )
    condition = _until(table, rest)
    table.keep(
        seat,
        SealedKind.STANDING_PASS,
        f"until {condition}",
        condition=condition,
        data={"until": "condition"},
    )
    return noted(text, f"You pass until {condition}, except at your stops{_stops_of(table, seat)}.")


def _until(table: Table, text: str) -> str:
    """The condition up to which a seat passes; one that cannot be read may mean its turn."""
    try:
        return table.condition(text)
    except Refusal as refusal:
        if refusal.kind != "unreadable" or not similar_words.nearest(text, ["my turn"], 1):
            raise
        meant = "pass until my turn"
        words = f"{shown(text)} is not understood. Did you mean `{meant}`?"
        raise unreadable(words, [meant]) from None


def _stops_of(table: Table, seat: Seat) -> str:
    """The names of the seat's stops, in brackets."""
    names = dict.fromkeys(said.text for said in table.open(SealedKind.STOP, seat))
    return f" ({', '.join(names)})" if names else ""


def say_hold(table: Table, seat: Seat, text: str) -> Line:
    """Ask for time, once in an interval (PR-INTERVAL-07)."""
    if deals.ask_for_time(table, seat):
        return noted(text, "You asked for time; play waits for the answer to your bargain.")
    interval = open_interval(table, seat, "PR-INTERVAL-07")
    if any(
        said.seat == seat and said.kind == SealedKind.HOLD and said.interval == interval.key
        for said in table.said
    ):
        raise Refusal(
            "You have asked for time in this window already; each seat may once.",
            "PR-INTERVAL-07",
        )
    if seat in table.patience.penniless and seat not in interval.attacked and not interval.stakes:
        raise Refusal(
            "Your waiting time is used up: you cannot ask for time until your turn fills it.",
            "PR-INTERVAL-09",
        )
    table.keep(seat, SealedKind.HOLD, interval=interval.key)
    return noted(text, "You asked for time: the deadline moves, once.")


def say_agree(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """The order in which all who react wish their reactions carried out (PR-PRIORITY-02)."""
    interval = open_interval(table, seat, "PR-PRIORITY-02")
    seats = [table.seat_named(name) for name in rest.split(",") if name.strip()]
    if not seats or len(set(seats)) != len(seats):
        known = sorted(table.engine.seats_in_order(table.state))
        raise Refusal(f"Name seats, each once, as in: agree {', '.join(known)}", kind="unreadable")
    for said in list(table.open(SealedKind.AGREE, seat, interval.key)):
        table.use(said, SealedOutcome.REPLACED)
    table.keep(seat, SealedKind.AGREE, ", ".join(seats), interval=interval.key)
    return noted(
        text,
        f"Reactions in the order {', '.join(map(named, seats))}, if all who react say "
        "the same before the window closes.",
    )


def take_back(table: Table, seat: Seat, text: str) -> Line | None:
    """Take back the seat's latest reaction in the open interval and its pass with it, or its pass
    alone; None where it has said neither (PR-BACKUP-03, PR-INTERVAL-03). What others have said in
    the interval is not looked at, so that nothing is told of it (PR-INTERVAL-05).
    """
    pending = table.pending()
    if not isinstance(pending, Interval):
        return None
    mine = [
        said
        for kind in GATHERED
        for said in table.open(kind, seat, pending.key)
        if said.source != Source.STANDING
    ]
    passes = list(table.open(SealedKind.PASS, seat, pending.key))
    latest = max(mine, key=lambda said: said.serial, default=None)
    if latest is None and not passes:
        return None
    for said in (*passes, *([latest] if latest is not None else [])):
        table.use(said)
    below = answers_ahead.drop(table, seat, pending.key)
    return taken_back(text, latest.text if latest is not None else "pass", below)


def taken_back(text: str, what: str, below: Sequence[SealedNote]) -> Line:
    """That this was taken back, and what stood `below` with it."""
    went = f", and with it {listed([f'`{as_typed(said)}`' for said in below])}" if below else ""
    return Line(text, "done", f"You took back `{what}`{went}.")
