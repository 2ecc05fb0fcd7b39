"""Times that people take to answer a letter: `median 6h, p90 30h`, as a log-normal distribution."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from random import Random

from traders.domain.calendar import durations

_P90 = 1.2815515655446004
"""The standard normal deviate below which nine tenths lie."""
_WRITTEN = re.compile(r"\s*median\s+(\S+?)\s*,\s*p90\s+(\S+)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Delay:
    """A distribution of answering times: median and 90th percentile, in hours."""

    median: float
    p90: float

    def draw(self, random: Random) -> float:
        """One random answering time, in hours."""
        spread = math.log(self.p90 / self.median) / _P90
        return self.median * math.exp(spread * random.gauss(0.0, 1.0))


def read(text: str) -> Delay:
    """Parse a delay. Raises `ValueError` with a sentence."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f'"{text}" is no delay; write one like "median 6h, p90 30h"')
    median, p90 = (durations.read(part).total_seconds() / 3600 for part in match.groups())
    if not 0 < median < p90:
        raise ValueError("the median must be more than nothing, and less than the 90th percentile")
    return Delay(median, p90)
