"""Answers of people without a seat to letters that asked them something: read by the letter's
topic, and told by letter what became of each line.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.letters import seatless_questions
from traders.domain.letters.plain_text_layout import WIDTH
from traders.domain.play.commands import registry
from traders.domain.play.commands.interpreter import MOST_LINE, MOST_LINES
from traders.domain.play.commands.seatless_answer_types import Reply
from traders.domain.play.manners.seatless_answer_reading import meanings
from traders.domain.post.incoming import held_letters
from traders.domain.post.incoming.order_recognition import NEAR, Reading, Recognition
from traders.domain.post.incoming.server_answers import tell
from traders.domain.table.answer_size_limit import bounded
from traders.domain.table.change_set import Line, refused_line
from traders.engines.kernel.grammar import similar_words
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import fold
from traders.models import Arrival, Letter

MOST_WORDS = 12
"""Words of a line that is read as an answer; a longer one is prose, unless it has a colon."""
_MARKS = " !,;…\t\r\n"


def recognition_of(letter: Letter, *, own: bool = False) -> Recognition:
    """How lines of an answer to the letter read. `own`: its writer's, with manners taken off; else
    they may stand in a quote.
    """
    topic, _ = seatless_questions.topic_of(letter)
    rows, offered = registry.answers_to(topic), seatless_questions.offered(letter)

    @cache
    def reads(line: str) -> Reading:
        folded = _folded(line)
        words = folded.split()[: MOST_WORDS + 1]
        known = (
            folded == "help" or held_letters.confirms(folded) or registry.answer_of(topic, folded)
        )
        if own and not known and next(meanings(line, rows, offered), None):
            return Reading.ORDER
        if known and (":" in folded or len(words) <= MOST_WORDS):
            return Reading.WORDS if ":" in folded else Reading.ORDER
        firsts = [prefix.split()[0] for row in rows for prefix in row.prefixes]
        near = [
            first
            for first in firsts
            if words
            and min(len(words[0]), len(first)) > 3
            and similar_words.of_two(words[0], first) >= NEAR
        ]
        return Reading.NEARLY if near else Reading.PROSE

    return reads


def carry_out(arrival: Arrival, message_id: str, lines: Sequence[str], at: datetime) -> list[Line]:
    """Carry out the lines of an answer from the top, and write what became of them. They are of
    different games, or stand alone: one that is refused stops no other, unlike in a seat's letter.
    """
    letter = arrival.asked_by
    assert letter is not None
    topic, about = seatless_questions.topic_of(letter)
    reply = Reply(letter.game, about, letter.player)
    told = said(topic, reply, lines, at, seatless_questions.offered(letter))
    tell(arrival, message_id, told)
    return told


def said(
    topic: str, reply: Reply, lines: Sequence[str], at: datetime, offered: Collection[str] = ()
) -> list[Line]:
    """Carry out lines of a topic from the top, and tell what became of each; they count from when
    they were taken, `at` (PR-RECEIPT-01). `offered`: what the letter that they answer asks for.
    """
    typed = [line for line in lines if line.strip() and not line.startswith("#")]
    with clock.taken_at(at):
        told = [_carried_out(topic, reply, raw, offered) for raw in typed[:MOST_LINES]]
    if len(typed) > MOST_LINES:
        told.append(Line(f"… and {len(typed) - MOST_LINES} more", "returned"))
    return bounded(told)


def _carried_out(topic: str, reply: Reply, raw: str, offered: Collection[str]) -> Line:
    folded, rows = _folded(raw), registry.answers_to(topic)
    refused: Refusal | None = None
    try:
        if len(raw) > MOST_LINE:
            raise Refusal(f"A line has at most {MOST_LINE:,} characters.", kind="unreadable")
        if folded == "help":
            return Line(raw, "told", _help(topic))
        if held_letters.confirms(folded) and not any(folded in row.prefixes for row in rows):
            with transaction.atomic():
                return held_letters.confirm_answer(reply, folded, raw)
        for meant in meanings(raw, rows, offered):
            try:
                with transaction.atomic():
                    line = meant.answer.deed(reply, meant.rest, meant.line)
                line.text = raw
                return line
            except Refusal as why:
                refused = refused or why
                if why.kind != "unreadable":
                    raise
        forms = [form for row in rows for form in row.forms]
        raise refused or Refusal("I cannot read this.", kind="unreadable", instead=forms)
    except Refusal as refusal:
        return refused_line(raw[:300], refusal)


def _folded(line: str) -> str:
    return fold(line).rstrip(_MARKS)


def _help(topic: str) -> str:
    """What may be answered: each form, and under it what it does."""
    told = ["You may answer:"]
    for row in registry.answers_to(topic):
        told += textwrap.wrap(row.forms[0], WIDTH, initial_indent="  ", subsequent_indent="      ")
        told += textwrap.wrap(row.help, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(told)
