"""The lines of a letter, one after another: corrections are made, and what turns an order keeps it
from being done (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from traders.domain.play.commands.line_reading_result import AS_SUGGESTED, Said
from traders.domain.play.manners import courtesy_and_doubt_detection
from traders.domain.play.manners.clause_splitting import plain
from traders.domain.play.manners.hedge_detection import wavers
from traders.domain.play.manners.order_synonyms import ANSWERS, IN_WINDOWS
from traders.engines.kernel.words import fold

ALONE = frozenset(("test", "plan", "end plan", "undo", "more"))
"""Lines that mean what they are, wherever they stand."""
ENDS = ("end", "end turn")
"""How a turn is ended."""
_ONCE = ("back", "hold", "undo")
"""What is not done twice by being said twice, in other words."""
_STRONG = re.compile(
    r"\b(?:meant|mean|should have|scrap|ignore|forget|cancel|strike|disregard|scratch|delete"
    r"|belay|correction|take|wrong|mistake|make)\b"
)
_TURNS_NOTHING = re.compile(r"(?i:(?:claim|appeal)\b[^:]*|when):")
"""What stands behind such a colon is said to a referee, or is a standing order without its
condition: it turns no order (PR-RECEIPT-09).
"""
_WORD = re.compile(r"\w")
_TAKES_BACK = re.compile(r"\b(?:scrap|ignore|cancel|strike|disregard|scratch|delete|belay|take)\b")

Kind = Literal["line", "corrects", "amends", "unread"]


class Unit(NamedTuple):
    """A part of a line: an order; a correction of what stands above; words that take the place of
    such in it (`amends`); what nobody can read. What is polite alone is no unit. `said`: whether it
    is a saying that may be mere comment on an order. `slip`: it stands behind a word by which one
    corrects oneself, `same` where that takes back an order of its own verb alone. `alone`: the
    order that it is where none stands above. `first`: it goes before those above in its paragraph.
    """

    kind: Kind
    text: str
    said: bool = False
    slip: Literal["", "same", "any"] = ""
    alone: str = ""
    first: bool = False


class LetterLines:
    """What was said so far; corrections are made, and what turns an order keeps it from being
    done. `subject`: the one that is the letter's subject.
    """

    def __init__(self, amended: Callable[[str, str], str], subject: str = "") -> None:
        self.amended, self.subject = amended, subject
        self.said: list[Said] = []
        self._above = ""
        """An unread line right above, in the same paragraph."""
        self._dropped = ""
        self._corrects = ""
        self._fresh = False
        """Whether the last order stands right above, in the same paragraph."""
        self._head = ""
        """A line that nobody can read, and that says what the lines below it are."""
        self._ended_in_words = False
        """Whether the last order ends the turn, in a saying."""
        self._begun = 0
        """Where the orders of the paragraph begin."""
        self._regret = ""
        """A line right above that only regrets the order above it."""
        self._disregarded = ""
        """A line that takes back all of the letter."""

    def parted(self) -> None:
        """A blank line."""
        if not courtesy_and_doubt_detection.says_on(self._above):
            self._above = ""
        self._fresh, self._begun = False, len(self.said)

    def headed(self, line: str) -> None:
        """A line with a colon at its end that is not polite: what stands below is what it says."""
        self._head, self._above, self._fresh = line, "", False

    def asked(self, line: str) -> None:
        """A question, which turns nothing beside it; a bare mark asks what stands above it in the
        paragraph.
        """
        self._nothing_below()
        if not _WORD.search(line) and self._orders():
            self._begun = self._begun if len(self.said) > self._begun else 0
            self._veto(line)
            return
        if courtesy_and_doubt_detection.turns(
            plain(line).text
        ) or courtesy_and_doubt_detection.casts_doubt(line):
            self._disregarded = line
        self.said.append(Said(line, line, "asks"))
        self._above, self._fresh = "", False

    def failed(self, line: str, why: str) -> None:
        """A line of which a part cannot be read."""
        self._unread(line)
        self.said[-1] = Said(line, line, "unclear", why)

    def doubted(self, line: str, order: str, beside: str) -> None:
        """An order with words `beside` it, in its line, that may turn it."""
        self._unread(line)
        self.said[-1] = Said(order, line)
        self._begun = len(self.said) - 1
        self._veto(beside)

    def heard(self, line: str, units: list[Unit] | None) -> None:
        """A line with its parts in their order; None where nobody can read it."""
        if self._orders():
            text = plain(line).text
            wavering = wavers(text) and self.said[-1].line not in (*ANSWERS, *IN_WINDOWS)
            if wavering or (not units and courtesy_and_doubt_detection.regrets(text)):
                self._regret = line
                return
        if units is None:
            self._unread(line)
            return
        mended, regret, self._regret = False, self._regret, ""
        for unit in units:
            last = self.said[-1] if self.said else None
            above = last.line if last and last.how in ("line", "corrects") else ""
            if unit.kind == "corrects":
                self._corrected(unit.text)
            elif unit.slip and not above and not unit.alone:
                self._unread(line)
            elif unit.kind == "amends" and above:
                self._amends(above, unit.text, line)
                mended = True
            elif unit.kind == "amends":
                self._order(Unit("line", unit.alone), line)
            elif mended and unit.text == above:
                continue  # it was said twice: `no, Niven! Jump Niven`
            else:
                same = unit.text.partition(" ")[0] == above.partition(" ")[0]
                if above and (unit.slip == "any" or ((unit.slip or regret) and same)):
                    self._corrected(line)
                elif regret:
                    self._regretted(regret)
                regret = ""
                self._order(unit, line)

    def _amends(self, above: str, words: str, line: str) -> None:
        if made := self.amended(above, words):
            self.said[-1] = self.said[-1]._replace(line=made)
            self._fresh = True
        else:
            self._fresh = True
            self._veto(line)

    def _order(self, unit: Unit, line: str) -> None:
        if unit.text == "undo" and unit.said and self.said and not self._corrects:
            self._corrected(unit.text)  # of an order above, which is not done yet
            return
        last = self.said[-1].line if self.said else ""
        if unit.text == "no" and self._fresh and self._orders() and last not in ANSWERS:
            self._veto(line)
            return
        in_words = unit.text == ENDS[1] or (unit.text == ENDS[0] and unit.said)
        if unit.text in ENDS and last in ENDS and (in_words or self._ended_in_words):
            return  # it was said twice: `I'm done, end my turn`
        if unit.said and unit.text == last and last in _ONCE:
            return
        self._ended_in_words = in_words
        if self._corrects and _STRONG.search(self._corrects) and unit.text not in ALONE:
            self.said.append(Said(unit.text, line, "corrects"))
        elif unit.first:
            self.said.insert(min(self._begun, len(self.said)), Said(unit.text, line))
            self.said += [Said(self._dropped, line)] if self._dropped else []
        else:
            self.said.append(Said(unit.text, line))
        self._corrects, self._dropped, self._fresh = "", "", True
        if self._head or (self._above and _hangs(self._above)):
            self._veto(self._head or self._above)
        self._above = self._head = ""

    def _corrected(self, text: str) -> None:
        last = self.said[-1] if self.said else None
        if last is not None and last.how in ("line", "corrects") and last.line not in ALONE:
            self.said.pop()
            self._dropped = last.line
            above = self._orders() if courtesy_and_doubt_detection.disregards(text) else []
            self.said = [one for n, one in enumerate(self.said) if n not in above]
            if last.how == "corrects":
                self._corrects = text
        elif not self._dropped:
            self._corrects = text

    def _unread(self, line: str) -> None:
        self._nothing_below()
        if _TURNS_NOTHING.match(line):
            self.said.append(Said(line))
            self._above, self._fresh = "", False
            return
        text, apart = plain(line)
        if courtesy_and_doubt_detection.disregards(
            text
        ) or courtesy_and_doubt_detection.casts_doubt(line, self._lines()):
            self._disregarded = line
        last = self.said[-1] if self.said else None
        if last is not None and last.how in ("line", "corrects"):
            turned = apart or (self._fresh and courtesy_and_doubt_detection.hangs_on(line))
            if courtesy_and_doubt_detection.turns(text) or turned:
                self._veto(line)
        self.said.append(Said(line))
        self._above, self._fresh = line, False

    def _nothing_below(self) -> None:
        """No order stands below the head: it is a line like others."""
        if self._head:
            if courtesy_and_doubt_detection.casts_doubt(self._head):
                self._disregarded = self._head
            self.said.append(Said(self._head))
            self._head = ""

    def _veto(self, line: str) -> None:
        """Nothing of the paragraph is done, or of the letter where the line stands alone: which of
        the orders is turned cannot be read.
        """
        orders = self._orders()
        first = next((n for n in orders if n >= self._begun), (orders or [len(self.said) - 1])[0])
        last, below = self.said[first], self.said[first + 1 :]
        del self.said[first:]
        says = "your subject says" if line == self.subject else "your letter also says"
        words = (
            f"Not done: {says} “{short(line)}”, which I cannot read. "
            f"If you mean it, write `{last.line}` alone."
        )
        self.said.append(last._replace(how="unclear", words=words, instead=(last.line,)))
        self.said += below

    def _orders(self) -> list[int]:
        """Where the orders stand that were heard."""
        heard = ((n, one) for n, one in enumerate(self.said) if one.raw)  # others are not read
        return [n for n, one in heard if one.how in ("line", "corrects")]

    def _lines(self) -> str:
        """The orders that were heard."""
        return "\n".join(self.said[n].line for n in self._orders())

    def _regretted(self, line: str) -> None:
        """A bare regret that nothing of its kind follows."""
        if (
            line
            and self._orders()
            and courtesy_and_doubt_detection.regrets(plain(line).text) == "slip"
        ):
            self._veto(line)

    def whole(self) -> list[Said]:
        """All that was said."""
        self._nothing_below()
        self._regretted(self._regret)
        if self._disregarded and self._orders():
            self._begun = 0
            self._veto(self._disregarded)
        if self.subject and fold(self.subject) not in ALONE:  # else it is no line of the letter
            self.said = [one for one in self.said if one != Said(self.subject)]
        if self._dropped:
            words = f"You took `{self._dropped}` back in the same letter; nothing was done."
            self.said.append(Said(self._dropped, self._dropped, "told", words))
        elif self._corrects and _TAKES_BACK.search(self._corrects) and not self.said:
            self.said.append(Said("undo"))
        return [_alone(one) if one.line == AS_SUGGESTED else one for one in self.said]


def _alone(one: Said) -> Said:
    """`as you suggest` beside other orders, which would follow what was not looked at."""
    words = "Write that alone, or the lines that you mean."
    return one._replace(how="unclear", words=words) if one.how in ("line", "corrects") else one


def _hangs(line: str) -> bool:
    """Whether the line below belongs to the sentence of this one, which turns it."""
    return line[-1:] not in ".!" and courtesy_and_doubt_detection.hangs_on(line)


def short(line: str) -> str:
    """The beginning of a line, to name it."""
    return line if len(line) <= 60 else f"{line[:59]}…"
