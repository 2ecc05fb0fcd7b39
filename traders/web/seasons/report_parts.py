"""The parts of a season's report, whatever it is written as."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Part:
    """A part of a report: its heading in a few words, and a table whose first row names the
    columns.
    """

    heading: list[str]
    rows: list[list[Any]] = field(default_factory=list)
