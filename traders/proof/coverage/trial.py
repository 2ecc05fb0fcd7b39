"""Trying whether what is broken is noticed: each broken form in a process of its own, until a
scenario or a test fails.
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
from traders.proof.coverage.breaking import Broken, ways_to_break
from traders.proof.coverage.places import Place
from traders.proof.coverage.report import Coverage, Row
from traders.proof.scenarios.memory import MemoryTable
from traders.proof.scenarios.playing import run
from traders.proof.scenarios.script import Scenario
from traders.proof.scenarios.table import NotInMemoryError

PATIENCE = 3
"""Seconds that a scenario may take in memory; one that takes longer fails by that."""
PATIENCE_WITH_TESTS = 60
TESTS = 4
"""Tests of a rule that are asked where scenarios in memory notice nothing."""
FORMS_FOR_TESTS = 10
"""Broken forms that are tried on tests, which take longer."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of breaking the code of one rule."""

    rule: str
    place: str = ""
    broken: str = ""
    noticed: str = ""
    """The scenario or test that failed; "" if none did."""
    how: str = ""
    tried: int = 0


def sample(coverage: Coverage, size: int, seed: int) -> list[Row]:
    """So many rules that are kept and proven, picked by the seed; all if there are no more."""
    whole = [row for row in coverage.rows if row.whole and not row.reason]
    return sorted(
        random.Random(seed).sample(whole, min(size, len(whole))), key=lambda row: row.rule.id
    )


def prove(house: Path, coverage: Coverage, rows: list[Row]) -> Iterator[Trial]:
    """Break the code of each of these rules, in as many processes as there are cores; results as
    they come.

    The processes part at once, before the caller starts a thread of its own.
    """
    trying = Trying(house, coverage)
    _import_once()
    pool = ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("fork"))
    return _results(pool, [pool.submit(trying.rule, row) for row in rows])


def _results(pool: ProcessPoolExecutor, trials: list[Future[Trial]]) -> Iterator[Trial]:
    with pool:
        for done in as_completed(trials):
            yield done.result()


def _import_once() -> None:
    """What takes long to import is imported before the processes part."""
    for name in ("pytest", "hypothesis.core", "hypothesis.strategies", "faker.factory"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    gc.freeze()


class Trying:
    """Breaks and looks, for one system."""

    def __init__(self, house: Path, coverage: Coverage) -> None:
        self.house = house
        self.package = coverage.package
        self.scenarios = dict(coverage.proofs.scenarios)
        self.tests = dict(coverage.proofs.tests)

    def rule(self, row: Row) -> Trial:
        """Break the places of a rule one after another until something fails that holds while
        nothing is broken.
        """
        witnesses = [
            one
            for one in self.scenarios.get(row.rule.id, [])
            if _in_child(partial(_holds, one)) is True
        ]
        tests = self._tests(row, witnesses)
        tried = 0
        forms = [
            (place, broken)
            for place in sorted(row.kept, key=_functions_first)
            for broken in ways_to_break(place)
        ]
        few = sorted(
            forms, key=lambda form: [one for one in forms if one[0] == form[0]].index(form)
        )[:FORMS_FOR_TESTS]
        evidences: list[
            tuple[Callable[..., tuple[str, str] | None], list[Any], list[tuple[Place, Broken]]]
        ] = [(self._by_scenarios, witnesses, forms), (self._by_tests, tests, few)]
        for look, evidence, tries in evidences:
            for place, broken in tries if evidence else []:
                tried += 1
                noticed = _in_child(partial(look, broken, evidence))
                if noticed and (
                    evidence is witnesses
                    or _in_child(partial(failing, self.house, [noticed[0]])) is None
                ):
                    name, how = noticed
                    return Trial(
                        row.rule.id, place.shown(self.house), broken.words, name, how, tried
                    )
        return Trial(
            row.rule.id, ", ".join(place.shown(self.house) for place in row.kept), tried=tried
        )

    def _tests(self, row: Row, witnesses: list[Scenario]) -> list[str]:
        """Tests that cite the rule; and scenarios that need the door, as tests."""
        named = {one.id for one in witnesses}
        behind = [one for one in self.scenarios.get(row.rule.id, []) if one.id not in named]
        door = [f"tests/scenarios/test_scenarios.py::test_scenario[{one.id}]" for one in behind]
        return [*self.tests.get(row.rule.id, []), *door][:TESTS]

    def _by_scenarios(self, broken: Broken, witnesses: list[Scenario]) -> tuple[str, str] | None:
        try:
            broken.put_in(self.house, self.package)
            _loads(witnesses[0].system)
        except Exception:  # noqa: BLE001 - a form that cannot be loaded shows nothing
            return None
        for scenario in witnesses:
            signal.alarm(PATIENCE)
            result = run(scenario, MemoryTable)
            if not result.ok:
                return scenario.id, result.difference
        return None

    def _by_tests(self, broken: Broken, tests: list[str]) -> tuple[str, str] | None:
        try:
            broken.put_in(self.house, self.package)
        except Exception:  # noqa: BLE001 - see above
            return None
        signal.alarm(PATIENCE_WITH_TESTS)
        return failing(self.house, tests)


def failing(house: Path, tests: list[str]) -> tuple[str, str] | None:
    """The first of these tests that fails, run in this process, and how; None if none does."""
    import pytest  # in the function, since servers have no pytest and load this module

    connection.settings_dict["TEST"]["NAME"] = (
        None  # in memory: processes side by side must not share a file
    )
    watch = _Watch()
    os.chdir(house)
    # plain assertions: what pytest would rewrite has been imported before, once for all processes
    pytest.main(
        ["-q", "-x", "-n0", "--assert=plain", "-p", "no:cacheprovider", "--no-header", *tests],
        plugins=[watch],
    )
    return watch.failed


class _Watch:
    """A pytest plugin that remembers the first failure."""

    def __init__(self) -> None:
        self.failed: tuple[str, str] | None = None

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and self.failed is None:
            lines = str(report.longreprtext).splitlines()
            told = [line[1:].strip() for line in lines if line.startswith(">")] + [
                line.strip() for line in lines if line.strip()
            ][-1:]
            self.failed = (report.nodeid, told[0] if told else report.when)


def _functions_first(place: Place) -> tuple[int, str, int]:
    return (("function", "table", "row").index(place.kind), str(place.file), place.line)


def _holds(scenario: Scenario) -> bool:
    try:
        return run(scenario, MemoryTable).ok
    except NotInMemoryError:
        return False


def _loads(system: str) -> None:
    engine(system)


def _in_child(work: Callable[[], Any]) -> Any:
    """What the work answers, done in a process of its own that is thrown away; one that dies or
    takes too long answers how it ended.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _work(work, reading, writing)
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


def _work(work: Callable[[], Any], reading: int, writing: int) -> None:
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
