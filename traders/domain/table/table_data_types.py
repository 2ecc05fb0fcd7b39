"""What a table works on: what seats said that is not public yet, moves that become entries, and
rounds of open intervals. Pure data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from traders.engines.kernel.contract.contract import Event, Outcome
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.models import Kind, SealedKind, SealedOutcome, Source

GATHERED = (SealedKind.REACTION, SealedKind.ANSWER)
"""What seats send in an interval, to be carried out when it closes."""
OFFERED, OFFER_OVER = "offer", "offer over"
"""The kinds of what one seat is told of an offer: one that is made or answered, and one that is
withdrawn or has lapsed, of which nothing more is asked; so it is of a standing order, too.
"""


class Round(msgspec.Struct):
    """An interval as far as it has run: its round, and the reactions being carried out."""

    key: int
    number: int = 1
    held: bool = False
    due: bool = False
    carrying: bool = False
    changed: bool = False
    queue: list[int] = []
    unasked: list[Seat] = []
    """Seats for which it holds nothing: they may react, and the server passes for them
    (PR-INTERVAL-10).
    """
    ahead: list[Seat] = []
    """Of these the seats that had answered before it opened (`next: …`)."""


class Progress(msgspec.Struct):
    """What the table remembers beside the position: stored with it, thrown away with it."""

    rounds: dict[int, Round] = {}
    out: dict[Seat, int] = {}
    """The turn in which each seat last ran out of time, by number."""
    serial: int = 0
    """Of what was said last; 0 where it is not known."""
    occasions: dict[int, str] = {}
    """Standing orders said `always`: the occasion on which each was last used, by serial."""
    offers: dict[Seat, int] = {}
    """How many deals each seat has offered or was offered: they are numbered so."""
    haggled: dict[Seat, int] = {}
    """The turn in which each seat last asked for time to bargain, by number."""
    waited: list[int] = []
    """Open offers for which play has waited, by serial."""


@dataclass(slots=True)
class SealedNote:
    """What a seat said that is no entry yet (PR-RECORD-03). `used` is the entry at which it stopped
    to count.
    """

    serial: int
    seat: Seat
    kind: SealedKind
    text: str = ""
    interval: int = 0
    condition: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    made: int = 0
    used: int | None = None
    outcome: SealedOutcome = SealedOutcome.OPEN
    source: Source = Source.LETTER
    row: Any = None
    """The host's row; None for what is new."""
    passed_over: Refusal | None = None
    """Why a line of a plan was passed over, as long as its letter is answered."""

    def count_again(self) -> None:
        """It was not used after all."""
        self.used, self.outcome = None, SealedOutcome.OPEN


@dataclass(slots=True)
class NewEntry:
    """One entry to be: what was done, by whom, from where, and what it told."""

    kind: Kind
    seat: Seat
    text: str
    public: str
    source: Source
    events: list[Event]
    outcome: Outcome | None = None
    hidden: bool = False
    """The outcome is nobody's to see."""
    of: tuple[str, int] | None = None
    """What chance fell from: `("die", 6)`."""
    terms: Terms | None = None
    """Of a deal."""
    seats: tuple[Seat, ...] = ()
    """For whose answers play is asked to wait."""
    answers: tuple[tuple[Seat, str], ...] | None = None
    """What was sealed and is opened in this entry, nobody's to read in it; None but where a
    question of several answers closes.
    """
    afresh: str = ""
    """The pile that was shuffled since play backed up over something of it (PR-BACKUP-04)."""


@dataclass(slots=True)
class Patience:
    """What the clock says that the table must know, and no hours."""

    penniless: frozenset[Seat] = frozenset()
    """Seats whose purse for waiting is empty (PR-INTERVAL-09)."""
    floor_over: Callable[[int], bool] = lambda key: True
    """Whether the shortest time of the interval with that key is over (PR-INTERVAL-05)."""
    people: frozenset[Seat] = frozenset()
    """Seats that people have, who get letters: others are asked always (PR-INTERVAL-10)."""
