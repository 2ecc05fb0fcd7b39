"""Offers: what one seat proposes to another, seen by these two alone until it is carried out
(ORDERS.md, "In every game").

An offer is something said (`table.Said` of kind `offer`): `seat` made it, `data` says to whom,
what for what, and its number for each of the two, counting those that it made or was made. What can
be dealt in is the engine's (`optional_contract.Dealing`); acceptance carries the deal out in one
instant, as an entry whose secret part holds the terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from traders.domain.table.change_set import Line, noted
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import OFFER_OVER, OFFERED, NewEntry, SealedNote
from traders.engines.kernel.contract.contract import Event, Interval, Offer, Over, Turn
from traders.engines.kernel.engine.optional_contract import Dealing, Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, seats_listed
from traders.models import Kind, SealedKind, SealedOutcome, Source

MOST_OPEN = 12
"""Offers of one seat that may be open at a time."""
_OFFER = re.compile(
    r"(?P<to>[^:]+:|\S+ ) ?(?P<gives>.+?)(?: in (?:exchange|return))? for (?P<takes>.+)", re.DOTALL
)
"""A name of several words ends at the colon; without one the first word is the seat."""
_WHOSE = re.compile(r"\b(?:my|your|his|her|their) ", re.IGNORECASE)
_NUMBER = re.compile(r"(?:offer )?#?([0-9]{1,6})")
CLOSED = {
    SealedOutcome.DONE: "has been accepted",
    SealedOutcome.DECLINED: "was declined",
    SealedOutcome.WITHDRAWN: "was withdrawn",
    SealedOutcome.OVER: "has lapsed",
    SealedOutcome.UNDONE: "was made in play that was undone",
}


def dealing(engine: object) -> Dealing[Any]:
    """The engine as one whose seats deal; `Refusal` where there are no deals."""
    if not isinstance(engine, Dealing):
        raise Refusal("There are no deals in this game.", kind="unreadable")
    return engine


def _bare(things: str) -> str:
    """Things without the words whose they are, which a deal says by its sides."""
    return _WHOSE.sub("", things)


# --- offering -------------------------------------------------------------------------------------


def say_offer(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """`offer <seat>: <things> for <things>`: what cannot be done now is refused, as far as its
    maker can know.
    """
    rules = dealing(table.engine)
    found = _OFFER.fullmatch(" ".join(rest.split()))
    if found is None:
        raise Refusal(
            "Write an offer as: offer <seat>: <what you give> for <what you get>", kind="unreadable"
        )
    to = table.other_named(seat, found["to"].rstrip(": "), "offer {}: ")
    if isinstance(table.pending(), Over):
        raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
    gives, takes = (
        rules.things(table.state, giver, _bare(found[side]), table.names, own=giver == seat)
        for giver, side in ((seat, "gives"), (to, "takes"))
    )
    if gives == takes == "nothing":
        raise Refusal("Nothing for nothing is no deal.", kind="unreadable")
    rules.may_offer(table.state, Terms(seat, to, gives, takes))
    open_now = list(table.open(SealedKind.OFFER, seat))
    if any(
        said.data["to"] == to and (said.data["gives"], said.data["takes"]) == (gives, takes)
        for said in open_now
    ):
        raise Refusal("You have made this offer already, and it is open.", kind="unreadable")
    if len(open_now) >= MOST_OPEN:
        raise Refusal(f"You have {MOST_OPEN} offers open: withdraw one first.", kind="unreadable")
    table.may_offer(seat)
    numbers = {one: table.progress.offers.get(one, 0) + 1 for one in (seat, to)}
    table.progress.offers |= numbers
    session = rules.session(table.state)
    terms = {
        "to": to,
        "gives": gives,
        "takes": takes,
        "numbers": numbers,
        "session": session.name,
        "rule": session.rule,
    }
    said = table.keep(seat, SealedKind.OFFER, f"{gives} for {takes}", data=terms)
    whisper(table, to, f"{seat.capitalize()} offers you {gives} for {takes}: offer {numbers[to]}.")
    return noted(
        text,
        f"Offer {number(said, seat)} made to {named(to)}: {gives} for {takes}. Take it back by: "
        f"withdraw {number(said, seat)}",
    )


def whisper(table: Table, to: Seat, words: str, kind: str = OFFERED) -> None:
    """Tell one seat alone."""
    table.whispers.append(Event(words, to=(to,), kind=kind))


def number(said: SealedNote, seat: Seat) -> int:
    """An offer's number, as one of its two seats counts."""
    return int(said.data["numbers"][seat])


# --- answering ------------------------------------------------------------------------------------


def say_accept(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """`accept <n>`: the deal is carried out at once, or refused and still open."""
    said = _meant(table, seat, rest, "accept")
    if said.data["to"] != seat:
        raise Refusal(
            f"Offer {number(said, seat)} is your own: it is {named(said.data['to'])}'s to accept.",
            kind="unreadable",
        )
    terms = terms_of(said)
    table.deal(seat, dealing(table.engine).exchange, terms, table.source)
    table.use(said, SealedOutcome.DONE)
    whisper(table, said.seat, f"{named(seat)} has accepted offer {number(said, said.seat)}.")
    return Line(text, "done", f"Done: {text}.")  # what it moved is told by the deal itself


def say_decline(table: Table, seat: Seat, text: str, rest: str) -> Line:
    """`decline <n>`"""
    said = _meant(table, seat, rest, "decline")
    if said.data["to"] != seat:
        own = number(said, seat)
        raise Refusal(
            f"Offer {own} is your own: write withdraw {own}.",
            kind="unreadable",
            instead=[f"withdraw {own}"],
        )
    table.use(said, SealedOutcome.DECLINED)
    whisper(
        table,
        said.seat,
        f"{named(seat)} has declined offer {number(said, said.seat)}: {said.text}.",
    )
    return noted(text, f"Declined: offer {number(said, seat)}.")


def say_withdraw(table: Table, seat: Seat, text: str, rest: str) -> Line | None:
    """`withdraw <n>`: an offer of one's own; what else can be withdrawn is others' to read."""
    if rest and not _NUMBER.fullmatch(rest):
        return None
    said = _meant(table, seat, rest, "withdraw")
    if said.seat != seat:
        theirs = number(said, seat)
        raise Refusal(
            f"Offer {theirs} is {named(said.seat)}'s: write decline {theirs}.",
            kind="unreadable",
            instead=[f"decline {theirs}"],
        )
    table.use(said)
    to = said.data["to"]
    told = f"{named(seat)} has withdrawn offer {number(said, to)}: {said.text}."
    whisper(table, to, told, OFFER_OVER)
    return noted(text, f"Withdrawn: offer {number(said, seat)}.")


def _meant(table: Table, seat: Seat, rest: str, verb: str) -> SealedNote:
    """The open offer of that number; without a number, the only one that fits."""
    mine = {
        number(said, seat): said
        for said in table.said
        if said.kind == SealedKind.OFFER and seat in said.data["numbers"]
    }
    open_now = {n: said for n, said in mine.items() if said.used is None}
    fits = {n: said for n, said in open_now.items() if (said.seat == seat) == (verb == "withdraw")}
    instead = [f"{verb} {n}" for n in fits]
    found = _NUMBER.fullmatch(rest)
    if found is None:
        if not rest and len(fits) == 1:
            return next(iter(fits.values()))
        raise Refusal(
            f"Which offer? Write {verb} and its number.",
            kind="ambiguous" if fits else "unreadable",
            instead=instead,
        )
    n = int(found[1])
    if n in open_now:
        return open_now[n]
    if not 1 <= n <= table.progress.offers.get(seat, 0):
        raise Refusal(
            f"There is no offer {n} of yours or to you.", kind="unreadable", instead=instead
        )
    became = CLOSED.get(mine[n].outcome, "is closed") if n in mine else "is closed"
    rules = (
        [mine[n].data["rule"]]
        if n in mine and mine[n].outcome == SealedOutcome.OVER and mine[n].data.get("rule")
        else []
    )
    raise Refusal(
        f"Offer {n} {became}; it is not open any more.", *rules, kind="stale", instead=instead
    )


def terms_of(said: Kept) -> Terms:
    return Terms(said.seat, said.data["to"], said.data["gives"], said.data["takes"])


# --- time to bargain ------------------------------------------------------------------------------


def ask_for_time(table: Table, seat: Seat) -> bool:
    """`hold` by a party to an open offer while no interval is open: play waits for the answer. Once
    for an offer and once in a turn, so that nobody stops play by offers without end. False where it
    is no bargain that is meant.
    """
    open_now = bargains(table, seat)
    if not open_now:
        return False
    pending = table.pending()
    fresh = [said for said in open_now if said.serial not in table.progress.waited]
    turn = pending.number if isinstance(pending, Turn) else 0
    if not fresh or (turn and table.progress.haggled.get(seat) == turn):
        raise Refusal("You have asked for time for this bargain already.", "PR-INTERVAL-07")
    asked = tuple(dict.fromkeys(str(said.data["to"]) for said in fresh))
    events = dealing(table.engine).haggle(table.state, asked)
    table.progress.waited = [said.serial for said in open_now]
    table.progress.haggled[seat] = turn
    table.note(_haggled(table.source, asked, events))
    return True


def bargains(table: Table, seat: Seat) -> list[SealedNote]:
    """The open offers for which the seat could ask for time now: none while an interval is open, of
    which it would be asked.
    """
    if isinstance(table.pending(), (Interval, Over)):
        return []
    return [said for said in table.open(SealedKind.OFFER) if seat in said.data["numbers"]]


def _haggled(source: Source, seats: tuple[Seat, ...], events: list[Event]) -> NewEntry:
    text = f"play waits for {seats_listed(seats)} to answer an offer"
    return NewEntry(Kind.HAGGLE, "", text, text, source, events, seats=seats)


# --- what is shown --------------------------------------------------------------------------------


class Kept(Protocol):
    """An open offer as the table or the database keeps it."""

    @property
    def seat(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def data(self) -> dict[str, Any]: ...


def shown(offers: Iterable[Kept], seat: Seat) -> list[dict[str, Any]]:
    """The open offers that a seat made or was made, oldest first: for its own view alone."""
    return [
        {
            "number": said.data["numbers"][seat],
            "with": said.data["to"] if said.seat == seat else said.seat,
            "mine": said.seat == seat,
            "give": said.data["gives"] if said.seat == seat else said.data["takes"],
            "get": said.data["takes"] if said.seat == seat else said.data["gives"],
        }
        for said in offers
        if seat in said.data["numbers"]
    ]


def menu(engine: object, state: object, offers: Iterable[Kept], seat: Seat) -> Iterator[Offer]:
    """Answers to open offers as orders; `accept` where nothing the seat can know forbids it."""
    for said in offers:
        if seat not in said.data["numbers"]:
            continue
        n = said.data["numbers"][seat]
        if said.seat == seat:
            yield Offer(f"withdraw {n}", f"your offer to {named(said.data['to'])}: {said.text}", "")
            continue
        try:
            dealing(engine).may_accept(state, terms_of(said))
        except Refusal:
            pass
        else:
            yield Offer(
                f"accept {n}",
                f"{named(said.seat)} gives you {said.data['gives']} for {said.data['takes']}",
                "",
            )
        yield Offer(f"decline {n}", f"{named(said.seat)}'s offer: {said.text}", "")
