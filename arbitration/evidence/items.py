"""What a dossier is made of: values that findings are worked out from, and nothing that can be
asked of a database. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum

from traders.engines.kernel.seats import Seat


class Weight(IntEnum):
    """What outranks what, the weightiest first (PR-EVIDENCE-01)."""

    HISTORY = 1
    SERVER = 2
    STAMP = 3
    DATE = 4
    WORD = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of evidence. `to`: the seats that may be told, beside the referee; None: all."""

    at: datetime
    text: str
    source: str
    weight: Weight
    to: tuple[Seat, ...] | None = None
    by: Seat = ""
    """Whose doing it is: that seat's own hours stand beside it."""
    aside: bool = False
    """It has little to do with the moment: such items are folded on the page of the case."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A transfer line of a mail server, and whether it is the receiving side's (PR-MAIL-02)."""

    at: datetime
    host: str
    ours: bool


@dataclass(frozen=True, slots=True)
class Mail:
    """A letter of the claimant's."""

    id: int
    taken: datetime
    text: str
    dated: datetime | None = None
    stamps: tuple[Stamp, ...] = ()
    confirmed: bool = False
    """It came from another mailbox and counts from the player's confirmation (PR-RECEIPT-03)."""
    contradicts: str = ""
    """What in its transfer lines cannot be true together: then they settle nothing."""

    @property
    def reached(self) -> datetime | None:
        """When it reached a mail server of the receiving side (PR-MAIL-02); None where no stamp
        shows it.
        """
        ours = [stamp.at for stamp in self.stamps if stamp.ours]
        return min(ours) if ours else None


@dataclass(frozen=True, slots=True)
class Notice:
    """The claimant's notice of the disputed interval, and what became of it. Reports by mail are in
    `by_mail` alone (PR-EVIDENCE-01).
    """

    written: datetime
    half: datetime
    """When half of the interval had passed for the claimant."""
    accepted: datetime | None = None
    """When the club's own mail server took it, which tells nothing of its delivery
    (PR-EVIDENCE-02); None: it has not left yet.
    """
    delivered: datetime | None = None
    """When the provider reported it as delivered; None: no such report."""
    bounced: datetime | None = None
    deferred: datetime | None = None
    """Until when it was reported as not delivered."""
    knew: datetime | None = None
    """When the claimant acted in the interval or answered its notice, and so knew of it."""
    looked: datetime | None = None
    """When the claimant first looked at its page while the interval was open."""
    by_mail: tuple[tuple[datetime, str], ...] = ()
    """When which kinds of report came by mail: what a player says."""
    contradicts: str = ""

    @property
    def astray(self) -> bool:
        """It bounced, or is known to have been undelivered when half of the interval had passed
        (PR-MAIL-01).
        """
        if self.bounced is not None:
            return True
        if self.delivered is not None:
            return self.delivered > self.half
        return self.deferred is not None or self.accepted is None or self.accepted > self.half

    @property
    def known(self) -> bool:
        """Whether anything is known of its delivery (PR-EVIDENCE-02)."""
        return self.astray or self.delivered is not None


@dataclass(frozen=True, slots=True)
class Undone:
    """What a back-up to the disputed point would undo (PR-BACKUP-02)."""

    chance: tuple[int, ...] = ()
    reveals: tuple[int, ...] = ()
    orders: tuple[int, ...] = ()
    """Orders but the one in whose course the moment lies."""

    @property
    def nothing_revealed(self) -> bool:
        return not (self.chance or self.reveals or self.orders)


@dataclass(frozen=True, slots=True)
class DisputedMoment:
    """The disputed moment: an interval, a choice, or the making of an order."""

    kind: str
    name: str
    key: int
    entry: int
    """Play backs up to this entry: the last after which it stood at the moment."""
    begun: datetime
    passed: datetime | None
    """When it passed; None while it is open."""
    due: datetime | None = None
    """When it fell due, where it was waited for."""
    waited: bool = False
    """Play waited in it for the claimant."""
    seats: tuple[Seat, ...] = ()
    in_play: bool = True

    @property
    def all_had_passed(self) -> bool:
        """It was over before its deadline (PR-INTERVAL-03)."""
        return self.due is not None and self.passed is not None and self.passed < self.due

    @property
    def over(self) -> datetime:
        """When it was over: at its deadline, or earlier where all had passed."""
        return (self.passed if self.all_had_passed else self.due) or self.passed or self.begun

    def in_time(self, at: datetime) -> bool:
        """Whether what was taken in second `at` was in time: on the stroke of the deadline
        (PR-RECEIPT-02), before the last pass (PR-INTERVAL-03).
        """
        return at < self.over if self.all_had_passed else at <= self.over


@dataclass(frozen=True, slots=True)
class Dossier:
    """Everything that bears on one claim. The same each time it is made of the same rows."""

    game: int
    number: int
    kind: str
    seat: Seat
    """The claimant; of a case the seat that it is about, "" where there is none (PR-CLAIM-06)."""
    by: str
    """Whose claim or case it is, as all may be told."""
    words: str
    order: str
    made: datetime
    seats: tuple[Seat, ...]
    at: DisputedMoment | None = None
    possible: bool = True
    """The claimant could have made the order named then."""
    why_not: str = ""
    why_rules: tuple[str, ...] = ()
    mail: Mail | None = None
    """The letter refused as late."""
    letters: tuple[Mail, ...] = ()
    """The claimant's letters of late, oldest first."""
    other_mail: Seat = ""
    """Another seat whose letter was refused as late, if the claim names it."""
    notice: Notice | None = None
    told: datetime | None = None
    """When the notice of what happened was accepted for delivery to the claimant."""
    limit: datetime | None = None
    """The last second at which a wish may be claimed (PR-BACKUP-01)."""
    undone: Undone = field(default_factory=Undone)
    slips: tuple[str, ...] = ()
    """How the stored position differs from what the moves lead to, in words."""
    carried: tuple[Seat, ...] = ()
    """Whose reactions were carried out in the interval, in that order."""
    right: tuple[Seat, ...] = ()
    """The order that the rules give, with what was agreed in time."""
    agreed_late: bool = False
    """That order rests on the claimant's letter, stamped in time but taken late."""
    by_stamp: bool = False
    """That order rests on stamps of the claimant's letters, where the club gathers by arrival."""
    pieces: tuple[Piece, ...] = ()

    def for_seat(self, seat: Seat | None) -> tuple[Piece, ...]:
        """The evidence that a seat (None: the gallery) may be told of."""
        return tuple(piece for piece in self.pieces if piece.to is None or seat in piece.to)


def hour(at: datetime) -> str:
    """A time as findings write it: UTC, to the second."""
    return f"{at:%H:%M:%S} UTC on {at:%-d %B}"


def moves(numbers: Iterable[int]) -> str:
    """Entries of the history in words: players and referees know them as moves."""
    listed = ", ".join(map(str, numbers))
    return f"moves {listed}" if ", " in listed else f"move {listed}"
