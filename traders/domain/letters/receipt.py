"""The receipt: the outcome of the reader's letter in a sentence or two, and line by line
(PR-RECEIPT-05, PR-RECEIPT-06). Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from traders.domain.letters.facts import Facts
from traders.domain.letters.plain_text import plain, told_in, verbatim, without_rules
from traders.domain.letters.reader import Reader
from traders.domain.table.change_set import Answer, Line
from traders.engines.kernel.retelling import without_numbers
from traders.engines.kernel.words import sentence

ANSWER_WORDS: dict[Answer, str] = {
    "done": "Done",
    "kept": "Kept secret",
    "opened": "Done",
    "waits": "Kept",
    "planned": "Planned",
    "noted": "Noted",
    "asked": "Are you sure?",
    "refused": "Not done",
    "returned": "Came back to you",
    "told": "Answer",
    "tested": "Tried only",
}
"""A line's answer as its reader sees it."""


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
    """Such words for the text, which does not wrap them."""
    orders: tuple[str, ...] = ()
    """The lines of which it is the outcome."""
    then: tuple[str, ...] = ()
    """What came of them, in sentences."""


def receipts(facts: Facts, reader: Reader, came: Sequence[str] = ()) -> tuple[str, list[Receipt]]:
    """The letter's outcome in a sentence or two, and those of its lines; lines that follow one
    another and have the same are told as one. `came`: what came of them all,
    told with the last of those that were carried out.
    """
    told: list[Receipt] = []
    head = summary(facts.lines)
    for answer, rest in groupby(
        (_receipt(line, facts, reader, head) for line in facts.lines), _alike
    ):
        found = list(rest)
        if answer:
            orders = tuple(one.text for one in found if one.text)
            first = replace(found[0], paragraph=False, block="")
            told.append(replace(first, text=", ".join(orders), orders=orders))
        else:
            told += found
    done = [place for place, one in enumerate(told) if one.answer == ANSWER_WORDS["done"]]
    if done and came:
        told[done[-1]] = replace(told[done[-1]], then=tuple(came))
    return head, told


def _alike(receipt: Receipt) -> str:
    """What receipts have in common that are told as one; empty for one that is told apart."""
    return "" if receipt.paragraph or receipt.instead else f"{receipt.answer} {receipt.words}"


def _receipt(line: Line, facts: Facts, reader: Reader, head: str) -> Receipt:
    """The outcome of one line; neither the answer nor the summary (`head`) is repeated
    in its words.
    """
    answer, text = ANSWER_WORDS[line.answer], plain(line.text, 200)
    paragraph = "\n" in line.words.strip()
    shown = line.words.strip()
    if not paragraph:
        shown = without_numbers(without_rules(line.words, 2000))
    if line.answer == "opened" and not shown.startswith("Done:"):
        answer = ANSWER_WORDS["returned"]
    for start in (f"{answer}:", "Done:", "Done.", "Noted:", "Planned:", "Refused:", "Kept:"):
        if shown.startswith(start):  # the outcome often begins with the answer
            shown = shown.removeprefix(start).strip()
            shown = shown[:1].upper() + shown[1:] if not paragraph else shown
            break
    shown = shown if paragraph else told_in(shown, facts.at, reader.zone)
    order = text.rstrip(".").lower()
    if shown.lower().endswith(f": {order}."):  # the line stands above
        shown = f"{shown[: -len(order) - 3]}."
    said = {order, head.rstrip(".").lower()}
    if shown.rstrip(".").lower() in said or line.answer == "returned":
        shown = ""
    words = sentence(shown) if shown and not paragraph else shown
    return Receipt(
        text,
        answer,
        words,
        _told(answer, "" if paragraph else words),
        # the words often name it already
        tuple(one for one in line.instead if one.lower() not in shown.lower()),
        answer not in {ANSWER_WORDS["refused"], ANSWER_WORDS["returned"]},
        paragraph,
        verbatim(words) if paragraph else "",
        (text,) if text else (),
    )


def _told(answer: str, words: str) -> str:
    wish = answer in (ANSWER_WORDS["noted"], ANSWER_WORDS["planned"]) and words
    if wish or answer == ANSWER_WORDS["told"] or words.startswith(answer):
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
        below = " The lines below it came back to you." if bad < len(lines) else ""
        return f"I could not carry out line {bad}.{above}{below}"
    if "asked" in answers:
        return "What cannot be taken back waits for your `yes`."
    if answers == {"told"}:
        return "Here is what you asked for."
    if answers <= {"kept", "noted", "told"} and "kept" in answers:
        return "Kept secret until the window closes."
    if answers <= {"waits", "noted", "told"} and "waits" in answers:
        return "The game is paused. I carry out your orders when play goes on, if they still fit."
    return ""
