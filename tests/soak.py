"""A soak: the progress bar while it runs, how many of its tests are done and the failed ones above
it; and its report in bench/soak.md, which holds what was run beside what is promised at size
(soak.toml), with its rate and the hours that the full size would take.

A plugin of pytest, named by `python -m tests soak` alone.
"""

from __future__ import annotations

import os
import platform
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.dealing import REAL
from tests.examples import COUNTED, HOURS, SEED, TIME_IS_UP, number, size

LEDGER = Path(__file__).resolve().parent.parent / "bench" / "soak.md"
HEAD = """# What a soak found

{day}, {machine}: {command}, {hours:.1f} hours with {processes}.
Made by the soak itself. A promise's size is that of its tests here (`tests/soak.toml`); the hours
are those of its full size at the same rate, with as many processes and nothing beside.

| promised | in full | here | seconds | a second | hours for all of it | found |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
"""

_columns = (TextColumn("soak"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
_bar = Progress(*_columns, console=Console(stderr=True), transient=True)
_task = _bar.add_task("", total=None)


@dataclass
class Promise:
    """One that a release keeps at size, and what was run of it."""

    what: str
    full: int
    tests: list[str]
    here: int = 0
    seconds: float = 0.0
    left: int = 0
    failed: list[str] = field(default_factory=list)

    def take(self, report: pytest.TestReport) -> None:
        """Count a test of it."""
        self.here += dict(report.user_properties).get(COUNTED, 1)
        self.seconds += report.duration
        self.failed += [report.nodeid] * report.failed

    def line(self, processes: int) -> str:
        """Its line of the report."""
        cells = [self.what, f"{self.full:,}", f"{self.here:,}"]
        if not self.here:
            nothing = "none of its tests ran" if self.tests else "no test of it yet"
            return f"| {' | '.join(cells)} | | | | {nothing} |"
        rate = self.here / max(self.seconds, 0.001)
        found = f"failed: {', '.join(self.failed)}" if self.failed else "nothing"
        found += f"; no time for {self.left} of its tests" if self.left else ""
        hours = "done" if self.here >= self.full else f"{self.full / rate / 3600 / processes:,.1f}"
        cells += [f"{self.seconds:,.0f}", f"{rate:,.3g}", hours, found]
        return f"| {' | '.join(cells)} |"


def promises() -> list[Promise]:
    """All that are kept at size."""
    rows = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["row"]
    return [Promise(**row) for row in rows]


def counted(all_of_them: Iterable[Promise], report: pytest.TestReport) -> None:
    """Count a test that ran, or that there was no time for, to the promise that it belongs to."""
    for promise in all_of_them:
        if report.nodeid.startswith(tuple(promise.tests)):
            if report.when == "call":
                promise.take(report)
            promise.left += report.skipped and TIME_IS_UP in str(report.longrepr)


def promised_first(
    all_of_them: Iterable[Promise], items: Sequence[pytest.Item]
) -> list[pytest.Item]:
    """The tests of promises before all others: those that wait for real processes, then the rest
    in turns, so that each promise has its part of the time.
    """
    places: dict[str, float] = {}
    for promise in all_of_them:
        mine = [item for item in items if item.nodeid.startswith(tuple(promise.tests))]
        for place, item in enumerate(mine):
            waits = REAL & set(getattr(item, "fixturenames", ()))
            places[item.nodeid] = -1 if waits else place / len(mine)
    return sorted(items, key=lambda item: places.get(item.nodeid, 1))


def written(all_of_them: Iterable[Promise], processes: int, seconds: float) -> str:
    """The report."""
    command = f"`make soak SEED={os.environ[SEED]} HOURS={os.environ.get(HOURS, '1')}`"
    if size() != "soak":
        command = f"its tests at the size of `{size()}`, seed {os.environ[SEED]}"
    head = HEAD.format(
        day=f"{datetime.now(tz=UTC):%Y-%m-%d}",
        machine=f"{platform.system()}, Python {platform.python_version()}",
        command=command,
        hours=seconds / 3600,
        processes="one process" if processes == 1 else f"{processes} processes",
    )
    return head + "".join(f"{promise.line(processes)}\n" for promise in all_of_them)


# --- the run --------------------------------------------------------------------------------------

_promises = promises()
_began = time.monotonic()


def _dealing(config: pytest.Config) -> bool:
    return not hasattr(config, "workerinput")


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[Any]:
    """The bar stands while tests run."""
    if not _dealing(session.config):
        return (yield)
    with _bar:
        return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(ids: list[str]) -> None:
    """How many tests there are."""
    _bar.update(_task, total=len(ids))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """What is promised is dealt first; what else there is fills the time."""
    yield
    items[:] = promised_first(_promises, items)


@pytest.hookimpl(trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """How many examples the test is: what its row says, or its part of them; else one."""
    mark = item.get_closest_marker("examples")
    if mark and "examples" in getattr(item, "funcargs", {}):
        item.user_properties.append((COUNTED, item.funcargs["examples"]))  # type: ignore[attr-defined]
    elif mark and hasattr(getattr(item, "obj", None), "hypothesis"):
        item.user_properties.append((COUNTED, number(mark.args[0])))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """One test more is done; one that failed is named at once, with how it is drawn again."""
    counted(_promises, report)
    if report.when == "teardown":
        _bar.advance(_task)
    if report.failed:
        _bar.console.print(f"failed: {report.nodeid}", markup=False, highlight=False)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """The one that deals the tests out writes the report."""
    if _dealing(session.config):
        processes = max(1, getattr(session.config.option, "numprocesses", 0) or 0)
        LEDGER.write_text(written(_promises, processes, time.monotonic() - _began), "utf-8")
