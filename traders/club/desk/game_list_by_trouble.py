"""The desk's lines, one a game, sorted by trouble. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from traders.club.desk.game_facts import Clock, Fate, GameFacts, SeatFacts
from traders.club.desk.game_troubles import Found, Trouble, troubles
from traders.engines.kernel.words import listed, named

STEPS = {
    "": "",
    "turn": "turn",
    "bank": "saved time",
    "grace": "extra time",
    "substitute": "waits for a substitute",
    "referee": "referee asked",
    "referee reminded": "referee reminded",
}
"""Steps of the turn clock, as the desk calls them."""
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class DeskLine:
    """One game on the desk."""

    game: GameFacts
    found: tuple[Found, ...]
    now: datetime

    @property
    def clock(self) -> Clock | None:
        """What play waits for: of several seats on turn the first to fall due."""
        return min(self.game.clocks, key=lambda one: one.due or NEVER, default=None)

    @property
    def whom(self) -> str:
        """Whom play waits for, in words."""
        called = {seat.colour: "" if seat.free else seat.called for seat in self.game.seats}
        asked = [
            f"{named(seat)} ({called[seat]})" if called.get(seat) else named(seat)
            for seat in self.game.asked
        ]
        # of a window the sentence that all may read, which a name's place does not take as it is
        waits = self.game.waits.removesuffix(".")
        return listed(asked, f"this: {waits}" if waits else "")

    @property
    def step(self) -> str:
        """The step of the clock, in words."""
        if self.game.stands:
            return "paused"
        return STEPS[self.clock.step] if self.clock else ""

    @property
    def fate(self) -> Fate | None:
        """What became of the letter that asked whom play waits for."""
        return self._waited.fate if self._waited else None

    @property
    def away_until(self) -> datetime | None:
        """Until when they are away."""
        return self._waited.away_until if self._waited else None

    @property
    def seats(self) -> str:
        """Seats that are free or offered, in words."""
        said = [
            f"{named(seat.colour)} {'free' if seat.free else 'offered'}"
            for seat in self.game.seats
            if (seat.free or seat.offered) and not seat.dropped
        ]
        return ", ".join(said)

    @property
    def pace(self) -> str:
        """How long a turn has taken so far, in words."""
        game = self.game
        if game.begun is None or not game.turns:
            return "no turn yet"
        hours = (self.now - game.begun) / timedelta(hours=1) / game.turns
        if hours < 1:
            return "less than an hour a turn"
        return f"{hours:.0f} h a turn" if hours < 24 else f"{hours / 24:.1f} days a turn"

    @property
    def grave(self) -> Found | None:
        """The gravest trouble."""
        return self.found[0] if self.found else None

    @property
    def needs_you(self) -> bool:
        """Whether an organizer may have something to do in it."""
        return any(found.needs_you for found in self.found)

    @property
    def _waited(self) -> SeatFacts | None:
        clock = self.clock
        return self.game.seat(clock.seat) if clock and clock.seat else None


def lines(games: Iterable[GameFacts], now: datetime) -> list[DeskLine]:
    """The desk: the gravest trouble first, then what falls due first, then by name."""
    order = list(Trouble)

    def rank(line: DeskLine) -> tuple[int, datetime, str]:
        first = order.index(line.grave.trouble) if line.grave else len(order)
        due = (line.clock.due if line.clock else None) or NEVER
        return first, due, line.game.title.casefold()

    found = (
        DeskLine(game, troubles(game, now), now)
        for game in (one.for_the_gallery() if one.own else one for one in games)
    )
    return sorted(found, key=rank)
