"""Mutants of data: one value of a row changed each."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tools.coverage.rule_places import Place

_DESCRIPTIVE = frozenset({
    "rule", "rules", "effect", "label", "note", "summary", "reconstructed", "name", "title",
    "status",
})  # fmt: skip
"""Fields that describe a row and decide nothing."""


@dataclass(frozen=True, slots=True)
class BrokenData:
    """A data file's contents with one value changed, and the change in words."""

    words: str
    before: dict[str, Any]
    after: dict[str, Any]


def broken_rows(text: str, place: Place, most: int = 14) -> Iterator[BrokenData]:
    """Mutants of a file, each with one value changed in the row, or in a row of the table, at
    `place`.
    """
    data = tomllib.loads(text)
    name, number = _row_of(place.name)
    if name not in data:
        return
    rows = data[name] if isinstance(data[name], list) else [data[name]]
    chosen = [number] if number is not None else range(len(rows))
    changes = [(row, key, value) for row in chosen for key, value in _values(rows[row], rows)]
    for row, key, value in sorted(
        changes, key=lambda change: list(chosen).index(change[0]) if number is None else 0
    )[:most]:
        after = copy.deepcopy(data)
        if key is None:
            if isinstance(after[name], list):
                after[name][row] = value
            else:
                after[name] = value
        else:
            (after[name][row] if isinstance(after[name], list) else after[name])[key] = value
        yield BrokenData(
            f"{name}[{row}].{key} = {value!r}" if key else f"{name}[{row}] = {value!r}", data, after
        )


def _row_of(name: str) -> tuple[str, int | None]:
    found = re.fullmatch(r"([^\[]+)(?:\[(\d+)\])?", name)
    assert found is not None
    return found[1], int(found[2]) if found[2] else None


def _values(row: Any, rows: list[Any]) -> Iterator[tuple[str | None, Any]]:
    """Fields of a row, each with another value: a number plus one, the opposite truth, a word of
    another row.
    """
    if not isinstance(row, dict):
        other = _other(row, rows)
        if other is not None:
            yield None, other
        return
    for key, value in row.items():
        if key in _DESCRIPTIVE or key.endswith("_reconstructed"):
            continue
        other = _other(value, [one.get(key) for one in rows if isinstance(one, dict)])
        if other is not None:
            yield key, other


def _other(value: Any, others: list[Any]) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case float():
            return value + 1.0
        case str():
            return next(
                (other for other in others if isinstance(other, str) and other != value), None
            )
        case list():
            return value[:-1] if value else None
    return None
