"""Somebody who guesses, from all that another seat can see of a window, whether a seat was asked in
it: the nearest windows of which it is known decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev

Seen = tuple[float, ...]
"""What is seen of one window, in numbers."""
NEAREST = 15


def right(one: Sequence[Seen], other: Sequence[Seen], random: Random) -> float:
    """How many of a hundred windows are guessed right, whether they are of the one kind or of the
    other: half of them are known, half are guessed. 50 is chance.
    """
    windows = [*((seen, True) for seen in one), *((seen, False) for seen in other)]
    random.shuffle(windows)
    scales = [pstdev(column) or 1.0 for column in zip(*(seen for seen, _ in windows), strict=True)]
    scaled = [
        (tuple(value / scale for value, scale in zip(seen, scales, strict=True)), kind)
        for seen, kind in windows
    ]
    known, guessed = scaled[: len(scaled) // 2], scaled[len(scaled) // 2 :]
    return 100 * fmean(_guess(seen, known) == kind for seen, kind in guessed)


def _guess(seen: Seen, known: Sequence[tuple[Seen, bool]]) -> bool:
    def distance(of: tuple[Seen, bool]) -> float:
        return sum((a - b) ** 2 for a, b in zip(seen, of[0], strict=True))

    near = sorted(known, key=distance)[:NEAREST]
    return 2 * sum(kind for _, kind in near) > len(near)


def by_chance(windows: int) -> float:
    """How far from 50 of a hundred so many guesses come by chance alone, but once in a million."""
    return 5 * 100 * sqrt(0.25 / max(1, windows // 2))
