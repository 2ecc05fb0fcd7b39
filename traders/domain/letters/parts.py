"""Parts of letters for the templates: deadline, receipt, events, menu, answer. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import msgspec

from traders.domain.letters.facts import EarlierLetter, Facts, Happening
from traders.domain.letters.reader import Reader
from traders.domain.letters.words import plain, short_hour, when, wrapped
from traders.domain.table.change_set import Answer, Line
from traders.engines.kernel.contract import Blank, Offer
from traders.engines.kernel.words import seats_listed

ANSWER_WORDS: dict[Answer, str] = {
    "done": "Done",
    "kept": "Kept unseen until the interval closes",
    "waits": "Kept",
    "planned": "Planned",
    "noted": "Noted",
    "asked": "Asked",
    "refused": "Refused",
    "returned": "Returned unplayed",
    "told": "Told",
    "tested": "Tried only",
}
"""A line's answer as its reader sees it."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The outcome of one of the reader's lines."""

    text: str
    answer: str
    """Done, Refused …"""
    words: str
    rules: str
    instead: tuple[str, ...]
    good: bool
    paragraph: bool
    """Whether the words are several lines (an answer to a question), shown unchanged."""


@dataclass(frozen=True, slots=True)
class Choosable:
    """One menu item: the order to copy, its explanation, and its blanks."""

    order: str
    words: str
    rule: str
    blanks: tuple[str, ...]
    link: str
    text: str
    """The item's lines in a letter of plain text."""


def receipts(facts: Facts) -> list[Receipt]:
    """The outcomes of the reader's lines."""
    return [_receipt(line) for line in facts.lines]


def _receipt(line: Line) -> Receipt:
    """The outcome of one line; the answer is not repeated in its words."""
    answer = ANSWER_WORDS[line.answer]
    paragraph = "\n" in line.words.strip()
    words = line.words.strip() if paragraph else plain(line.words, 2000)
    shown = words
    for start in (f"{answer}:", f"{answer}."):  # the outcome often begins with the answer
        if shown.startswith(start):
            shown = shown.removeprefix(start).strip()
            shown = shown[:1].upper() + shown[1:] if not paragraph else shown
            break
    text = plain(line.text, 200)
    if shown.rstrip(".").lower() == text.rstrip(".").lower():
        shown = ""
    return Receipt(
        text,
        answer,
        shown,
        ", ".join(line.rules),
        line.instead,
        line.answer not in {"refused", "returned"},
        paragraph,
    )


def event_lines(events: tuple[Happening, ...]) -> list[str]:
    """Events as wrapped lines, with each entry's number before its first sentence."""
    lines = []
    width = max((len(str(event.number)) for event in events), default=1)
    for number, of_entry in groupby(events, key=lambda event: event.number):
        for place, event in enumerate(of_entry):
            head = f"{number:>{width}}" if place == 0 else " " * width
            lines.append(wrapped(plain(event.text), f"  {head}  "))
    return lines


def notice_lines(letter: Facts | EarlierLetter, indent: str = "  ") -> list[str]:
    """Notices and press, wrapped; `indent` "" for HTML, which wraps by itself."""
    sentences = [plain(notice) for notice in letter.notices]
    for message in letter.press:
        sentences.append(
            f"{message.seat.capitalize()} {'to you alone' if message.privately else 'to all'}: "
            f"{plain(message.words, 2000)}"
        )
    return [
        wrapped(sentence, indent, indent + "  ") if indent else sentence for sentence in sentences
    ]


def menu(facts: Facts, reader: Reader, subject: str) -> list[Choosable]:
    """The reader's possible orders, to copy."""
    offers = [_filled(offer) for offer in facts.offers]
    width = min(28, max((len(offer.order) for offer in offers), default=0))
    reacting = (
        facts.asked is not None and facts.asked.kind == "interval" and not facts.asked.question
    )
    return [
        _choosable(offer, reader, subject, width, "\r\npass" if reacting and offer.reaction else "")
        for offer in offers
    ]


def _choosable(offer: Offer, reader: Reader, subject: str, width: int, closing: str) -> Choosable:
    """The menu item of an offer. `closing`: the end of a reply with this order, so that play does
    not wait for the sender until the deadline.
    """
    blanks = tuple(_bounds(blank) for blank in offer.blanks)
    words = "; ".join([offer.words, *blanks]) + (f" ({offer.rule})" if offer.rule else "")
    order = "  " + offer.order.ljust(width)
    indent = " " * (width + 4)
    text = (
        wrapped(words, order + "  ", indent)
        if len(offer.order) <= width
        else "  " + offer.order + "\n" + wrapped(words, indent)
    )
    return Choosable(
        offer.order,
        offer.words,
        offer.rule,
        blanks,
        "" if offer.blanks else reader.answering(subject, offer.order + closing),
        text,
    )


def _bounds(blank: Blank) -> str:
    """A blank with its possible values."""
    name = "{" + blank.name + "}"
    if blank.things:
        return f"{name}: {', '.join(blank.things)}"
    if blank.low is not None and blank.high is not None:
        return f"{name}: {blank.low} to {blank.high}"
    if blank.low is not None:
        return f"{name}: {blank.low} or more"
    return f"{name}: up to {blank.high}" if blank.high is not None else name


def _filled(offer: Offer) -> Offer:
    """The offer with each blank that has only one possible value filled in, so that the order can
    be sent as it is.
    """
    order, left = offer.order, []
    for blank in offer.blanks:
        ways = blank.things or (
            (str(blank.low),) if blank.low is not None and blank.low == blank.high else ()
        )
        if len(ways) == 1:
            order = order.replace("{" + blank.name + "}", ways[0])
        else:
            left.append(blank)
    return msgspec.structs.replace(offer, order=order, blanks=tuple(left))


def deadline(facts: Facts, reader: Reader) -> str:
    """The deadline in the reader's own zone, and its distance from the letter's date."""
    return when(facts.due, facts.at, reader.zone) if facts.due else ""


def short_deadline(facts: Facts, reader: Reader) -> str:
    """The deadline for a subject."""
    return short_hour(facts.due, facts.at, reader.zone) if facts.due else ""


def deal_lines(facts: Facts) -> list[str]:
    """Open offers between the reader and another seat, each with the order that answers it."""
    lines = []
    for deal in facts.view.get("deals", ()):
        n, other = deal["number"], deal["with"]
        terms = plain(f"you give {deal['give']}, you get {deal['get']}", 300)
        answer = f"withdraw {n}" if deal["mine"] else f"accept {n}, or: decline {n}"
        lines.append(f"{n}. {'To' if deal['mine'] else 'From'} {other}: {terms}. Write: {answer}")
    return lines


def reply_lines(facts: Facts) -> list[str]:
    """A reply that can be sent as it is, or changed: in an interval it ends with `pass`, in a turn
    it is an example.
    """
    asked = facts.asked
    if asked is None:
        return []
    if asked.kind == "interval" and not asked.question:
        return ["pass"]
    orders = [offer.order for offer in facts.offers if not offer.blanks]
    if asked.kind == "choice" or asked.question:
        return [next((thing for thing in (*asked.things, *orders) if thing), asked.silence)]
    example = next((offer.example for offer in facts.offers if offer.example), "")
    return [example or (orders[0] if orders else asked.silence)]


def seats_in_words(seats: tuple[str, ...]) -> str:
    """Seats in a sentence: Red, Blue and Green."""
    return seats_listed(seats, "")
