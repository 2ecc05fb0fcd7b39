"""A table in memory: the course alone, without rows, hours or letters. Quick; for trying many broken engines (`rulebook --prove`)."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import msgspec

from traders.domain.course import Course
from traders.domain.passage import Line
from traders.domain.scenarios.playing import ChanceDiffers, Differs
from traders.domain.scenarios.script import Envelope, Facts, Scenario
from traders.engines.contract import Chance, Choice, Interval, Outcome, Pending, Refusal, Seat, Turn
from traders.engines.registry import engine


class Dice:
    """Outcomes of chance as a scenario gives them, in order."""

    def __init__(self, outcomes: tuple[int | str, ...]) -> None:
        self.left = list(outcomes)

    def __call__(self, chance: Chance) -> Outcome:
        if chance.kind == "shuffle":
            return list(range(1, chance.sides + 1))
        if not self.left:
            raise ChanceDiffers(f"more chance is needed than given: a {chance.kind} of {chance.sides} for {chance.purpose}")
        outcome = self.left.pop(0)
        if not isinstance(outcome, int) or not 1 <= outcome <= chance.sides:
            raise ChanceDiffers(f"{outcome!r} cannot fall: a {chance.kind} of {chance.sides} for {chance.purpose}")
        return outcome


class MemoryTable:
    """One scenario's game in memory."""

    def __init__(self, scenario: Scenario) -> None:
        rules = engine(scenario.system)
        self.dice = Dice(scenario.chance)
        state = rules.position(scenario.seats, scenario.options, scenario.start, setup=scenario.setup)
        self.course = Course(
            rules, state, chance=self.dice, timing=scenario.settings["timing"], gather=scenario.settings.get("gather", "interval")
        )
        self.left: list[Seat] = []
        self.heard: dict[Seat, list[str]] = {seat: [] for seat in scenario.seats}
        self.told = 0
        self.course.go_on()

    def letter(self, seat: Seat, text: str, envelope: Envelope) -> list[Line]:
        lines: list[Line] = []
        for line in text.splitlines():
            try:
                self._order(seat, line.strip())
            except Refusal as refusal:
                lines.append(Line(line, "refused", refusal.text, refusal.kind, refusal.rules, refusal.instead))
                break
            lines.append(Line(line, "done"))
        return lines

    _STOP = re.compile(r"stop at (\S+)(?: when (.+))?")
    _WHEN = re.compile(r"when (.+?): (.+)")

    def _order(self, seat: Seat, text: str) -> None:
        course, rules, state = self.course, self.course.engine, self.course.state
        pending = course.pending()
        if text == "pass":
            if isinstance(pending, (Interval, Choice)):
                course.keep(seat, "pass", interval=pending.key)
        elif text == "resign":
            self.left.append(seat)
            return
        elif text.startswith("agree "):
            assert isinstance(pending, Interval)
            course.keep(seat, "agree", text.removeprefix("agree "), interval=pending.key)
        elif found := self._STOP.fullmatch(text):
            course.keep(seat, "stop", found[1], condition=rules.condition(state, found[2]) if found[2] else "")
        elif found := self._WHEN.fullmatch(text):
            course.keep(seat, "standing", found[2], condition=rules.condition(state, found[1]))
        else:
            order = rules.read(state, seat, text)
            if isinstance(pending, Interval) and rules.gathers(state, seat, order):
                kind = "answer" if pending.question else "reaction"
                sent = [rules.read(state, seat, said.text) for said in course.open(kind, seat, pending.key)]
                rules.check(state, seat, order, sent)
                course.keep(seat, kind, rules.write(order), interval=pending.key)
            else:
                rules.check(state, seat, order)
                course.play(seat, rules.write(order), "letter")
        course.go_on()

    def pending(self) -> Pending:
        return self.course.pending()

    def waiting(self) -> tuple[Seat, ...]:
        return self.course.waiting()

    def fall_due(self) -> None:
        pending = self.pending()
        if isinstance(pending, (Interval, Choice)):
            self.course.fall_due(pending.key)

    def expire_turn(self) -> None:
        pending = self.pending()
        if not isinstance(pending, Turn):
            raise Differs("no turn clock runs")
        self.course.end_turn(pending.seats, pending.number)

    def expire_seat(self) -> None:
        if not self.left:
            raise Differs("no seat was left")
        seat = self.left.pop()
        self.course.engine.leave(self.course.state, seat)
        self.course.go_on()

    def until(self, at: timedelta) -> None:
        raise Differs("needs the clock")

    def written(self) -> Facts:
        return self.course.engine.written(self.course.state)

    def shown(self, seat: Seat) -> str:
        rules, state = self.course.engine, self.course.state
        for move in self.course.moves[self.told :]:
            for event in move.events:
                for one in self.heard:
                    if event.heard_by(one):
                        self.heard[one].append(event.text)
        self.told = len(self.course.moves)
        view = rules.view(state, seat)
        offers = [f"{offer.order} {offer.words}" for offer in rules.offers(state, seat)]
        parts: list[Any] = [msgspec.json.encode(view).decode(), rules.board_text(view), rules.board_svg(view), *offers, *self.heard[seat]]
        return "\n".join(parts)

    def chance_left(self) -> int:
        return len(self.dice.left)

    def trace(self) -> list[str]:
        lines = [
            f"{number} {move.kind} {move.seat or '-'} {move.text!r} ({move.source})"
            + (f" = {move.outcome}" if move.outcome is not None else "")
            for number, move in enumerate(self.course.moves, 1)
        ]
        return [*lines, f"waits for {self.pending()}"]
