"""What a seat says to the court on a page or through the API: the same words through the same door
as by letter.
"""

from __future__ import annotations

from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Game

MOST_WORDS = 4_000


def said(game: Game, seat: Seat, text: str, source: str) -> Line:
    """Have the seat say one line; what became of it."""
    try:
        lines = timeline.orders(game.pk, seat, text, source=source, on_the_spot=True).lines
    except Refusal as refusal:  # of the whole letter: the game has not begun
        return Line(
            text,
            "refused",
            refusal.text,
            refusal.kind,
            tuple(refusal.rules),
            tuple(refusal.instead),
        )
    return lines[0] if lines else Line(text, "refused", "Nothing was said.", "unreadable")


def claim(kind: str, about: str, words: str) -> str:
    """A claim as a letter would have it."""
    about, words = one_line(about).replace(":", " ").strip(), one_line(words)
    return (
        f"claim {one_line(kind)}"
        + (f" about {about}" if about else "")
        + (f": {words}" if words else "")
    )


def answer(number: int, words: str, *, private: bool) -> str:
    """An answer to a claim, to all or to the referee alone."""
    return f"answer{' privately' if private else ''} {number}: {one_line(words)}"


def appeal(number: int, words: str) -> str:
    """An appeal against a ruling."""
    return f"appeal {number}: {one_line(words)}"


def withdrawal(number: int) -> str:
    """A claim taken back."""
    return f"withdraw claim {number}"


def one_line(text: str) -> str:
    """A letter's line is one line, whatever was typed."""
    return " ".join(text.split())[:MOST_WORDS]
