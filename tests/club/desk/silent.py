"""A seat that lets its turns run out."""

from __future__ import annotations

from tests.domain.deadlines.table import Table


def silent(table: Table) -> Table:
    """Red has said nothing for two turns; it is Wednesday, a quarter past twelve, UTC."""
    for hours in ("24h1s", "48h3s"):
        table.at(hours)
        for seat in ("blue", "green"):
            table.says(seat, "end")
    return table.at("51h15m")
