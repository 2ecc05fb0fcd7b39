"""A draw that was asked for, and does not bind yet."""

from __future__ import annotations

from datetime import datetime

import msgspec

from traders.club.competition.draws.draw_request_and_result import Draw
from traders.models import Season


class Draft(msgspec.Struct, omit_defaults=True):
    """A draw that was asked for."""

    state: str
    """`asked`, `drawing`, `ready` or `impossible`."""
    seed: int
    first: int
    """The first round that it draws."""
    at: datetime
    share: float = 0.0
    words: str = ""
    """How far it is, or which wish is in the way."""
    people: dict[str, dict[str, int]] = {}
    """Of each division, by the number of its row: the names drawn, with their entrants."""
    drawn: dict[str, Draw] = {}
    """The draw of each division."""
    by_rating: bool = False
    """A knock-out is seeded by rating, not by lot."""
    seeding: tuple[str, ...] = ()
    """The names of a knock-out, the first of the seeding first."""

    @property
    def percent(self) -> int:
        """How far it is."""
        return round(100 * self.share)


def draft_of(season: Season) -> Draft | None:
    """The draw that was asked for; None where there is none."""
    return msgspec.convert(season.draft, Draft) if season.draft else None


def quality(drawn: Draw) -> dict[str, object]:
    """How good a draw is, in words: what was reached beside what is possible."""
    return {
        "meetings": drawn.meetings.words(),
        "most": drawn.most,
        "seats": drawn.seats.words(seats=True),
        "notes": list(drawn.notes),
        "seed": drawn.seed,
    }
