"""Places at which the code keeps a rule: the function, table or row at which its id stands.

An id in a rulebook, in a module's heading, or at a class with fields alone does not count.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from tools.coverage.cited_rule_ids import cited

NOT_CODE = ("rulebook.toml", "postal.toml", "scenario.toml", "unkept.toml")
"""Files that cite rules and keep none."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One place: a `function` (or method), a `table` (a statement of a module or class), or a `row`
    of a data file, named by its key.
    """

    file: Path
    name: str
    line: int
    kind: Literal["function", "table", "row"] = "function"

    def label(self, root: Path) -> str:
        """The place as the report writes it."""
        file = self.file.relative_to(root) if self.file.is_relative_to(root) else self.file
        return f"{file}:{self.name}" if self.name else f"{file}:{self.line}"


def places(files: Iterable[Path]) -> dict[str, list[Place]]:
    """The places in these files that keep each rule, by rule id."""
    found: dict[str, list[Place]] = defaultdict(list)
    for file in files:
        if file.name in NOT_CODE:
            continue
        for rule, place in _in_file(file, file.read_text(encoding="utf-8")):
            if all((place.file, place.name) != (other.file, other.name) for other in found[rule]):
                found[rule].append(place)
    return dict(found)


@cache
def _in_file(file: Path, text: str) -> tuple[tuple[str, Place], ...]:
    return tuple(_in_python(file, text) if file.suffix == ".py" else _in_data(file, text))


# --- Python ---------------------------------------------------------------------------------------

_Def = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class _Span:
    """The lines of one place."""

    first: int
    last: int
    name: str
    kind: Literal["function", "table"]


def _in_python(file: Path, text: str) -> Iterator[tuple[str, Place]]:
    lines = text.splitlines()
    spans = sorted(_spans(ast.parse(text), lines), key=lambda span: (span.first, -span.last))
    starts = [span.first for span in spans]
    for number, line in enumerate(lines, 1):
        for rule in cited(line):
            for span in reversed(spans[: bisect_right(starts, number)]):
                if span.first <= number <= span.last:
                    yield rule, Place(file, span.name, number, span.kind)
                    break


def _spans(tree: ast.Module, lines: list[str]) -> Iterator[_Span]:
    """Functions, and the assignments of modules and classes, with the comments right above them."""
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, name = pending.pop()
        body: list[ast.stmt] = getattr(node, "body", [])
        for before, statement in zip([None, *body], body, strict=False):
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    yield _Span(
                        _above(statement, lines),
                        statement.end_lineno or 0,
                        _join(name, statement.name),
                        "function",
                    )
                case ast.ClassDef():
                    if any(isinstance(inner, _Def) for inner in statement.body):
                        yield _Span(
                            _above(statement, lines),
                            statement.end_lineno or 0,
                            _join(name, statement.name),
                            "table",
                        )
                    pending.append((statement, _join(name, statement.name)))
                case ast.Assign() | ast.AnnAssign() if statement.value is not None:
                    target = (
                        statement.targets[0]
                        if isinstance(statement, ast.Assign)
                        else statement.target
                    )
                    yield _Span(
                        _above(statement, lines),
                        statement.end_lineno or 0,
                        _join(name, ast.unparse(target)),
                        "table",
                    )
                case ast.Expr(value=ast.Constant(value=str())) if (
                    isinstance(before, (ast.Assign, ast.AnnAssign)) and before.value is not None
                ):
                    target = before.targets[0] if isinstance(before, ast.Assign) else before.target
                    yield _Span(
                        statement.lineno,
                        statement.end_lineno or 0,
                        _join(name, ast.unparse(target)),
                        "table",
                    )


def _join(outer: str, name: str) -> str:
    return f"{outer}.{name}" if outer else name


def _above(node: ast.stmt, lines: list[str]) -> int:
    """The first line of the comments and decorators right above a statement."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(one.lineno for one in decorators)])
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return first


# --- data -----------------------------------------------------------------------------------------

_KEY = re.compile(r"^(\w+)\s*=")
_TABLE = re.compile(r"^\[\[?([\w.]+)\]\]?")


def _in_data(file: Path, text: str) -> Iterator[tuple[str, Place]]:
    """Ids in data: those in a row belong to the row, those in the comment right above a table to
    the table.
    """
    key, row, above = "", -1, list[tuple[str, int]]()
    counted: dict[str, int] = {}
    table = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if line.startswith("#"):
            above += [(rule, number) for rule in cited(line)]
            continue
        if match := _TABLE.match(line):
            key, table = match[1], True
            counted[key] = row = counted.get(key, -1) + 1 if line.startswith("[[") else -1
        elif (match := _KEY.match(line)) and not table:
            if not line.rstrip().endswith("["):
                yield from ((rule, Place(file, match[1], number, "row")) for rule in cited(line))
                yield from ((rule, Place(file, match[1], at, "row")) for rule, at in above)
                above = []
                continue
            key, row = match[1], -1
        elif line.lstrip().startswith("{"):
            row += 1
        yield from ((rule, Place(file, key, at, "row")) for rule, at in above)
        above = []
        yield from (
            (rule, Place(file, f"{key}[{row}]" if row >= 0 else key, number, "row"))
            for rule in cited(line)
        )
