"""Writer of a scenario as TOML: one key a line, tables on one line, each step of the play on its
own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def document(system: str, scenario: Mapping[str, Any]) -> str:
    """A file with one scenario."""
    lines = [
        "# A ruling of the casebook, written by `manage.py casebook export`.",
        "",
        f"system = {inline(system)}",
        "",
        "[[scenario]]",
    ]
    for key, value in scenario.items():
        if key == "play":
            lines += ["play = [", *(f"  {inline(step)}," for step in value), "]"]
        else:
            lines.append(f"{'.'.join(map(_key, key.split('.', 1)))} = {inline(value)}")
    return "\n".join(lines) + "\n"


def inline(value: object) -> str:
    """A value on one line. Raises `TypeError` for a type that scenarios do not have."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            return _text(value)
        case Mapping():
            return (
                "{ "
                + ", ".join(f"{_key(str(key))} = {inline(item)}" for key, item in value.items())
                + " }"
                if value
                else "{}"
            )
        case list() | tuple():
            return "[" + ", ".join(map(inline, value)) + "]"
    raise TypeError(f"{value!r} has no form in a scenario")


def _text(value: str) -> str:
    escaped = (
        value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    )
    return (
        '"'
        + "".join(char if char.isprintable() else f"\\U{ord(char):08X}" for char in escaped)
        + '"'
    )


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)
