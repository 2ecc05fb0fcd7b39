"""What stands in a deadline's `data`: the clocks of the seats that play waits for, and what has
happened to them. Pure.

A deadline's due time is worked out from its terms and its seats' playing hours, whenever one of
them changes; it is never moved by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from traders.domain.calendar.playing_hours import NOTHING, PlayingHours, latest
from traders.engines.kernel.seats import Seat

HoursOf = Callable[[Seat], PlayingHours]


class SeatClock(msgspec.Struct, omit_defaults=True):
    """A seat's clock: at the moment `since` it had `left` seconds of playing time. Without `since`
    it stands still.
    """

    left: int
    since: datetime | None = None

    def due(self, hours: PlayingHours) -> datetime | None:
        return hours.add(self.since, self.remaining) if self.since else None

    @property
    def remaining(self) -> timedelta:
        """What was left at `since`."""
        return timedelta(seconds=self.left)

    def stop(self, now: datetime, hours: PlayingHours) -> None:
        """Stand still from now on, with what is left."""
        if self.since:
            self.left = max(0, self.left - _seconds(hours.between(self.since, now)))
            self.since = None

    def go(self, now: datetime) -> None:
        """Run from now on, if it stands still."""
        self.since = self.since or now

    def moved(self, due: datetime, hours: PlayingHours) -> None:
        """Have it fall due at `due` (the next moment inside playing hours); only while it runs."""
        assert self.since is not None, "a clock that stands still falls due at no time"
        self.left = _seconds(hours.between(self.since, hours.inside(due)))


class DeadlineState(msgspec.Struct, omit_defaults=True):
    """What a deadline hangs on. Who asked for time, who has answered and whose notice was held up
    stays here, unseen (PR-INTERVAL-05).
    """

    opened: datetime
    clocks: dict[Seat, SeatClock] = {}
    whole: int = 0
    """The whole time given, in seconds of playing time: half of it is the time for a reminder."""
    round: int = 1
    step: str = ""
    """A turn's: `turn`, `bank` (time in hand), `grace`, then `substitute`, `referee` or `referee
    reminded` while play waits for one of them. Of a round that all order at once `bank` and
    `grace`.
    """
    given: datetime | None = None
    """When a turn's own time was over, time in hand and grace left out; known once they run."""
    accepted: bool = False
    """The letter that opened the turn was accepted for delivery, and its clock counts from then
    (PR-TURN-01).
    """
    dead: bool = False
    """The clock has stood still for a dead mailbox already (PR-MAIL-04)."""
    in_turn: bool = False
    """A question in the place of turns: it has the time of a turn, and silence in it counts."""
    on_turn: list[Seat] = []
    held: list[Seat] = []
    """Seats that asked for time (PR-INTERVAL-07)."""
    moved: bool = False
    """The deadline has moved by the holding time, once."""
    answered: dict[Seat, datetime] = {}
    """Seats that have passed or answered, and when."""
    saved: dict[Seat, int] = {}
    """Of a round that all order at once: what a seat that has answered left over, in seconds, and
    when the round is over what of it went into time in hand (PR-TURN-05).
    """
    knew: list[Seat] = []
    """Seats that have shown that they knew of it (PR-MAIL-01)."""
    held_up: dict[Seat, datetime] = {}
    """Seats whose notice was reported as not delivered yet, since when."""
    outages: list[int] = []
    """Outages for which it has moved already, so that none moves it twice (PR-MAIL-03)."""
    paused: bool = False
    """A turn's clock runs, but while the seat on turn alone is asked in an interval it falls due at
    no time.
    """
    backed_out: bool = False
    """Play backed up while the turn ran: if it does not come again, the bank gets nothing."""
    frozen: list[Seat] | None = None
    """Seats whose clocks a freeze stopped (PR-CLAIM-03)."""
    bank: int = 0
    """What a turn that is over put into the seat's time in hand, in seconds: taken out again where
    play backs up into it.
    """
    told: datetime | None = None
    """When players were told last that it falls due, also while its clock stands still."""
    untold: bool = False
    """Its clock stands still, so that nobody can say when it falls due."""
    tellings: int = 0
    """How often what players are told of it has changed."""
    told_at: datetime | None = None
    """When that changed last."""

    @classmethod
    def read(cls, data: Any) -> DeadlineState:
        return msgspec.convert(data, cls)

    def write(self) -> dict[str, Any]:
        written: dict[str, Any] = msgspec.to_builtins(self)
        return written

    # --- due times --------------------------------------------------------------------------------

    def due(self, hours: HoursOf) -> datetime | None:
        """When it falls due: the latest of its seats' deadlines (PR-TURN-07); None while a clock of
        them stands still.
        """
        if self.paused:
            return None
        if self.held_up:
            return self.bound(hours)
        return self.plain_due(hours)

    def plain_due(self, hours: HoursOf) -> datetime | None:
        """The same, held-up notices left aside."""
        dues = [clock.due(hours(seat)) for seat, clock in self.clocks.items()]
        return latest(due for due in dues if due) if dues and all(dues) else None

    def bound(self, hours: HoursOf) -> datetime | None:
        """The farthest that undelivered notices can move it: two interval times more than it had
        (PR-MAIL-01).
        """
        dues = [
            hours(seat).add(clock.since, clock.remaining + 2 * self.whole_time)
            for seat, clock in self.clocks.items()
            if clock.since
        ]
        return latest(dues) if dues and len(dues) == len(self.clocks) else None

    def half(self, hours: HoursOf) -> datetime | None:
        """When half of the whole time has passed for those for whom it is later; None while a clock
        stands still.
        """
        halves = [
            hours(seat).add(clock.since, max(NOTHING, clock.remaining - self.whole_time / 2))
            for seat, clock in self.clocks.items()
            if clock.since
        ]
        return latest(halves) if halves and len(halves) == len(self.clocks) else None

    def shown(self, now: datetime, hours: HoursOf) -> datetime | None:
        """When players are told that it falls due; None while nobody can say: a clock stands still,
        or half of the interval has passed and a notice is still on its way.
        """
        if self.given:
            return self.given
        if any(now > hours(seat).add(self.opened, self.whole_time / 2) for seat in self.held_up):
            return None
        return self.plain_due(hours)

    def tell(self, shown: datetime | None, now: datetime) -> None:
        """Note what players are told now: when it falls due, or that nobody can say. What moves it
        unseen, such as a notice that is held up, leaves no trace here.
        """
        if shown != (None if self.untold else self.told):
            self.told, self.untold = shown or self.told, shown is None
            self.tellings, self.told_at = self.tellings + 1, now

    @property
    def whole_time(self) -> timedelta:
        return timedelta(seconds=self.whole)

    # --- all clocks together ----------------------------------------------------------------------

    def stop(self, now: datetime, hours: HoursOf) -> bool:
        """All clocks stand still from now on; whether one of them ran."""
        ran = any(clock.since for clock in self.clocks.values())
        for seat, clock in self.clocks.items():
            clock.stop(now, hours(seat))
        return ran

    def go(self, now: datetime) -> bool:
        """All clocks run from now on; whether one of them stood still."""
        stood = any(clock.since is None for clock in self.clocks.values())
        for clock in self.clocks.values():
            clock.go(now)
        return stood

    def more(self, length: timedelta) -> None:
        """Give every seat so much more."""
        for clock in self.clocks.values():
            clock.left += _seconds(length)
        self.whole += _seconds(length)

    def remaining(self, seat: Seat, now: datetime, hours: HoursOf) -> timedelta:
        """What the seat's clock has left now."""
        clock = self.clocks[seat]
        gone = hours(seat).between(clock.since, now) if clock.since else NOTHING
        return max(NOTHING, clock.remaining - gone)

    def shift(self, length: timedelta, hours: HoursOf) -> None:
        """Move it by a length of real time: an outage's (PR-MAIL-03)."""
        for seat, clock in self.clocks.items():
            due = clock.due(hours(seat))
            if due:
                clock.moved(due + length, hours(seat))


def _seconds(length: timedelta) -> int:
    return round(length.total_seconds())
