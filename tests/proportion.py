"""How long a thing takes beside a plain one of the same size, in the same run: a slow machine is
slow for both.
"""

from __future__ import annotations

import time
from collections.abc import Callable

LEAST = 0.05
"""CPU seconds for which the plain one is repeated: what takes less is not measured well."""
TRIES = 3


def seconds(deed: Callable[[], object]) -> float:
    """CPU seconds that it takes, once."""
    began = time.process_time()
    deed()
    return time.process_time() - began


def usual(plain: Callable[[], object]) -> float:
    """CPU seconds that the plain one takes, on the average of as many as are needed."""
    took, times = 0.0, 0
    while took < LEAST:
        took += seconds(plain)
        times += 1
    return took / times


def times_as_long(deed: Callable[[], object], plain: float, most: float) -> float:
    """How many times as long as the plain one, whose CPU seconds are given, it takes: the least of
    some tries, of which the first is enough if it is no more than `most`.
    """
    ratio = float("inf")
    for _ in range(TRIES):
        ratio = min(ratio, seconds(deed) / plain)
        if ratio <= most:
            break
    return ratio
