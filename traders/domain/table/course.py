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
"""Moves that one passage may make; more means that the engine goes round in circles."""


class Course(Table):
    """A table at which play goes on."""

    # --- going on ---------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Carry play forward until it waits for somebody or is over."""
        if self.still:
            return
        before = len(self.moves)
        while len(self.moves) - before < MOST_MOVES:
            intervals.dismiss(self)
            self._end_passes()
            self._end_offers()
            pending = self.pending()
            match pending:
                case Over():
                    return
                case Chance():
                    self._throw(pending)
                case Interval():
                    if not intervals.step(self, pending):
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
                self.use(said, "over")

    def _end_offers(self) -> None:
        """Offers lapse with the time for which they were made (`Dealing.session`); both parties are
        told.
        """
        ending = [said for said in self.open("offer") if said.data.get("session")]
        if not ending or not isinstance(self.engine, Dealing):
            return
        for said in ending:
            if said.data["session"] != self.engine.session(self.state).name:
                self.use(said, "over")
                for seat, n in said.data["numbers"].items():
                    self.whispers.append(
                        Event(
                            f"Offer {n} has lapsed: {said.text}.",
                            to=(seat,),
                            rule=said.data["rule"],
                            kind="offer",
                        )
                    )

    def _throw(self, chance: Chance) -> None:
        outcome = self.chance(chance)
        events = self.engine.happen(self.state, outcome)
        self.note(
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

    def _choice(self, choice: Choice) -> bool:
        rnd = self.progress.rounds.setdefault(choice.key, Round(choice.key))
        if standing_orders.give(self, (choice.seat,)) or standing_orders.plan(self, choice.seat):
            return True
        if rnd.due:
            self.play(choice.seat, choice.silence, "deadline")
            return True
        return False

    def _turn(self, turn: Turn) -> bool:
        silent = next(
            (seat for seat in turn.seats if self.progress.out.get(seat) == turn.number), None
        )
        # others were asked while its turn was being ended for it: that goes on (PR-TURN-04)
        if silent:
            self.play(silent, turn.silence, "deadline")
            return True
        for seat in turn.seats:
            for said in list(self.open("standing-pass", seat)):
                if said.data.get("until") == "turn" or (
                    said.data.get("until") == "through" and not any(self.open("plan", seat))
                ):
                    self.use(said, "over")
        if standing_orders.give(self, self.engine.seats_in_order(self.state)):
            return True
        return any(standing_orders.plan(self, seat) for seat in turn.seats)

    def fall_due(self, key: int) -> bool:
        """The open interval's or choice's deadline is reached; False where it is not open (any
        more).
        """
        pending = self.pending()
        if not isinstance(pending, (Interval, Choice)) or pending.key != key:
            return False
        self.progress.rounds.setdefault(key, Round(key)).due = True
        self.go_on()
        return True

    def end_turn(self, seats: tuple[Seat, ...], number: int | None = None) -> None:
        """The turn clock of turn `number` (the one that runs, if left out) is over: everything
        optional is left undone (PR-TURN-04).
        """
        for seat in seats:
            self.stop_plan(seat, "the turn clock ran out")
        for _ in range(MOST_MOVES):
            pending = self.pending()
            match pending:
                case Turn(seats=now, number=n) if number in (None, n) and set(now) & set(seats):
                    number = n
                    self.progress.out |= {seat: n for seat in now if seat in seats}
                    self.play(
                        next(seat for seat in now if seat in seats), pending.silence, "deadline"
                    )
                case Choice(seat=seat) if seat in seats:
                    self.progress.rounds.setdefault(pending.key, Round(pending.key)).due = True
                case _:
                    return
            self.go_on()
