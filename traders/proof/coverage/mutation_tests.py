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
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.db import connection

from traders.engines.registry import engine
from traders.proof.coverage.fault_injection import Mutation, mutations
from traders.proof.coverage.places import Place
from traders.proof.coverage.report import Coverage, Row
from traders.proof.scenarios.memory_game import MemoryTable
from traders.proof.scenarios.playing import run
from traders.proof.scenarios.script import Scenario
from traders.proof.scenarios.table_interface import NotInMemoryError

PATIENCE = 3
"""Seconds that a scenario may take in memory; a longer one counts as failed."""
PATIENCE_WITH_TESTS = 60
TESTS = 4
"""How many tests of a rule are run where no scenario in memory fails."""
MUTATIONS_FOR_TESTS = 10
"""How many mutations are tried on tests, which take longer."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of breaking the code of one rule."""

    rule: str
    place: str = ""
    broken: str = ""
    noticed: str = ""
    """The scenario or test that failed; "" if none did."""
    how: str = ""
    tried: int = 0


def sample(coverage: Coverage, size: int, seed: int) -> list[Row]:
    """A random sample, by the seed, of the rules that are kept and proven; all if there are no
    more.
    """
    whole = [row for row in coverage.rows if row.complete and not row.reason]
    return sorted(
        random.Random(seed).sample(whole, min(size, len(whole))), key=lambda row: row.rule.id
    )


def prove(root: Path, coverage: Coverage, rows: list[Row]) -> Iterator[Trial]:
    """Break the code of each of these rules, in one process a core. Yields results as they come.

    The processes are forked at once, before the caller starts a thread of its own.
    """
    trying = Prover(root, coverage)
    _import_once()
    pool = ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("fork"))
    return _results(pool, [pool.submit(trying.rule, row) for row in rows])


def _results(pool: ProcessPoolExecutor, trials: list[Future[Trial]]) -> Iterator[Trial]:
    with pool:
        for done in as_completed(trials):
            yield done.result()


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

    def rule(self, row: Row) -> Trial:
        """Break the places of a rule one after another until a proof fails that holds on unbroken
        code.
        """
        witnesses = [
            item
            for item in self.scenarios.get(row.rule.id, [])
            if _in_child(partial(_holds, item)) is True
        ]
        tests = self._tests(row, witnesses)
        tried = 0
        mutated = [
            (place, broken)
            for place in sorted(row.kept, key=_functions_first)
            for broken in mutations(place)
        ]
        first_forms = sorted(
            mutated, key=lambda form: [item for item in mutated if item[0] == form[0]].index(form)
        )[:MUTATIONS_FOR_TESTS]
        kinds: list[
            tuple[Callable[..., tuple[str, str] | None], list[Any], list[tuple[Place, Mutation]]]
        ] = [(self._by_scenarios, witnesses, mutated), (self._by_tests, tests, first_forms)]
        for check, evidence, candidates in kinds:
            for place, broken in candidates if evidence else []:
                tried += 1
                noticed = _in_child(partial(check, broken, evidence))
                if noticed and (
                    evidence is witnesses
                    or _in_child(partial(failing, self.root, [noticed[0]])) is None
                ):
                    name, how = noticed
                    return Trial(
                        row.rule.id, place.label(self.root), broken.words, name, how, tried
                    )
        return Trial(
            row.rule.id, ", ".join(place.label(self.root) for place in row.kept), tried=tried
        )

    def _tests(self, row: Row, witnesses: list[Scenario]) -> list[str]:
        """Tests that cite the rule, then scenarios that need the door, as tests."""
        named = {one.id for one in witnesses}
        behind = [one for one in self.scenarios.get(row.rule.id, []) if one.id not in named]
        door = [f"tests/scenarios/test_scenarios.py::test_scenario[{one.id}]" for one in behind]
        return [*self.tests.get(row.rule.id, []), *door][:TESTS]

    def _by_scenarios(self, broken: Mutation, witnesses: list[Scenario]) -> tuple[str, str] | None:
        try:
            broken.apply(self.root, self.package)
            engine(witnesses[0].system)
        except Exception:  # noqa: BLE001 - a form that cannot be loaded shows nothing
            return None
        for scenario in witnesses:
            signal.alarm(PATIENCE)
            result = run(scenario, MemoryTable)
            if not result.ok:
                return scenario.id, result.difference
        return None

    def _by_tests(self, broken: Mutation, tests: list[str]) -> tuple[str, str] | None:
        try:
            broken.apply(self.root, self.package)
        except Exception:  # noqa: BLE001 - see above
            return None
        signal.alarm(PATIENCE_WITH_TESTS)
        return failing(self.root, tests)


def failing(root: Path, tests: list[str]) -> tuple[str, str] | None:
    """The first of these tests that fails in this process, and how; None if none does."""
    import pytest  # imported here: servers load this module and have no pytest

    connection.settings_dict["TEST"]["NAME"] = (
        None  # in memory: processes side by side must not share a file
    )
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


def _in_child(work: Callable[[], Any]) -> Any:
    """The result of the work, done in a process of its own; if that dies or takes too long, how it
    ended.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _run_and_exit(work, reading, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if answer:
        return json.loads(answer)
    return (
        ("the process", f"ended by signal {os.WTERMSIG(status)}")
        if os.WIFSIGNALED(status)
        else None
    )


def _too_long(number: int, frame: Any) -> None:
    raise TimeoutError("play does not come to an end")


def _run_and_exit(work: Callable[[], Any], reading: int, writing: int) -> None:
    os.close(reading)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGALRM, _too_long)
    try:
        answer = work()
        os.write(writing, json.dumps(answer).encode())
    finally:
        sys.stdout.flush()
        os._exit(0)
