"""Selection of the scenarios to run from the files named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from traders.proof.scenarios.scenario_file_reader import raw, read
from traders.proof.scenarios.scenario_types import Scenario, ScenarioError


@dataclass(frozen=True, slots=True)
class Selection:
    """The conditions of `--only`, `--sections` and `--without`, and the system that is wanted; an
    empty one selects everything.
    """

    only: frozenset[str] = frozenset()
    sections: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    system: str = ""

    def includes(self, data: Mapping[str, object]) -> bool:
        """Whether a scenario's table is selected. One whose rules or needs are no lists is, and
        fails when it is read.
        """
        if self.only and data.get("id") not in self.only:
            return False
        if self.system and data.get("system") != self.system:
            return False
        needs, rules = data.get("needs", []), data.get("rules", [])
        if not isinstance(needs, list) or not isinstance(rules, list):
            return True
        return not self.without & set(map(str, needs)) and (
            not self.sections or self.sections >= {section(str(rule)) for rule in rules}
        )


def section(rule: str) -> str:
    """The section of a rule: `JUMP` for `ST-JUMP-04`."""
    parts = rule.split("-")
    return parts[1] if len(parts) == 3 else rule


def selected(paths: Iterable[Path], selection: Selection) -> Iterator[Scenario | ScenarioError]:
    """The selected scenarios of the files, in order; an error for each that cannot be read."""
    for path in paths:
        try:
            tables = raw(path)
        except ScenarioError as error:
            yield error
            continue
        for number, data in enumerate(tables, 1):
            if selection.includes(data):
                try:
                    yield read(path, data, number)
                except ScenarioError as error:
                    yield error


def missing(wanted: Collection[str], found: Iterable[Scenario | ScenarioError]) -> list[str]:
    """Ids of `--only` that no file contains."""
    names = {item.id if isinstance(item, Scenario) else item.scenario for item in found}
    return sorted(set(wanted) - names)
