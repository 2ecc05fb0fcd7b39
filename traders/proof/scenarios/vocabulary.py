"""The vocabulary of scenarios: keys and words of every system, and those of each system's
folder.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from traders.engines.kernel.contract.option_declaration import Setting
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
"""Settings of the hours in which clocks run (PR-TURN-07), with their types."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The vocabulary of one system."""

    stages: frozenset[str]
    seat: frozenset[str]
    derived: frozenset[str]
    """Keys of a seat that follow from others: allowed in `then` only."""
    whole: frozenset[str]
    start: frozenset[str]
    ordered: frozenset[str]
    intervals: frozenset[str]
    options: dict[str, Setting]


@cache
def of(system: str) -> Vocabulary:
    """The vocabulary of a system. A folder without `scenario.toml` adds nothing."""
    file = files(ENGINES[system]).joinpath("scenario.toml")
    data = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    rules = engine(system)
    return Vocabulary(
        stages=frozenset(data.get("stages", ())),
        seat=frozenset(data.get("seat", ())),
        derived=frozenset(data.get("worked_out", ())),
        whole=frozenset(data.get("whole", ())),
        start=frozenset(data.get("start", ())),
        ordered=frozenset(data.get("ordered", ())) | frozenset(ORDERED),
        intervals=frozenset(rules.interval_names()),
        options={option.name: option for option in rules.options},
    )
