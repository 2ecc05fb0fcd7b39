"""Which scenarios of the files named are run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traders.proof.scenarios.reading import raw, read
from traders.proof.scenarios.script import Scenario, ScenarioError


@dataclass(frozen=True, slots=True)
class Choosing:
    """What `--only`, `--sections` and `--without` ask for; empty asks for nothing."""

    only: frozenset[str] = frozenset()
    sections: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()

    def takes(self, data: dict[str, Any]) -> bool:
        """Whether a scenario, as its file gives it, is chosen; one whose rules or needs are no
        lists is, and fails when it is read.
        """
        if self.only and data.get("id") not in self.only:
            return False
        needs, rules = data.get("needs", []), data.get("rules", [])
        if not isinstance(needs, list) or not isinstance(rules, list):
            return True
        return not self.without & set(map(str, needs)) and (
            not self.sections or self.sections >= {section(str(rule)) for rule in rules}
        )


def section(rule: str) -> str:
    """The section of a rule: `ST-JUMP-04` lies in `JUMP`."""
    parts = rule.split("-")
    return parts[1] if len(parts) == 3 else rule


def choose(paths: Iterable[Path], choosing: Choosing) -> Iterator[Scenario | ScenarioError]:
    """The chosen scenarios of the files, in their order; for what cannot be read, the error."""
    for path in paths:
        try:
            tables = raw(path)
        except ScenarioError as error:
            yield error
            continue
        for number, data in enumerate(tables, 1):
            if choosing.takes(data):
                try:
                    yield read(path, data, number)
                except ScenarioError as error:
                    yield error


def missing(wanted: Collection[str], found: Iterable[Scenario | ScenarioError]) -> list[str]:
    """Ids asked for by `--only` that no file holds."""
    names = {one.id if isinstance(one, Scenario) else one.scenario for one in found}
    return sorted(set(wanted) - names)
