"""Letters that could not leave before play went past what they ask: they are not sent as questions.
What they told goes into the seat's next letter; what answers the reader's own letter goes by itself
(PR-RECEIPT-10).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from traders.domain.deadlines import delivery_report_effects, interval_answer_status
from traders.domain.history import recording_and_replay
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.letter_facts import decode, encode
from traders.domain.letters.unsent_letters_after_rewind import (
    KEPT,
    kind_without_question,
    without_question,
)
from traders.engines.kernel.contract.contract import Turn
from traders.engines.registry import engine as engine_of
from traders.models import Letter, LetterKind, LetterStatus, Phase

WAITED = timedelta(minutes=2)
"""After so long a letter may have been overtaken; younger ones go without a look."""
GONE = (LetterStatus.HELD, LetterStatus.FOLDED, LetterStatus.STALE, LetterStatus.FAILED)
"""States of letters that are not sent as they were written."""
ASKED_LATE = "its reader is asked only now"


def still_asks(letter: Letter) -> bool:
    """Whether play still waits for what the letter asks of its reader, as far as can be known."""
    game = letter.game
    if game is None or not letter.moment or not letter.seat or game.position is None:
        return True
    if game.phase != Phase.PLAYING:
        return False
    engine, state = engine_of(game.system), recording_and_replay.position_now(game)
    kind, key, _ = MomentLabel.read(letter.moment)
    if kind == "turn":
        pending = engine.pending(state)
        return not isinstance(pending, Turn) or pending.number == key
    return key in engine.standing(state) and not interval_answer_status.said(game, letter.seat, key)


def overtaken(letter: Letter, now: datetime) -> dict[str, object]:
    """What becomes of a letter that is about to be sent and has `WAITED`, by the names of its
    columns; nothing of one that may go as it is. `letter`: with its game.
    """
    if not letter.asks or letter.game_id is None:
        return {}
    if letter.kind == LetterKind.REMINDER:
        return _stale(ASKED_LATE) if _asked_late(letter) else {}
    if still_asks(letter):
        return _dated_anew(letter, now)
    facts = decode(letter.facts)
    by_itself = letter.kind in KEPT or bool(facts.lines or facts.home or facts.plans)
    if not (by_itself or facts.events or facts.earlier or facts.notices or facts.press):
        return _stale("play went past its question")
    without_question(facts)
    changed: dict[str, object] = {
        "facts": encode(facts),
        "kind": kind_without_question(letter.kind, facts),
        "moment": "",
        "due": None,
        "asks": False,
        "raw": None,
        "picture": None,
    }
    if by_itself:
        return changed | {"status": LetterStatus.WRITTEN, "next_try": now}
    return changed | {"status": LetterStatus.HELD, "next_try": None}


def _dated_anew(letter: Letter, now: datetime) -> dict[str, object]:
    """The hour until which its reader has time if it leaves now, where it told another. One that
    may have left already goes again as it was.
    """
    facts = decode(letter.facts)
    surely_here = letter.attempts <= 1 or letter.blocked
    if letter.game_id is None or facts.due is None or not surely_here:
        return {}
    asked = (letter.game_id, letter.seat, letter.moment, now, letter.written)
    due, ends = delivery_report_effects.told_if_left(*asked)
    if due is None or due - facts.due <= WAITED:
        return {}
    facts.due, facts.ends = due, ends
    told = {"facts": encode(facts), "due": due, "raw": None, "picture": None}
    return told | {"status": LetterStatus.WRITTEN, "next_try": now}


def _asked_late(reminder: Letter) -> bool:
    """Whether the letter that asks was itself sent only after its reminder was written."""
    asking = Letter.objects.filter(
        game=reminder.game_id, seat=reminder.seat, moment=reminder.moment, asks=True
    ).exclude(kind=LetterKind.REMINDER)
    return asking.filter(claimed_at__gt=reminder.written).exists()


def _stale(why: str) -> dict[str, object]:
    return {"status": LetterStatus.STALE, "problem": why, "next_try": None}
