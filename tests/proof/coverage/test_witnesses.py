"""Who may notice that a rule is broken: every test that names it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from tests.examples import SIZE, SIZES
from tests.scenarios import test_scenarios
from tools.coverage import postal_mutation_tests
from tools.coverage.child_processes import in_child
from tools.coverage.proofs import SCENARIOS, Proofs, as_test
from tools.coverage.report import Coverage, Reasons, Row
from tools.coverage.rule_catalogues import POSTAL, catalogue

HERE = "tests/proof/coverage"
NAMED = {
    f"{HERE}/test_rules_proven.py::test_whoever_breaks_a_rule_is_noticed",
    f"{HERE}/test_places.py::test_where_code_and_data_keep_rules",
}
"""A long test, and one that is not."""


@pytest.mark.parametrize("size", SIZES)
def test_tests_of_every_size_are_witnesses_in_a_run_of_any(
    size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SIZE, size)
    monkeypatch.setattr(postal_mutation_tests, "database_in_memory", lambda: None)
    book = catalogue(POSTAL).book()
    row = Row(next(iter(book)), [], sorted(NAMED), "")
    proofs = Proofs(tests={row.rule.id: sorted(NAMED)})
    coverage = Coverage(POSTAL, "traders.domain.settings", book, Reasons(), [row], proofs)

    def collected() -> list[str]:
        found = postal_mutation_tests.Witnesses(Path(settings.HOUSE), coverage)
        postal_mutation_tests.collect(found.root, found, [row], lambda: None)
        return [item.nodeid for item in found.items]

    assert {node.partition("[")[0] for node in in_child(collected)} >= NAMED


def test_every_scenario_has_its_test_in_a_run_of_any_size() -> None:
    known = {
        f"{SCENARIOS}::{test.__name__}[{one.id}]"
        for test in (test_scenarios.test_scenario, test_scenarios.test_scenario_through_the_door)
        for mark in test.pytestmark
        if mark.name == "parametrize"
        for one in mark.args[1]
    }
    assert {as_test(one) for one in test_scenarios.ALL} <= known
