"""What a database can hold of what came from outside."""

from __future__ import annotations

from typing import Any, overload


@overload
def storable(value: str) -> str: ...
@overload
def storable(value: Any) -> Any: ...
def storable(value: Any) -> Any:
    """The value without NUL, and with question marks for halves of a pair: in a text, and in the
    texts of what was read from JSON.
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
