"""A step of an exported scenario."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, order=True)
class ScenarioStep:
    """One step: its time, the entry before it, and its rank among steps there."""

    at: datetime
    after: int
    place: int
    step: tuple[tuple[str, object], ...]
