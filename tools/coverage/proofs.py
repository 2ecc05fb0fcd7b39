"""Proofs of rules: scenarios that name a rule, and tests with its id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools.coverage.rule_catalogues import POSTAL, Catalogue
from tools.coverage.rule_places import places
from tools.scenarios.selection import Selection, selected
from traders.proof.scenarios.scenario_types import Scenario

SCENARIOS = "tests/scenarios/test_scenarios.py"


def as_test(scenario: Scenario) -> str:
    """The test of a scenario that a table in memory cannot play, as pytest names it. Those without
    a clock have theirs in a run of any size, which draws some of them to be played so once more.
    """
    through = "_through_the_door" if scenario.clock is not None else ""
    return f"{SCENARIOS}::test_scenario{through}[{scenario.id}]"


@dataclass(slots=True)
class Proofs:
    """Scenarios, and tests by their pytest names, for each rule id."""

    scenarios: dict[str, list[Scenario]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def names(self, rule: str) -> list[str]:
        """Names of all proofs of a rule."""
        return [scenario.id for scenario in self.scenarios.get(rule, [])] + list(
            self.tests.get(rule, [])
        )


def proofs(
    files: Iterable[Path], tests: Path, catalogue: Catalogue, without: frozenset[str]
) -> Proofs:
    """The scenarios that can run (their needs not in `without`; a game's rules are proven without a
    court), and the tests under a folder.
    """
    found = Proofs()
    postal = catalogue.name == POSTAL
    wanted = Selection(without=without, system="" if postal else catalogue.name)
    for scenario in selected(files, wanted):
        if isinstance(scenario, Scenario) and (postal or not scenario.needs_court()):
            for rule in scenario.rules:
                found.scenarios[rule].append(scenario)
    for rule, where in places(catalogue.test_files(tests)).items():
        for place in where:
            name = next((part for part in place.name.split(".") if part.startswith("test_")), "")
            file = place.file.relative_to(tests.parent)
            node = f"{file}::{place.name.replace('.', '::')}" if name else str(file)
            if node not in found.tests[rule]:
                found.tests[rule].append(node)
    return found
