"""A line's clauses, divided into the fewest parts of which each can be read (PR-RECEIPT-09)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, Protocol

from traders.domain.play.manners import closed_word_classes, courtesy_and_doubt_detection
from traders.domain.play.manners.clause_splitting import Clause, joined
from traders.domain.play.manners.hedge_detection import goes_ahead, wavers
from traders.domain.play.manners.letter_line_corrections import Unit
from traders.domain.play.manners.literal_order_check import Sight, is_command
from traders.domain.play.manners.order_synonyms import ANSWERS, phrasebook
from traders.engines.kernel.grammar.order_table import row_of
from traders.engines.kernel.seats import COLOURS

_SMALL = ("a", "an", "the", "my", "to", "at", "on", "for", "it", "that", "please", "instead")
_BLOCKS = ("plan", "end plan", "test")
"""What stands on lines of its own: in a sentence these are mere words."""
MOST_AMENDED = 6
"""Words that take the place of such in the order above."""
_SUFFICES = re.compile(r" (?:is|are|will|would) (?:be )?(?:do|enough|plenty|better)[.!]*$")
_SINCE = re.compile(r"(?:since|as|because|seeing that|given that|now that) ")
_TELLS = re.compile(r"\b(?:am|is|are|has|have|looks?|feels?)\b")
"""What tells how things are; without it a sentence may be a heading."""
_FIRST = re.compile(r" first(?:,? please)?[.!]*$")
_THERE = (
    r"(?:(?:if|when|once) (?:i|we) (?:arrive|(?:have )?arrived|(?:get|got|am|are) there"
    r"|(?:make|made) it(?: there)?|reach it)|on arrival|if (?:it|the jump|that) (?:works|succeeds))"
)
ON_ARRIVAL = re.compile(
    rf"(?:and )?(?:{_THERE} ?,? ?(?:then |i will )?(?P<below>.+)"
    rf"|(?P<above>.+?)(?: there)? {_THERE})"
)
"""An order for the goal of the one before it: `offload the grain if i get there`."""
_WORKS = re.compile(r"\b(?:works|succeeds)\b")
_HEADS = re.compile(r"[a-z]+: ")
"""An order whose first word heads orders, all carried out at once."""
_INSTEAD = re.compile(r"(?: ?, ?| )instead(?: of [\w\s]{2,40})?[.!]*$")


class ReadsOrders(Protocol):
    """What reads a clause: the reader of a seat."""

    sight: Sight

    def order(self, text: str, *, loosely: bool = True) -> Unit | None:
        """The order that a clause says."""

    def is_query(self, line: str) -> bool:
        """Whether a line only asks."""


class Division:
    """A line's clauses, divided."""

    def __init__(self, reader: ReadsOrders, parts: list[Clause]) -> None:
        self.reader = reader
        self.parts = list(_with_slips(parts))
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
        if self._is_either(orders):
            return None
        comments = [unit for unit in orders if unit.said and unit.text == "pass"]
        if len(comments) < len(orders):
            found = [unit for unit in found if unit not in comments]
        elif comments:
            found = [*[unit for unit in found if unit.kind != "line"], comments[0]]
        return self._under_heads(found)

    def _is_either(self, orders: list[Unit]) -> bool:
        """Whether a stroke between orders of one verb, and nothing else, stands for `or`: of more
        verbs it is a list.
        """
        stroke = any("/" in part.gap for part in self.parts)
        return stroke and len(orders) > 1 and len({_verb_of([unit]) for unit in orders}) == 1

    def _under_heads(self, units: list[Unit]) -> list[Unit] | None:
        """The parts, with orders behind one that heads others put under it, whatever chat parts
        them: `round: deal, then fly greenholt`. None where one cannot stand there: half of a round
        is not done.
        """
        found = list[Unit]()
        for unit in units:
            head = found[-1] if found and found[-1].kind == unit.kind == "line" else None
            commands = head and any(map(is_command, (head.text, unit.text)))
            if head and _HEADS.match(head.text) and not commands and not unit.slip:
                whole = f"{head.text}; {unit.text}"
                if unit.first or not self.reader.sight.is_order(whole):
                    return None
                found[-1] = head._replace(text=whole)
            else:
                found.append(unit)
        return found

    def _from(self, start: int, verb: str) -> list[Unit] | None:
        if start == len(self.parts):
            return []
        key = (start, verb)
        if key not in self._done:
            self._done[key] = None
            for end in range(len(self.parts), start, -1):
                found = self._on_arrival(start, end, verb) or self._part(start, end)
                if end == start + 1 and (found is None or self._names_alone(start, found)):
                    found = self._carried(start, verb) or found
                if found and verb and self._goes_on_as_well(start, end, verb):
                    found = None
                aside = found is None and not verb and self._is_aside(start, end)
                if found is None and not aside:
                    continue
                found = found or []
                rest = self._from(end, _verb_of(found) or verb)
                if rest is not None and not (aside and not _verb_of(rest)):
                    self._done[key] = [*found, *rest]
                    break
        return self._done[key]

    def _is_aside(self, start: int, end: int) -> bool:
        """Whether these clauses say why the order behind them is given, or are a sentence before
        it, and hold no word that could turn it: `we are in port anyway, so …`, `since we are …, …`.
        """
        if (
            not self.chatting
            or end == len(self.parts)
            or (start and not self.parts[start - 1].ends)
        ):
            return False
        text = joined(self.parts[start:end])
        so, tells = self.parts[end].text.startswith("so "), bool(_TELLS.search(text))
        since = tells and bool(_SINCE.match(text))
        book = phrasebook(self.reader.sight.engine)
        own = (book.verbs | {*COLOURS}).intersection(re.findall(r"[a-z0-9]+", text))
        return (
            (so or since or (tells and self.parts[end - 1].ends))
            and ":" not in self.parts[end].gap
            and not own
            and courtesy_and_doubt_detection.is_aside(text)
        )

    def _goes_on_as_well(self, start: int, end: int, verb: str) -> bool:
        """Whether a bare word behind `and`, an order of its own, is as well one more thing of the
        order before it: `commit 2 attack and research`.
        """
        part, book = self.parts[start], phrasebook(self.reader.sight.engine)
        return (
            end == start + 1
            and part.gap.strip() == "and"
            and part.text.isalpha()
            and book.order(f"{verb} 1 {part.text}", self.reader.sight).startswith(f"{verb} ")
        )

    def _part(self, start: int, end: int) -> list[Unit] | None:
        if (start, end) not in self._known:
            inner = any(part.ends for part in self.parts[start : end - 1])
            headed = ":" in self.parts[start].gap
            whole, text = self.chatting and not inner and not headed, joined(self.parts[start:end])
            behind = range(max(start, 1), end)
            taken_back = any(_takes_back(joined(self.parts[one:end])) for one in behind)
            loosely = end == start + 1 or (
                sum(bool(self.reader.order(part.text)) for part in self.parts[start:end]) < 2
            )
            twice = any(
                part.text == before.text and self.reader.order(part.text)
                for before, part in pairwise(self.parts[start:end])
            )
            found = None if taken_back or twice else self._read(text, whole=whole, loosely=loosely)
            if found and "then" in self.parts[start].gap:
                found = [unit._replace(first=False) for unit in found]
            self._known[start, end] = found
        return self._known[start, end]

    def _slipped(self, text: str) -> Unit | None:
        """What may take the place of the order above, or of words of it."""
        found, slip = _slip_before(text)
        rest = _SUFFICES.sub("", text[found:])
        if not found or not rest:
            return None
        book = phrasebook(self.reader.sight.engine)
        unit, plain = self.reader.order(rest), self.reader.order(text)
        alone = plain.text if plain else ""
        words = re.findall(r"[a-z0-9]+", rest)
        if unit and (unit.text == "pass" or self.reader.is_query(unit.text)):
            return unit if unit.text == "pass" else None  # it takes nothing back
        if unit and words[0] in book.verbs:
            return unit._replace(slip=slip, alone=alone, first=bool(_FIRST.search(rest)))
        return Unit("amends", rest, False, slip, alone) if unit or self._names(rest) else None

    def _names(self, text: str) -> bool:
        """Whether the text holds nothing but what orders name, and begins none."""
        book = phrasebook(self.reader.sight.engine)
        words = [w for w in re.findall(r"[a-z0-9]+", text) if w not in _SMALL]
        return 0 < len(words) <= MOST_AMENDED and all(
            word.isdigit() or (word in book.vocabulary and word not in book.verbs) for word in words
        )

    def _read(self, text: str, *, whole: bool, loosely: bool) -> list[Unit] | None:
        alone = len(self.parts) == 1
        if not alone and text in _BLOCKS:
            return None
        if self.reader.sight.is_order(text) and (alone or text not in ANSWERS):
            return [Unit("line", text)]
        found = closed_word_classes.repeated("corrections").fullmatch(text)
        if not found and (slipped := self._slipped(text)):
            return [slipped]
        if unit := self.reader.order(text, loosely=loosely):
            return [unit._replace(first=bool(_FIRST.search(text)))]
        if courtesy_and_doubt_detection.is_polite(text) and not found:
            behind = text != self.parts[0].text
            return None if behind and wavers(text) else []
        if restated := self._restated(text):
            return [restated]
        if found:
            return [Unit("corrects", text)]
        for rest in courtesy_and_doubt_detection.undressed(text) if "instead" in text else ():
            instead = _INSTEAD.search(rest)
            if instead and (unit := self.reader.order(rest[: instead.start()])):
                return [Unit("corrects", "i meant"), unit]
        begins = _correcting(text)
        if begins and (unit := self.reader.order(text[begins:])):
            unit = unit._replace(first=bool(_FIRST.search(text)))
            return [Unit("corrects", text[:begins]), unit]
        for rest in courtesy_and_doubt_detection.undressed(text[begins:]) if begins else ():
            if self._names(rest):
                return [Unit("amends", rest, False, "any")]
        book = phrasebook(self.reader.sight.engine)
        verbs, book_words = book.verbs, book.vocabulary - book.colours
        own = verbs | book_words if _slip_before(text)[0] else verbs
        chat = (
            whole
            and courtesy_and_doubt_detection.is_chat(text)
            and not own.intersection(text.split())
        )
        chat = chat and not (
            courtesy_and_doubt_detection.greets(text) and book.colours.intersection(text.split())
        )
        own = verbs.difference(closed_word_classes.words().common)
        goes = whole and goes_ahead(text) and not own.intersection(text.split())
        return [] if chat or goes else None

    def _restated(self, text: str) -> Unit | None:
        """The order behind a colon, where the words before it tell the same: `the bay: expand`."""
        for rest in courtesy_and_doubt_detection.undressed(text):
            words, colon, order = rest.rpartition(": ")
            unit = self.reader.order(f"{order} {words}") if colon else None
            if unit and unit.text == order:
                return unit
        return None

    def _on_arrival(self, start: int, end: int, verb: str) -> list[Unit] | None:
        """An order that is made if the one before it comes to where it goes."""
        found = ON_ARRIVAL.fullmatch(joined(self.parts[start:end])) if start else None
        alone = self._part(start - 1, start) if found else None
        before = alone or (self._carried(start - 1, verb) if found else None)
        order = self.reader.order(found["below"] or found["above"]) if found and before else None
        if not order or not before:
            return None
        goal = before[-1].text.partition(" ")[2]
        works = bool(_WORKS.search(joined(self.parts[start:end])))
        came = self._results(before[-1].text) if works else ["arrived"]
        for line in (*(f"if {one}: {order.text}" for one in came), f"{order.text} if at {goal}"):
            if self.reader.sight.is_order(line):
                return [Unit("line", line)]
        return None

    def _results(self, line: str) -> list[str]:
        """What an order that works has come to: what it is called (`loaded`), or to its goal."""
        sight = self.reader.sight
        line = sight.written(line) or line
        goal = line.partition(" ")[2]
        row = row_of(phrasebook(sight.engine).rows, line)
        done = [f"{one}ed" for one in (row.prefix, *row.said)] if row else []
        names = (name.casefold() for name in sight.engine.thing_names())
        own = [one for one in done if sight.is_order(f"if {one}: {line}")]
        return own or ["arrived" for name in names if goal.startswith(name)][:1]

    def _names_alone(self, start: int, found: list[Unit]) -> bool:
        """Whether a clause says what an order names without its verb, and corrects nothing."""
        verb, _, named = found[0].text.partition(" ") if len(found) == 1 else ("", "", "")
        said = self.parts[start].text.split()
        bare = bool(named) and verb not in said and named.split()[0] in said
        return bare and found[0].kind == "line" and not found[0].slip

    def _adds(self, start: int) -> bool:
        """Whether a clause is one more thing, and a seat in it nobody who is spoken to."""
        return bool({"and", "then"} & {*self.parts[start].gap.split()})

    def _carried(self, start: int, verb: str) -> list[Unit] | None:
        """A clause that goes on with the verb of the one before, where it is no order as it stands:
        `jump niven, then mink`.
        """
        text = self.parts[start].text
        if not verb or (start and _takes_back(text)) or self.reader.sight.is_order(text):
            return None
        book = phrasebook(self.reader.sight.engine)
        for rest in dict.fromkeys(courtesy_and_doubt_detection.undressed(text)):
            words = rest.split()
            named = book.vocabulary | (book.colours if self._adds(start) else frozenset())
            if 0 < len(words) <= 3 and named.issuperset(words):
                line = book.order(f"{verb} {rest}", self.reader.sight)
                if line.startswith(f"{verb} "):
                    return [Unit("line", line)]
        return None


def _slip_before(text: str) -> tuple[int, Literal["same", "any"]]:
    """Where that ends by which one corrects oneself at the beginning of a clause, 0 for none; which
    order above it takes back.
    """
    noes = closed_word_classes.repeated("noes").match(text)
    if noes and noes[0].rstrip()[-1] in ",.:;!-":
        return noes.end(), "any"
    slip = closed_word_classes.repeated("slips").match(text)
    return (slip.end() if slip else 0), "same"


def _with_slips(parts: Iterable[Clause]) -> Iterator[Clause]:
    """The clauses, with a bare word by which one corrects oneself before what it stands before."""
    slip: Clause | None = None
    for part in parts:
        whole = joined([slip, part]) if slip else part.text
        made = Clause(whole, slip.gap if slip else part.gap, part.ends)
        slip = None
        bare = _slip_before(f"{made.text},")[0] == len(made.text) + 1
        if bare and not (made.ends and courtesy_and_doubt_detection.SORRY.match(made.text)):
            slip = made
        else:
            yield made
    if slip:
        yield slip


def _verb_of(units: list[Unit]) -> str:
    return next((unit.text.split()[0] for unit in units if unit.kind == "line"), "")


def _takes_back(text: str) -> bool:
    """Whether a clause behind another comes to a bare no: `on second thoughts, no`."""
    bare = text == "no" or not text.startswith("no ")
    return bare and any(
        rest in ("no", "yeah right") for rest in courtesy_and_doubt_detection.undressed(text)
    )


def _correcting(text: str) -> int:
    """Where the correction ends with which a clause begins; 0 for none."""
    found = closed_word_classes.repeated("corrections").match(text)
    return found.end() if found else 0
