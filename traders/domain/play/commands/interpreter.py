"""One seat's lines, one after another, said at a table: moves, wishes, plans, tries
(PR-RECEIPT-05).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from traders.domain.history.moment_labels import MomentLabel
from traders.domain.play.commands import line_reading_result, registry, standing_orders_stops_plans
from traders.domain.play.commands.line_execution import Speaker
from traders.domain.play.commands.line_reading_result import Hearing, Said, as_written
from traders.domain.table import advice, game_progression, plan_lines
from traders.domain.table.answer_size_limit import bounded
from traders.domain.table.change_set import KEPT_ANSWER, KEPT_REACTION, Line, noted
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import GATHERED, SealedNote
from traders.engines.kernel.contract.contract import Chance, Choice, Interval, Outcome, Over, Turn
from traders.engines.kernel.refusal import Refusal, Unknown
from traders.engines.kernel.words import fold, harmless
from traders.models import SealedKind, SealedOutcome

MOST_LINES = 60
"""Lines of one letter that are read; a letter with more is no letter of orders."""
MOST_LINE = 2_000
"""Characters of a line that is read."""
ENOUGH = "Nothing more is wanted from you; `undo` takes it back while the window is open."
RETURNED = "Not carried out, since a line above it was refused."
PLAN_STOPPED = "Not carried out, since the plan stopped."
CAME_BACK = "Came back to you: when the window closed it no longer fitted (PR-PRIORITY-03)."
CLOSED = "Your answer was complete, and the window is closed."


@dataclass(slots=True)
class Speech(Speaker):
    """What a seat says in one letter."""

    lines: list[Line] = field(default_factory=list)
    ended: bool = False
    """The game was over before the letter."""
    closed: bool = False
    """The window that the letter answers closed by one of its lines."""
    hears: Hearing = as_written
    """What the lines of a letter say, with manners taken off."""
    told: Callable[[str], Line] = lambda raw: Line(raw, "told")
    """Answers a question."""
    in_place: Callable[[Line], None] = lambda line: None
    """Names in the refusal of a line that cannot be read what was most likely meant, or can be."""
    corrects: Callable[[str], Line | None] = lambda raw: None
    """Takes the seat's latest order back, for one that stands in its place; None where there is
    none. `Refusal` where it cannot be taken back.
    """
    _replaced: list[SealedNote] = field(default_factory=list, init=False)

    def speak(self, text: str) -> list[Line]:
        """Every line of `text` down to a line `--` in turn, until one is refused; those below are
        returned unplayed. What is told of them stays within a letter's bound.
        """
        self.lines = bounded(self._spoken(text))
        return self.lines

    def _spoken(self, text: str) -> list[Line]:
        """The lines in the order written, down to the first that is refused (PR-RECEIPT-05)."""
        lines = [raw.strip() for raw in harmless(text).splitlines()]
        lines = lines[: lines.index("--")] if "--" in lines else lines
        typed = [line for line in lines if line and not line.startswith("#")]
        if not typed:
            return self.lines
        if len(typed) > MOST_LINES:
            return self._too_many(typed)
        serial, said = self.table.serial, self.hears(lines) or as_written(lines)
        if (tried := self._only_tried(said, typed)) is not None:
            return self._try(tried)
        self.asked, self.ended = self._is_asked(), self._game_over()
        planning = refused = False
        for one, below in zip(said, [*said[1:], Said("")], strict=True):
            raw, folded, self.below = one.line, fold(one.line), fold(below.line)
            if refused:
                self.lines.append(Line(raw, "returned", RETURNED))
            elif len(raw) > MOST_LINE:
                refused = True
                words = f"A line has at most {MOST_LINE:,} characters; this has {len(raw):,}."
                self.lines.append(Line(raw, "refused", words, "unreadable"))
            elif folded in ("plan", "end plan"):
                planning = folded == "plan"
                self._plan_begins_or_ends(raw, begins=planning)
            elif folded == "pass" and self.closed and not self._in_a_window():
                self.lines.append(Line(raw, "noted", CLOSED))
            elif one.how == "asks":
                self.lines.append(self.told(raw))
            elif one.how == "told" and not isinstance(self.table.pending(), Over):
                self.lines.append(noted(raw, one.words))
            else:
                line = self._of_manners(one) or self._line(raw, folded, planning)
                unread = line.answer == "refused" and line.kind == "unreadable"
                if unread and not (one.how == "unclear" and one.instead):  # asked of that alone
                    self.in_place(line)
                if line.answer == "refused" and self._game_over() and not self.ended:
                    continue  # nothing is left to be done below the line that ended the game
                if line.answer == "refused" and not planning:
                    line = self._passed_over(line)
                refused, line.entry = line.answer == "refused", self.table.number
                self.lines.append(line)
                self._settled()
        if planning:
            self._plan_begins_or_ends("", begins=False)
        if not any(line.text and fold(line.text) == "more" for line in self.lines):
            self._passes_with_reactions(serial)
        self._kept_since(serial)
        return self.lines

    def _only_tried(self, said: Sequence[Said], typed: Sequence[str]) -> list[str] | None:
        """The lines that are only tried; None where none says that they are."""
        if "test" not in map(fold, (*typed, *[one.line for one in said])):
            return None
        return line_reading_result.tried_in(said, typed)

    def _too_many(self, typed: Sequence[str]) -> list[Line]:
        """What becomes of the lines of a letter that holds too many: none is carried out."""
        words = f"A letter holds at most {MOST_LINES} orders; this has {len(typed)}."
        returned = [*typed[1:MOST_LINES], f"… and {len(typed) - MOST_LINES} more"]
        self.lines.append(Line(typed[0], "refused", words, "unreadable"))
        self.lines += [Line(raw, "returned", RETURNED) for raw in returned]
        return self.lines

    def _of_manners(self, one: Said) -> Line | None:
        """The refusal of what is not clear, or of a correction of what cannot be taken back; None
        for a line to be carried out.
        """
        if one.how == "unclear":
            return Line(one.line, "refused", one.words, "unreadable", (), one.instead)
        if one.how != "corrects":
            return None
        try:
            taken_back = self.corrects(one.line)
        except Refusal as refusal:
            words = f"{refusal.text} If you want `{one.line}` beside it, write that alone."
            return Line(one.line, "refused", words, refusal.kind, refusal.rules, (one.line,))
        if taken_back is not None:
            self.lines.append(taken_back)
        return None

    def _passes_with_reactions(self, serial: int) -> None:
        """Who has sent a reaction has passed with it, once the letter is read (PR-INTERVAL-03)."""
        table, kept = self.table, [line for line in self.lines if line.answer == "kept"]
        pending = table.pending() if kept else None
        if not isinstance(pending, Interval) or pending.question:
            return
        sent = [
            said
            for said in table.open(SealedKind.REACTION, self.seat, pending.key)
            if said.serial > serial and said.source == self.source
        ]
        if sent and not any(table.open(SealedKind.PASS, self.seat, pending.key)):
            table.keep(self.seat, SealedKind.PASS, interval=pending.key)
            game_progression.go_on(table)
            kept[-1].words, kept[-1].entry = f"{KEPT_REACTION} {ENOUGH}", table.number

    def _turn(self) -> int | None:
        """The number of the turn whose seat is to order; None while others are asked."""
        pending = self.table.engine.pending(self.table.state)
        return pending.number if isinstance(pending, Turn) else None

    def _is_asked(self) -> bool:
        """Whether what is in the moment is asked, as a letter is read."""
        if self.answers.kind == "turn":
            return self._turn() == self.answers.key
        return self.answers.key in self.table.engine.standing(self.table.state)

    def _is_over(self) -> bool:
        """Whether the interval, choice or turn in the moment is over, as far as that shows."""
        if self.answers.kind == "turn":
            return self._turn() not in (None, self.answers.key)
        return not self._is_asked()

    def _in_a_window(self) -> bool:
        return isinstance(self.table.pending(), Interval)

    def _game_over(self) -> bool:
        return isinstance(self.table.engine.pending(self.table.state), Over)

    def _settled(self) -> None:
        """After a line: where that was the last word in what its letter answers, the lines below
        are not too late but meant for what comes then (PR-RECEIPT-05).
        """
        if self.asked and self._is_over():
            self.closed = self.answers.kind == "interval"
            self.moment, self.answers, self.asked = "", MomentLabel(), False
            pending = self.table.pending()
            self.waits = isinstance(pending, (Interval, Choice)) and self.table.on_turn(self.seat)

    def _kept_since(self, serial: int) -> None:
        """Say of lines that were kept after that note what became of them."""
        self._opened(serial)
        self._plan_made(serial)

    def _opened(self, serial: int) -> None:
        """Say of what was kept after that note that it is no longer, where its window closed."""
        kept = [
            said
            for said in self.table.said
            if (said.seat, said.source) == (self.seat, self.source)
            and said.serial > serial
            and said.kind in GATHERED
        ]
        lines = [line for line in self.lines if line.answer == "kept"]
        if len(lines) != len(kept):  # an `undo` between them took notes back
            return
        for line, said in zip(lines, kept, strict=True):
            if said.outcome in (SealedOutcome.DONE, SealedOutcome.RETURNED):
                line.answer = "opened"
                line.words = (
                    CAME_BACK if said.outcome == SealedOutcome.RETURNED else f"Done: {said.text}."
                )
        if any(line.answer == "opened" for line in lines):
            for line in self.lines:
                if line.answer == "noted" and fold(line.text) == "pass":
                    line.words = CLOSED
        self._made_until(list(zip(lines, kept, strict=True)))

    def _made_until(self, kept: Sequence[tuple[Line, SealedNote]]) -> None:
        """Give lines that were carried out by a line below the last entry that each made: the one
        before the next such line's, else the last of the line below.
        """
        most = self.table.number
        for line, said in reversed(kept):
            used = (
                said.used
                if said.outcome == SealedOutcome.DONE and not said.data.get("policy")
                else None
            )
            if used is not None:
                line.entry = min(one.entry for one in self.lines if one.entry >= used)
            line.entry = min(line.entry, most)
            most = most if used is None else used - 1

    def _plan_made(self, serial: int) -> None:
        """Say of what was kept as a plan after that note what became of it, where that is known:
        carried out, passed over, or that the plan stopped.
        """
        table = self.table
        made = [
            said
            for said in table.said
            if (said.seat, said.kind) == (self.seat, "plan") and said.serial > serial
        ]
        lines = [
            line
            for line in self.lines
            if line.answer == "planned" and plan_lines.without_through(fold(line.text))[0]
        ]
        if len(lines) != len(made):  # play backed up between them
            return
        for line, said in zip(lines, made, strict=True):
            if said.outcome == SealedOutcome.DONE and any(
                (one.source, one.text) == ("plan", said.text)
                for one in table.open(SealedKind.ANSWER, self.seat)
            ):
                line.answer, line.words = "kept", KEPT_ANSWER
            elif said.outcome == SealedOutcome.DONE:
                line.answer, line.words = "done", f"Done: {said.text}."
            elif why := said.passed_over:
                line.answer, line.words, line.rules = "noted", f"Passed over: {why.text}", why.rules
        pairs = list(zip(lines, made, strict=True))
        self._made_until(pairs)
        left = [pair for pair in pairs if pair[1].outcome == SealedOutcome.WITHDRAWN]
        self._plan_stopped([line for line, _ in left], [as_typed(said) for _, said in left])

    def _plan_stopped(self, lines: Sequence[Line], texts: Sequence[str]) -> None:
        """Say of lines of a plan that stopped that they were not carried out; what is said so is
        not told of the plan once more, but why it stopped.
        """
        told = self.table.stopped_plans.get(self.seat, [])
        if not texts or told[-len(texts) :] != texts:
            return
        del told[-len(texts) :]
        for line in lines:
            line.answer, line.words = "returned", PLAN_STOPPED

    def _plan_begins_or_ends(self, raw: str, *, begins: bool) -> None:
        """A plan takes the place of the one before; `raw`, with nothing below it, shows that."""
        if begins:
            if self.below in ("", "end plan"):
                shown = standing_orders_stops_plans.show_plan(self.table, self.seat, raw)
                self.lines.append(shown)
            elif not (self.undone and self.undone(self.moment)):
                self._replaced += self.table.drop_plan(self.seat)
            return
        before, self._replaced = self._replaced, []
        self.lines += standing_orders_stops_plans.replaced(self.table, self.seat, before)
        game_progression.go_on(self.table)
        for line in self.lines:
            if line.answer == "planned":
                line.entry = self.table.number

    def _passed_over(self, line: Line) -> Line:
        """A line that could not be done, where the one below stands for it; else the refusal."""
        if line.kind != "illegal" or not plan_lines.says_otherwise(self.below):
            return line
        self.above = "passed over"
        return Line(line.text, "noted", f"Could not be done: {line.words}", rules=line.rules)

    # --- trying -----------------------------------------------------------------------------------

    def _try(self, lines: list[str]) -> list[Line]:
        """`test`: nothing counts; tells what would certainly happen, by what the seat can see, up
        to where more is needed (PR-RECEIPT-08).
        """
        tried = self.table.copied(_unknown)
        tried.state = tried.engine.veiled(tried.state, self.seat)
        tried.said = [
            said for said in tried.said if self.seat in (said.seat, *said.data.get("numbers", ()))
        ]  # own, and offers made to it
        speech = Speech(tried, self.seat, self.moment, self.source, undone=self.undone)
        speech.outer = lambda folded, raw: (
            None if speech._fits(raw) else registry.tried(folded, raw)
        )
        self.lines.append(line := Line("test", "tested", "A test: nothing of this counts."))
        for place, raw in enumerate(lines, 1):
            line, goes_on = speech._tried(raw)
            self.lines.append(line)
            if not goes_on:
                self.lines += [Line(below, "returned", "Not tried.") for below in lines[place:]]
                break
        if line.answer != "refused" and (told := self._odds(lines)):
            line.words += f" {told}"
        return self.lines

    def _odds(self, lines: list[str]) -> str:
        """The odds of what is tried, as far as its seat can see them; "" where the game tells
        none.
        """
        table = self.table
        return advice.odds(table.engine, table.state, self.seat, lines, table.names)

    def _tried(self, raw: str) -> tuple[Line, bool]:
        """What becomes of a line that is tried, and whether what comes of the next can be known."""
        table, before, fits = self.table, len(self.table.moves), self._fits(raw)
        try:
            key = _key(table)
            line, rest = self._line(raw, fold(raw), planning=False), ""
            if line.answer != "refused":
                line.answer = "tested"
                line.words = line.words.replace(f"Done: {raw}.", "This would be carried out.")
                line.words = line.words.replace("Done: ", "This would be carried out: ")
                line.words = line.words.replace("Kept ", "This would be kept ")
                if _key(table) not in (None, key) and self.seat not in table.waiting():
                    rest = "others may answer"
        except Unknown as unknown:
            sure = fits or len(table.moves) > before
            words = (
                "This would be carried out."
                if sure
                else "Whether this can be carried out, and how, is not certain."
            )
            line, rest = Line(raw, "tested", words), f"it rests on {unknown}"
        heard = [
            event.text
            for move in table.moves[before:]
            for event in move.events
            if event.heard_by(self.seat)
        ]
        stops = (
            [f"The rest is known only by doing it, since {rest} (PR-RECEIPT-08)."] if rest else []
        )
        line.words = " ".join([line.words, *heard, *stops])
        return line, line.answer != "refused" and not rest

    def _fits(self, raw: str) -> bool:
        """Whether the line is an order that can certainly be made now."""
        engine, state = self.table.engine, self.table.state
        try:
            engine.check(
                state, self.seat, engine.read(state, self.seat, fold(raw), self.table.names)
            )
        except (Refusal, Unknown):
            return False
        return True


def _key(table: Table) -> int | None:
    """The key of the interval or choice at which play stands."""
    pending = table.pending()
    return pending.key if isinstance(pending, (Interval, Choice)) else None


def _unknown(chance: Chance) -> Outcome:
    raise Unknown(f"chance ({chance.purpose})")
