"""What the desk knows of a game, as data: nothing that a seat may keep to itself. Pure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock that runs: whose, since when, until when, and at which step of the turn clock."""

    kind: str
    """`turn`, `interval` or `choice`."""
    seat: str
    """Whose; empty of a window, whose seats answer unseen (PR-INTERVAL-05)."""
    since: datetime
    due: datetime | None
    """None while it stands still."""
    told: datetime | None
    """When players are told that it falls due: saved and extra time left out."""
    step: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of the letter that asked a seat last."""

    status: str
    """`written`, `accepted`, `delivered`, `deferred` or `bounced`."""
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """A seat, and what is known of who plays it."""

    colour: str
    called: str = ""
    bot: bool = False
    free: bool = False
    """Nobody has it."""
    offered: bool = False
    """Its player has it until a substitute takes it."""
    dropped: bool = False
    timeouts: int = 0
    """Turns in a row that the clock has ended."""
    mailbox_dead: bool = False
    away_until: datetime | None = None
    fate: Fate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A claim, case or appeal that waits for a ruling."""

    words: str
    """What it is and who rules on it, as all may read it."""
    due: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts:
    """One game of a club that is not over."""

    slug: str
    title: str
    system: str
    made: datetime
    begun: datetime | None
    """None while it gathers players."""
    moved: datetime | None
    waits: str
    """What play waits for, in words that all may read."""
    seats: tuple[SeatFacts, ...]
    clocks: tuple[Clock, ...] = ()
    turns: int = 0
    """Turns that are over."""
    patience: timedelta = timedelta(days=8)
    """For so long nothing happens in a game that goes well: two turns with their extra time, or two
    reactions where these have longer."""
    silent_after: int = 2
    """Turns in a row that the clock has ended, after which a seat is silent (PR-SEAT-05)."""
    paused_until: datetime | None = None
    stands: bool = False
    """Its clocks stand still."""
    case: Case | None = None
    own: bool = False
    """The reader sits or sat in it, and reads of it what the gallery does."""

    def for_the_gallery(self) -> GameFacts:
        """The same without what only those read who sit nowhere in it: whose letter went where,
        who is silent, in whose saved time play is.
        """
        seats = tuple(
            SeatFacts(
                colour=seat.colour,
                called=seat.called,
                bot=seat.bot,
                free=seat.free,
                offered=seat.offered,
                dropped=seat.dropped,
            )
            for seat in self.seats
        )
        clocks = tuple(replace(clock, step="", due=clock.told) for clock in self.clocks)
        return replace(self, own=True, seats=seats, clocks=clocks)

    def seat(self, colour: str) -> SeatFacts | None:
        """The seat of that colour."""
        return next((seat for seat in self.seats if seat.colour == colour), None)

    @property
    def asked(self) -> Collection[str]:
        """Seats that play waits for by name: not those of a window."""
        return [clock.seat for clock in self.clocks if clock.seat]
