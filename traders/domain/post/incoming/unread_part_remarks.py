"""What an answer says of a letter beside what became of its orders: lines that were left out, and
parts that were not read (PR-RECEIPT-06).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from traders.domain.play.commands.interpreter import MOST_LINE
from traders.domain.post.incoming import subject_line_doubts
from traders.domain.post.incoming.attachments import Enclosed
from traders.domain.post.incoming.mime_parsing import OpenedLetter
from traders.domain.post.incoming.order_recognition import ORDERS, Recognition
from traders.domain.post.incoming.reply_line_sorting import MOST_SEARCHED, SortedReply
from traders.engines.kernel.words import sentence
from traders.models import Arrival, Seat

MOST_NAMED = 5
"""Lines that are named among those that were not carried out; more of them are counted."""
LEFT_OUT = "left_out"
"""Where an arrival's notes keep which lines its answer named as left out."""
_LOOKED_AT = 30
"""Letters before one that are looked through for the same footer."""


def first_prose(found: SortedReply) -> str:
    """The first line of a letter without an order."""
    lines = (*found.above, *found.orders)
    return next((line for line in lines if line.strip() and not line.startswith("#")), "")


def nothing_read(
    seat: Seat | None, letter: OpenedLetter, found: SortedReply, reads: Recognition
) -> str:
    """What is said of a letter without an order."""
    prose = first_prose(found)
    begin = sentence(_begins(letter, found, prose))
    subject = subject_line_doubts.bare(letter.subject)
    alone = found.end != "quote" or " " in subject  # `orders` is a subject as people write it
    theirs = alone and not subject_line_doubts.is_ours(subject)
    if not prose and theirs and reads(subject) in ORDERS:
        begin += (
            f" Its subject is `{subject[:100]}`, and was not carried out: orders stand in the text."
        )
    beside = () if begin.startswith("Your letter holds only") else letter.enclosed
    advice = (
        "Write one order a line at the top; `help` tells how."
        if seat is not None
        else "Orders of a game count in answer to its own letters; `help` tells what may be "
        "answered here."
    )
    told = [*remarks(found, with_prose=False), *_not_read(one.what for one in beside)]
    return " ".join([begin, *told, advice])


def _begins(letter: OpenedLetter, found: SortedReply, prose: str) -> str:
    if prose:
        return f"I cannot read an order in your letter, which begins: {prose[:100].rstrip('. ')}"
    if found.end == "quote" and not any(one.sealed for one in letter.enclosed):
        return "Your letter holds no order above the quoted letter"
    if letter.enclosed:
        what = _one_after_another([one.what for one in letter.enclosed])
        return f"Your letter holds only {what}, and I read plain text alone"
    if found.end:
        return "Your letter holds no order above its signature"
    return f"Your letter holds no {'order' if letter.text.strip() else 'text'}"


def remarks(found: SortedReply, *, with_prose: bool = True) -> Iterator[str]:
    """What the receipt says of lines that did not go to the door, in words for a letter and for a
    page.
    """
    left_out = (*found.above, *found.after)
    if left_out and with_prose:
        yield f"Not read as orders, and left out: {_listed(left_out)}."
    if len(found.below) == 1:
        yield (
            "Below the end of your orders stands a line that reads like an order, "
            f"{_listed(found.below)}; it was not carried out."
        )
    elif found.below:
        yield (
            "Below the end of your orders stand lines that read like orders, "
            f"{_listed(found.below)}; they were not carried out."
        )
    if found.unseen:
        yield f"Not read, since your letter does not show it: {_listed(found.unseen)}."
    if found.too_long:
        yield (
            f"This was too long to be read whole (a line has at most {MOST_LINE} characters). "
            f"Not read, from here on: {found.too_long} …"
        )


def remarks_on_enclosed(enclosed: Iterable[Enclosed], reads: Recognition) -> list[str]:
    """What the receipt says of parts beside orders: those that nobody can read, and those that
    hold a line like an order. Pictures and cards of a signature come with each letter.
    """
    named, lines = list[str](), list[str]()
    for one in enclosed:
        orders = [
            line.strip()
            for line in one.text.split("\n")[:MOST_SEARCHED]
            if reads(line.strip()) in ORDERS
        ]
        if one.sealed or orders:
            named.append(one.what)
            lines += orders
    told = _not_read(named)
    if lines:
        told.append(f"There stand lines that read like orders, {_listed(tuple(lines))}.")
    return told


def without_known(arrival: Arrival, found: SortedReply) -> SortedReply:
    """The same without lines that an answer to the player named as left out before: a footer that
    comes each time is named once. What is named now is noted.
    """
    digests = {line: _digest(line) for line in (*found.above, *found.after)}
    player = arrival.expected
    if not digests or player is None:
        return found
    before = Arrival.objects.filter(
        seat__player=player, notes__has_key=LEFT_OUT, pk__lt=arrival.pk
    ).order_by("-pk")
    known = {
        digest
        for noted in before.values_list(f"notes__{LEFT_OUT}", flat=True)[:_LOOKED_AT]
        for digest in noted
    }
    arrival.notes[LEFT_OUT] = sorted(set(digests.values()))[:_LOOKED_AT]
    above, after = (
        tuple(line for line in lines if digests[line] not in known)
        for lines in (found.above, found.after)
    )
    return replace(found, above=above, after=after)


def _digest(line: str) -> str:
    return hashlib.sha256(line.casefold().encode("utf-8", "replace")).hexdigest()[:12]


def _not_read(whats: Iterable[str]) -> list[str]:
    named = list(dict.fromkeys(whats))
    return [f"Not read: {_one_after_another(named)}."] if named else []


def _one_after_another(words: Sequence[str]) -> str:
    named = list(dict.fromkeys(words))
    if len(named) > MOST_NAMED:
        named = [*named[:MOST_NAMED], f"{len(named) - MOST_NAMED} more"]
    return " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))


def _listed(lines: tuple[str, ...]) -> str:
    named = ", ".join(f"`{line[:100]}`" for line in lines[:MOST_NAMED])
    return f"{named} and {len(lines) - MOST_NAMED} more" if len(lines) > MOST_NAMED else named
