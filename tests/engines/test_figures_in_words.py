"""A figure of a printed table is said from the table: no engine's sentence has a digit beside a
unit. What is kept as an example of an order stands in code spans or in `example`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.engines.told_events import units
from traders import bots, engines
from traders.engines.kernel.telling.rows import book_of

FOLDER = Path(engines.__file__).parent
GAMES = sorted(one.parent.name for one in FOLDER.glob("*/__init__.py"))
UNITS = (
    "action|attack|attempt|build|card|colony|colonies|credit|die|dice|engine|fleet|move|prestige|"
    "point|research|round|space|stellor|trade|turn|unit|warfleet|world"
)
FIGURE = re.compile(rf"(?<![-\w`{{])[0-9]+ (?:{UNITS})s?\b", re.IGNORECASE)
ALLOWED = {
    *("about 1 attempt", "where 1 die shows"),  # a mean, the first column of a printed table
    *("2 Fleets", "2 spaces"),  # the key of a board
    *("is not written as", "12 stellors", "1 stellor", "1 engine", "1 card"),  # examples of orders
}
"""Parts of what is no figure of a table."""


def _sentences(tree: ast.AST) -> Iterator[ast.Constant]:
    """The strings that may be told: neither docstrings, nor examples of orders."""
    untold = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            untold.add(id(node.value))
        if isinstance(node, ast.keyword) and node.arg in {"example", "instead"}:
            untold.update(id(part) for part in ast.walk(node.value))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in untold
        ):
            yield node


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_game_says_a_figure_that_a_table_has(game: str) -> None:
    found = [
        f"{path.relative_to(FOLDER)}:{node.lineno}: {node.value!r}"
        for path in sorted((FOLDER / game).rglob("*.py"))
        for node in _sentences(ast.parse(path.read_text("utf-8")))
        if FIGURE.search(node.value) and not any(one in node.value for one in ALLOWED)
    ]
    assert not found, "say it from the table: " + "; ".join(found)


UNTOLD = re.compile(r"(invariants|accounting_check|positions_in_scenarios|edition_faults/\w+)\.py$")
"""Files whose sentences no player reads."""


def _several(told: ast.JoinedStr, plural: re.Pattern[str]) -> Iterator[str]:
    """The figures of a sentence before a plural, other than the code's own constants."""
    for figure, words in pairwise(told.values):
        if (
            isinstance(figure, ast.FormattedValue)
            and not ast.unparse(figure.value).isupper()
            and isinstance(words, ast.Constant)
            and isinstance(words.value, str)
            and plural.match(words.value)
        ):
            yield f"{{{ast.unparse(figure.value)}}}{words.value}"


def test_a_figure_that_may_be_one_is_told_with_its_unit_by_count() -> None:
    """Of the units that the games count by their own `events.toml`."""
    counted = {unit for game in GAMES for unit in units(book_of(f"{engines.__name__}.{game}"))}
    plural = re.compile(rf" (?:\w+ )?(?:{'|'.join(counted)})\b", re.IGNORECASE)
    found = [
        f"{path}: {told}"
        for room in (FOLDER, Path(bots.__file__).parent)
        for path in sorted(room.rglob("*.py"))
        if not UNTOLD.search(str(path))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr)
        for told in _several(node, plural)
    ]
    assert {"Stellors", "credits", "Fleets", "cards"} <= counted
    assert not found, found
