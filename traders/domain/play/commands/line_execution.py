"""Who says lines at a table: what becomes of one line, be it a wish, a move or a line of a plan
(PR-RECEIPT-05).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from traders.domain.history.moment_labels import BACKED_UP, MomentLabel
from traders.domain.play.commands import registry, standing_orders_stops_plans
from traders.domain.play.commands.command import Command
from traders.domain.table import answers_ahead, deals, game_progression, plan_lines, standing_orders
from traders.domain.table.asked_seats import answers
from traders.domain.table.change_set import KEPT_ANSWER, KEPT_REACTION, Line
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Choice, Interval, Over, Turn
from traders.engines.kernel.engine.optional_contract import WithPolicies
from traders.engines.kernel.grammar.order_forms import order_form
from traders.engines.kernel.grammar.order_parts import as_typed
from traders.engines.kernel.grammar.order_table import OrderRow, grave_row
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import listed, with_plain_head
from traders.models import SealedKind, SealedOutcome, Source

PASSED = "Your letter answers a turn that has passed. Answer the newest letter of this game."
PASSED_ON_PAGE = "You sent this for a turn that has passed. Look at the board as it is now."


@dataclass(slots=True)
class Speaker:
    """A seat, line by line. `moment` is the label of what its letter answers: `i45`, `c46b1`,
    `t12`, or "" for nothing in particular.
    """

    table: Table
    seat: Seat
    moment: str = ""
    source: Source = Source.LETTER
    outer: Callable[[str, str], Line | None] = lambda folded, raw: None
    """Commands beyond the table (queries, absence, press, claims); given the folded line
    and the line as typed.
    """
    late: Callable[[int], str] = lambda key: "It has passed."
    """When the interval or choice with that key passed, in a sentence; "" where it was none of the
    seat's.
    """
    undone: Callable[[str], str] | None = None
    """Where play has backed up since that was asked, what is to be said of it; None where it never
    has.
    """
    out_of_time: Callable[[int], str] = lambda number: ""
    """Where the clock ended the seat's turn with that number, when, in a sentence."""
    held: bool = False
    """A claim holds play: what is no word of the house is kept and made when play goes on
    (PR-CLAIM-03).
    """
    barred: Refusal | None = None
    """Why the seat may change nothing of play, if it may not."""
    asks_back: Callable[[str, OrderRow], Line | None] = lambda order, row: None
    """Asks whether a grave order of that row is meant; None where it surely is (PR-SEAT-06)."""
    waits: bool = False
    """An interval that an earlier line opened waits: what must wait is kept as a plan."""
    above: Literal["", "done", "passed over", "planned"] = ""
    """What became of the last order above the line."""
    below: str = ""
    """The line below, folded."""
    answers: MomentLabel = field(init=False)
    """The moment, read."""
    asked: bool = field(init=False, default=False)
    """What is in the moment is asked still."""
    gone_on: bool = field(init=False, default=False)
    """Play has gone on since the line was carried out."""

    def __post_init__(self) -> None:
        self.answers = MomentLabel.read(self.moment)

    def _line(self, raw: str, folded: str, planning: bool) -> Line:
        self.gone_on = False
        try:
            if planning:
                # it would be carried out at once
                self._readable_or(folded, self._may_play, self._still_asked, self._in_time)
                return standing_orders_stops_plans.plan_line(self.table, self.seat, folded)
            if folded == "undo":
                self._still_asked()
            line = self.outer(folded, with_plain_head(raw)) or self.of_play(raw, folded)
            line.text = raw
            # wishes are weighed together, also those that are passed over
            table, seat, both = self.table, self.seat, (self.below, folded)
            # what answers the next window is read before this one can close
            if not (
                self.gone_on
                or plan_lines.are_policies(table, seat, both)
                or answers_ahead.LINE.fullmatch(self.below)
            ):
                game_progression.go_on(table)
            return line
        except Refusal as refusal:
            if answers_ahead.LINE.fullmatch(folded):
                game_progression.go_on(self.table)
            return Line(
                raw,
                "refused",
                as_typed(refusal.text, raw),
                refusal.kind,
                tuple(refusal.rules),
                refusal.instead or answers(self.table, self.seat, refusal),
            )

    def of_play(self, raw: str, folded: str) -> Line:
        """A wish or a move; while a claim holds play it waits."""
        self._readable_or(folded, self._may_play)
        return self._waiting(raw, folded) or self._wish(folded) or self._move(folded)

    def _may_play(self) -> None:
        """Refuse what changes play: after the end of the game (PR-SEAT-07), and from a seat that
        may not.
        """
        if isinstance(self.table.pending(), Over):
            raise Refusal("The game is over.", "PR-SEAT-07", kind="stale")
        if self.barred:
            raise self.barred

    def _wish(self, folded: str) -> Line | None:
        """A wish, if the line is one. What is said of one interval can be late: an agreement
        (PR-PRIORITY-02), time asked for in it (PR-INTERVAL-07). What was said before play backed up
        is no pass, asks for no time and accepts no deal of what came since.
        """
        word = folded.partition(" ")[0]
        if self.answers.kind == "interval" and (
            word == "agree"
            or answers_ahead.LINE.fullmatch(folded)
            or (folded == "hold" and not deals.bargains(self.table, self.seat))
        ):
            self._fresh()
        if folded in ("pass", "hold", "more") or word == "accept":
            self._still_asked()
        key = self.answers.key if self.answers.kind in ("interval", "choice") else None
        return standing_orders_stops_plans.saying(self.table, self.seat, folded, key)

    def _waiting(self, raw: str, folded: str) -> Line | None:
        """While a claim holds play an order waits (PR-CLAIM-03); one that cannot be read at all is
        refused at once.
        """
        if not self.held:
            return None
        self._readable(folded)
        self.table.keep(
            self.seat, SealedKind.WAITING, folded, data={"moment": self.moment}, source=self.source
        )
        return Line(
            raw,
            "waits",
            "Kept: a claim has stopped the game. It is made when play goes on, if it still fits "
            "(PR-CLAIM-03).",
        )

    def reads(self, command: Command) -> bool:
        """Whether the example of a command can be read in this game."""
        kinds = {blank.kind for blank in order_form(command.forms[0]).blanks}
        if command.wish is None or not kinds & {"condition", "window", "things"}:
            return True
        try:
            self._readable(command.example)
        except Refusal:
            return False
        return True

    def _readable(self, folded: str) -> None:
        """Refuse a line that is neither a wish nor an order that the system's grammar knows."""
        aside = Speaker(self.table.copied(self.table.chance), self.seat)
        try:
            if standing_orders_stops_plans.saying(aside.table, self.seat, folded, None) is None:
                line = plan_lines.taken_apart(
                    aside.table, self.seat, plan_lines.without_through(folded)[0]
                )
                if not line.policy:
                    text, _ = aside._proviso(line.order)
                    self.table.engine.read(self.table.state, self.seat, text, self.table.names)
        except Refusal as refusal:
            if refusal.kind in ("unreadable", "ambiguous"):
                raise  # what is merely not possible now may be so when play goes on

    def _readable_or(self, folded: str, *refusals: Callable[[], None]) -> None:
        """What these refuse; but a line that cannot be read is no order, whenever it comes: that is
        said first.
        """
        try:
            for refuse in refusals:
                refuse()
        except Refusal:
            if registry.command_of(folded) is None:
                self._readable(folded)
            raise

    # --- moves ------------------------------------------------------------------------------------

    def _move(self, folded: str) -> Line:
        self._readable_or(folded, self._fresh)
        table, seat = self.table, self.seat
        text, through = plan_lines.without_through(folded)
        line = plan_lines.taken_apart(table, seat, text, failed=self.above == "passed over")
        if line.otherwise and not self.above:
            raise Refusal(
                "`otherwise` stands under a line that it takes the place of.", kind="unreadable"
            )
        if line.otherwise and self.above == "done":
            return Line(text, "noted", f"Passed over: {plan_lines.NOT_NEEDED}")
        if self.waits and self._must_wait(line):
            asked = (
                None if line.policy else self._asks_back(self.table.written(self.seat, line.order))
            )
            return asked or self._planned(line, through)
        if over := plan_lines.passed_over(table, seat, line.condition, line.order):
            self.above = "passed over"
            return Line(text, "noted", f"Passed over: {over.text}", rules=over.rules)
        if through:
            plan_lines.pass_through(table, seat)
        try:
            made = self._policy(line) if line.policy else self._order(line.order)
        except Refusal as refusal:
            late = refusal.kind == "stale" or (self.above == "done" and not table.on_turn(seat))
            if not late or not plan_lines.says_otherwise(text) or not self.above:
                raise
            return Line(text, "noted", f"Passed over: {plan_lines.NOT_NEEDED}")
        self.above = "planned" if self.waits and made.answer == "planned" else "done"
        return made

    def _planned(self, line: plan_lines.PlanLine, through: bool) -> Line:
        """A line for when the interval is over that a line above it opened."""
        otherwise = line.otherwise and self.above == "planned"
        kept = plan_lines.keep(self.table, self.seat, line._replace(otherwise=otherwise))
        self.above = "planned"
        if through:
            plan_lines.pass_through(self.table, self.seat)
        return Line(
            line.order,
            "planned",
            "Kept as a plan: a reaction window is open, and this is carried out when play comes to "
            f"it.{plan_lines.lacking(self.table, kept)}",
        )

    def _policy(self, line: plan_lines.PlanLine) -> Line:
        """Policies are followed as the lines of a plan are, at once; beneath an order after which
        nothing is left to follow they are passed over.
        """
        assert isinstance(self.table.engine, WithPolicies)
        try:
            self.table.engine.followed(self.table.state, self.seat, [line.policy])
        except Refusal as refusal:
            if refusal.kind != "stale" or not self.above:
                raise
            return Line(line.order, "noted", f"Passed over: {refusal.text}")
        plan_lines.keep(self.table, self.seat, line._replace(condition="", otherwise=False))
        return Line(line.order, "planned", f"I keep to it and roll the rest: {line.policy}.")

    def _fresh(self) -> None:
        """Refuse a move that answers what has passed (PR-RECEIPT-07), or what is asked otherwise
        since play backed up.
        """
        kind, number, _ = self.answers
        if not kind:
            return
        if kind != "turn" and number not in self.table.engine.standing(self.table.state):
            if late := self.late(number):
                raise _too_late(late)
        self._still_asked()
        pending = self.table.pending()
        if kind == "turn" and isinstance(pending, Turn) and number != pending.number:
            self._in_time()
            raise Refusal(PASSED if self.source == Source.LETTER else PASSED_ON_PAGE, kind="stale")

    def _in_time(self) -> None:
        """Refuse what answers a turn of the seat's that the clock has ended: it was not meant for
        the next (PR-RECEIPT-07).
        """
        if self.answers.kind == "turn" and (ended := self.out_of_time(self.answers.key)):
            raise _too_late(ended)

    def _still_asked(self) -> None:
        """Refuse what answers a moment that play has backed up over: its key may name another by
        now (PR-RECORD-02).
        """
        if self.undone and (undone := self.undone(self.moment)):
            raise Refusal(undone, BACKED_UP, kind="stale")

    def _must_wait(self, line: plan_lines.PlanLine) -> bool:
        """Whether the line, under one that opened an interval, is for later: it cannot be done now,
        or stands for one that waits.
        """
        pending = self.table.pending()
        if not isinstance(pending, (Interval, Choice)):
            return False
        if line.policy or (line.otherwise and self.above == "planned"):
            return True
        return not plan_lines.can_be_made(self.table, self.seat, line.order)

    def _order(self, text: str) -> Line:
        table, seat = self.table, self.seat
        text, condition = self._proviso(text)
        written = table.written(seat, text)
        order = table.engine.read(table.state, seat, written)
        pending = table.pending()
        if isinstance(pending, Interval) and table.engine.gathers(table.state, seat, order):
            return self._gather(pending, written, condition)
        if condition and not table.engine.meets(table.state, seat, condition):
            raise Refusal(f"`{condition}` does not hold now.", "PR-STANDING-01")
        if isinstance(pending, Interval) and pending.several:
            # what is sealed already counts
            table.engine.check(table.state, seat, order, self._sent(pending))
        return self._asks_back(written) or self._done(text, written)

    def _asks_back(self, written: str) -> Line | None:
        row = grave_row(self.table.engine.orders(), written)
        return self.asks_back(written, row) if row else None

    def _done(self, text: str, written: str) -> Line:
        """Carry out an order of the seat on turn, after the phases that it passes (SS-PBM-08); it
        waits where one of these opens an interval.
        """
        table, seat = self.table, self.seat
        passed: list[str] = []
        while line := table.passing(seat, written):
            pending = table.pending()
            passed += [pending.stage] if isinstance(pending, Turn) else []
            table.play(seat, line, self.source)
            game_progression.go_on(table)
            if not isinstance(table.pending(), Turn):
                self.waits = True
                kept = standing_orders_stops_plans.plan_line(table, seat, written)
                kept.words = (
                    f"Passed: {listed(passed)}. The order is kept as a plan: it is carried out "
                    "when play comes to it."
                )
                return kept
        table.play(seat, written, self.source)
        over = "" if table.moves[-1].events else plan_lines.not_taken(written)
        game_progression.go_on(table)
        self.gone_on = True
        self.waits = isinstance(table.pending(), (Interval, Choice))
        before = f"Passed: {listed(passed)}. " if passed else ""
        done = Line(text, "done", f"{before}Done: {written}.")
        return Line(text, "noted", f"Passed over: {over}") if over else done

    def _proviso(self, text: str) -> tuple[str, str]:
        """`<reaction> when <condition>`: the reaction and its condition, looked at as it is carried
        out.
        """
        match = re.match(r"^(?P<order>.+?) when (?P<condition>.+)$", text)
        if match is None:
            return text, ""
        return match["order"], self.table.condition(match["condition"])

    def _gather(self, interval: Interval, written: str, condition: str) -> Line:
        """Check a reaction and keep it unseen until the interval closes (PR-PRIORITY-01); of a
        question the answer replaces the older, of one that takes several the same one.
        """
        table, seat = self.table, self.seat
        kind = SealedKind.ANSWER if interval.question else SealedKind.REACTION
        # one answer, replaced until it is opened (PR-SEALED-02)
        answers = interval.question and not interval.several
        sent = [] if answers else self._sent(interval)
        table.engine.check(table.state, seat, table.engine.read(table.state, seat, written), sent)
        standing_orders.overrule(table, seat, interval.key)
        answers_ahead.drop(table, seat, interval.key)
        for said in list(table.open(kind, seat, interval.key)) if interval.question else ():
            if answers or said.text == written:
                table.use(said, SealedOutcome.REPLACED)
        for said in list(table.open(SealedKind.PASS, seat, interval.key)):
            table.use(said, SealedOutcome.REPLACED)
        kept = table.keep(
            seat, kind, written, interval=interval.key, condition=condition, source=self.source
        )
        if table.gather == "arrival" and not interval.question:
            rnd = table.progress.rounds[interval.key]
            rnd.queue, rnd.carrying = [kept.serial], True
        return Line(written, "kept", KEPT_ANSWER if interval.question else KEPT_REACTION)

    def _sent(self, interval: Interval) -> list[object]:
        """What the seat itself has said in the interval already, as orders."""
        table, seat = self.table, self.seat
        kept = table.open(
            SealedKind.ANSWER if interval.question else SealedKind.REACTION, seat, interval.key
        )
        return [
            table.engine.read(table.state, seat, said.text)
            for said in kept
            if said.source != Source.STANDING
        ]


def _too_late(when: str) -> Refusal:
    return Refusal(f"{when} Was it in time? Write: claim late", "PR-RECEIPT-07", kind="late")
