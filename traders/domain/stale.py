"""What is no longer true when it would be sent: a reminder after its deadline moved, passed, or was answered."""

from __future__ import annotations

from traders.domain import last_words
from traders.models import Deadline, DeadlineKind, Letter, LetterKind, Phase

_WAITED_FOR = (DeadlineKind.TURN, DeadlineKind.INTERVAL, DeadlineKind.CHOICE)


def stale(letter: Letter) -> str:
    """Why the letter must not be sent any more; "" where it may. Only reminders grow stale: all else tells what happened."""
    if letter.kind != LetterKind.REMINDER or letter.game is None:
        return ""
    if letter.game.phase == Phase.OVER:
        return "the game is over"
    open_ones = Deadline.objects.filter(game=letter.game, kind__in=_WAITED_FOR, due=letter.due, done_at=None)
    if not open_ones.exists():
        return "its deadline has moved or passed"
    if letter.moment[:1] == "i" and last_words.said(letter.game, letter.seat, int(letter.moment[1:])):
        return "its reader has answered"
    return ""
