"""What one game session changed: handed to the clock (deadlines) and to the post (letters),
inside the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from traders.engines.kernel.contract.contract import Event, Offer, Pending, View
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat

Answer = Literal[
    "done", "kept", "opened", "waits", "planned", "noted", "asked", "refused", "returned", "told",
    "tested",
]  # fmt: skip
"""What became of a line: carried out; kept unseen till the interval closes; kept so, and opened
with all others since it has closed already; kept till a claim holds play no more; kept as a plan; a
wish noted (stop, standing order …); counts when its seat says `yes` (PR-SEAT-06); refused; returned
unplayed behind a refused line; a question answered; tried only.
"""


@dataclass(slots=True)
class Line:
    """One line of a letter (or page, or API call) and what became of it."""

    text: str
    answer: Answer
    words: str = ""
    """The receipt's sentence: what was done, till when play waits, or why it was refused."""
    kind: str = ""
    """A refusal's kind: unreadable, ambiguous, illegal, stale, late."""
    rules: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    entry: int = 0
    """The last entry when the line was over: what was entered up to it, and after the line above,
    the line made happen. 0 where it is not known.
    """


KEPT_REACTION = "Kept secret until the window closes."
KEPT_ANSWER = "Kept secret until all have answered."
"""Of a question that is put to several at once, or of a round that all order at once."""


def noted(text: str, words: str) -> Line:
    """A line that was a wish."""
    return Line(text, "noted", words)


def refused_line(text: str, why: Refusal) -> Line:
    """A line that was refused, with all that the refusal says."""
    return Line(text, "refused", why.text, why.kind, why.rules, why.instead)


@dataclass(slots=True)
class NumberedEvent:
    """An event with the number of the entry in which it happened."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class SaidMessage:
    """A message of a seat, to all where `to` is empty. `by`: how its readers call the sender, by
    the seat or its mask.
    """

    seat: Seat
    to: Seat
    words: str
    by: str
    to_mask: int = 0
    """The mask that it answers; its writer does not learn whose that is."""


@dataclass(slots=True)
class ChangeSet:
    """What one session changed: the entries added, what they told, what play waited for before and
    after, and the views after it.
    """

    game_id: int
    first: int
    last: int
    """Numbers of the first and last entry added; `last == first - 1` when none was."""
    at: datetime
    told: list[NumberedEvent] = field(default_factory=list)
    before: Pending | None = None
    after: Pending | None = None
    answered: frozenset[Seat] = frozenset()
    """Who has said the last word in the open interval: for the own letters alone, never told to
    others (PR-INTERVAL-05).
    """
    unasked: frozenset[Seat] = frozenset()
    """Whom the open interval does not ask (PR-INTERVAL-10): never told to others either."""
    moment: str = ""
    """Name of what play waits for now (`t12`, `i45`, `c46`, "" when over): reply addresses and
    forms carry it.
    """
    due: datetime | None = None
    """When that falls due, grace and time in hand left out; None while nobody can say."""
    ends: dict[Seat, datetime] = field(default_factory=dict)
    """When the clock ends a seat's turn that play waits for, or carries a round out without its
    orders, both counted; without a seat for which it does not.
    """
    views: dict[Seat, View] = field(default_factory=dict)
    """What each seat sees afterwards; the gallery's under ""."""
    offers: dict[Seat, tuple[Offer, ...]] = field(default_factory=dict)
    letters: dict[Seat, int] = field(default_factory=dict)
    """Numbers of the letters that tell of it."""
    """What each seat may do afterwards."""
    sender: Seat = ""
    lines: list[Line] = field(default_factory=list)
    """What became of the sender's lines, in order; empty when a deadline or referee caused the
    session.
    """
    answered_on_the_spot: bool = False
    """The sender reads the answer where the lines were typed, on the page or through the API: no
    letter repeats it.
    """
    remarks: tuple[str, ...] = ()
    """What the receipt says of the letter's other lines, which did not come to the door."""
    stops: dict[Seat, str] = field(default_factory=dict)
    """The stop of each seat for which the open interval waits."""
    asked_again: frozenset[Seat] = frozenset()
    """Seats whose passes no longer count: the interval was opened once more after reactions
    (PR-PRIORITY-04).
    """
    reacted: frozenset[Seat] = frozenset()
    """Seats whose reactions are kept until the open interval closes; each hears of its own."""
    home: dict[Seat, list[str]] = field(default_factory=dict)
    """Reactions that returned to their owners unplayed and unseen (PR-PRIORITY-03)."""
    mixed: tuple[tuple[Seat, str], ...] = ()
    """What its throws name as mixed into the dice, by seats (PR-CHANCE-03)."""
    mixture: str = ""
    """The mixture of the last of these throws."""
    in_reply_to: str = ""
    """Message-ID of the letter that held them, if they came by letter."""
    press: list[SaidMessage] = field(default_factory=list)
    """What was said in it."""
    notices: list[str] = field(default_factory=list)
    """What every seat is told of it beyond the moves (a proposal, a vote that passed, a seat that
    is free).
    """
    own_notices: dict[Seat, list[str]] = field(default_factory=dict)
    """What one seat alone is told beside that; its letter goes at once."""
    handed: dict[Seat, dict[str, list[object]]] = field(default_factory=dict)
    """What a substitute is told of the seat that is taken over: its `history`, and what was left
    `standing`.
    """
    anew: set[Seat] = field(default_factory=set)
    """Seats for which the notice of what play waits for is written anew, as if new to them."""
    present_again: bool = False
    """The sender's seat was absent until it wrote this (PR-SEAT-05)."""
    offer_ended: bool = False
    """The sender's seat was offered until it wrote this, and all see that it is no more."""
    stopped_plans: dict[Seat, list[str]] = field(default_factory=dict)
    """Plans that stopped, with the lines not carried out (PR-STANDING-04)."""
    afterwards: list[Callable[[], None]] = field(default_factory=list)
    """Done by the door when the session is over: what waited while a claim held play is made."""
    granted: list[tuple[Seat, timedelta]] = field(default_factory=list)
    """More time for seats (PR-REMEDY-06), on the clocks as they run after the session."""
    at_once: bool = False
    """A claim, a ruling or a vote is told in it: its letters go at once, whatever cadence their
    readers chose.
    """
    turn_passed: bool = False
    """Another seat is on turn than before: who wants a notice after each turn gets it now."""
    backed_up: bool = False
    """Play backed up in it: clocks run again from where it resumes."""
    put_right: bool = False
    """The position was put right in it: what is open no more was ended by nobody's answer."""
    started: bool = False
    ended: bool = False
