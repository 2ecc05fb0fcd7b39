"""Order lines from the claim pages and the API, as a letter would have them, handed to the same
door.
"""

from __future__ import annotations

from traders.domain.table.change_set import Line, refused_line
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Seat, Source

MOST_WORDS = 4_000


def send(place: Seat, text: str, source: Source) -> Line:
    """Carry one line out for a seat's player. Returns the line with its answer; a refusal does not
    raise.
    """
    try:
        lines = timeline.orders(
            place.game_id,
            place.colour,
            text,
            source=source,
            on_the_spot=True,
            player=place.player,
        ).lines
    except Refusal as refusal:  # of the whole letter: the game has not begun, the seat is given
        return refused_line(text, refusal)
    return lines[0] if lines else Line(text, "refused", "Nothing was said.", "unreadable")


def claim(kind: str, about: str, words: str) -> str:
    """The line that makes a claim."""
    about, words = one_line(about).replace(":", " ").strip(), one_line(words)
    return (
        f"claim {one_line(kind)}"
        + (f" about {about}" if about else "")
        + (f": {words}" if words else "")
    )


def answer(number: int, words: str, *, private: bool) -> str:
    """The line that answers a claim, to all or to the referee alone."""
    return f"answer{' privately' if private else ''} {number}: {one_line(words)}"


def appeal(number: int, words: str) -> str:
    """The line that appeals against a ruling."""
    return f"appeal {number}: {one_line(words)}"


def withdrawal(number: int) -> str:
    """The line that withdraws a claim."""
    return f"withdraw claim {number}"


def one_line(text: str) -> str:
    """The text on one line, cut to `MOST_WORDS` characters."""
    return " ".join(text.split())[:MOST_WORDS]
