"""What a scenario's `start` may say, checked alike in all games. Names no game."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any


def must_be_known(said: Mapping[str, Any], known: Set[str], where: str) -> None:
    """`ValueError` for what a game does not know in this place."""
    for key in said:
        if key not in known:
            raise ValueError(f"{key} is not known in {where}")


def must_be_whole(said: Mapping[str, Any], names: Set[str], where: str) -> None:
    """`ValueError` where one of these is said and is no whole number from 0."""
    for name in sorted(names & set(said)):
        if type(said[name]) is not int or said[name] < 0:
            raise ValueError(f"{where}.{name}: {said[name]!r} is no whole number from 0")
