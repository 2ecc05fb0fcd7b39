"""Comparison of expected with actual facts: a subset is enough, and lists have no order except
where one is stated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any


def differences(
    expected: dict[str, Any], actual: dict[str, Any], ordered: Collection[str] = (), path: str = ""
) -> list[str]:
    """Every difference between the facts expected and the actual ones, in words. Facts that are not
    expected are not compared.

    `ordered`: keys whose lists are compared in order.
    """
    return list(_differences(expected, actual, ordered, path))


def _differences(
    expected: dict[str, Any], actual: dict[str, Any], ordered: Collection[str], path: str
) -> Iterator[str]:
    for key, value in expected.items():
        where = f"{path}.{key}" if path else key
        if key not in actual:
            yield f"{where} is not there, should be {written(value)}"
        elif isinstance(value, dict) and isinstance(actual[key], dict):
            yield from _differences(value, actual[key], ordered, where)
        elif not _same(value, actual[key], ordered, key in ordered):
            yield f"{where} is {written(actual[key])}, should be {written(value)}"


def _same(expected: Any, actual: Any, ordered: Collection[str], in_order: bool) -> bool:
    """Whether a value is as expected. A single thing equals a list of that thing, "" or "none"
    equals no thing, and case does not matter. An actual tuple holds alternatives, one of which must
    match.
    """
    if isinstance(actual, tuple):
        return any(_same(expected, way, ordered, in_order) for way in actual)
    if isinstance(expected, str) and isinstance(actual, str):
        return expected.casefold() == actual.casefold()
    if isinstance(expected, list) != isinstance(actual, list):
        return _same(_as_list(expected), _as_list(actual), ordered, in_order)
    if isinstance(expected, list):
        return len(expected) == len(actual) and (
            all(
                _same(item, other, ordered, False)
                for item, other in zip(expected, actual, strict=True)
            )
            if in_order
            else _matched(expected, list(actual), ordered)
        )
    if isinstance(expected, dict) and isinstance(actual, dict):
        return not differences(expected, actual, ordered)
    return type(expected) is type(actual) and bool(expected == actual)


def _as_list(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    return [] if value in ("", "none") and isinstance(value, str) else [value]


def _matched(expected: Sequence[object], actual: list[Any], ordered: Collection[str]) -> bool:
    """Whether each expected thing matches an actual one of its own."""
    if not expected:
        return True
    first, rest = expected[0], expected[1:]
    for index, other in enumerate(actual):
        if _same(first, other, ordered, False):
            others = actual[:index] + actual[index + 1 :]
            if _matched(rest, others, ordered):
                return True
            if not isinstance(first, dict):
                # equal things are interchangeable; only a partly named one may have taken another's
                # place
                return False
    return False


def written(value: object) -> str:
    """A value as a scenario would write it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list() | tuple():
            return "[" + ", ".join(written(item) for item in value) + "]"
        case dict():
            return (
                "{ " + ", ".join(f"{key} = {written(item)}" for key, item in value.items()) + " }"
            )
    return str(value)
