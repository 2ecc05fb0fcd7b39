"""How play goes on round a table, apart from hours, people and rows: pure, so that the door, the simulator and the tests share it.

A `Course` holds a position and what the seats said that is not public yet. `go_on` carries play forward while it waits for nobody:
chance falls, standing orders and plans are consulted, intervals that need not wait close (PR-INTERVAL, PR-PRIORITY, PR-STANDING).
Everything done is a `Move`; the door makes an entry of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from traders.domain.said import Move, Patience, Progress, Round, Said
from traders.engines.contract import Chance, Choice, Engine, Event, Interval, Outcome, Over, Pending, Refusal, Seat, Terms, Turn

MOST_MOVES = 5_000
"""Moves that one passage may make; more means that the engine goes round in circles."""


class Course:
    """A game under way in memory. `number` is the number of the last entry."""

    def __init__(
        self,
        engine: Engine[Any, Any],
        state: Any,
        *,
        chance: Callable[[Chance], Outcome],
        timing: str = "stops",
        gather: str = "interval",
        said: list[Said] | None = None,
        progress: Progress | None = None,
        number: int = 0,
        serial: int = 0,
        patience: Patience | None = None,
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
        self.still = False
        """Nothing goes on: a claim holds play (PR-CLAIM-03), or several lines are taken in before it does."""
        self.moves: list[Move] = []
        self.home: dict[Seat, list[str]] = {}
        self.stopped_plans: dict[Seat, list[str]] = {}
        self.whispers: list[Event] = []
        """What seats are told that is no move: an offer, its withdrawal."""

    # --- looking ---------------------------------------------------------------------------------------------------------------

    def pending(self) -> Pending:
        return self.engine.pending(self.state)

    def open(self, kind: str, seat: Seat | None = None, interval: int | None = None) -> Iterator[Said]:
        """What was said and still counts, oldest first."""
        for said in self.said:
            if (
                said.used is None
                and said.kind == kind
                and (seat is None or said.seat == seat)
                and (interval is None or said.interval == interval)
            ):
                yield said

    def waiting(self) -> tuple[Seat, ...]:
        """The seats for whom play waits."""
        pending = self.pending()
        match pending:
            case Turn(seats=seats):
                return seats
            case Choice(seat=seat):
                return (seat,)
            case Interval(question=True, seats=seats, key=key):
                return tuple(s for s in seats if not self._answered(s, key))
            case Interval(seats=seats):
                return tuple(s for s in seats if not self.passed(s, pending))
        return ()

    def passed(self, seat: Seat, interval: Interval) -> bool:
        """Whether a seat has nothing more to say in the open interval; a stop outweighs a standing pass (PR-INTERVAL-06)."""
        if interval.haggling and not any(said.data["to"] == seat for said in self.open("offer")):
            return True
        if any(self.open("pass", seat, interval.key)):
            return True
        standing = next(self.open("standing-pass", seat), None)
        return standing is not None and not self.stops(seat, interval)

    def stops(self, seat: Seat, interval: Interval) -> bool:
        """Whether a stop of the seat matches the interval (PR-INTERVAL-06)."""
        return any(
            said.text == interval.name and (not said.condition or self.engine.meets(self.state, seat, said.condition))
            for said in self.open("stop", seat)
        )

    def _answered(self, seat: Seat, key: int) -> bool:
        if any(self.open("pass", seat, key)):
            return True
        return any(True for said in self.open("answer", seat, key) if not said.data.get("more"))

    # --- going on --------------------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Carry play forward until it waits for somebody or is over."""
        if self.still:
            return
        before = len(self.moves)
        while len(self.moves) - before < MOST_MOVES:
            self._dismiss()
            self._end_passes()
            pending = self.pending()
            match pending:
                case Over():
                    return
                case Chance():
                    self._throw(pending)
                case Interval():
                    if not self._interval(pending):
                        return
                case Choice():
                    if not self._choice(pending):
                        return
                case Turn():
                    if not self._turn(pending):
                        return
        raise RuntimeError(f"{self.engine.name}: play goes round in circles at {self.pending()}")

    def _end_passes(self) -> None:
        """A standing pass said until a condition is over once that is met."""
        for said in list(self.open("standing-pass")):
            if said.condition and self.engine.meets(self.state, said.seat, said.condition):
                self._use(said, "over")

    def _throw(self, chance: Chance) -> None:
        outcome = self.chance(chance)
        events = self.engine.happen(self.state, outcome)
        self.note(Move("chance", "", chance.purpose, chance.purpose, "box", events, outcome, chance.secret, (chance.kind, chance.sides)))

    def _interval(self, interval: Interval) -> bool:
        """One step of an open interval; False where play waits."""
        rnd = self.progress.rounds.setdefault(interval.key, Round(interval.key))
        if rnd.carrying:
            self._carry(interval, rnd)
            return True
        self._standing_reactions(interval)
        if self._waits(interval, rnd):
            rnd.held = True
            return False
        rnd.queue = [said.serial for said in self.in_order(interval.key)]
        rnd.carrying = True
        return True

    def _waits(self, interval: Interval, rnd: Round) -> bool:
        if rnd.due:
            return False
        if interval.question:
            return any(not self._answered(seat, interval.key) for seat in interval.seats)
        silent = [seat for seat in interval.seats if not self.passed(seat, interval)]
        if not silent:
            return rnd.held and not interval.haggling and not self.patience.floor_over(interval.key)
        if rnd.held or self.timing == "table" or interval.haggling:
            return True
        if self.timing == "sealed":
            return False
        return interval.critical or rnd.number > 1 or any(self._holds_open(seat, interval) for seat in silent)

    def _holds_open(self, seat: Seat, interval: Interval) -> bool:
        if not self.stops(seat, interval):
            return False
        if any(said.source == "standing order" for said in self.open("reaction", seat, interval.key)):
            return False  # its standing order has answered already: there is nothing left to wait for
        return seat not in self.patience.penniless or seat in interval.attacked or interval.critical

    def in_order(self, key: int) -> list[Said]:
        """Reactions and answers of an interval: from the seat on turn round the table, or as agreed (PR-PRIORITY-01, PR-PRIORITY-02)."""
        gathered = [said for said in self.said if said.used is None and said.kind in ("reaction", "answer") and said.interval == key]
        seats = list(self.engine.seats_in_order(self.state))
        reacting = {said.seat for said in gathered}
        agreed = {seat: said.text for seat in reacting for said in self.open("agree", seat, key)}
        if len(agreed) == len(reacting) > 1 and len(set(agreed.values())) == 1:
            named = [seat for seat in next(iter(agreed.values())).split(", ") if seat in reacting]
            if set(named) == reacting:
                seats = named
        place = {seat: i for i, seat in enumerate(seats)}
        return sorted(gathered, key=lambda said: (place.get(said.seat, len(place)), said.serial))

    def _carry(self, interval: Interval, rnd: Round) -> None:
        """Carry out the next gathered reaction; when none is left, close the interval or open it once more (PR-PRIORITY-04)."""
        if rnd.queue:
            serial = rnd.queue.pop(0)
            said = next(s for s in self.said if s.serial == serial)
            if said.used is None and self._carry_out(said):
                rnd.changed = True
            return
        rnd.carrying = False
        if rnd.changed and not interval.question:
            rnd.number, rnd.changed, rnd.held, rnd.due = (rnd.number + 1, False, False, False)
            for said in self.said:
                if said.used is None and said.interval == interval.key and said.kind in ("pass", "agree"):
                    self._use(said, "over")
            return
        source = "deadline" if rnd.due else "passes" if rnd.held else "timing"
        events = self.engine.close(self.state)
        self.note(Move("close", "", f"close {interval.name}", f"close {interval.name}", source, events))

    def _carry_out(self, said: Said) -> bool:
        """Play one gathered reaction; one that no longer fits goes home, unseen (PR-PRIORITY-03)."""
        standing = self._standing_of(said)
        if said.condition and not self.engine.meets(self.state, said.seat, said.condition):
            self._go_home(said, standing)
            return False
        try:
            self.play(said.seat, said.text, "interval")  # that a standing order gave it stays its seat's own (PR-STANDING-05)
        except Refusal:
            self._go_home(said, standing)
            return False
        self._use(said, "done")
        return True

    def _standing_of(self, said: Said) -> Said | None:
        serial = said.data.get("standing")
        return next((s for s in self.said if s.serial == serial), None) if serial else None

    def overrule(self, seat: Seat, key: int) -> None:
        """What the seat says by letter in the interval replaces what its standing orders would do there (PR-STANDING-03)."""
        for kind in ("reaction", "answer"):
            for said in [said for said in self.open(kind, seat, key) if said.source == "standing order"]:
                self._use(said, "replaced")
                standing = self._standing_of(said)
                if standing is not None:
                    standing.used, standing.outcome = None, ""

    def _go_home(self, said: Said, standing: Said | None) -> None:
        self._use(said, "home")
        if standing is not None:
            standing.used, standing.outcome = None, ""  # it was not used after all
        else:
            self.home.setdefault(said.seat, []).append(said.text)

    def _dismiss(self) -> None:
        """Forget the rounds of intervals that are off the agenda; what was gathered in them goes home."""
        if not self.progress.rounds:
            return
        alive = self.engine.standing(self.state)
        for key in [key for key in self.progress.rounds if key not in alive]:
            del self.progress.rounds[key]
            for said in self.said:
                if said.used is None and said.interval == key:
                    if said.kind in ("reaction", "answer"):
                        self._go_home(said, self._standing_of(said))
                    else:
                        self._use(said, "over")

    # --- orders that wait ------------------------------------------------------------------------------------------------------

    def _standing_reactions(self, interval: Interval) -> None:
        """Standing orders answer for seats that said nothing in the interval (PR-STANDING-01 to -03)."""
        for seat in self.engine.seats_in_order(self.state):
            if seat not in interval.seats or any(s.seat == seat and s.interval == interval.key for s in self.said):
                continue
            found = self._newest_that_fits(seat)
            if found is not None:
                kind = "answer" if interval.question else "reaction"
                meant = self.engine.write(
                    self.engine.read(self.state, seat, found.text)
                )  # for the throw that lies there now (PR-PRIORITY-03)
                self.keep(seat, kind, meant, interval=interval.key, source="standing order", data={"standing": found.serial})
                self._use_standing(found)

    def _newest_that_fits(self, seat: Seat) -> Said | None:
        for said in reversed(list(self.open("standing", seat))):
            occasion = self.engine.meets(self.state, seat, said.condition)
            if not occasion or self.progress.occasions.get(said.serial) == occasion:
                continue
            try:
                self.engine.check(self.state, seat, self.engine.read(self.state, seat, said.text))
            except Refusal:
                continue
            return said
        return None

    def _use_standing(self, said: Said) -> None:
        if said.data.get("always"):
            self.progress.occasions[said.serial] = self.engine.meets(self.state, said.seat, said.condition)
        else:
            self._use(said, "done")

    def _standing_order(self, seats: tuple[Seat, ...]) -> bool:
        """Make the first standing order that fits now, where no interval is open; False if none does."""
        for seat in seats:
            found = self._newest_that_fits(seat)
            if found is not None:
                self._use_standing(found)
                self.play(seat, found.text, "standing order")
                return True
        return False

    def _choice(self, choice: Choice) -> bool:
        rnd = self.progress.rounds.setdefault(choice.key, Round(choice.key))
        if self._standing_order((choice.seat,)) or self._plan(choice.seat):
            return True
        if rnd.due:
            self.play(choice.seat, choice.silence, "deadline")
            return True
        return False

    def _turn(self, turn: Turn) -> bool:
        for seat in turn.seats:
            for said in list(self.open("standing-pass", seat)):
                if said.data.get("until") == "turn" or (said.data.get("until") == "through" and not any(self.open("plan", seat))):
                    self._use(said, "over")
        if self._standing_order(self.engine.seats_in_order(self.state)):
            return True
        return any(self._plan(seat) for seat in turn.seats)

    def _plan(self, seat: Seat) -> bool:
        """Carry out the next line of the seat's plan (PR-STANDING-04); False if it has none."""
        line = next(self.open("plan", seat), None)
        if line is None:
            return False
        if line.condition and not self.engine.meets(self.state, seat, line.condition):
            self._use(line, "over")
            return True
        try:
            self.play(seat, line.text, "plan")
        except Refusal as refusal:
            self.stop_plan(seat, refusal.text)
            return True
        self._use(line, "done")
        return True

    def stop_plan(self, seat: Seat, why: str) -> None:
        """The plan stops; its player is told what was not carried out."""
        left = list(self.open("plan", seat))
        for said in left:
            self._use(said, "withdrawn")
        if left:
            self.stopped_plans.setdefault(seat, []).extend([why, *(said.text for said in left)])

    # --- doing -----------------------------------------------------------------------------------------------------------------

    def play(self, seat: Seat, text: str, source: str) -> None:
        """Carry out one order now and note the move; `Refusal` leaves everything as it was."""
        order = self.engine.read(self.state, seat, text)
        with self._watched(seat):
            events = self.engine.play(self.state, seat, order)
            self.note(Move("order", seat, self.engine.write(order), self.engine.public(order), source, events))

    @contextmanager
    def _watched(self, seat: Seat) -> Iterator[None]:
        """The plans of others stop whose view of the table changes with what the seat does (PR-STANDING-04)."""
        planning = {said.seat for said in self.open("plan")} - {seat}
        seen = {other: self.engine.view(self.state, other) for other in planning}
        yield
        for other, view in seen.items():
            if self.engine.view(self.state, other) != view:
                self.stop_plan(other, f"{seat} acted")

    def deal(self, seat: Seat, exchange: Callable[[Any, Terms], list[Event]], terms: Terms, source: str) -> None:
        """Carry out a deal that `seat` accepts, in one instant; `Refusal` leaves everything as it was."""
        with self._watched(seat):
            events = exchange(self.state, terms)
            text = f"deal between {terms.maker} and {terms.taker}"
            self.note(Move("deal", seat, text, text, source, events, terms=terms))

    def keep(self, seat: Seat, kind: str, text: str = "", **more: Any) -> Said:
        """Keep what a seat said."""
        self.serial += 1
        said = Said(self.serial, seat, kind, text, made=self.number, **more)
        self.said.append(said)
        return said

    def _use(self, said: Said, outcome: str) -> None:
        said.used, said.outcome = self.number, outcome

    def withdraw(self, said: Said, outcome: str = "withdrawn") -> None:
        """What was said no longer counts."""
        self._use(said, outcome)

    def note(self, move: Move) -> None:
        """A move was made: it becomes the next entry."""
        self.moves.append(move)
        self.number += 1

    def fall_due(self, key: int) -> bool:
        """The open interval's or choice's deadline is reached; False where it is not open (any more)."""
        pending = self.pending()
        if not isinstance(pending, (Interval, Choice)) or pending.key != key:
            return False
        self.progress.rounds.setdefault(key, Round(key)).due = True
        self.go_on()
        return True

    def end_turn(self, seats: tuple[Seat, ...], number: int | None = None) -> None:
        """The turn clock of turn `number` (the one that runs, if left out) is over: everything optional is left undone (PR-TURN-04)."""
        for seat in seats:
            self.stop_plan(seat, "the turn clock ran out")
        for _ in range(MOST_MOVES):
            pending = self.pending()
            match pending:
                case Turn(seats=now, number=n) if n == (number := number or n) and set(now) & set(seats):
                    self.play(next(seat for seat in now if seat in seats), pending.silence, "deadline")
                case Choice(seat=seat) if seat in seats:
                    self.progress.rounds.setdefault(pending.key, Round(pending.key)).due = True
                case _:
                    return
            self.go_on()
