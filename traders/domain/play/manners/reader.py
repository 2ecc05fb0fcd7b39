"""The reader of manners: what a seat's lines say, with the politeness taken off, divided into
orders, corrected, and never guessed (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from traders.domain.play.commands.said import Said
from traders.domain.play.manners import courtesy, vocabulary
from traders.domain.play.manners.absences import Absences
from traders.domain.play.manners.clauses import LONGEST, Clause, asks, clauses, joined, plain
from traders.domain.play.manners.phrasebook import ANSWERS, phrasebook
from traders.domain.play.manners.plain_orders import Sight, speaks
from traders.domain.play.manners.yes_no import verdict
from traders.engines.kernel.contract import Offer
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold

ALONE = frozenset(("test", "plan", "end plan", "undo", "more"))
"""Lines that mean what they are, wherever they stand."""
_QUERIES = frozenset(("status", "orders", "help", "history", "rules", "back", "hold", "more"))
MOST_SAID = 120
"""Lines of a letter in which manners are looked for."""
_STRONG = re.compile(
    r"\b(?:meant|mean|should have|scrap|ignore|forget|cancel|strike|disregard|scratch|delete"
    r"|belay|correction|take|wrong|mistake|make)\b"
)
_TAKES_BACK = re.compile(r"\b(?:scrap|ignore|cancel|strike|disregard|scratch|delete|belay|take)\b")
_FOR_ME = re.compile(r" for (?:me|us)$")
_INSTEAD = re.compile(r"(?: ?, ?| )instead(?: of [\w\s]{2,40})?[.!]*$")

Kind = Literal["line", "corrects", "unread"]


class Unit(NamedTuple):
    """A part of a line: an order; a correction of what stands above; what nobody can read. What is
    polite alone is no unit. `said`: whether it is a saying that may be mere comment on an order.
    """

    kind: Kind
    text: str
    said: bool = False


@dataclass(slots=True)
class Reader:
    """Reads a seat's lines as the position stands. `menu`: what the seat may do; `question`: the
    order of which the seat is asked whether it is meant, "" for none.
    """

    sight: Sight
    absences: Absences
    menu: Callable[[], Sequence[Offer]] = lambda: ()
    question: str = ""
    _offers: list[Offer] | None = field(default=None, init=False)
    _units: dict[str, list[Unit] | None] = field(default_factory=dict, init=False)

    # --- a letter ---------------------------------------------------------------------------------

    def hear(self, lines: Sequence[str]) -> list[Said]:
        """What the lines of a letter say, in turn."""
        lines = [line.strip() for line in lines]
        if "--" in lines:
            lines = lines[: lines.index("--")]
        typed = [line for line in lines if line and not line.startswith("#")]
        if len(typed) > MOST_SAID:
            return [Said(line) for line in typed]
        if self.question and (answer := self.answer(typed)):
            return [Said(answer)]
        said = _Letter()
        for line in lines:
            if not line or line.startswith("#"):
                said.parted()
            elif self.asks(line):
                said.asked(line)
            elif (units := self.units(line)) is None and (part := self.failing(line)):
                said.failed(line, self._why_not(part))
            else:
                said.heard(line, units)
        return said.whole() or [Said(line) for line in typed]

    def failing(self, line: str) -> str:
        """The first part of a line of several that cannot be read, where another can; "" else."""
        parts = [part.text for part in clauses(plain(line).text)]
        read = [self.units(part) for part in parts]
        orders = [units for units in read if units]
        return (
            next((p for p, units in zip(parts, read, strict=True) if units is None), "")
            if (orders and len(parts) > 1)
            else ""
        )

    def _why_not(self, part: str) -> str:
        """Why a part of a line cannot be read, and that nothing of the line was done."""
        sight = self.sight
        try:
            sight.engine.read(sight.state, sight.seat, part, sight.names)
        except Refusal as refusal:
            return f"{refusal.text} Nothing of the line was done."
        return f"I cannot read “{_short(part)}”; nothing of the line was done."

    def answer(self, lines: Sequence[str]) -> str:
        """`yes` or `no`, where all that is written answers the question that waits; else ""."""
        said = [one for line in lines for one in re.split(r"(?<=[.!])\s+", line)]
        polite = (courtesy.is_polite, courtesy.is_chat)
        words = " ".join(one for one in said if not any(of(plain(one).text) for of in polite))
        whole = " ".join(lines)
        return verdict(whole, self.question) or (
            verdict(words, self.question) if words != whole else ""
        )

    # --- a line -----------------------------------------------------------------------------------

    def asks(self, line: str) -> bool:
        """Whether the line is a question: it is answered and never played."""
        return not speaks(fold(line)) and asks(plain(line).text)

    def units(self, line: str) -> list[Unit] | None:
        """The parts of a line; None where one of them cannot be read. Without any it is polite."""
        if line not in self._units:
            self._units[line] = self._read(line)
        return self._units[line]

    def _read(self, line: str) -> list[Unit] | None:
        folded = fold(line)
        if folded.startswith("away ") and (away := self.absences.line(plain(line).text)):
            return [Unit("line", away)]
        if folded in ALONE or speaks(folded) or self.sight.is_order(line):
            return [Unit("line", line)]
        if len(line) > LONGEST:
            return None
        whole = plain(line)
        if self.sight.is_order(whole.text) and not whole.turned:
            return [Unit("line", whole.text)]
        if away := self.absences.line(whole.text):
            return [Unit("line", away)]
        if whole.turned or not whole.text:
            return [] if not whole.text and not whole.turned else None
        parts = clauses(whole.text)
        return _Division(self, parts).units() if parts else None

    def order(self, text: str) -> Unit | None:
        """The order that a part of a line says, with its manners taken off."""
        book = phrasebook(self.sight.engine)
        # `for me` is on the writer's behalf: it aims at nobody
        for rest in dict.fromkeys(_FOR_ME.sub("", one) for one in courtesy.undressed(text)):
            if line := book.order(rest, self.sight, menu=self.offers()):
                return Unit("line", line, said=line != fold(rest))
        return None

    @staticmethod
    def is_query(line: str) -> bool:
        """Whether a line only asks, or speaks of nothing in this game's play."""
        return line.partition(" ")[0] in _QUERIES

    def offers(self) -> list[Offer]:
        """What the seat may do now."""
        if self._offers is None:
            self._offers = list(self.menu())
        return self._offers


class _Division:
    """A line's clauses, divided into the fewest parts of which each can be read."""

    def __init__(self, reader: Reader, parts: list[Clause]) -> None:
        self.reader = reader
        self.parts = parts
        self.chatting = False
        """Whether parts of sentences that are nothing but polite may be left out."""
        self._done: dict[tuple[int, str], list[Unit] | None] = {}
        self._known: dict[tuple[int, int], list[Unit] | None] = {}

    def units(self) -> list[Unit] | None:
        """The parts; what only says that one does nothing more is left out beside an order."""
        found = self._from(0, "")
        if found is None:
            self.chatting, self._done, self._known = True, {}, {}
            found = self._from(0, "")
        if found is None:
            return None
        orders = [unit for unit in found if unit.kind == "line"]
        comments = [unit for unit in orders if unit.said and unit.text == "pass"]
        if len(comments) < len(orders):
            found = [unit for unit in found if unit not in comments]
        elif comments:
            found = [*[unit for unit in found if unit.kind != "line"], comments[0]]
        return found

    def _from(self, start: int, verb: str) -> list[Unit] | None:
        if start == len(self.parts):
            return []
        key = (start, verb)
        if key not in self._done:
            self._done[key] = None
            for end in range(len(self.parts), start, -1):
                found = self._part(start, end)
                if found is None and end == start + 1 and verb and not self._ends(start):
                    found = self._carried(start, verb)
                if found is None:
                    continue
                rest = self._from(end, _verb_of(found) or verb)
                if rest is not None:
                    self._done[key] = [*found, *rest]
                    break
        return self._done[key]

    def _ends(self, start: int) -> bool:
        """Whether a clause behind another says no to it."""
        return start > 0 and _takes_back(self.parts[start].text)

    def _part(self, start: int, end: int) -> list[Unit] | None:
        if (start, end) not in self._known:
            inner = any(part.ends for part in self.parts[start : end - 1])
            whole, text = self.chatting and not inner, joined(self.parts[start:end])
            behind = range(max(start, 1), end)
            taken_back = any(_takes_back(joined(self.parts[one:end])) for one in behind)
            self._known[start, end] = None if taken_back else self._read(text, whole=whole)
        return self._known[start, end]

    def _read(self, text: str, *, whole: bool) -> list[Unit] | None:
        alone = len(self.parts) == 1
        if self.reader.sight.is_order(text) and (alone or text not in ANSWERS):
            return [Unit("line", text)]
        found = vocabulary.correction().fullmatch(text)
        if unit := self.reader.order(text):
            return [unit]
        if courtesy.is_polite(text) and not found:
            return []
        if found:
            return [Unit("corrects", text)]
        for rest in courtesy.undressed(text) if "instead" in text else ():
            instead = _INSTEAD.search(rest)
            if instead and (unit := self.reader.order(rest[: instead.start()])):
                return [Unit("corrects", "i meant"), unit]
        begins = _correcting(text)
        if begins and (unit := self.reader.order(text[begins:])):
            return [Unit("corrects", text[:begins]), unit]
        verbs = phrasebook(self.reader.sight.engine).verbs
        chat = whole and courtesy.is_chat(text) and not verbs.intersection(text.split())
        return [] if chat else None

    def _carried(self, start: int, verb: str) -> list[Unit] | None:
        """A clause that goes on with the verb of the one before: `jump niven, then mink`."""
        text = self.parts[start].text
        book = phrasebook(self.reader.sight.engine)
        for rest in dict.fromkeys(courtesy.undressed(text)):
            words = rest.split()
            if 0 < len(words) <= 3 and all(word in book.vocabulary for word in words):
                line = book.order(f"{verb} {rest}", self.reader.sight)
                if line.partition(" ")[0] == verb:
                    return [Unit("line", line)]
        return None


def _verb_of(units: list[Unit]) -> str:
    return next((unit.text.split()[0] for unit in units if unit.kind == "line"), "")


def _takes_back(text: str) -> bool:
    """Whether a clause behind another comes to a bare no: `on second thoughts, no`."""
    bare = text == "no" or not text.startswith("no ")
    return bare and any(rest == "no" for rest in courtesy.undressed(text))


def _correcting(text: str) -> int:
    """Where the correction ends with which a clause begins; 0 for none."""
    found = vocabulary.correction().match(text)
    return found.end() if found else 0


# --- the lines of a letter, one after another -----------------------------------------------------


class _Letter:
    """What was said so far; corrections are made, and what turns an order keeps it from being
    done.
    """

    def __init__(self) -> None:
        self.said: list[Said] = []
        self._above = ""
        """An unread line right above, in the same paragraph."""
        self._dropped = ""
        self._corrects = ""
        self._fresh = False
        """Whether the last order stands right above, in the same paragraph."""

    def parted(self) -> None:
        """A blank line."""
        self._above, self._fresh = "", False

    def asked(self, line: str) -> None:
        self.said.append(Said(line, line, "asks"))
        self._above, self._fresh = "", False

    def failed(self, line: str, why: str) -> None:
        """A line of which a part cannot be read."""
        self._unread(line)
        self.said[-1] = Said(line, line, "unclear", why)

    def heard(self, line: str, units: list[Unit] | None) -> None:
        if units is None:
            self._unread(line)
            return
        for unit in units:
            if unit.kind == "corrects":
                self._corrected(unit.text)
            else:
                self._order(unit, line)

    def _order(self, unit: Unit, line: str) -> None:
        if unit.text == "undo" and unit.said and self.said and not self._corrects:
            self._corrected(unit.text)  # of an order above, which is not done yet
            return
        if self._corrects and _STRONG.search(self._corrects) and unit.text not in ALONE:
            self.said.append(Said(unit.text, line, "corrects"))
        else:
            self.said.append(Said(unit.text, line))
        self._corrects, self._dropped, self._fresh = "", "", True
        if self._above and _hangs(self._above):
            self._veto(self._above)
        self._above = ""

    def _corrected(self, text: str) -> None:
        last = self.said[-1] if self.said else None
        if last is not None and last.how in ("line", "corrects") and last.line not in ALONE:
            self.said.pop()
            self._dropped = last.line
            if last.how == "corrects":
                self._corrects = text
        elif not self._dropped:
            self._corrects = text

    def _unread(self, line: str) -> None:
        text = plain(line).text
        last = self.said[-1] if self.said else None
        if last is not None and last.how in ("line", "corrects"):
            turned = self._fresh and courtesy.hangs_on(line)
            if courtesy.turns(text) or turned:
                self._veto(line)
        self.said.append(Said(line))
        self._above, self._fresh = line, False

    def _veto(self, line: str) -> None:
        last = self.said.pop()
        words = (
            f"Not done, since I cannot read what you write beside it: “{_short(line)}”. "
            f"If you mean it, write `{last.line}` alone."
        )
        self.said.append(last._replace(how="unclear", words=words, instead=(last.line,)))

    def whole(self) -> list[Said]:
        """All that was said."""
        if self._dropped:
            words = f"You took `{self._dropped}` back in the same letter; nothing was done."
            self.said.append(Said(self._dropped, self._dropped, "told", words))
        elif self._corrects and _TAKES_BACK.search(self._corrects) and not self.said:
            self.said.append(Said("undo"))
        return self.said


def _hangs(line: str) -> bool:
    """Whether the line below belongs to the sentence of this one, which turns it."""
    return line[-1:] not in ".!" and courtesy.hangs_on(line)


def _short(line: str) -> str:
    return line if len(line) <= 60 else f"{line[:59]}…"
