"""Tests as witnesses of rules that the running code keeps: collected once, with one database in
memory; each broken form runs, in a process of its own, those that run the broken place.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from pytest_django.plugin import blocking_manager_key

from tools.coverage.child_processes import database_in_memory, in_child, within
from tools.coverage.fault_injection import Mutation, mutations
from tools.coverage.mutation_trial import Trial
from tools.coverage.proofs import as_test
from tools.coverage.report import Coverage, Row
from tools.coverage.rule_places import Place

PATIENCE = 20
"""CPU seconds that the witnesses of one form may take together; more counts as failed."""
DEAR = 12.0
"""CPU seconds; a test that takes longer is no witness."""
WITNESSES = 6
"""How many tests that run the place a form is shown to."""
FORMS = 6
"""How many broken forms of a place are tried."""


def nodes(coverage: Coverage, row: Row) -> list[str]:
    """The tests and scenarios that name a rule, as pytest names them."""
    behind = coverage.proofs.scenarios.get(row.rule.id, [])
    door = [as_test(one) for one in behind]
    return [*door, *coverage.proofs.tests.get(row.rule.id, [])]


class Witnesses:
    """The tests that name rules, collected once."""

    def __init__(self, root: Path, coverage: Coverage) -> None:
        self.root = root
        self.coverage = coverage
        self.items: list[Any] = []
        self._told: dict[str, set[tuple[str, str]] | None] = {}
        """The functions that a test runs, by file and name; None where it does not hold, or is no
        witness.
        """

    def rule(self, row: Row) -> Callable[[Place], Trial]:
        """What breaks a place of the rule until a test fails that holds on unbroken code."""
        named = nodes(self.coverage, row)
        items = [item for item in self.items if _among(item.nodeid, named)]
        return lambda place: self._place(row, place, items)

    def _place(self, row: Row, place: Place, items: list[Any]) -> Trial:
        """Show each form to one test at a time, the likeliest first: those that are known to run
        the place, then those of its own folder.
        """
        label, forms = place.label(self.root), mutations(place, FORMS)
        near = set(place.file.relative_to(self.root).with_suffix("").parts)
        waiting = sorted(
            items,
            key=lambda item: (
                not (item.nodeid in self._told and self._runs(item, place)),
                -_nearness(item.nodeid, near),
            ),
        )
        reached, tried = 0, dict[str, None]()
        for item in waiting:
            if not forms or reached == WITNESSES:
                break
            if not self._runs(item, place):
                continue
            reached += 1
            for form in list(forms):
                answer = in_child(partial(self._fails, form, item))
                if answer is None:
                    forms.remove(form)
                    continue
                tried[form.words] = None
                if answer:
                    noticed, how = answer
                    return Trial(row.rule.id, label, form.words, noticed, how, len(tried), reached)
        return Trial(row.rule.id, label, "; ".join(tried), tried=len(tried), reached=reached)

    def _runs(self, item: Any, place: Place) -> bool:
        """Whether a test holds with nothing broken, and runs the place; of what is no function,
        only the first is known.
        """
        if item.nodeid not in self._told:
            answer = in_child(partial(_observed, item, str(self.root)))
            quick = isinstance(answer, dict) and answer["holds"] and answer["seconds"] < DEAR
            ran = {(file, name) for file, name in answer["ran"]} if quick else None
            self._told[item.nodeid] = ran
        functions = self._told[item.nodeid]
        return functions is not None and (
            place.kind != "function"
            or any(
                file == str(place.file) and f"{name}.".startswith(f"{place.name}.")
                for file, name in functions
            )
        )

    def _fails(self, form: Mutation, item: Any) -> tuple[str, str] | tuple[()] | None:
        """A test that fails, and how; () if it holds; None if the form cannot be put in."""
        try:
            form.apply(self.root, "")
        except Exception:  # noqa: BLE001 - a form that cannot be put in shows nothing
            return None
        within(PATIENCE)
        said = _failure(item)
        return (item.nodeid, said) if said else ()


def _nearness(node: str, near: set[str]) -> int:
    """How many folders, and words of the file's name, a test shares with a place."""
    parts = node.partition("::")[0].removesuffix(".py").split("/")
    return len(near & {part.removeprefix("test_") for part in parts})


def _among(node: str, named: list[str]) -> bool:
    return any(node == one or node.startswith((f"{one}[", f"{one}::")) for one in named)


def _failure(item: Any) -> str:
    """How a test fails in this process; "" if it holds."""
    for report in runtestprotocol(item, log=False, nextitem=None):
        if report.failed or (report.skipped and not hasattr(report, "wasxfail")):
            lines = str(report.longreprtext).splitlines()
            shown = [line[1:].strip() for line in lines if line.startswith(">")]
            return (shown or [line.strip() for line in lines if line.strip()] or [report.when])[0]
    return ""


def _observed(item: Any, root: str) -> dict[str, Any]:
    called: set[CodeType] = set()

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        called.add(frame.f_code)  # nothing is returned: calls are told of, lines are not

    threading.settrace(watch)
    sys.settrace(watch)
    within(PATIENCE)
    began = time.process_time()
    said = _failure(item)
    seconds = time.process_time() - began
    sys.settrace(None)
    threading.settrace(None)
    ran = {(one.co_filename, one.co_qualname.replace(".<locals>", "")) for one in called}
    return {
        "holds": not said,
        "said": said,
        "seconds": seconds,
        "ran": sorted(one for one in ran if one[0].startswith(root)),
    }


class _Loop:
    """A pytest plugin that does the work in place of running the tests."""

    def __init__(self, witnesses: Witnesses, work: Callable[[], None]) -> None:
        self.witnesses = witnesses
        self.work = work

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> Iterator[None]:
        """Every test is a witness, whatever size of run it belongs to."""
        self.witnesses.items = list(items)
        yield

    def pytest_runtestloop(self, session: Any) -> bool:
        with session.config.stash[blocking_manager_key].unblock():
            database_in_memory()
        gc.freeze()  # what is forked from here shares it
        self.work()
        return True


def collect(root: Path, witnesses: Witnesses, rows: list[Row], work: Callable[[], None]) -> None:
    """Collect the tests that name these rules, make their database, and do the work."""
    os.chdir(root)
    files = {node.partition("::")[0] for row in rows for node in nodes(witnesses.coverage, row)}
    words = ["-q", "-s", "-n0", "--assert=plain", "-p", "no:cacheprovider", "--no-header"]
    pytest.main([*words, *sorted(files)], plugins=[_Loop(witnesses, work)])
