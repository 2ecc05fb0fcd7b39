"""How near a rival is to the goal, in steps, and how players come nearer from round to round."""

from __future__ import annotations

from math import log

STEP = 0.11
"""What a step is of the logarithm of a captain's worth in an even race: about three actions."""
ROUND = (
    (125, 21, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 6),
    (455, 241, 44, 43, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17, 9),
    (33, 449, 343, 71, 39, 7, 2, 1, 0, 0, 0, 0, 0, 0, 15, 8),
    (4, 90, 459, 243, 109, 33, 9, 3, 1, 0, 0, 0, 0, 0, 20, 10),
    (1, 13, 113, 413, 283, 102, 34, 13, 4, 1, 0, 0, 0, 0, 15, 8),
    (0, 2, 10, 90, 439, 305, 71, 34, 18, 6, 1, 0, 0, 0, 16, 8),
    (0, 0, 0, 10, 123, 477, 200, 95, 41, 17, 6, 1, 0, 0, 20, 10),
    (0, 0, 0, 0, 8, 115, 437, 285, 61, 44, 19, 4, 1, 0, 17, 9),
    (0, 0, 0, 0, 0, 8, 81, 464, 277, 76, 47, 16, 4, 1, 17, 9),
    (0, 0, 0, 0, 0, 1, 7, 121, 488, 212, 79, 44, 14, 3, 21, 10),
    (0, 0, 0, 0, 0, 0, 0, 3, 90, 477, 270, 69, 52, 10, 20, 9),
    (0, 0, 0, 0, 0, 0, 0, 0, 1, 71, 504, 236, 105, 44, 29, 10),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 80, 473, 286, 71, 70, 19),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 96, 489, 244, 125, 45),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 29, 394, 441, 135),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 543, 448),
)
"""Where players stand after a round, of a thousand who stood at each step before it, the nearest
first; the others have reached the goal. Counted in 400,000 games.
"""


def nearness(worth: float) -> int:
    """Steps from the goal, the farthest at most."""
    return min(len(ROUND) - 1, int(-log(max(worth, 1e-12)) / STEP))
