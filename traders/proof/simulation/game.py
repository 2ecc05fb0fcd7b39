"""One game of bots on simulated time.

Every answer takes its delay: the orders of a turn, a reaction, a choice, a pass too. A letter of a
turn's orders goes on until something random or hidden is revealed, or play waits for others; what
follows is written in the next letter, after another delay. Each seat that an interval waits for
answers once, a delay after it opened; what nobody answered closes at its deadline (PR-INTERVAL-03).
Offers are made with a turn's first letter, and answered by whoever's answer comes before the turn's
next letter does, or else with the next letter of its seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any, cast

from traders.domain.bots import bargaining
from traders.domain.history.dice import SeededDice
from traders.domain.play.commands.interpreter import Speech
from traders.domain.play.commands.wishes import default_stops
from traders.domain.table import advance, deals
from traders.domain.table.records import NewEntry, Patience
from traders.domain.table.table import Table
from traders.engines.kernel.contract import (
    Choice,
    Engine,
    Interval,
    Offer,
    Over,
    Pending,
    Turn,
    View,
)
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.proof.simulation.checked_engine import Watched
from traders.proof.simulation.delays import Delay
from traders.proof.simulation.results import GameResult

INTERVAL_HOURS = 12.0
FREE_HOURS = 4.0
PURSE_HOURS = 72.0
FILLING_HOURS = 12.0
"""The defaults of PR-INTERVAL-02 and PR-INTERVAL-09, in hours."""
MOST_TURNS = 2_000
"""A game with more turns is stuck."""
MOST_REFUSED = 200
"""Orders of bots refused in a game before it is given up."""
DESERTED = 23
"""One game in so many is deserted: its players leave one after another, and nobody takes their
seats (ST-DROP-08 and its like).
"""
LEAVING = 0.07
"""How likely in such a game the seat on turn leaves."""


class Stuck(Exception):
    """A game that does not end."""


class Simulation:
    """One game under way."""

    def __init__(
        self,
        engine: Engine[Any, Any],
        seats: Sequence[Seat],
        options: dict[str, Any],
        timing: str,
        delay: Delay,
        seed: int,
    ) -> None:
        self.engine = engine
        self.delay = delay
        self.box = Random(seed)
        self.told = GameResult(
            seed,
            seats=len(seats),
            options={
                setting.name: options.get(setting.name, setting.default)
                for setting in engine.options
            },
        )
        self.lately: dict[Seat, deque[str]] = {
            seat: deque(maxlen=bargaining.REMEMBERED) for seat in seats
        }
        chance = SeededDice(self.box.randbytes(32))
        self.table = Table(
            cast(Engine[Any, Any], Watched(engine)),
            engine.setup(seats, options),
            chance=chance.throw,
            timing=timing,
        )
        self.purses = dict.fromkeys(seats, PURSE_HOURS)
        self.deserted = seed % DESERTED == DESERTED - 1
        self.asked = 0
        self.refusal = ""
        for seat in seats:
            default_stops(self.table, seat)
        advance.go_on(self.table)

    def play(self) -> GameResult:
        """Play to the end; `Stuck` where it does not come."""
        turn, began, waited = 0, 0.0, 0.0
        while not isinstance(pending := self.table.pending(), Over):
            now = _turn_of(pending)
            if isinstance(pending, Turn | Interval) and now and now != turn:
                if turn:
                    self._turn_over(began, waited)
                turn, began, waited = now, self.told.hours, self.told.waited
                if self.deserted and self.box.random() < LEAVING:
                    self._leave(pending.seats[0])
                    continue
                self._begin_turn(pending)
            self._wait(pending)
            if self.told.turns > MOST_TURNS or len(self.told.refused) > MOST_REFUSED:
                raise Stuck(
                    f"seed {self.told.seed}: after {self.told.turns} turns play waits at {pending}"
                )
            self._forget()
        self._turn_over(began, waited)
        self.told.ending = pending.ending
        self.told.entries = self.table.number
        return self.told

    # --- turns ------------------------------------------------------------------------------------

    def _begin_turn(self, turn: Turn | Interval) -> None:
        for seat in turn.seats:
            self.purses[seat] = min(PURSE_HOURS, self.purses[seat] + FILLING_HOURS)
            for word in self.engine.bot_words(
                self.engine.view(self.table.state, seat), self._seed()
            ):
                self._say(seat, word)
            self._bargain(seat, begins=True)

    def _leave(self, seat: Seat) -> None:
        """The seat drops out by the game's own rule (PR-SEAT-02)."""
        self.table.stop_plan(seat, "left")
        text = f"{seat} drops out"
        self.table.note(
            NewEntry(
                "leave", seat, text, text, "deadline", self.engine.leave(self.table.state, seat)
            )
        )
        advance.go_on(self.table)

    def _turn_over(self, began: float, waited: float) -> None:
        told = self.told
        told.turns += 1
        told.turn_hours.append(told.hours - began)
        told.turn_hours_without.append(told.hours - began - (told.waited - waited))

    def _wait(self, pending: Pending) -> None:
        """Let the time pass that play waits, and what is answered in it be carried out."""
        match pending:
            case Turn(seats=seats):
                passed = self.delay.draw(self.box)
                self.told.hours += passed
                self._answers(passed)
                if self.table.pending() == pending:
                    self._letter(seats[0], pending)
            case Choice(seat=seat, silence=silence) if seat not in self._on_turn():
                late = self._spend(self.delay.draw(self.box), INTERVAL_HOURS)
                self._order(seat, silence if late else self._bot(seat, pending))
            case Choice(seat=seat):
                self.told.hours += self.delay.draw(self.box)
                self._order(seat, self._bot(seat, pending))
                self.told.letters += 1
            case Interval(in_turn=True):
                self._round(pending)
            case Interval():
                self._interval(pending)

    def _letter(self, seat: Seat, turn: Turn) -> None:
        """One letter of orders: until something is revealed that the rest would rest on, or play
        waits for somebody else.
        """
        self.told.letters += 1
        for _ in range(60):
            pending = self.table.pending()
            if (
                not isinstance(pending, Turn)
                or pending.number != turn.number
                or seat not in pending.seats
            ):
                return
            moves = len(self.table.moves)
            self._order(seat, self._bot(seat, pending))
            if any(
                move.kind == "chance" or any(event.reveals for event in move.events)
                for move in self.table.moves[moves:]
            ):
                return

    def _round(self, asked: Interval) -> None:
        """All order a round at once: the time of the slowest is the time of their turns."""
        answers = sorted((self.delay.draw(self.box), seat) for seat in self.table.waiting())
        for _, seat in answers:
            self._answer(seat, asked)
        if self.table.pending() == asked:
            advance.fall_due(self.table, asked.key)
        self.told.hours += answers[-1][0]

    # --- intervals --------------------------------------------------------------------------------

    def _interval(self, interval: Interval) -> None:
        """One round of an interval that waits: who is asked answers in the order in which the
        answers come, until it closes.
        """
        self.told.intervals += 1
        rnd = self.table.progress.rounds[interval.key].number
        answers = sorted((self.delay.draw(self.box), seat) for seat in self.table.waiting())
        passed = 0.0
        for delay, seat in answers:
            if delay > INTERVAL_HOURS:
                break
            passed = delay
            self._answer(seat, interval)
            if not self._still(interval.key, rnd):
                break
        else:
            passed = INTERVAL_HOURS
        if self._still(interval.key, rnd):
            passed = INTERVAL_HOURS
            advance.fall_due(self.table, interval.key)
        self.told.hours += passed
        self.told.waited += passed
        self._charge(interval, {seat: delay for delay, seat in answers}, passed)

    def _answer(self, seat: Seat, interval: Interval) -> None:
        self.told.letters += 1
        self._bargain(seat, begins=False)
        if self.table.pending() != interval:
            return
        order = self._bot(seat, interval)
        if order != "pass":
            self._order(seat, order)
        if not interval.question:
            self._say(seat, "pass")

    def _still(self, key: int, number: int) -> bool:
        pending = self.table.pending()
        rnd = self.table.progress.rounds.get(key)
        return (
            isinstance(pending, Interval)
            and pending.key == key
            and rnd is not None
            and rnd.number == number
        )

    def _charge(self, interval: Interval, delays: dict[Seat, float], passed: float) -> None:
        """The purse pays for hours waited in others' turns beyond four (PR-INTERVAL-09)."""
        for seat, delay in delays.items():
            if seat not in self._on_turn():
                self.purses[seat] = max(
                    0.0, self.purses[seat] - max(0.0, min(delay, passed) - FREE_HOURS)
                )
        self.table.patience = Patience(
            frozenset(seat for seat, purse in self.purses.items() if not purse)
        )

    # --- deals ------------------------------------------------------------------------------------

    def _answers(self, hours: float) -> None:
        """Seats to which offers are open answer, those whose answer comes in so many hours."""
        for seat in dict.fromkeys(str(said.data["to"]) for said in list(self.table.open("offer"))):
            if self.delay.draw(self.box) <= hours and isinstance(self.table.pending(), Turn):
                self.told.letters += 1
                self._bargain(seat, begins=False)

    def _bargain(self, seat: Seat, *, begins: bool) -> None:
        """What the seat writes about deals."""
        lines = bargaining.lines(
            self.engine, *self._sees(seat), self._seed(), begins=begins, lately=self.lately[seat]
        )
        for line in lines:
            if self._say(seat, line):
                if line.startswith("offer "):
                    self.lately[seat].append(line)
            elif line.startswith("accept ") and self._cannot_keep(seat, line):
                self.told.unkept += 1
                self._say(seat, line.replace("accept", "decline", 1))
            else:
                self.told.refused.append(f"{seat} {line}: {self.refusal}")

    def _cannot_keep(self, seat: Seat, accept: str) -> bool:
        """Whether the offer accepted is one that its maker could not make any more, which its taker
        cannot know.
        """
        said = next(
            said
            for said in self.table.open("offer")
            if f"accept {said.data['numbers'].get(seat)}" == accept
        )
        try:
            deals.dealing(self.engine).may_offer(self.table.state, deals.terms_of(said))
        except Refusal:
            return True
        return False

    def _sees(self, seat: Seat) -> tuple[View, tuple[Offer, ...]]:
        """The seat's view and menu, with the offers that are open to it."""
        view, menu = self.engine.view(self.table.state, seat), self.table.menu(seat)
        said = list(self.table.open("offer"))
        if open_now := deals.shown(said, seat):
            view = {**view, "deals": open_now}
            menu = (*menu, *deals.menu(self.engine, self.table.state, said, seat))
        return view, menu

    # --- saying -----------------------------------------------------------------------------------

    def _bot(self, seat: Seat, pending: Pending) -> str:
        """What the seat's bot writes; its open bargains stand in its view, as in a letter."""
        view, menu = self._sees(seat)
        return self.engine.bot(view, pending, menu, self._seed())

    def _order(self, seat: Seat, orders: str) -> None:
        """Make the orders, a line each; what is refused is noted, and silence kept instead."""
        for order in orders.split("\n"):
            self._one_order(seat, order)

    def _one_order(self, seat: Seat, order: str) -> None:
        if not self._say(seat, order):
            pending = self.table.pending()
            silence = pending.silence if isinstance(pending, Turn | Interval | Choice) else ""
            self.told.refused.append(f"{seat} {order}: {self.refusal}")
            if silence and silence != order:
                self._say(seat, silence)

    def _say(self, seat: Seat, line: str) -> bool:
        (answer,) = Speech(self.table, seat).speak(line)
        self.refusal = answer.words
        done = answer.answer != "refused"
        self.told.offered += done and line.startswith("offer ")
        return done

    def _spend(self, hours: float, most: float) -> bool:
        """Let time pass, up to a deadline; whether the deadline came first."""
        self.told.letters += 1
        spent = min(hours, most)
        self.told.hours += spent
        self.told.waited += spent
        return hours > most

    def _on_turn(self) -> tuple[Seat, ...]:
        return self.engine.seats_in_order(self.table.state)[:1]

    def _seed(self) -> int:
        self.asked += 1
        return self.told.seed * 1_000_003 + self.asked

    def _forget(self) -> None:
        """Count what was done, and let go of it: a long game takes no more memory than others."""
        for move in self.table.moves:
            self.told.reactions += (
                move.source in ("interval", "standing order") and move.kind == "order"
            )
            self.told.opened += move.kind == "close"
            self.told.dealt += move.kind == "deal"
        self.table.moves = []
        self.table.said = [
            said
            for said in self.table.said
            if said.used is None or said.interval in self.table.progress.rounds
        ]


def _turn_of(pending: Pending) -> int:
    """Which turn play waits in: a turn's number, the key of a round that all order at once, below
    0; 0 where it is neither.
    """
    match pending:
        case Turn(number=number):
            return number
        case Interval(in_turn=True, key=key):
            return -key
    return 0
