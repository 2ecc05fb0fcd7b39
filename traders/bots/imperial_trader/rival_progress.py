"""How near a rival is to the goal, in steps, and how players come nearer from round to round."""

from __future__ import annotations

from math import log

STEP = 0.11
"""What a step is of the logarithm of a captain's worth in an even race: about three actions."""
ROUND = (
    (86, 17, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24, 12),
    (339, 187, 38, 15, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 36, 28),
    (68, 413, 263, 69, 25, 6, 2, 0, 0, 0, 0, 0, 0, 0, 33, 33),
    (10, 135, 391, 240, 59, 22, 8, 2, 1, 0, 0, 0, 0, 0, 41, 38),
    (3, 36, 153, 392, 238, 75, 27, 12, 4, 1, 0, 0, 0, 0, 32, 26),
    (0, 7, 14, 156, 398, 252, 64, 29, 16, 5, 1, 0, 0, 0, 31, 26),
    (0, 0, 0, 15, 159, 440, 208, 61, 38, 15, 5, 1, 0, 0, 32, 28),
    (0, 0, 0, 1, 17, 148, 410, 239, 65, 45, 18, 3, 1, 0, 30, 25),
    (0, 0, 0, 0, 0, 14, 103, 454, 234, 74, 47, 16, 3, 1, 29, 25),
    (0, 0, 0, 0, 0, 1, 9, 132, 462, 208, 74, 44, 14, 3, 29, 25),
    (0, 0, 0, 0, 0, 0, 0, 3, 102, 454, 250, 67, 64, 10, 27, 22),
    (0, 0, 0, 0, 0, 0, 0, 0, 2, 79, 476, 210, 96, 83, 32, 22),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 86, 484, 259, 70, 71, 28),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 97, 490, 236, 120, 56),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 28, 398, 432, 141),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 476, 517),
)
"""Where players stand after a round, of a thousand who stood at each step before it, the nearest
first; the others have reached the goal. Counted in 150,000 games.
"""


def nearness(worth: float) -> int:
    """Steps from the goal, the farthest at most."""
    return min(len(ROUND) - 1, int(-log(max(worth, 1e-12)) / STEP))
