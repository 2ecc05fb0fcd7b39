"""One game of bots on simulated time.

Every answer takes a random delay: the orders of a turn, a reaction, a choice, a pass too. A letter
of a turn holds the turn that was suggested to its seat, where that begins as the seat would; else
it goes on until something random or hidden is revealed to its seat, or play waits for others. The
rest is in the next letter, after another delay. Where levels are compared nothing is suggested.
Each seat that an interval waits for answers once; without an answer the interval closes at its
deadline (PR-INTERVAL-03). Offers are made in a turn's first letter. They are answered before the
turn's next letter if the answer is quick enough, else in the next letter of the seat asked.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, cast

from tools.simulation import open_offers
from tools.simulation.checked_engine import CheckedEngine
from tools.simulation.delays import Delay
from tools.simulation.letter_count import LetterCount, reveals_to, turn_of
from tools.simulation.players import Players
from tools.simulation.results import GameResult
from traders.domain.bots import bargaining
from traders.domain.history.dice import SeededDice
from traders.domain.play.commands.interpreter import Speech
from traders.domain.play.commands.standing_orders_stops_plans import default_stops
from traders.domain.table import asked_seats, game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import Patience
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.contract import Choice, Engine, Interval, Over, Pending, Turn
from traders.engines.kernel.seats import Seat
from traders.models import Cadence, SealedKind, Source

INTERVAL_HOURS = 12.0
FREE_HOURS = 4.0
ALLOWANCE_HOURS = 72.0
REFILL_HOURS = 12.0
"""The defaults of PR-INTERVAL-02 and PR-INTERVAL-09, in hours."""
MOST_TURNS = 2_000
"""A game with more turns counts as endless."""
MOST_ENTRIES = 20_000
"""So does one with more entries: ten times those of a long one."""
MOST_REFUSED = 200
"""After so many refused orders of bots a game is given up."""
DESERTED = 23
"""One game in so many is deserted: its players leave one after another, and nobody takes their
seats (ST-DROP-08 and its like).
"""
LEAVING = 0.07
"""The probability, in such a game, that the seat on turn leaves."""


class EndlessGame(Exception):
    """A game does not end."""


class Simulation:
    """One game in progress."""

    def __init__(
        self,
        engine: Engine[Any, Any],
        seats: Sequence[Seat],
        options: dict[str, Any],
        timing: str,
        delay: Delay,
        seed: int,
        *,
        cadence: str = Cadence.WAITING,
        by_page: bool = False,
        weigh: bool = False,
        levels: Mapping[Seat, Level] | None = None,
        followers: Collection[Seat] = (),
    ) -> None:
        self.engine, self.delay, self.random = engine, delay, Random(seed)
        self.players = Players(engine, seats, seed, levels or {}, frozenset(followers))
        self.result = GameResult(
            seed,
            deserted=seed % DESERTED == DESERTED - 1,
            seats=len(seats),
            options={
                setting.name: options.get(setting.name, setting.default)
                for setting in engine.options
            },
            levels=self.players.levels,
            followers=self.players.followers,
        )
        self.written = Counter[Seat]()
        self.recent_offers: dict[Seat, deque[str]] = {
            seat: deque(maxlen=bargaining.REMEMBERED) for seat in seats
        }
        chance = SeededDice(self.random.randbytes(32))
        self.table = Table(
            cast(Engine[Any, Any], CheckedEngine(engine)),
            engine.setup(seats, options),
            chance=chance.throw,
            timing=timing,
            patience=Patience(people=frozenset(seats)),
        )
        self.allowances = dict.fromkeys(seats, ALLOWANCE_HOURS)
        self.refused = Line("", "refused", "")
        for seat in seats:
            default_stops(self.table, seat)
        game_progression.go_on(self.table)
        self.lines: list[Line] = []
        weights = self.result.weights if weigh else None
        self.sent = LetterCount(self.table, seats, cadence, by_page=by_page, weights=weights)
        self.sent.after()

    def play(self) -> GameResult:
        """Play to the end. Raises `EndlessGame`."""
        turn, began, waited, seats = 0, 0.0, 0.0, tuple[Seat, ...]()
        while not isinstance(pending := self.table.pending(), Over):
            now = turn_of(pending)
            if isinstance(pending, Turn | Interval) and now and now != turn:
                if turn:
                    self._record_turn(seats, began, waited)
                turn, began, waited = now, self.result.hours, self.result.waited
                seats = pending.seats
                if self.result.deserted and self.random.random() < LEAVING:
                    self._leave(pending.seats[0])
                    continue
                self._begin_turn(pending)
            self._wait(pending)
            if (
                self.result.turns > MOST_TURNS
                or self.table.number > MOST_ENTRIES
                or len(self.result.refused) > MOST_REFUSED
            ):
                raise EndlessGame(
                    f"seed {self.result.seed}: after {self.result.turns} turns play waits at "
                    f"{pending}"
                )
            self._count_moves()
        self._record_turn(seats, began, waited)
        self.result.ending, self.result.winners = pending.ending, pending.winners
        self.result.sent, self.result.asking_nothing = self.sent.kinds, self.sent.asking_nothing
        self.result.without_choice = self.sent.without_choice
        self.result.entries = self.table.number
        self.result.personalities = {
            known["seat"]: tuple(known.get("personality", ()))
            for known in self.engine.view(self.table.state, None)["seats"]
        }
        return self.result

    # --- turns ------------------------------------------------------------------------------------

    def _begin_turn(self, turn: Turn | Interval) -> None:
        for seat in turn.seats:
            self.allowances[seat] = min(ALLOWANCE_HOURS, self.allowances[seat] + REFILL_HOURS)
            if isinstance(turn, Turn):
                self._words(seat)
            self._bargain(seat, begins=True)

    def _words(self, seat: Seat) -> None:
        for word in self.players.words(self.table, seat):
            self._give(seat, word)

    def _leave(self, seat: Seat) -> None:
        self.table.leave(seat, Source.DEADLINE)
        game_progression.go_on(self.table)

    def _record_turn(self, seats: Sequence[Seat], began: float, waited: float) -> None:
        result = self.result
        result.turns += 1
        result.turn_letters += [self.written[seat] for seat in seats]
        self.written.clear()
        result.turn_hours.append(result.hours - began)
        result.turn_hours_without.append(result.hours - began - (result.waited - waited))

    def _wait(self, pending: Pending) -> None:
        """Pass the time that play waits, and carry out the answers given in it."""
        match pending:
            case Turn(seats=seats):
                passed = self.delay.draw(self.random)
                self.result.hours += passed
                self._answer_offers(passed)
                if self.table.pending() == pending:
                    self._letter(seats[0], pending)
            case Choice(seat=seat, silence=silence) if seat not in self._on_turn():
                late = self._wait_for_answer(seat, self.delay.draw(self.random))
                self._order(seat, silence if late else self._answered(seat, pending))
                self._told(seat)
            case Choice(seat=seat):
                self.result.hours += self.delay.draw(self.random)
                self._order(seat, self._answered(seat, pending))
                self._writes(seat)
                self._told(seat)
            case Interval(in_turn=True):
                self._round(pending)
            case Interval():
                self._interval(pending)

    def _letter(self, seat: Seat, turn: Turn) -> None:
        """Carry out one letter of orders: until something is revealed to its seat that later orders
        depend on, or play waits for another seat.
        """
        self._writes(seat)
        for _ in range(60):
            pending = self.table.pending()
            if (
                not isinstance(pending, Turn)
                or pending.number != turn.number
                or seat not in pending.seats
            ):
                break
            moves = len(self.table.moves)
            self._order(seat, self.players.ahead(self.table, seat, pending))
            if self._learnt(seat, moves) or seat in self.players.followers:
                break
        self._told(seat)

    def _learnt(self, seat: Seat, since: int) -> bool:
        """Whether the moves since then revealed something to the seat."""
        return any(reveals_to(seat, move) for move in self.table.moves[since:])

    def _told(self, seat: Seat = "") -> None:
        """Count the letters that tell of a seat's answer, or of a deadline's."""
        self.sent.after(seat, self.lines if seat else ())
        self.lines = []
        for one in self.players.followers & set(self.table.stopped_plans):
            self.result.stopped.append(f"{one}: {'; '.join(self.table.stopped_plans.pop(one))}")

    def _round(self, interval: Interval) -> None:
        """Have all seats order a round at once: the slowest answer is the time of their turns. What
        a seat orders ahead may be its answer.
        """
        answers = sorted((self.delay.draw(self.random), seat) for seat in self.table.waiting())
        for _, seat in answers:
            self._words(seat)
            if self.table.pending() == interval and not self.table.answered(seat, interval.key):
                self._answer(seat, interval)
            else:
                self._writes(seat)
                self._told(seat)
        if self.table.pending() == interval:
            game_progression.fall_due(self.table, interval.key)
            self._told()
        self.result.hours += answers[-1][0]

    # --- intervals --------------------------------------------------------------------------------

    def _interval(self, interval: Interval) -> None:
        """Play one round of an interval: seats answer in the order of their delays until it
        closes.
        """
        self.result.intervals += 1
        round_number = self.table.progress.rounds[interval.key].number
        answers = sorted((self.delay.draw(self.random), seat) for seat in self.table.waiting())
        passed = 0.0
        for delay, seat in answers:
            if delay > INTERVAL_HOURS:
                break
            passed = delay
            if seat in asked_seats.unasked(self.table, interval):
                asked_seats.pass_for(self.table, seat, interval.key)
                game_progression.go_on(self.table)
                self._told()
            else:
                self._answer(seat, interval)
            if not self._is_same_round(interval.key, round_number):
                break
        else:
            passed = INTERVAL_HOURS
        if self._is_same_round(interval.key, round_number):
            passed = INTERVAL_HOURS
            game_progression.fall_due(self.table, interval.key)
            self._told()
        self.result.hours += passed
        self.result.waited += passed
        self._charge(interval, {seat: delay for delay, seat in answers}, passed)

    def _answer(self, seat: Seat, interval: Interval) -> None:
        self._writes(seat, orders=interval.in_turn)
        self._bargain(seat, begins=False)
        if self.table.pending() == interval:
            order = self._answered(seat, interval)
            if order != "pass":
                self._order(seat, order)
            if not interval.question:
                self._give(seat, "pass")
        self._told(seat)

    def _is_same_round(self, key: int, number: int) -> bool:
        pending = self.table.pending()
        round_ = self.table.progress.rounds.get(key)
        return (
            isinstance(pending, Interval)
            and pending.key == key
            and round_ is not None
            and round_.number == number
        )

    def _charge(self, interval: Interval, delays: dict[Seat, float], passed: float) -> None:
        """Charge the seats' waiting allowance for hours beyond four in others' turns
        (PR-INTERVAL-09).
        """
        for seat, delay in delays.items():
            if seat not in self._on_turn():
                self.allowances[seat] = max(
                    0.0, self.allowances[seat] - max(0.0, min(delay, passed) - FREE_HOURS)
                )
        self.table.patience = Patience(
            frozenset(seat for seat, hours in self.allowances.items() if not hours),
            people=self.table.patience.people,
        )

    # --- deals ------------------------------------------------------------------------------------

    def _answer_offers(self, hours: float) -> None:
        """Have seats answer open offers, those whose answer takes at most so many hours."""
        offers = list(self.table.open(SealedKind.OFFER))
        for seat in dict.fromkeys(str(note.data["to"]) for note in offers):
            if self.delay.draw(self.random) <= hours and isinstance(self.table.pending(), Turn):
                self._writes(seat)
                self._bargain(seat, begins=False)
                self._told(seat)

    def _bargain(self, seat: Seat, *, begins: bool) -> None:
        """Write the seat's lines about deals."""
        lately = self.recent_offers[seat]
        for line in self.players.bargains(self.table, seat, begins=begins, lately=lately):
            if self._give(seat, line):
                if line.startswith("offer "):
                    lately.append(line)
            elif line.startswith("accept ") and open_offers.cannot_keep(self.table, seat, line):
                self.result.unkept += 1
                self._give(seat, line.replace("accept", "decline", 1))
            else:
                self.result.refused.append(f"{seat} {line}: {self.refused.words}")

    # --- saying -----------------------------------------------------------------------------------

    def _answered(self, seat: Seat, pending: Pending) -> str:
        return self.players.answer(self.table, seat, pending)

    def _order(self, seat: Seat, orders: str) -> None:
        """Carry out orders as one letter; a refused one is recorded, and the default is taken
        instead. What is refused to a bot below a line that revealed something is no fault.
        """
        moves = len(self.table.moves)
        if self._give(seat, orders):
            return
        if seat in self.players.followers or not self._learnt(seat, moves):
            silence = getattr(self.table.pending(), "silence", "")
            self.result.refused.append(f"{seat} {self.refused.text}: {self.refused.words}")
            if silence and silence != self.refused.text:
                self._give(seat, silence)

    def _give(self, seat: Seat, lines: str) -> bool:
        told = Speech(self.table, seat).speak(lines)
        self.lines += told
        refused = [line for line in told if line.answer == "refused"]
        self.refused = refused[0] if refused else self.refused
        self.result.offered += sum(
            line.text.startswith("offer ") for line in told if line.answer != "refused"
        )
        return not refused

    def _wait_for_answer(self, seat: Seat, hours: float) -> bool:
        """Pass time until the answer or the deadline; whether the deadline came first."""
        self._writes(seat)
        spent = min(hours, INTERVAL_HOURS)
        self.result.hours += spent
        self.result.waited += spent
        return hours > INTERVAL_HOURS

    def _writes(self, seat: Seat, *, orders: bool = True) -> None:
        """Count a letter; `orders`: of a turn or a choice, not of a window."""
        self.result.letters += 1
        self.written[seat] += orders

    def _on_turn(self) -> tuple[Seat, ...]:
        return self.engine.seats_in_order(self.table.state)[:1]

    def _count_moves(self) -> None:
        """Count the moves so far and discard them, so that a long game takes no more memory."""
        self.result.count(self.table.moves)
        self.table.moves = []
        self.sent.forget()
        self.table.said = [
            note
            for note in self.table.said
            if note.used is None or note.interval in self.table.progress.rounds
        ]
