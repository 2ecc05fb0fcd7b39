"""The receipt: the outcome of the reader's letter in a sentence or two, and line by line
(PR-RECEIPT-05, PR-RECEIPT-06). Pure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from traders.domain.letters.letter_facts import Facts, Happening
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.multiline_text_layout import laid_out, unwrapped
from traders.domain.letters.plain_text_layout import plain, told_in, without_rules, wrapped
from traders.domain.table.answer_size_limit import REST
from traders.domain.table.change_set import KEPT_ANSWER, KEPT_REACTION, Answer, Line
from traders.engines.kernel.telling.past_tense_telling import Happened, without_numbers
from traders.engines.kernel.telling.telling_by_game import headline, retold, under_way
from traders.engines.kernel.words import capital, sentence
from traders.engines.registry import ENGINES

ANSWER_WORDS: dict[Answer, str] = {
    "done": "Done",
    "kept": "Kept secret",
    "opened": "Done",
    "waits": "Kept",
    "planned": "Planned",
    "noted": "Noted",
    "asked": "Are you sure?",
    "refused": "Not done",
    "returned": "Not carried out",
    "told": "Answer",
    "tested": "Tried only",
}
"""A line's answer as its reader sees it."""
KEPT_SECRET = (KEPT_REACTION, KEPT_ANSWER)
"""The heads of receipts for reactions, or answers, alone; none of their lines says that again."""
CARRIED_OUT = ("done", "opened")
"""Answers to lines of which something comes at once."""
COUNTING = (*CARRIED_OUT, "kept", "waits", "planned", "noted")
"""Answers to lines of which something may come."""
BEGINNINGS = ("Came back to you:", "Done:", "Done.", "Noted:", "Planned:", "Refused:", "Kept:")
"""How an outcome often begins: with its answer, which stands there anyway."""
_QUOTED = re.compile(r'“[^”]*”|"[^"]*"')
_ENDED = "Done: end."
"""What is said of the order that ends a turn."""
_ECHO = re.compile(r"(?:^| )Done: [^.]*\.$")
MOST_LINES = 12
"""Lines of a receipt, from which on neighbours are told as one."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The outcome of one of the reader's lines, or of several that have the same."""

    text: str
    answer: str
    """Done, Not done …"""
    words: str
    told: str
    """The outcome in a sentence or more; of a wish that was noted, its words alone."""
    instead: tuple[str, ...]
    good: bool
    paragraph: bool
    """Whether the words are several lines (an answer to a question), shown unchanged."""
    block: str = ""
    """Such words for the text, whose rows it does not wrap."""
    orders: tuple[str, ...] = ()
    """The lines of which it is the outcome."""
    then: tuple[str, ...] = ()
    """What came of them, in sentences."""
    echo: bool = False
    """Whether the outcome says no more than that it was done: what came of it says that too."""

    @property
    def outcome(self) -> str:
        """What is said of its lines, and what came of them."""
        return " ".join(filter(None, (self.told, *self.then)))

    @property
    def height(self) -> int:
        """Its lines in a letter, without words of several lines."""
        possible = f"Possible: {', '.join(self.instead)}." if self.instead else ""
        outcome = " ".join(filter(None, (self.outcome, possible)))
        shown = [wrapped(outcome, "    "), *(wrapped(order, "  ") for order in self.orders)]
        return sum(len(one.split("\n")) for one in shown)


def receipts(
    facts: Facts, reader: Reader, came: Collection[Happening] = ()
) -> tuple[str, list[Receipt]]:
    """The letter's outcome in a sentence or two, and those of its lines, each with what came of it.
    Lines that follow one another and have the same are told as one; where the receipt is too long,
    also such as have the same answer. `came`: what came of them all.
    """
    head = summary(facts.lines)
    lines = [line for line in facts.lines if (line.text, line.answer) != ("test", "tested")]
    each = [_receipt(line, facts, reader, head) for line in lines]  # the head says it of `test`
    made: dict[int, list[Happened]] = {}
    for event in came:
        made.setdefault(made_by(lines, event.number), []).append(event.happened)
    parts = [[place] for place in range(len(each))]
    told = _told_in(parts, each, made, reader)
    if len(told) < 2:
        return head, told
    parts = _of_one_outcome(parts, told)
    told = _told_in(parts, each, made, reader)
    while sum(one.height for one in told) > MOST_LINES and (alike := _alike_pairs(told)):
        place = min(alike, key=lambda place: told[place].height + told[place + 1].height)
        parts[place : place + 2] = [parts[place] + parts[place + 1]]
        told = _told_in(parts, each, made, reader)
    return head, told


def made_by(lines: Sequence[Line], number: int) -> int:
    """The place of the line that made the entry with that number happen: the first that was over
    only after it. What came later still is told with the last that was carried out; -1 where no
    line counts.
    """
    counting = [place for place, line in enumerate(lines) if line.answer in COUNTING]
    carried_out = [place for place in counting if lines[place].answer in CARRIED_OUT]
    last = (carried_out or counting or [-1])[-1]
    return next((place for place in counting if lines[place].entry >= number), last)


def _told_in(
    parts: Sequence[Sequence[int]],
    each: Sequence[Receipt],
    made: Mapping[int, Sequence[Happened]],
    reader: Reader,
) -> list[Receipt]:
    """One receipt for each part of the lines, with what came of these."""
    came = [[one for place in part for one in made.get(place, ())] for part in parts]
    package = ENGINES.get(reader.system, "")
    told = [
        retold(package, of_part, reader.seat) or _announced(package, of_part, reader)
        for of_part in came
    ]
    found = []
    for part, sentences in zip(parts, told, strict=True):
        orders = tuple(each[place].text for place in part if each[place].text)
        first = replace(each[part[0]], text=", ".join(orders), orders=orders)
        if sentences and (first.echo or _says(sentences, first.told)):
            first = replace(first, told="")
        found.append(replace(first, then=tuple(sentences)))
    return found


def _says(sentences: Sequence[str], told: str) -> bool:
    """Whether the outcome is said in what came of it too: that the reader ended their turn."""
    return told.startswith("You ") and told[4:].rstrip(".") in " ".join(sentences)


def _announced(package: str, came: Sequence[Happened], reader: Reader) -> list[str]:
    """What a line has begun and others may react to, of which nothing is told when it is over."""
    return [under_way(package, one, reader.seat) for one in came[-1:] if headline(package, one)]


def _of_one_outcome(parts: Sequence[list[int]], told: Sequence[Receipt]) -> list[list[int]]:
    """The parts, those joined to the one below that have the same outcome and of which nothing
    came.
    """
    alike, joined = _alike_pairs(told), [list(part) for part in parts[:1]]
    for place, part in enumerate(parts[1:]):
        if place in alike and not told[place].then:
            joined[-1] += part
        else:
            joined.append(list(part))
    return joined


def _alike_pairs(told: Sequence[Receipt]) -> list[int]:
    """Places of receipts that can be told as one with the next; an answer to a question, and one
    that says what is possible, is told apart.
    """
    return [
        place
        for place, (one, other) in enumerate(pairwise(told))
        if (one.answer, one.words) == (other.answer, other.words)
        and not any(two.paragraph or two.instead for two in (one, other))
    ]


def _receipt(line: Line, facts: Facts, reader: Reader, head: str) -> Receipt:
    """The outcome of one line; neither the answer nor the summary (`head`) is repeated
    in its words.
    """
    answer, text = ANSWER_WORDS[line.answer], plain(line.text, 200)
    paragraph = "\n" in line.words.strip()
    shown = line.words.strip()
    if shown.endswith(REST):
        page = reader.page("history" if text.startswith("history") else "game", reader.slug)
        shown = "\n".join([f"{shown.removesuffix('.')}:", page])
    if not paragraph:
        shown = told_in(without_numbers(without_rules(line.words, 2000)), facts.at, reader.zone)
    shown = without_echo(shown) if line.answer == "done" else shown
    if line.answer == "opened" and not shown.startswith("Done:"):
        answer = ANSWER_WORDS["returned"]
    if begins := next((one for one in (f"{answer}:", *BEGINNINGS) if shown.startswith(one)), ""):
        shown = shown.removeprefix(begins).strip()
        shown = capital(shown) if not paragraph else shown
    shown = "" if line.answer == "returned" else _unsaid(shown, text, head)
    words = unwrapped(shown) if paragraph else shown and sentence(shown)
    words = "You ended your turn." if line.words == _ENDED and line.answer == "done" else words
    told = _told(answer, "" if paragraph else words)
    return Receipt(
        text,
        answer,
        words,
        words if line.answer == "kept" and head in KEPT_SECRET else told,
        # the words often name it already; what they quote names nothing
        tuple(one for one in line.instead if one.lower() not in _QUOTED.sub("", shown).lower()),
        answer not in {ANSWER_WORDS["refused"], ANSWER_WORDS["returned"]},
        paragraph,
        laid_out(words) if paragraph else "",
        (text,) if text else (),
        echo=line.answer in CARRIED_OUT and not words,
    )


def without_echo(words: str) -> str:
    """What is said of an order that was carried out, without the order, which stands above it."""
    return _ECHO.sub("", words)


def _unsaid(shown: str, text: str, head: str) -> str:
    """What the line above an outcome, and the letter's summary, do not say already."""
    order = text.rstrip(".").lower()
    if shown.lower().endswith(f": {order}."):
        shown = f"{shown[: -len(order) - 3]}.".removesuffix(" Done.")
    shown = shown.removeprefix(f"{head} ") if head else shown
    return "" if shown.rstrip(".").lower() in {order, head.rstrip(".").lower()} else shown


def _told(answer: str, words: str) -> str:
    wish = answer in (ANSWER_WORDS[one] for one in ("noted", "planned", "tested")) and words
    own = answer == ANSWER_WORDS["done"] and words.startswith(("You ", "Passed: "))
    if wish or own or answer == ANSWER_WORDS["told"] or words.startswith(answer):
        return words
    return f"{sentence(answer)} {words}".strip()


def summary(lines: Sequence[Line]) -> str:
    """The outcome in a sentence or two, for the letter's head."""
    bad = next((place for place, line in enumerate(lines, 1) if line.answer == "refused"), 0)
    answers = {line.answer for line in lines}
    if "tested" in answers:
        return "I only tried your letter: nothing of it counts."
    if bad and len(lines) == 1:
        return "Nothing was done."
    if bad:
        above = " The lines above it count." if bad > 1 else ""
        returned = any(line.answer == "returned" for line in lines[bad:])
        below = " The lines below it came back to you." if returned else ""
        return f"I could not carry out line {bad}.{above}{below}"
    if answers == {"told"}:
        return "Here is what you asked for."
    if answers <= {"kept", "noted", "told"} and "kept" in answers:
        return next(
            (head for head in KEPT_SECRET for line in lines if line.words.startswith(head)),
            KEPT_REACTION,
        )
    if answers <= {"waits", "noted", "told"} and "waits" in answers:
        return "The game is paused. I carry out your orders when play goes on, if they still fit."
    return ""


def still_asked(facts: Facts, until: str) -> str:
    """That play waits for the reader all the same, where their letter only asked something."""
    only = {line.answer for line in facts.lines} == {"told"}
    if not only or facts.asked is None or facts.paused:
        return ""
    return f"I still wait for your answer{f', until {until}' if until else ''}."
