"""What is to happen at which time, in the order of times."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

Deed = Callable[[datetime], object]
"""Something that happens at a time; it is given that time."""


@dataclass(slots=True)
class Agenda:
    """Deeds with their times; those of one time in the order in which they were entered."""

    _waiting: list[tuple[datetime, int, Deed]] = field(default_factory=list)
    _entered: int = 0

    def enter(self, at: datetime, deed: Deed) -> None:
        """Have it happen then."""
        self._entered += 1
        heapq.heappush(self._waiting, (at, self._entered, deed))

    @property
    def first(self) -> datetime | None:
        """The time of the first; None where nothing is to happen."""
        return self._waiting[0][0] if self._waiting else None

    def do_first(self, now: datetime) -> None:
        """Have the first happen now."""
        _, _, deed = heapq.heappop(self._waiting)
        deed(now)
