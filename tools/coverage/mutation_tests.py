"""Mutation tests of rules: each mutation in a process of its own, until a scenario or test
fails.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connection

from tools.coverage.child_processes import database_in_memory, in_child, silence, within
from tools.coverage.fault_injection import Mutation, mutations
from tools.coverage.mutation_trial import Trial
from tools.coverage.proofs import as_test
from tools.coverage.report import Coverage, Row
from tools.coverage.rule_catalogues import POSTAL
from tools.coverage.rule_places import Place
from tools.scenarios.in_memory_game import MemoryTable
from traders.engines.registry import engine
from traders.proof.scenarios.scenario_runner import run
from traders.proof.scenarios.scenario_types import Scenario
from traders.proof.scenarios.table_interface import NotInMemoryError

PATIENCE = 3
"""CPU seconds that a scenario may take in memory; a longer one counts as failed."""
PATIENCE_WITH_TESTS = 60
TESTS = 4
"""How many tests of a rule are run where no scenario in memory fails."""
MUTATIONS_FOR_TESTS = 6
"""How many mutations of a place are tried on tests, which take longer."""


def drawn(
    books: list[Coverage], size: int | None, seed: int, wanted: str = ""
) -> list[tuple[Coverage, list[Row]]]:
    """The rules that are kept and proven: the one with the id `wanted`, or as many as `size`, drawn
    by the seed from all the books; all where it is None or there are no more.
    """
    whole = [
        (book, row)
        for book in books
        for row in book.rows
        if row.complete and not row.reason and wanted in ("", row.rule.id)
    ]
    most = len(whole) if size is None else min(size, len(whole))
    picked = {row.rule.id for _, row in random.Random(seed).sample(whole, most)}
    return [
        (book, [row for of, row in whole if of is book and row.rule.id in picked]) for book in books
    ]


def prove(
    root: Path, coverage: Coverage, rows: list[Row], *, first: int | None = None, jobs: int = 0
) -> Iterator[list[Trial]]:
    """Break each of these rules at each of its places, in one process a core, or in `jobs`. Yields
    the trials of a rule as they come. With `first`, a seed, a rule's places are drawn by lot, and
    it is done with the first at which it is noticed.
    """
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.close(reading)
        silence()
        try:
            _work(root, coverage, rows, os.fdopen(writing, "w"), first, jobs)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        for line in pipe:
            yield [Trial(*fields) for fields in json.loads(line)]


def _work(
    root: Path, coverage: Coverage, rows: list[Row], pipe: Any, first: int | None, jobs: int
) -> None:
    trying: Any
    if coverage.system == POSTAL:
        from tools.coverage.postal_mutation_tests import Witnesses, collect

        trying = Witnesses(root, coverage)
        collect(root, trying, rows, lambda: _divided(trying, rows, pipe, first, jobs))
    else:
        _import_once()
        if connection.vendor == "sqlite":
            database_in_memory()
        _divided(Prover(root, coverage), rows, pipe, first, jobs)


def _divided(trying: Any, rows: list[Row], pipe: Any, first: int | None, jobs: int) -> None:
    """Deal the rules out to processes: who is done with one takes the next. Each result is one line
    of JSON, written at once.
    """
    taking, dealing = os.pipe()
    os.write(dealing, b"".join(number.to_bytes(2) for number in range(len(rows))))
    os.close(dealing)
    children = []
    for _ in range(jobs or os.cpu_count() or 1):
        child = os.fork()
        if child == 0:
            try:
                while number := os.read(taking, 2):
                    row = rows[int.from_bytes(number)]
                    os.write(pipe.fileno(), _line(_trials(trying, row, first)))
            finally:
                os._exit(0)
        children.append(child)
    os.close(taking)
    for child in children:
        os.waitpid(child, 0)


def _line(trials: list[Trial]) -> bytes:
    return (json.dumps([astuple(trial) for trial in trials]) + "\n").encode()


def _trials(trying: Any, row: Row, first: int | None) -> list[Trial]:
    found = sorted(row.kept, key=_functions_first)
    if first is not None:
        random.Random(f"{row.rule.id} {first}").shuffle(found)
    at, trials = trying.rule(row), list[Trial]()
    for place in found:
        trials.append(at(place))
        if first is not None and trials[-1].noticed:
            break
    return trials


def _import_once() -> None:
    """Import slow modules before the processes are forked."""
    for name in ("pytest", "hypothesis.core", "hypothesis.strategies", "faker.factory"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()


class Prover:
    """Mutation tests for one system."""

    def __init__(self, root: Path, coverage: Coverage) -> None:
        self.root = root
        self.package = coverage.package
        self.scenarios = dict(coverage.proofs.scenarios)
        self.tests = dict(coverage.proofs.tests)

    def rule(self, row: Row) -> Callable[[Place], Trial]:
        """What breaks a place of the rule until a proof fails that holds on unbroken code."""
        witnesses = [
            item
            for item in self.scenarios.get(row.rule.id, [])
            if in_child(partial(_holds, item)) is True
        ]
        return partial(self._place, row, witnesses, self._tests(row, witnesses))

    def _place(self, row: Row, witnesses: list[Scenario], tests: list[str], place: Place) -> Trial:
        forms, tried = mutations(place), dict[str, None]()
        label = place.label(self.root)
        kinds: list[tuple[Callable[..., Any], list[Any], list[Mutation]]] = [
            (self._by_scenarios, witnesses, forms),
            (self._by_tests, tests, forms[:MUTATIONS_FOR_TESTS]),
        ]
        for check, evidence, candidates in kinds:
            for broken in candidates if evidence else []:
                tried[broken.words] = None
                noticed = in_child(partial(check, broken, evidence))
                if noticed and (
                    evidence is witnesses
                    or in_child(partial(failing, self.root, [noticed[0]])) is None
                ):
                    name, how = noticed
                    return Trial(row.rule.id, label, broken.words, name, how, len(tried))
        return Trial(row.rule.id, label, "; ".join(tried), tried=len(tried))

    def _tests(self, row: Row, witnesses: list[Scenario]) -> list[str]:
        """Tests that cite the rule, then scenarios that need the door, as tests."""
        named = {one.id for one in witnesses}
        behind = [one for one in self.scenarios.get(row.rule.id, []) if one.id not in named]
        door = [as_test(one) for one in behind]
        return [*self.tests.get(row.rule.id, []), *door][:TESTS]

    def _by_scenarios(self, broken: Mutation, witnesses: list[Scenario]) -> tuple[str, str] | None:
        try:
            broken.apply(self.root, self.package)
            engine(witnesses[0].system)
        except Exception:  # noqa: BLE001 - a form that cannot be loaded shows nothing
            return None
        for scenario in witnesses:
            within(PATIENCE)
            result = run(scenario, MemoryTable)
            if not result.ok:
                return scenario.id, result.difference
        return None

    def _by_tests(self, broken: Mutation, tests: list[str]) -> tuple[str, str] | None:
        try:
            broken.apply(self.root, self.package)
        except Exception:  # noqa: BLE001 - see above
            return None
        within(PATIENCE_WITH_TESTS)
        return failing(self.root, tests)


def failing(root: Path, tests: list[str]) -> tuple[str, str] | None:
    """The first of these tests that fails in this process, and how; None if none does."""
    import pytest  # imported here: servers load this module and have no pytest

    watch = _Watch()
    os.chdir(root)
    # plain assertions: the modules are imported already, so that pytest cannot rewrite them
    pytest.main(
        ["-q", "-x", "-n0", "--assert=plain", "-p", "no:cacheprovider", "--no-header", *tests],
        plugins=[watch],
    )
    return watch.failed


class _Watch:
    """A pytest plugin that stores the first failure."""

    def __init__(self) -> None:
        self.failed: tuple[str, str] | None = None

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and self.failed is None:
            lines = str(report.longreprtext).splitlines()
            failed_lines = [line[1:].strip() for line in lines if line.startswith(">")] + [
                line.strip() for line in lines if line.strip()
            ][-1:]
            self.failed = (report.nodeid, failed_lines[0] if failed_lines else report.when)


def _functions_first(place: Place) -> tuple[int, str, int]:
    return (("function", "table", "row").index(place.kind), str(place.file), place.line)


def _holds(scenario: Scenario) -> bool:
    try:
        return run(scenario, MemoryTable).ok
    except NotInMemoryError:
        return False
