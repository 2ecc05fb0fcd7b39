"""The reader of manners: what a seat's lines say, with the politeness taken off, divided into
orders, corrected, and never guessed (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from traders.domain.play.commands import registry
from traders.domain.play.commands.line_reading_result import Said
from traders.domain.play.manners import courtesy_and_doubt_detection
from traders.domain.play.manners.absence_sentences import Absences
from traders.domain.play.manners.clause_grouping import ON_ARRIVAL, Division
from traders.domain.play.manners.clause_splitting import (
    LONGEST,
    Clause,
    Plain,
    asks,
    clauses,
    joined,
    plain,
)
from traders.domain.play.manners.closed_word_classes import named
from traders.domain.play.manners.consent import (
    NOT_WANTED,
    OF_A_CONSENT,
    Proposal,
    behind_no,
    consenting,
    declines,
    heads_change,
    refusing,
)
from traders.domain.play.manners.letter_line_corrections import ALONE, LetterLines, Unit, short
from traders.domain.play.manners.literal_order_check import (
    Sight,
    as_press,
    is_command,
    meant_elsewhere,
    speaks,
    stands_before_an_order,
)
from traders.domain.play.manners.order_synonyms import phrasebook
from traders.domain.play.manners.yes_no import verdict
from traders.engines.kernel.contract.contract import Offer, Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import fold, sentence

_QUERIES = frozenset(("status", "orders", "help", "history", "rules", "back", "hold", "more"))
DENIED = "That says what is not to be done: nothing was done."
MOST_SAID = 120
"""Lines of a letter in which manners are looked for."""
_SIGNED = re.compile(r"(?i:best|cheers|thanks|regards|love|yours)[\s,]+[A-Z]\w+\.?$")
_LABELLED = re.compile(r"([\w ]+)[:=]\s+(?=\w)|(?:[-*•] )?(?:\[[ ?]?\]|[☐□◻⬜])\s*(?=\w)")
"""What may name one of several things between which somebody chooses: `A: …`, `option 2: …`; a box
that is not ticked.
"""
_LETTERED = re.compile(r"\(?[a-z][).] +", re.IGNORECASE)
_BY_THE_WAY = re.compile(
    r"(?i)(?<=[.!)])\s+(?:and |oh,? )?(?:by the way|btw|incidentally|ps|p\.s\."
    r"|(?:another|one more|quick|an?) question)[ ,.:;-]+(?=\w)"
)
_SAYINGS = re.compile(
    r"(?<=[.!])\s+|(?<![ ,-])[ ,-]+(?:and )?"
    r"(?=(?i:(?:many )?thank(?:s| you) (?:all )?for|(?:sorry|apologies) (?:for|about))\b)"
)
"""What parts an answer: sentences, and thanks or regrets at its end."""
_STRUCK = re.compile(r"(?<!\w)(~~?)(?=\S)[^~]+\1(?!\w)")
"""Words that are struck through."""
_BESIDE = re.compile(r"[(\[][^()\[\]]*[)\]]|\s#.*")
"""Words in brackets, and a note."""
_BARE_SEAT = re.compile(rf"[(\[](?:the )?({'|'.join(COLOURS)})[)\]]")
"""A seat alone in brackets: whoever is not the writer says what stands beside it."""
_FOR_ME = re.compile(r" for (?:me|us)$")


@dataclass(slots=True)
class Reader:
    """Reads a seat's lines as the position stands. `menu`: what the seat may do; `question`: the
    order of which the seat is asked whether it is meant, "" for none. `proposed`: what the letter
    proposes that is answered; refused where that does not stand. `another`: whether a bare yes may
    answer something else; `elsewhere`: whether it may not answer the question. `subject`: the line
    that is the letter's subject.
    """

    sight: Sight
    absences: Absences
    menu: Callable[[], Sequence[Offer]] = lambda: ()
    question: str = ""
    proposed: Callable[[], Proposal] = Proposal
    another: bool = False
    elsewhere: Callable[[], bool] = lambda: False
    by_letter: bool = True
    subject: str = ""
    _offers: list[Offer] | None = field(default=None, init=False)
    _units: dict[str, list[Unit] | None] = field(default_factory=dict, init=False)

    # --- a letter ---------------------------------------------------------------------------------

    def hear(self, lines: Sequence[str]) -> list[Said]:
        """What the lines of a letter say, in turn."""
        lines = [_STRUCK.sub("", line).strip() for line in lines]
        lines = [as_press(line, self.sight) if ":" in line else line for line in lines]
        if "--" in lines:
            lines = lines[: lines.index("--")]
        typed = [line for line in lines if line and not line.startswith("#")]
        if len(typed) > MOST_SAID:
            return [Said(line) for line in typed]
        if self.question and (answer := self.answer(typed)):
            if answer == "yes" and self.elsewhere():
                words = f"Did you mean `{self.question}`? If so, answer this letter with `yes`."
                return [Said(typed[0], typed[0], "unclear", words)]
            return [Said(answer)]
        if not self.question and not self._begins_as_written(typed):
            if meant := consenting(self, typed) or refusing(self, typed):
                return meant
        apart = [part for one in lines for part in self._apart(one)]
        apart = self._ahead(self._behind(apart))
        rivals = self._rivals(apart)
        choices = [one for one in apart if _label(one, rivals=rivals) or self.units(one)]
        first = next((n for n, line in enumerate(apart) if line), 0)
        said = LetterLines(self.amended, self.subject)
        for n, line in enumerate(apart):
            if not line or line.startswith("#"):
                said.parted()
                continue
            if ":" in line and heads_change(line, next(filter(None, apart[n + 1 :]), "")):
                continue
            text = plain(line).text
            asking = asks(text) and self._is_question(line, text)
            if _may_head(line, text) and fold(line) not in ALONE and not speaks(fold(line)):
                heading = courtesy_and_doubt_detection.heads(line, self.sight.seat)
                if asking or (heading and self.units(line) != []):
                    said.headed(line)
            elif (rival := _label(line, rivals=rivals)) and not speaks(fold(line)):
                said.failed(line, self._which(line[rival:], alone=len(choices) == 1))
            elif asking:
                said.asked(line)
            else:
                self._hear(said, line, first=n == first)
        found = said.whole() or [Said(line) for line in typed]
        return self.sight.at_once(found, self.offers) if len(found) > 1 else found

    def _begins_as_written(self, typed: Sequence[str]) -> bool:
        """Whether the first line is an order as it is written, and so no consent."""
        units = [unit.text for line in typed[:1] for unit in self.units(line) or ()]
        return bool(units) and units == [*typed[:1]] and fold(units[0]) not in OF_A_CONSENT

    def _behind(self, lines: list[str]) -> list[str]:
        """The lines, with those that order what is done on arrival behind what they go on from."""
        found = [""]
        for line in lines:
            whole = f"{found[-1]}, {line}" if found[-1] and ON_ARRIVAL.fullmatch(fold(line)) else ""
            if whole and self.units(line) is None and self.units(whole):
                found[-1] = whole
            else:
                found.append(line)
        return found[1:]

    def _ahead(self, lines: list[str]) -> list[str]:
        """The lines, as a plan where they are headed as orders for the next turn, in another's."""
        first = next((n for n, line in enumerate(lines) if line), 0)
        head = next(filter(None, lines), "")
        pending = self.sight.engine.pending(self.sight.state)
        waits = isinstance(pending, Turn) and self.sight.seat not in pending.seats
        heads = waits and head.endswith(":") and plain(head).text.rstrip(": ")
        if not heads or not named("ahead").fullmatch(heads):
            return lines
        return [*lines[:first], "plan", *lines[first + 1 :], "end plan"]

    def _rivals(self, lines: Sequence[str]) -> bool:
        """Whether lines with letters before them are several of one kind, and so alternatives."""
        found = [(line, mark.end()) for line in lines if (mark := _LETTERED.match(line))]
        read = [self.units(line[end:]) for line, end in found]
        verbs = {unit.text.partition(" ")[0] for units in read for unit in units or ()}
        verbs |= {"" for units in read if not units}
        return len(found) > 1 and len(verbs) == 1 and "" not in verbs

    def _apart(self, line: str) -> list[str]:
        """The line, or its orders and a question behind them that is said to be another matter."""
        found = _BY_THE_WAY.search(line)
        if found is None:
            return [line]
        orders, question = line[: found.start()], line[found.end() :]
        doubts = courtesy_and_doubt_detection.doubts(plain(question).text)
        apart = self.asks(question) and not doubts and self.units(orders)
        return [orders, question] if apart else [line]

    def failing(self, line: str) -> str:
        """The first part of a line of several that cannot be read, where another can; "" else."""
        parts = clauses(plain(line).text)
        read = [self.units(part.text) for part in parts]
        if len(parts) < 2 or not any(read):
            return ""
        failing = [n for n, units in enumerate(read) if units is None]
        # what cannot be read alone may go on with what stands before it: `jump niven, then mink`
        alone = (n for n in failing if Division(self, parts[: n + 1]).units() is None)
        part = parts[next(alone, failing[0])].text if failing else ""
        # a word and a colon head what follows: the order that they make is refused as one
        return self._behind_an_order(parts) if line.startswith(f"{part}:") else part

    def _behind_an_order(self, parts: Sequence[Clause]) -> str:
        """The part behind the longest order with which a line begins, with what it heads; "" where
        it begins with none of several parts.
        """
        for n in range(len(parts) - 1, 1, -1):
            if self.units(joined([*parts[:n]])):
                heads = n + 1 < len(parts) and parts[n + 1].gap.startswith(":")
                return joined([*parts[n : n + 1 + heads]])
        return ""

    def _why_not(self, part: str) -> str:
        """Why a part of a line cannot be read, and that nothing of the line was done."""
        sight = self.sight
        try:
            sight.engine.read(sight.state, sight.seat, part, sight.names)
        except Refusal as refusal:
            return f"{sentence(refusal.text)} Nothing of the line was done."
        return f"I cannot read “{short(part)}”; nothing of the line was done."

    def _which(self, one: str, *, alone: bool) -> str:
        """Asks which of several is meant, of which this is one; `alone`: whether it is."""
        unit = self.order(plain(one).text)
        done = f"write it alone: `{unit.text}`" if unit else "write it alone"
        if alone:
            return f"Do you want this done? If so, {done}."
        return f"Which one do you mean? If it is this, {done}."

    def answer(self, lines: Sequence[str]) -> str:
        """`yes` or `no`, where all that is written answers the question that waits; else ""."""
        said = [one for line in lines for one in _SAYINGS.split(line)]
        polite = (courtesy_and_doubt_detection.is_polite, courtesy_and_doubt_detection.is_chat)
        words = " ".join(
            one
            for one in said
            if verdict(one, self.question) or not any(of(plain(one).text) for of in polite)
        )
        whole = _SIGNED.sub("", " ".join(lines))
        found = verdict(whole, self.question)
        return found or (verdict(words, self.question) if words != whole else "")

    def _hear(self, said: LetterLines, line: str, *, first: bool) -> None:
        """One line that asks nothing, among those before it."""
        units = self.units(line)
        begins = first and line[:1] in "nN" and [one.text for one in units or ()] in ([], ["no"])
        if begins and declines(self, line):
            if rest := self.units(behind_no(line) or ""):
                said.heard(line, rest)
            else:
                said.said.append(Said(line, line, "told", NOT_WANTED))
        elif units is None and self.is_anothers(line):
            said.asked(line)
        elif units is None and (order := self._in_doubt(line)):
            beside = _BESIDE.search(line)
            said.doubted(line, order, beside[0].strip() if beside else line)
        elif units is None and (part := self.failing(line)):
            said.failed(line, self._why_not(part))
        elif units is None and courtesy_and_doubt_detection.denies(line):
            said.failed(line, DENIED)
        else:
            said.heard(line, units)

    def _in_doubt(self, line: str) -> str:
        """The order that a line is but for words in brackets that may turn it; "" for another."""
        text, turned = plain(line)
        units = (self.units(text) if turned else None) or []
        order = units[0].text if [one.kind for one in units] == ["line"] else ""
        return "" if self.is_query(order) else order

    # --- a line -----------------------------------------------------------------------------------

    def asks(self, line: str) -> bool:
        """Whether the line is a question: it is answered and never played. A request that can be
        read is none: `would you be so kind as to jump to Mink?`
        """
        text = plain(line).text
        return asks(text) and self._is_question(line, text)

    def _is_question(self, line: str, text: str) -> bool:
        """Whether a line whose plain text asks is neither a player's own words nor a request."""
        if speaks(fold(line)):
            return False
        return not (courtesy_and_doubt_detection.requested(text) and self.units(line))

    def is_anothers(self, line: str) -> bool:
        """Whether a line that cannot be read answers another letter than a game's: where, is told
        like an answer to a question.
        """
        return self.units(line) is None and meant_elsewhere(plain(line).text) is not None

    def units(self, line: str) -> list[Unit] | None:
        """The parts of a line; None where one of them cannot be read. Without any it is polite."""
        if line not in self._units:
            self._units[line] = self._read(line)
        return self._units[line]

    def _read(self, line: str) -> list[Unit] | None:
        folded = fold(line)
        if folded.startswith("away ") and (away := self.absences.line(plain(line).text)):
            return [Unit("line", away)]
        if folded in ALONE or speaks(folded):
            return [Unit("line", line)]
        if self.sight.is_order(line):
            commands = folded not in self.sight.no_commands
            return [Unit("line", self._without_manners(line) if commands else line)]
        if len(line) > LONGEST:
            return None
        whole = plain(line)
        whose, _, rest = whole.text.partition(" ")
        own = f"my {rest}" if whose == f"{self.sight.seat}'s" else whole.text
        whole = Plain(
            courtesy_and_doubt_detection.requested(own) or own,
            whole.turned or bool({*_BARE_SEAT.findall(line.casefold())} - {self.sight.seat}),
        )
        if self.sight.is_order(whole.text) and not whole.turned:
            return [Unit("line", whole.text)]
        if away := self.absences.line(whole.text):
            return [Unit("line", away)]
        if whole.turned or not whole.text:
            return [] if not whole.text and not whole.turned else None
        parts = clauses(whole.text)
        return Division(self, parts).units() if parts else None

    def _without_manners(self, line: str) -> str:
        """A command without the manners that its last words would take in; the last words of one
        that stands before an order are that order's own: `otherwise buy 3 ore if possible`.
        """
        folded = fold(line)
        if not is_command(folded) or stands_before_an_order(registry.command_of(folded)):
            return line
        bare = [
            one
            for one in courtesy_and_doubt_detection.undressed(plain(line).text)
            if is_command(one)
        ]
        return bare[-1] if bare and len(bare[-1].split()) < len(line.split()) else line

    def order(self, text: str, *, loosely: bool = True) -> Unit | None:
        """The order that a part of a line says, with its manners taken off."""
        book = phrasebook(self.sight.engine)
        # `for me` is on the writer's behalf: it aims at nobody
        for rest in dict.fromkeys(
            _FOR_ME.sub("", one) for one in courtesy_and_doubt_detection.undressed(text)
        ):
            line = book.order(rest, self.sight, menu=self.offers(), loosely=loosely)
            called = line.endswith(f" {rest}") and courtesy_and_doubt_detection.goes_on(text, rest)
            if line and not called:
                return Unit("line", line, said=line != fold(rest))
        return None

    def amended(self, line: str, words: str) -> str:
        """The order with these words in place of as few others as can be, numbers for numbers; ""
        where there is not one such order.
        """
        own = line.split()
        for text in dict.fromkeys(courtesy_and_doubt_detection.undressed(words)):
            for size in range(1, len(own) if text else 1):
                spans = [(n, n + size) for n in range(1, len(own) - size + 1)]
                lines = [
                    " ".join([*own[:begin], text, *own[end:]])
                    for begin, end in spans
                    if text.isdigit() == "".join(own[begin:end]).isdigit()
                ]
                found = [one for one in dict.fromkeys(lines) if self.sight.is_order(one)]
                if found:
                    return found[0] if len(found) == 1 else ""
        return ""

    @staticmethod
    def is_query(line: str) -> bool:
        """Whether a line only asks, or speaks of nothing in this game's play."""
        return line.partition(" ")[0] in _QUERIES

    def offers(self) -> list[Offer]:
        """What the seat may do now."""
        if self._offers is None:
            self._offers = list(self.menu())
        return self._offers


def _may_head(line: str, text: str) -> bool:
    """Whether a line, with its plain text, may say what those below it are."""
    return line.endswith(":") or bool(named("labels").fullmatch(text))


def _label(line: str, *, rivals: bool) -> int:
    """Where that ends by which a line is one of several between which somebody chooses; 0 for
    another line. `rivals`: whether letters before lines tell so.
    """
    found = _LABELLED.match(line)
    name = plain(found[1] or "").text if found else ""
    alone = len(name) == 1 and name.isalpha()
    if found and (not name or alone or named("labels").fullmatch(name)):
        return found.end()
    lettered = _LETTERED.match(line) if rivals else None
    return lettered.end() if lettered else 0
