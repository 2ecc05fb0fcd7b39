"""Messages between seats, as one seat or somebody without one may read them (PR-SEAT-08): the one
way to them for pages and programs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from traders.domain.history import anonymous_masks, watching_delay
from traders.domain.people import mutes
from traders.models import Game, Phase, Press, Seat

LOOKED_THROUGH = 5
"""How many times as many messages as are shown are looked through, where some are muted."""


@dataclass(frozen=True)
class ReadMessage:
    """A message as its reader may know it."""

    seat: str
    """The sender; "" behind a mask that is not opened."""
    mask: int
    """The sender's mask; 0 without one."""
    own: bool
    to: str
    """The seat it is for; "" for all, and behind a mask that is not opened."""
    to_mask: int
    """The mask it is for; 0 where it is for a seat or for all."""
    words: str
    at: datetime
    number: int
    """The last move when it was said."""

    @property
    def by(self) -> str:
        """How a reader calls the sender, as in `mute`."""
        return label(self.seat, self.mask)


def label(seat: str, mask: int) -> str:
    """The name under which somebody writes: a mask, or the seat."""
    return f"mask {mask}" if mask else seat


def read_by(
    game: Game, seat: Seat | None, most: int, *, with_muted: bool = False
) -> list[ReadMessage]:
    """At most so many messages, the newest first: to all, and of a seat what it wrote and was
    written, without those whom it muted unless `with_muted`. Without a seat: those to all that are
    older than the watchers' delay.
    """
    if seat is None:
        until = watching_delay.seen_until(game)
        readable = Q(to="", at__lte=until) if until else Q(to="")
        muted: set[str] = set()
    else:
        readable = Q(to="") | Q(to=seat.colour) | Q(seat=seat.colour)
        muted = set() if with_muted else mutes.muted([seat]).get(seat.colour, set())
    rows = Press.objects.filter(readable, game=game).order_by("-pk")
    found = list(rows[: most * (LOOKED_THROUGH if muted else 1)])
    drawn = anonymous_masks.numbers(game) if any(row.masked for row in found) else {}
    told = (_told(row, seat, drawn, over=game.phase == Phase.OVER) for row in found)
    return [one for one in told if one.own or one.by not in muted][:most]


def _told(row: Press, reader: Seat | None, drawn: dict[str, int], *, over: bool) -> ReadMessage:
    shown = not row.masked or over
    known = not row.to_mask or over or (reader is not None and row.to == reader.colour)
    return ReadMessage(
        seat=row.seat if shown else "",
        mask=drawn[row.seat] if row.masked else 0,
        own=reader is not None and row.seat == reader.colour,
        to=row.to if known else "",
        to_mask=row.to_mask,
        words=row.words,
        at=row.at,
        number=row.number,
    )
