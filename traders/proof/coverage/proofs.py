"""What would show that a rule is broken: scenarios that name it, and tests with its id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from traders.engines.registry import ENGINES
from traders.proof.coverage.places import places
from traders.proof.scenarios.choosing import Choosing, choose
from traders.proof.scenarios.script import Scenario


@dataclass(slots=True)
class Proofs:
    """By rule id: scenarios, and tests as pytest names them."""

    scenarios: dict[str, list[Scenario]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def named(self, rule: str) -> list[str]:
        """Names of all that prove a rule."""
        return [one.id for one in self.scenarios.get(rule, [])] + list(self.tests.get(rule, []))


TRIED_ELSEWHERE = frozenset({"coverage", "scenarios"})
"""Folders of tests in which ids are examples."""


def _of_rules(tests: Path, system: str) -> list[Path]:
    """Tests that try the system's rules: its engine's, and the domain's."""
    own = tests / "engines" / ENGINES[system].split(".")[-1]
    files = [*own.rglob("test_*.py"), *(tests / "domain").rglob("test_*.py")]
    return sorted(
        file for file in files if not TRIED_ELSEWHERE & set(file.relative_to(tests).parts)
    )


def proofs(files: Iterable[Path], tests: Path, system: str, without: frozenset[str]) -> Proofs:
    """Scenarios of the files that can be run (none of their needs is in `without`, and none asks
    for a court), and tests under a folder.
    """
    found = Proofs()
    for scenario in choose(files, Choosing(without=without)):
        if (
            isinstance(scenario, Scenario)
            and scenario.system == system
            and not scenario.for_the_court()
        ):
            for rule in scenario.rules:
                found.scenarios[rule].append(scenario)
    for rule, where in places(_of_rules(tests, system)).items():
        for place in where:
            name = next((part for part in place.name.split(".") if part.startswith("test_")), "")
            file = place.file.relative_to(tests.parent)
            node = f"{file}::{place.name.replace('.', '::')}" if name else str(file)
            if node not in found.tests[rule]:
                found.tests[rule].append(node)
    return found
