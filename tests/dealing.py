"""The tests of a run as they are read and dealt to its processes: each process compiles its share
of the files for all, and those tests that wait for real processes come first.

A plugin of pytest, named in pyproject.toml.
"""

from __future__ import annotations

import importlib
import os
from collections import defaultdict
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest

WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
REAL = {"redis_server", "postgres_server", "house", "machine"}
"""Fixtures of real servers and processes: their tests wait more than they work."""
LONGEST = "machine"
"""The fixture of the walk from an empty Debian, which waits longest: it begins before all."""


@pytest.hookimpl
def pytest_collection(session: pytest.Session) -> None:
    """On a fresh clone each file is compiled, with its assertions rewritten, once for all processes
    of a run: each begins at a place of its own, and finds the rest done by the others.
    """
    if WORKERS == 1:
        return
    worker = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    for file in _files(session)[worker::WORKERS]:
        with suppress(Exception):  # the collection tells of it
            importlib.import_module(".".join(file.with_suffix("").parts))


def _files(session: pytest.Session) -> list[Path]:
    """The files of tests that the arguments name, from the tree's root on."""
    named = [session.startpath / argument.partition("::")[0] for argument in session.config.args]
    found = chain.from_iterable(
        sorted(place.rglob("test_*.py")) if place.is_dir() else [place] for place in named
    )
    tree = session.config.rootpath
    return [file.relative_to(tree) for file in found if file.is_relative_to(tree)]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each worker is given one run of the tests to begin with."""
    items[:] = dealt(items, WORKERS)


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in as many runs as there are workers. Those that wait for real processes come first
    in each: no worker waits for them alone, nor at the end. Those of one file stay together, since
    they may share what is started for them.
    """
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    others: list[pytest.Item] = []
    for item in items:
        if item.get_closest_marker("faults") or REAL & set(getattr(item, "fixturenames", ())):
            files[item.path].append(item)
        else:
            others.append(item)
    mine: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for together in sorted(files.values(), key=_length, reverse=True):
        min(mine, key=len).extend(together)
    size = -(-len(items) // workers)
    runs: list[pytest.Item] = []
    for first in mine:
        runs += [*first, *others[: size - len(first)]]
        del others[: size - len(first)]
    return [*runs, *others]


def _length(together: list[pytest.Item]) -> tuple[bool, int]:
    """By which files of tests that wait are dealt, the longest first."""
    return any(LONGEST in getattr(item, "fixturenames", ()) for item in together), len(together)
