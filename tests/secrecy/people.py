"""People who answer reaction windows, each in a way of its own, and what they have answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from traders.domain.calendar.playing_hours import ALWAYS
from traders.domain.deadlines.answer_time_model import Answer, Habits

WINDOW = timedelta(hours=12)
BEFORE = datetime(2026, 1, 5, tzinfo=UTC)
ZONE = "Europe/Berlin"


@dataclass(frozen=True)
class Person:
    """Answers after so many hours awake, about half of the time later than `median`; some windows
    it lets pass.
    """

    median: float
    spread: float
    misses: float
    rises: int

    @classmethod
    def drawn(cls, random: Random) -> Person:
        return cls(
            random.uniform(0.4, 5.0),
            random.uniform(0.3, 1.2),
            random.choice([0.0, 0.1, 0.3]),
            random.randint(6, 10),
        )

    def answers(self, opened: datetime, random: Random) -> datetime | None:
        """When the person answers a window that opens then; None for not at all in its time."""
        if random.random() < self.misses:
            return None
        hours = self.median * random.lognormvariate(0.0, self.spread)
        awake = frozenset(range(self.rises, self.rises + 14))
        at = Habits(ZoneInfo(ZONE), awake).after(opened, timedelta(hours=hours), ALWAYS)
        return at if at is not None and at < opened + WINDOW else None

    def history(self, random: Random, windows: int = 60) -> list[Answer]:
        """Windows of the past, with what the person said to them."""
        opened = [
            BEFORE + timedelta(seconds=random.randrange(50 * 24 * 3600)) for _ in range(windows)
        ]
        return [Answer(False, one, self.answers(one, random), one + WINDOW) for one in opened]
