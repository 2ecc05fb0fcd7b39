"""Cleaning of outside text that a database cannot store."""

from __future__ import annotations

from typing import Any, overload


@overload
def storable(value: str) -> str: ...
@overload
def storable(value: Any) -> Any: ...
def storable(value: object) -> Any:
    """The value without NUL, and with lone surrogates as question marks; also within lists and
    dicts from JSON, where numbers that are not finite become None.
    """
    match value:
        case str():
            return value.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
        case list():
            return [storable(part) for part in value]
        case dict():
            return {storable(key): storable(part) for key, part in value.items()}
        case float() if value != value or value in (float("inf"), float("-inf")):
            return None
    return value
