"""What can be wrong with a game, the gravest first, and what is wrong with this one. Pure.

The order of `Trouble` is the order of the desk (docs/organizers.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from traders.club.desk.game_facts import Clock, Fate, GameFacts, SeatFacts
from traders.domain.calendar import durations
from traders.engines.kernel.words import count, named


class Trouble(StrEnum):
    """A trouble, by its name in lists: the gravest first."""

    UNDECIDED = "out of time, and waits for a word"
    EMPTY = "a seat without a player"
    BOUNCED = "mail does not arrive"
    SILENT = "a silent seat"
    OFFERED = "a seat that is offered"
    CASE = "a claim waits"
    LATE = "saved or extra time runs"
    ON_ITS_WAY = "a letter is held up"
    MISSED = "the clock ended the last turn"
    GATHERING = "players are missing"
    QUIET = "nothing happens"
    PAUSED = "paused"
    AWAY = "a player is away"


NEEDS_YOU = frozenset({
    Trouble.UNDECIDED, Trouble.EMPTY, Trouble.BOUNCED, Trouble.SILENT, Trouble.OFFERED,
    Trouble.CASE, Trouble.QUIET,
})  # fmt: skip
"""Troubles in which an organizer may have something to do; the others are good to know."""
GATHERS = timedelta(days=3)
"""For so long a game may look for players."""
UNSENT = timedelta(hours=1)
"""For so long a letter may wait to be sent."""


@dataclass(frozen=True, slots=True)
class Found:
    """One trouble of a game, in a sentence without its full stop; `until`, where a time belongs
    to it.
    """

    trouble: Trouble
    words: str
    until: datetime | None = None

    @property
    def needs_you(self) -> bool:
        """Whether an organizer may have something to do."""
        return self.trouble in NEEDS_YOU


def troubles(game: GameFacts, now: datetime) -> tuple[Found, ...]:
    """All that is wrong with the game, the gravest first."""
    order = list(Trouble)
    return tuple(sorted(_found(game, now), key=lambda found: order.index(found.trouble)))


def _found(game: GameFacts, now: datetime) -> Iterator[Found]:
    if game.begun is None:
        free = sum(seat.free for seat in game.seats)
        if free and now - game.made > GATHERS:
            days = count((now - game.made).days, "day")
            yield Found(Trouble.GATHERING, f"{count(free, 'seat')} free for {days}")
        return
    for clock in game.clocks:
        yield from _of_clock(clock)
    for seat in game.seats:
        yield from _of_seat(seat, now, game.silent_after, asked=seat.colour in game.asked)
    if game.case is not None:
        yield Found(Trouble.CASE, game.case.words, game.case.due)
    if game.paused_until is not None:
        yield Found(Trouble.PAUSED, "Paused by an organizer", game.paused_until)
    elif game.stands and game.case is None:
        yield Found(Trouble.PAUSED, "Paused by the table")
    elif game.case is None and game.moved is not None and now - game.moved > game.patience:
        quiet = durations.shortly(now - game.moved)
        yield Found(Trouble.QUIET, f"Nothing has happened for {quiet}")


def _of_clock(clock: Clock) -> Iterator[Found]:
    who = named(clock.seat) if clock.seat else "The round"
    if clock.step.startswith("referee"):
        words = f"{who} is out of time; play waits for a referee or you"
        yield Found(Trouble.UNDECIDED, words, clock.due)
    elif clock.due is None:
        return  # nobody has the seat, or others are waited for
    elif clock.step == "grace":
        yield Found(Trouble.LATE, f"{who}'s extra time runs", clock.due)
    elif clock.step == "bank":
        yield Found(Trouble.LATE, f"{who}'s saved time runs", clock.due)


def _of_seat(seat: SeatFacts, now: datetime, silent_after: int, *, asked: bool) -> Iterator[Found]:
    who = named(seat.colour)
    if seat.bot or seat.dropped:
        return
    if seat.free:
        yield Found(Trouble.EMPTY, f"Nobody plays {who}")
        return
    if seat.offered:
        yield Found(Trouble.OFFERED, f"{who} is offered to substitutes")
    if seat.mailbox_dead:
        yield Found(Trouble.BOUNCED, f"Mail to {who} bounces")
    elif asked and seat.fate is not None:
        yield from _of_letter(who, seat.fate, now)
    if seat.timeouts >= silent_after:
        turns = count(seat.timeouts, "turn")
        yield Found(Trouble.SILENT, f"{who} has been silent for {turns}")
    elif seat.timeouts:
        yield Found(Trouble.MISSED, f"The clock ended {who}'s last turn")
    if asked and seat.away_until is not None:
        yield Found(Trouble.AWAY, f"{who} is away", seat.away_until)


def _of_letter(who: str, fate: Fate, now: datetime) -> Iterator[Found]:
    if fate.status == "bounced":
        yield Found(Trouble.BOUNCED, f"The letter to {who} bounced")
    elif fate.status == "deferred":
        yield Found(Trouble.ON_ITS_WAY, f"The letter to {who} is held up on its way")
    elif fate.status == "written" and now - fate.at > UNSENT:
        yield Found(Trouble.ON_ITS_WAY, f"The letter to {who} has not been sent yet")
