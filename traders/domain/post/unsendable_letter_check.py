"""Letters that must not be sent any more: to a player who no longer has the seat, to an account
that was removed; reminders whose deadline moved, passed, or was answered.
"""

from __future__ import annotations

from django.db.models import QuerySet

from traders.domain.deadlines import interval_answer_status
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.people.seating import NOT_THEIRS
from traders.models import OF_PLAY, Deadline, Letter, LetterKind, Phase, Seat
from traders.models.players import NOBODY

REMOVED = "its reader's account was removed"


def seats_of(letters: QuerySet[Letter]) -> QuerySet[Seat]:
    """All seats of these letters' games."""
    return Seat.objects.filter(game__in=letters.values("game"))


def stale(letter: Letter, seat: Seat | None) -> str:
    """Why the letter must not be sent any more; "" if it may. `seat`: the seat it goes to, as it is
    now.
    """
    return lost(letter, seat) or outdated(letter)


def lost(letter: Letter, seat: Seat | None) -> str:
    """Why it has no reader any more; "" where it has. `seat`: as above."""
    if (letter.recipient or letter.player.email).endswith(f"@{NOBODY}"):
        return REMOVED
    if seat is not None and seat.player_id != letter.player_id:
        return NOT_THEIRS
    return ""


def outdated(letter: Letter) -> str:
    """Why nothing that it says holds any more; "" where it does. Of letters to a player who still
    has the seat only reminders grow stale: others report what happened.
    """
    if letter.kind != LetterKind.REMINDER or letter.game is None:
        return ""
    if letter.game.phase == Phase.OVER:
        return "the game is over"
    open_ones = Deadline.objects.filter(
        game=letter.game, kind__in=OF_PLAY, due=letter.due, done_at=None
    )
    if not open_ones.exists():
        return "its deadline has moved or passed"
    asked = MomentLabel.read(letter.moment)
    if asked.kind == "interval" and interval_answer_status.said(
        letter.game, letter.seat, asked.key
    ):
        return "its reader has answered"
    return ""
