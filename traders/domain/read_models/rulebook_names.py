"""The rulebooks by the names that addresses use: one a system, and the postal rules."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.book.rulebook import Rulebook, rulebook
from traders.engines.registry import ENGINES

POSTAL = "postal"


@cache
def books() -> dict[str, Rulebook]:
    """Every book, the systems' first; a system without a book is left out."""
    found = {
        system: rulebook(package)
        for system, package in ENGINES.items()
        if files(package).joinpath("rulebook.toml").is_file()
    }
    found[POSTAL] = postal_rules()
    return found


@cache
def _by_prefix() -> dict[str, str]:
    return {prefix: name for name, book in books().items() for prefix in book.prefixes}


def book_of_rule(rule_id: str) -> str | None:
    """The name of the book in which a rule stands; None for an id that no book has."""
    name = _by_prefix().get(rule_id.partition("-")[0])
    return name if name is not None and rule_id in books()[name] else None
