"""The report of a soak: what ran of each promise, its rate, and what its full size would take."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import soak
from tests.examples import COUNTED, HOURS, SEED, SIZE

HOUSE = Path(__file__).resolve().parents[2]


def ran(test: str, *, examples: int, seconds: float, failed: bool = False) -> pytest.TestReport:
    return pytest.TestReport(
        nodeid=test,
        location=("", None, ""),
        keywords={},
        outcome="failed" if failed else "passed",
        longrepr=None,
        when="call",
        duration=seconds,
        user_properties=[(COUNTED, examples)],
    )


def test_it_tells_size_rate_and_the_hours_of_the_full_size(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ((SIZE, "soak"), (SEED, "7"), (HOURS, "2")):
        monkeypatch.setenv(name, value)
    rows = [
        soak.Promise("throws", 1_000_000, ["a.py::test_throws"]),
        soak.Promise("leaks", 60, ["a.py::test_leak"]),
        soak.Promise("kills", 1_000, []),
        soak.Promise("letters", 50, ["b.py"]),
    ]
    for batch in (1, 2):
        soak.counted(rows, ran(f"a.py::test_throws[{batch}of2]", examples=5_000, seconds=25))
    soak.counted(rows, ran("a.py::test_leak[one]", examples=60, seconds=6, failed=True))
    soak.counted(rows, ran("c.py::test_other", examples=9, seconds=6))
    told = soak.written(rows, 2, 5400)
    assert "`make soak SEED=7 HOURS=2`, 1.5 hours with 2 processes" in told
    assert told.splitlines()[-4:] == [
        "| throws | 1,000,000 | 10,000 | 50 | 200 | 0.7 | nothing |",
        "| leaks | 60 | 60 | 6 | 10 | done | failed: a.py::test_leak[one] |",
        "| kills | 1,000 | 0 | | | | no test of it yet |",
        "| letters | 50 | 0 | | | | none of its tests ran |",
    ]


def test_each_test_that_a_promise_names_is_there() -> None:
    for promise in soak.promises():
        for named in promise.tests:
            file, _, beginning = named.partition("::")
            tree = ast.parse((HOUSE / file).read_text("utf-8"))
            tests = [one.name for one in tree.body if isinstance(one, ast.FunctionDef)]
            assert any(one.startswith(beginning or "test_") for one in tests), named
