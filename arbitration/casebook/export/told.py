"""A step of a ruling's scenario, at its own time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class ToldStep:
    """One step: when, after which entry, in which order there."""

    at: datetime
    after: int
    place: int
    step: tuple[tuple[str, Any], ...]
