"""The order language as rows: the commands of every game and each game's own orders, for the
command, its page and the API.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from traders.domain.play.commands import registry
from traders.engines.kernel.grammar.order_table import OrderRow
from traders.engines.registry import engine

EVERY = "every game"
NO_SEAT = "nobody's seat"
"""What stands for a game in the rows of those who have none."""


def rows(systems: list[str]) -> Iterator[tuple[str, OrderRow]]:
    """Each row with its game: first the commands of every game, then what people without a seat
    may answer.
    """
    yield from ((EVERY, command) for command in registry.declared())
    yield from ((NO_SEAT, answer) for answer in registry.answers())
    for system in systems:
        yield from ((system, row) for row in engine(system).orders())


def as_data(game: str, row: OrderRow) -> dict[str, Any]:
    """A row as data."""
    return {
        "game": game,
        "prefix": row.prefix.strip(),
        "forms": list(row.forms),
        "who": row.who,
        "when": row.when,
        "help": row.help,
        "example": row.example,
        "rule": row.rule,
        "grave": row.grave,
    }
