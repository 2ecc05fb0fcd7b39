"""Which games have what a game can do without (docs/adding-a-game.md)."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from traders.engines.kernel.book.package_files import has
from traders.engines.registry import ENGINES

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def systems_in_scenarios() -> list[str]:
    """The systems that have scenarios in a file of their name."""
    return [system for system in ENGINES if (SCENARIOS / f"{system}.toml").is_file()]


def systems_with(part: str) -> list[str]:
    """The systems with a file of data (`guide.toml`), a module or something in one
    (`board.places`).
    """
    return [system for system, package in ENGINES.items() if _has(package, part)]


def _has(package: str, part: str) -> bool:
    if part.endswith(".toml"):
        return has(package, part)
    module, _, name = part.partition(".")
    if find_spec(f"{package}.{module}") is None:
        return False
    return not name or hasattr(import_module(f"{package}.{module}"), name)
