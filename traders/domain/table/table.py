"""A game under way in memory: its position, what the seats said that is not public yet, and what
was done since it was loaded. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from traders.domain.table.answer_completeness import is_answered, offers_beside
from traders.domain.table.sealed_note_as_typed import as_typed, conditional
from traders.domain.table.table_data_types import NewEntry, Patience, Progress, SealedNote
from traders.engines.kernel.contract.contract import (
    Chance,
    Engine,
    Event,
    Interval,
    Offer,
    Outcome,
    Over,
    Pending,
    Turn,
)
from traders.engines.kernel.contract.waits import awaited
from traders.engines.kernel.engine.optional_contract import MeaningTheMoment, Phased, Terms
from traders.engines.kernel.grammar.order_parts import Seats, words_of
from traders.engines.kernel.grammar.order_table import row_of
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.kernel.words import named
from traders.models import Kind, SealedKind, SealedOutcome, Source


class Table:
    """A game and what was said at it. `number` is the number of the last entry."""

    def __init__(
        self,
        engine: Engine[object, object],
        state: Any,
        *,
        chance: Callable[[Chance], Outcome],
        timing: str = "stops",
        gather: str = "interval",
        said: list[SealedNote] | None = None,
        progress: Progress | None = None,
        number: int = 0,
        serial: int = 0,
        patience: Patience | None = None,
        names: SeatNames = NO_NAMES,
    ) -> None:
        self.engine = engine
        self.state = state
        self.chance = chance
        self.timing = timing
        self.gather = gather
        self.said = said if said is not None else []
        self.progress = progress or Progress()
        self.number = number
        self.serial = serial
        self.patience = patience or Patience()
        self.names = names
        """The names by which players may call seats, as the game keeps them."""
        self.source = Source.LETTER
        """The way by which a seat says what it says now."""
        self.still = False
        """Nothing goes on: a claim holds play (PR-CLAIM-03), or several lines are taken in before
        it does.
        """
        self.agreed: Over | None = None
        """The end on which the table has agreed, whatever the position waits for (PR-SEAT-03)."""
        self.hushed: Callable[[SealedNote], bool] = lambda said: False
        """What of all that was said does not speak: on a copy that somebody looks at who may not
        know it.
        """
        self.may_offer: Callable[[Seat], None] = lambda seat: None
        """Refuses an offer of a seat that has made as many as it may of late."""
        self.moves: list[NewEntry] = []
        self.home: dict[Seat, list[str]] = {}
        self.stopped_plans: dict[Seat, list[str]] = {}
        self.whispers: list[Event] = []
        """What seats are told that is no move: an offer, its withdrawal."""

    # --- looking ----------------------------------------------------------------------------------

    def pending(self) -> Pending:
        return self.agreed or self.engine.pending(self.state)

    def open(
        self, kind: SealedKind, seat: Seat | None = None, interval: int | None = None
    ) -> Iterator[SealedNote]:
        """What was said and still counts, oldest first."""
        for said in self.said:
            if (
                said.used is None
                and said.kind == kind
                and (seat is None or said.seat == seat)
                and (interval is None or said.interval == interval)
                and not self.hushed(said)
            ):
                yield said

    def copied(self, chance: Callable[[Chance], Outcome]) -> Table:
        """The table as it stands, to be changed without a trace."""
        copy = Table(
            self.engine,
            self.engine.copy(self.state),
            chance=chance,
            timing="table",
            number=self.number,
            serial=self.serial,
            patience=self.patience,
            names=self.names,
            said=[replace(one, row=None) for one in self.said],
            progress=Progress(offers=dict(self.progress.offers)),
        )
        copy.agreed = self.agreed
        return copy

    def on_turn(self, seat: Seat) -> bool:
        """Whether the turn is the seat's: where all order a round at once, as long as it has not
        answered.
        """
        pending = self.pending()
        if isinstance(pending, Turn):
            return seat in pending.seats
        if isinstance(pending, Interval) and pending.in_turn:
            return seat in pending.seats and not self.answered(seat, pending.key)
        return self.engine.seats_in_order(self.state)[:1] == (seat,)

    def waiting(self) -> tuple[Seat, ...]:
        """The seats for whom play waits: of those that an interval asks, by public facts, none is
        left out for what it holds (PR-INTERVAL-04).
        """
        pending = self.pending()
        match pending:
            case Interval(question=True, seats=seats, key=key):
                return tuple(s for s in seats if not self.answered(s, key))
            case Interval(seats=seats):
                return tuple(s for s in seats if not self.passed(s, pending))
        return awaited(pending)

    def silent_in_turn(self, key: int) -> tuple[Seat, ...]:
        """Seats whose turn is ended for them where the open interval with that key is closed now:
        those that have not answered a question in the place of turns (PR-SEAT-05). None elsewhere:
        who says nothing in a window passes (PR-INTERVAL-03).
        """
        pending = self.pending()
        if not isinstance(pending, Interval) or not pending.in_turn or pending.key != key:
            return ()
        return self.waiting()

    def passed(self, seat: Seat, interval: Interval) -> bool:
        """Whether a seat has nothing more to say in the open interval; a stop outweighs a standing
        pass (PR-INTERVAL-06).
        """
        if interval.haggling and not any(
            said.data["to"] == seat for said in self.open(SealedKind.OFFER)
        ):
            return True
        if any(self.open(SealedKind.PASS, seat, interval.key)):
            return True
        standing = next(self.open(SealedKind.STANDING_PASS, seat), None)
        return standing is not None and not self.stops(seat, interval)

    def stops(self, seat: Seat, interval: Interval) -> bool:
        """Whether a stop of the seat matches the interval (PR-INTERVAL-06)."""
        return self.stop_at(seat, interval) != ""

    def stop_at(self, seat: Seat, interval: Interval) -> str:
        """The seat's stop that matches the interval, as it is ordered; "" if none does."""
        found = (
            said
            for said in self.open(SealedKind.STOP, seat)
            if said.text == interval.name
            and (not said.condition or self.engine.meets(self.state, seat, said.condition))
        )
        stop = next(found, None)
        if stop is None:
            return ""
        return conditional(stop.text, "when", stop.condition)

    def stops_at(self, pending: Pending) -> dict[Seat, str]:
        """The stops for which the open window waits, by seat asked in it."""
        if not isinstance(pending, Interval):
            return {}
        later = {said.seat for said in self.open(SealedKind.STANDING_PASS)}
        seats = pending.seats if self.timing == "stops" else later.intersection(pending.seats)
        found = {seat: self.stop_at(seat, pending) for seat in seats}
        return {seat: stop for seat, stop in found.items() if stop}

    def answered(self, seat: Seat, key: int) -> bool:
        """Whether a seat has answered the open question; with one answer of several it has not."""
        if any(self.open(SealedKind.PASS, seat, key)):
            return True
        return is_answered(
            self.engine,
            self.state,
            seat,
            [said.text for said in self.open(SealedKind.ANSWER, seat, key)],
        )

    def done_with(self, pending: Pending) -> frozenset[Seat]:
        """Seats of which the open window asks nothing: they passed, pass until later, or
        answered.
        """
        if not isinstance(pending, Interval):
            return frozenset()
        if pending.question:
            return frozenset(seat for seat in pending.seats if self.answered(seat, pending.key))
        passed = {said.seat for said in self.open(SealedKind.PASS, interval=pending.key)}
        later = {said.seat for said in self.open(SealedKind.STANDING_PASS)}
        return frozenset(passed | {seat for seat in later if not self.stops(seat, pending)})

    def menu(self, seat: Seat) -> tuple[Offer, ...]:
        """What the engine offers a seat now, beside what the seat has sealed already; nothing once
        the game is over, by whose word it may be (PR-SEAT-07).
        """
        pending = self.pending()
        if isinstance(pending, Over):
            return ()
        key = getattr(pending, "key", 0)
        sealed = [said.text for said in self.open(SealedKind.ANSWER, seat, key)]
        return offers_beside(self.engine, self.state, seat, sealed)

    # --- what players write -----------------------------------------------------------------------

    def written(self, seat: Seat, text: str, *, ahead: bool = False) -> str:
        """A player's order in the form that is kept, with seats by colour; `ahead`: until its
        moment comes. `Refusal` of kind unreadable or ambiguous.
        """
        order = self.engine.read(self.state, seat, text, self.names)
        if ahead and isinstance(self.engine, MeaningTheMoment):
            order = self.engine.for_later(order)
        return self.engine.write(order)

    def written_for_window(self, seat: Seat, text: str) -> str:
        """What is said ahead of a window: an order, as `written`, or `pass` (PR-STANDING-01)."""
        return text if text == "pass" else self.written(seat, text, ahead=True)

    def condition(self, text: str) -> str:
        """A player's condition in the form that is kept, with seats by colour; `Refusal` of kind
        unreadable or ambiguous.
        """
        return self.engine.condition(self.state, text, self.names)

    def seat_named(self, text: str, seats: Iterable[Seat] | None = None) -> Seat:
        """The seat that a player means by a colour, a name or a beginning of one, among `seats`
        (left out: those still in the game); `Refusal` of kind unreadable or ambiguous.
        """
        among = self.engine.seats_in_order(self.state) if seats is None else seats
        known = Seats({seat: seat for seat in among}).called(self.names)
        found: Seat = known.read(" ".join(words_of(text)))
        return found

    def other_named(
        self, seat: Seat, text: str, usage: str, seats: Iterable[Seat] | None = None
    ) -> Seat:
        """As `seat_named`, but none of one's own; `usage` with `{}` for the seat is what the
        refusal says is possible.
        """
        among = self.engine.seats_in_order(self.state) if seats is None else seats
        others = [other for other in among if other != seat]
        instead = [usage.format(other) for other in others]
        try:
            found = self.seat_named(text, [seat, *others])
        except Refusal as refusal:
            raise Refusal(refusal.text, kind=refusal.kind, instead=instead) from refusal
        if found == seat:
            raise Refusal("That is your own seat.", kind="unreadable", instead=instead)
        return found

    # --- doing ------------------------------------------------------------------------------------

    def play(self, seat: Seat, text: str, source: Source) -> None:
        """Carry out one order now and note the move; `Refusal` leaves everything as it was."""
        order = self.engine.read(self.state, seat, text)
        with self._watched(seat, text):
            events = self.engine.play(self.state, seat, order)
            self.note(
                NewEntry(
                    Kind.ORDER,
                    seat,
                    self.engine.write(order),
                    self.engine.public(order),
                    source,
                    events,
                )
            )

    def passing(self, seat: Seat, text: str) -> str:
        """The line that ends a phase of the seat's turn which an order of a later one passes; ""
        where none has to end first.
        """
        if not isinstance(self.engine, Phased) or not isinstance(self.pending(), Turn):
            return ""
        return self.engine.passing(self.state, seat, self.engine.read(self.state, seat, text))

    @contextmanager
    def _watched(self, seat: Seat, order: str = "") -> Iterator[None]:
        """The plans of others stop whose view of the table changes with what the seat does, if they
        have begun; they are told what that was. An order that stands aside is no reaction, nor is
        what the seat does in its own part of a round that all ordered at once (PR-STANDING-04).
        """
        planning = {
            said.seat
            for said in self.open(SealedKind.PLAN)
            if not said.data.get("ahead") and self.on_turn(said.seat)
        } - {seat}
        row = row_of(self.engine.orders(), order) if planning and order else None
        if row is not None and row.aside:
            planning.clear()
        seen = {other: self.engine.view(self.state, other) for other in planning}
        yield
        for other, view in seen.items():
            if self.engine.view(self.state, other) != view:
                told = (event.text for event in self.moves[-1].events if event.heard_by(other))
                self.stop_plan(other, next(told, f"{named(seat)} acted"))

    def deal(
        self,
        seat: Seat,
        exchange: Callable[[Any, Terms], list[Event]],
        terms: Terms,
        source: Source,
    ) -> None:
        """Carry out a deal that `seat` accepts, in one instant; `Refusal` leaves everything as it
        was.
        """
        with self._watched(seat):
            events = exchange(self.state, terms)
            text = f"deal between {named(terms.maker)} and {named(terms.taker)}"
            self.note(NewEntry(Kind.DEAL, seat, text, text, source, events, terms=terms))

    def leave(self, seat: Seat, source: Source) -> None:
        """The seat drops out by the game's own rule, and its plan stops (PR-SEAT-02)."""
        self.stop_plan(seat, "the seat was left")
        text = f"{seat} drops out"
        events = self.engine.leave(self.state, seat)
        self.note(NewEntry(Kind.LEAVE, seat, text, text, source, events))

    def keep(self, seat: Seat, kind: SealedKind, text: str = "", **more: Any) -> SealedNote:
        """Keep what a seat said."""
        self.serial += 1
        said = SealedNote(self.serial, seat, kind, text, made=self.number, **more)
        self.said.append(said)
        return said

    def use(self, said: SealedNote, outcome: SealedOutcome = SealedOutcome.WITHDRAWN) -> None:
        """What was said has come to something, and no longer counts."""
        said.used, said.outcome = self.number, outcome

    def throw(
        self, chance: Chance, happen: Callable[[Outcome], list[Event]], *, afresh: str = ""
    ) -> None:
        """Chance decides, and `happen` takes its outcome; `afresh`: the pile that it shuffles since
        play backed up over something of it (PR-BACKUP-04).
        """
        outcome = self.chance(chance)
        self.note(
            NewEntry(
                Kind.CHANCE,
                "",
                chance.purpose,
                chance.purpose,
                Source.BOX,
                happen(outcome),
                outcome,
                chance.secret,
                (chance.kind, chance.sides),
                afresh=afresh,
            )
        )

    def note(self, move: NewEntry) -> None:
        """A move was made: it becomes the next entry."""
        self.moves.append(move)
        self.number += 1

    def stop_plan(self, seat: Seat, why: str, *rules: str) -> None:
        """The seat's plan stops; its player is told why, by which rules, and what was not carried
        out.
        """
        if left := self.drop_plan(seat):
            cause = f"{why} ({', '.join(rules)})" if rules else why
            self.stopped_plans.setdefault(seat, []).extend([cause, *map(as_typed, left)])

    def drop_plan(self, seat: Seat) -> list[SealedNote]:
        """What was left of the seat's plan, which counts no more."""
        left = list(self.open(SealedKind.PLAN, seat))
        for said in left:
            self.use(said)
        return left
