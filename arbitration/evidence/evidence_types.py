"""The values of an evidence file, from which findings are worked out. Pure: no database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Literal

from traders.engines.kernel.seats import Seat

MomentKind = Literal["interval", "choice", "order"]
"""What a moment is: an interval, a choice, or the making of an order."""


class Weight(IntEnum):
    """The weight of evidence, the weightiest first (PR-EVIDENCE-01)."""

    HISTORY = 1
    SERVER = 2
    STAMP = 3
    DATE = 4
    WORD = 5


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """One item of evidence. `to`: the seats that may read it, beside the referee; None:
    everybody.
    """

    at: datetime
    text: str
    source: str
    weight: Weight
    to: tuple[Seat, ...] | None = None
    by: Seat = ""
    """The seat that acted: its local time is shown beside the item."""
    aside: bool = False
    """Whether it has little to do with the moment: the case page folds such items."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A mail server's transfer line, and whether that server is on the receiving side
    (PR-MAIL-02).
    """

    at: datetime
    host: str
    ours: bool


@dataclass(frozen=True, slots=True)
class Mail:
    """A letter of the claimant, as evidence."""

    id: int
    taken: datetime
    text: str
    dated: datetime | None = None
    stamps: tuple[Stamp, ...] = ()
    confirmed: bool = False
    """Whether it came from another mailbox, so that it counts from the player's confirmation
    (PR-RECEIPT-03).
    """
    contradicts: str = ""
    """A contradiction within its transfer lines, in words: they then settle nothing."""

    @property
    def reached(self) -> datetime | None:
        """When it reached a mail server of the receiving side (PR-MAIL-02); None where no stamp
        shows it.
        """
        ours = [stamp.at for stamp in self.stamps if stamp.ours]
        return min(ours) if ours else None


@dataclass(frozen=True, slots=True)
class Notice:
    """The claimant's notice of the disputed interval, and its delivery. Reports by mail are in
    `by_mail` alone (PR-EVIDENCE-01).
    """

    written: datetime
    half: datetime
    """When half of the interval had passed for the claimant."""
    accepted: datetime | None = None
    """When the club's own mail server accepted it, which proves no delivery (PR-EVIDENCE-02); None:
    it has not left yet.
    """
    delivered: datetime | None = None
    """When the provider reported it as delivered; None: no such report."""
    bounced: datetime | None = None
    deferred: datetime | None = None
    """Until when it was reported as not delivered."""
    knew: datetime | None = None
    """When the claimant acted in the interval or answered its notice, and so knew of it."""
    looked: datetime | None = None
    """When the claimant first opened the game's page while the interval was open."""
    read: datetime | None = None
    """When a program of the claimant's first read the game while the interval was open: it shows
    not that the claimant knew.
    """
    by_mail: tuple[tuple[datetime, str], ...] = ()
    """Delivery reports by mail, as time and kind: anybody could have written them."""
    contradicts: str = ""

    @property
    def astray(self) -> bool:
        """Whether it bounced, or was known to be undelivered at half of the interval
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
    """Numbers of the entries that a back-up to the disputed moment would undo (PR-BACKUP-02)."""

    chance: tuple[int, ...] = ()
    reveals: tuple[int, ...] = ()
    orders: tuple[int, ...] = ()
    """Orders, and deals, which an order makes; without the one whose making is the moment."""

    @property
    def nothing_revealed(self) -> bool:
        """Whether a back-up would undo nothing random, nothing revealed and no order."""
        return not (self.chance or self.reveals or self.orders)


@dataclass(frozen=True, slots=True)
class DisputedMoment:
    """The disputed moment: an interval, a choice, or the making of an order."""

    kind: MomentKind
    name: str
    key: int
    entry: int
    """The entry to which play backs up: the last one after which it stood at the moment."""
    begun: datetime
    passed: datetime | None
    """When it passed; None while it is open."""
    due: datetime | None = None
    """Its deadline, if play waited."""
    waited: bool = False
    """Whether play waited in it for the claimant."""
    seats: tuple[Seat, ...] = ()
    in_play: bool = True

    @property
    def all_had_passed(self) -> bool:
        """Whether it ended before its deadline (PR-INTERVAL-03)."""
        return self.due is not None and self.passed is not None and self.passed < self.due

    @property
    def over(self) -> datetime:
        """When it ended: at its deadline, or earlier if all had passed."""
        return (self.passed if self.all_had_passed else self.due) or self.passed or self.begun

    def in_time(self, at: datetime) -> bool:
        """Whether a letter received in second `at` was in time: up to the deadline itself
        (PR-RECEIPT-02), or before the last pass (PR-INTERVAL-03).
        """
        return at < self.over if self.all_had_passed else at <= self.over


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """Everything that bears on one claim. The same rows always give the same file."""

    game: int
    number: int
    kind: str
    seat: Seat
    """The claimant; of a case the seat that it is about, "" if none (PR-CLAIM-06)."""
    by: str
    """The claimant, or the office of whoever opened the case, as everybody may read it."""
    words: str
    order: str
    made: datetime
    seats: tuple[Seat, ...]
    at: DisputedMoment | None = None
    possible: bool = True
    """Whether the claimant could have made the order at the moment."""
    why_not: str = ""
    why_rules: tuple[str, ...] = ()
    mail: Mail | None = None
    """The letter refused as late."""
    letters: tuple[Mail, ...] = ()
    """The claimant's letters of late, oldest first."""
    other_mail: Seat = ""
    """Another seat, if the claim is about that seat's letter."""
    notice: Notice | None = None
    notified_at: datetime | None = None
    """When the claimant's notice of the event was accepted for delivery."""
    claim_until: datetime | None = None
    """The last second for claiming a missed wish (PR-BACKUP-01)."""
    undone: Undone = field(default_factory=Undone)
    slips: tuple[str, ...] = ()
    """Differences between the stored and the replayed position, in words."""
    carried: tuple[Seat, ...] = ()
    """Seats in the order in which their reactions were carried out."""
    by_rule: tuple[Seat, ...] = ()
    """Seats in the order that the rules give, with agreements made in time."""
    agreed_late: bool = False
    """Whether that order rests on an agreement in the claimant's letter, stamped in time but
    received late.
    """
    by_stamp: bool = False
    """Whether that order rests on stamps of the claimant's letters, in a club with reactions by
    arrival.
    """


def hour(at: datetime) -> str:
    """A time in UTC, to the second, as findings write it."""
    return f"{at:%H:%M:%S} UTC on {at:%-d %B}"


def moves(numbers: Iterable[int]) -> str:
    """Numbers of entries as `move 3` or `moves 3, 4`."""
    joined = ", ".join(map(str, numbers))
    return f"moves {joined}" if ", " in joined else f"move {joined}"
