"""The CPU seconds of tests, by test and by folder, and the limits that keep `make test` short.

A plugin of pytest, named in pyproject.toml. A test is charged with what its process spends, and
with what the processes spend that it starts and ends. What is made for several tests (fixtures of a
wider scope than a function's) is charged to the whole alone.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.database import name
from tests.examples import size

MOST = 5
"""CPU seconds that a test may take that is not marked `long`."""
MOST_OF_ALL = 1000
"""CPU seconds that all tests of `make test` may take together; what stands for several of them
(servers, a browser) counts beside.
"""
KEPT = "TESTS_CPU"
"""Names the file in which a run of `python -m tests` keeps what its tests took: the database's name
and `.json` are added. Only there, and in CI, a test over its limit fails the run.
"""

_taken: dict[str, float] = {}
"""CPU seconds by a test's id, in this process; in the one that deals the tests out, of all."""
_wider = {"depth": 0, "seconds": 0.0}
"""What fixtures of a wider scope took since this test began."""
_last = [0.0]
"""What was spent when the test's own last fixture was taken down."""
_kept = [""]
"""Where this run keeps what its tests took, as `KEPT` says; empty where nobody asked."""


def pytest_configure() -> None:
    """A run that a test starts keeps nothing."""
    _kept[0] = os.environ.pop(KEPT, "")


def spent() -> float:
    """CPU seconds of this process and of those that it has ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    """What is made for several tests is not charged to the first of them."""
    if fixturedef.scope == "function" or _wider["depth"]:
        return (yield)
    before = spent()
    _wider["depth"] += 1
    try:
        return (yield)
    finally:
        _wider["depth"] -= 1
        _wider["seconds"] += spent() - before


def pytest_fixture_post_finalizer(fixturedef: pytest.FixtureDef[Any]) -> None:
    """A test's own fixtures are taken down before those that it shares."""
    if fixturedef.scope == "function":
        _last[0] = spent()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None, Any, Any]:
    """Where a test has no fixture it ends here."""
    _last[0] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """One test with the fixtures that are its own."""
    _wider["seconds"], before = 0.0, spent()
    result = yield
    _taken[item.nodeid] = round(_last[0] - before - _wider["seconds"], 3)
    return result


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A process that was dealt tests is through with them."""
    _taken.update(getattr(node, "workeroutput", {}).get(KEPT, {}))


def _judged(config: pytest.Config) -> bool:
    """Whether this run is held to the limit."""
    return size() == "test" and (bool(_kept[0]) or "CI" in os.environ)


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, Any, Any]:
    """A process tells the one that dealt; that one keeps the figures, and fails the run where a
    test is over the limit.
    """
    result = yield
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[KEPT] = dict(_taken)
        return result
    if _kept[0]:
        Path(f"{_kept[0]}-{name()}.json").write_text(json.dumps(_taken, indent=0))
    if _judged(session.config) and over() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    return result


def over() -> dict[str, float]:
    """The tests that took more than `MOST`, the dearest first."""
    dear = {test: seconds for test, seconds in _taken.items() if seconds > MOST}
    return dict(sorted(dear.items(), key=lambda row: -row[1]))


def refusal(dear: dict[str, float]) -> str:
    """What is said of them."""
    named = "; ".join(f"{test} ({seconds:.1f})" for test, seconds in dear.items())
    return (
        f"A test that is not marked `long` may take {MOST} seconds of CPU, and "
        f"{'this one takes' if len(dear) == 1 else 'these take'} more: {named}. Draw fewer "
        "examples, or mark it `long` and say why in its docstring."
    )


def by_folder(taken: Iterable[tuple[str, float]]) -> list[tuple[str, int, float]]:
    """Folder, tests, CPU seconds: the dearest first."""
    tests: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for test, taking in taken:
        folder = "/".join(test.partition("::")[0].split("/")[:2]).removesuffix(".py")
        tests[folder] += 1
        seconds[folder] += taking  # type: ignore[assignment] # a Counter counts floats too
    return [(folder, tests[folder], seconds[folder]) for folder, _ in seconds.most_common()]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, Any, Any]:
    """The table by folder, and what is over the limit; pytest's `--durations` has the wall."""
    if _kept[0]:
        terminalreporter.section("CPU seconds by folder")
        for folder, tests, seconds in by_folder(_taken.items()):
            terminalreporter.line(f"{folder:24}{tests:7,} tests{seconds:10,.1f} s")
    result = yield
    if _judged(terminalreporter.config) and over():
        terminalreporter.section("over the limit", red=True)
        terminalreporter.line(refusal(over()))
    return result
