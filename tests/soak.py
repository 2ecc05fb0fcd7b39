"""The progress bar of a soak: how many of its tests are done, the failed ones above it.

A plugin of pytest, named by `python -m tests soak` alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_columns = (TextColumn("soak"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
_bar = Progress(*_columns, console=Console(stderr=True), transient=True)
_task = _bar.add_task("", total=None)


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


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """One test more is done; one that failed is named at once, with how it is drawn again."""
    if report.when == "teardown":
        _bar.advance(_task)
    if report.failed:
        _bar.console.print(f"failed: {report.nodeid}", markup=False, highlight=False)
