"""A refusal of what is legal to write and not allowed cites the rule that decides."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("traders/engines", "traders/domain", "traders/club", "arbitration")
NO_RULEBOOK = ("traders/domain/accounts", "traders/domain/people")
"""Accounts, tokens and quotas: no rulebook speaks of them."""
WITHOUT = {"unreadable", "ambiguous", "stale"}
"""What is wrong with the line or its hour, not with what it orders."""


def refusals(source: str) -> Iterator[tuple[int, bool]]:
    """The line of each refusal in a file, and whether it says what it must."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
            kinds = [word.value for word in node.keywords if word.arg == "kind"]
            # a kind that is worked out, or handed on, is that of another refusal
            free = any(
                not isinstance(kind, ast.Constant) or kind.value in WITHOUT for kind in kinds
            )
            cited = len(node.args) > 1 or any(isinstance(one, ast.Starred) for one in node.args)
            yield node.lineno, free or cited


def test_a_refusal_cites_its_rule() -> None:
    without, seen = [], 0
    for room in ROOMS:
        for path in sorted((HOUSE / room).rglob("*.py")):
            name = str(path.relative_to(HOUSE))
            if name.startswith(NO_RULEBOOK):
                continue
            for line, cites in refusals(path.read_text()):
                seen += 1
                without += [] if cites else [f"{name}:{line}"]
    assert not without
    assert seen > 300


def test_a_refusal_without_a_rule_is_found() -> None:
    source = 'raise Refusal("No.")\nraise Refusal("No.", "PR-SEAT-07")\nRefusal("?", kind="late")'
    assert list(refusals(source)) == [(1, False), (2, True), (3, False)]
