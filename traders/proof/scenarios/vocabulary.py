"""The words that a scenario may use: those of every system, and those that each system's folder
adds.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from traders.engines.kernel.setting import Setting
from traders.engines.registry import ENGINES, engine

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")
NEEDS = ("deals", "personalities", "advanced", "clock")
REMEDIES = ("stand", "admit", "reopen", "reorder", "put-right", "time", "conduct", "unsettled")
CASES = ("late", "missed", "priority", "mail", "rule", "conduct")
REPORTS = ("accepted", "delivered", "deferred", "bounced")

START = ("turn", "stage", "round")
THEN = ("turn", "stage", "round", "interval", "waiting", "winner", "over", "deadline", "frozen")
ORDERED = ("deck", "pile")

HOURS = {"weekends": bool, "holidays": list, "night": list}
"""When clocks stand still: settings of the playing hours (PR-TURN-07)."""


@dataclass(frozen=True, slots=True)
class Words:
    """What one system adds."""

    stages: frozenset[str]
    seat: frozenset[str]
    worked_out: frozenset[str]
    """Of those of a seat what follows from the rest: in `then` alone."""
    whole: frozenset[str]
    start: frozenset[str]
    ordered: frozenset[str]
    intervals: frozenset[str]
    options: dict[str, Setting]


@cache
def words(system: str) -> Words | None:
    """The words of a system; None where no engine plays it. A folder without `scenario.toml` adds
    none.
    """
    if system not in ENGINES:
        return None
    file = files(ENGINES[system]).joinpath("scenario.toml")
    data = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    rules = engine(system)
    return Words(
        stages=frozenset(data.get("stages", ())),
        seat=frozenset(data.get("seat", ())),
        worked_out=frozenset(data.get("worked_out", ())),
        whole=frozenset(data.get("whole", ())),
        start=frozenset(data.get("start", ())),
        ordered=frozenset(data.get("ordered", ())) | frozenset(ORDERED),
        intervals=frozenset(rules.interval_names()),
        options={option.name: option for option in rules.options},
    )
