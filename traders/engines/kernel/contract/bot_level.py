"""Levels of a bot: how well it plays."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How well a bot plays, from the weakest to the strongest."""

    LEARNER = "learner"
    PLAYER = "player"
    MASTER = "master"
