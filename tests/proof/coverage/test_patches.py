"""The code of functions that others hold is exchanged where they stand, behind whatever decorates
them; a value is given to all that hold it.
"""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

import pytest

from tools.coverage.running_module_patch import patch

WHOLE = """
import functools

LIMIT = {"most": 3}

class Base:
    def kind(self):
        return "base"

class Desk(Base):
    seats = 2

    @property
    def wide(self):
        return len("wide") == 4

    @functools.cached_property
    def deep(self):
        return 5

    @staticmethod
    def fits(n):
        return n < 3

    @classmethod
    def made(cls, n):
        return [n + one for one in (1, 2)]

    def kind(self):
        return super().kind() == "base"

@functools.cache
def once(n):
    return n + 1

def outer(n):
    def inner():
        return n > 1
    return inner()
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "patched_whole.py").write_text(WHOLE)
    (tmp_path / "patched_holder.py").write_text("from patched_whole import LIMIT, once, outer\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("patched_whole")
    for name in ("patched_whole", "patched_holder"):
        sys.modules.pop(name, None)


def patched(module, old: str, new: str, name: str) -> bool:
    assert old in WHOLE
    return patch(module, Path(module.__file__), ast.parse(WHOLE.replace(old, new)), name)


@pytest.mark.parametrize(
    ("old", "new", "name", "asked"),
    [
        ("== 4", "!= 4", "Desk.wide", "not m.Desk().wide"),
        ("return 5", "return 6", "Desk.deep", "m.Desk().deep == 6"),
        ("n < 3", "n >= 3", "Desk.fits", "not m.Desk.fits(1)"),
        ("n + one", "n - one", "Desk.made", "m.Desk.made(1) == [0, -1]"),
        ('kind() == "base"', 'kind() != "base"', "Desk.kind", "not m.Desk().kind()"),
        ("return n + 1", "return n - 1", "once", "holder.once(1) == 0"),
        ("return n > 1", "return n <= 1", "outer", "holder.outer(1)"),
        ('"most": 3', '"most": 4', "LIMIT", "holder.LIMIT == m.LIMIT == {'most': 4}"),
        ("seats = 2", "seats = 3", "Desk.seats", "m.Desk().seats == 3"),
    ],
)
def test_the_broken_form_is_what_runs(module, old, new, name, asked):
    holder = importlib.import_module("patched_holder")
    holder.once(1)
    assert not eval(asked, {"m": module, "holder": holder})
    assert patched(module, old, new, name)
    assert eval(asked, {"m": module, "holder": holder})


def test_what_cannot_be_exchanged_is_said_to_be(module):
    assert not patched(module, "import functools", "import functools as functools", "nowhere")
    assert not patched(module, 'return super().kind() == "base"', "return None", "Desk.kind")
