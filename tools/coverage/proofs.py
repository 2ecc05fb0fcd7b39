"""Proofs of rules: scenarios that name a rule, and tests with its id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools.coverage.catalogues import POSTAL, Catalogue
from tools.coverage.places import places
from tools.scenarios.selection import Selection, selected
from traders.proof.scenarios.scenario_types import Scenario

THROUGH_THE_DOOR = "tests/scenarios/test_scenarios.py::test_scenario_through_the_door"
"""The test of a scenario, as pytest names it; the scenario's id follows in brackets."""


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
