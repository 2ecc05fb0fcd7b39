"""The report of a soak: what ran of each promise, its rate, and what its full size would take."""

from __future__ import annotations

import ast
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import soak
from tests.examples import COUNTED, ENDS, HOURS, SEED, SIZE, TIME_IS_UP, pytest_runtest_setup

HOUSE = Path(__file__).resolve().parents[2]


def ran(
    test: str, *, examples: int = 1, seconds: float = 0, failed: bool = False, left: bool = False
) -> pytest.TestReport:
    return pytest.TestReport(
        nodeid=test,
        location=("", None, ""),
        keywords={},
        outcome="failed" if failed else "skipped" if left else "passed",
        longrepr=("tests/examples.py", 1, f"Skipped: {TIME_IS_UP}") if left else None,
        when="setup" if left else "call",
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
    soak.counted(rows, ran("a.py::test_throws[3of3]", left=True))
    told = soak.written(rows, 2, 5400)
    assert "`make soak SEED=7 HOURS=2`, 1.5 hours with 2 processes" in told
    assert told.splitlines()[-4:] == [
        "| throws | 1,000,000 | 10,000 | 50 | 200 | 0.7 | nothing; no time for 1 of its tests |",
        "| leaks | 60 | 60 | 6 | 10 | done | failed: a.py::test_leak[one] |",
        "| kills | 1,000 | 0 | | | | no test of it yet |",
        "| letters | 50 | 0 | | | | none of its tests ran |",
    ]


def test_what_is_promised_comes_first_each_promise_in_turns() -> None:
    rows = [soak.Promise("throws", 9, ["a.py"]), soak.Promise("leaks", 9, ["b.py", "c.py"])]
    others, real = ["d.py::test_1", "d.py::test_2"], "c.py::test_falls"
    names = [*others, *(f"a.py::test_{n}" for n in range(4)), "b.py::test_1", "b.py::test_2", real]
    dealt = [
        SimpleNamespace(nodeid=name, fixturenames=["house"] if name == real else [])
        for name in names
    ]
    first = [item.nodeid for item in soak.promised_first(rows, dealt)]  # type: ignore[type-var]
    assert first[0] == real
    assert first[-2:] == others
    assert {"a.py::test_0", "b.py::test_1"} == set(first[1:3])
    assert first[6] == "a.py::test_3"


def test_a_soak_begins_nothing_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENDS, raising=False)
    pytest_runtest_setup()
    monkeypatch.setenv(ENDS, str(time.time() + 60))
    pytest_runtest_setup()
    monkeypatch.setenv(ENDS, str(time.time() - 1))
    with pytest.raises(pytest.skip.Exception, match=TIME_IS_UP):
        pytest_runtest_setup()


def test_each_test_that_a_promise_names_is_there() -> None:
    for promise in soak.promises():
        for named in promise.tests:
            file, _, beginning = named.partition("::")
            tree = ast.parse((HOUSE / file).read_text("utf-8"))
            tests = [one.name for one in tree.body if isinstance(one, ast.FunctionDef)]
            assert any(one.startswith(beginning or "test_") for one in tests), named
