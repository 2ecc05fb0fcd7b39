"""Faults of an edition's tables, beyond those of chart, contracts and deck: what play looks up in
them must be there, and numbers within what a game counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from traders.engines.star_traders.edition import Edition, PetitionRow, Zone, printed_data, standard

MOST = 100_000
"""What no number of a table exceeds."""
BY_NAME = ("start", "limits", "prices", "prices_reconstructed", "bonuses")
"""Tables in which play looks up each thing by its name."""


def table_faults(data: Mapping[str, Any], book: Edition) -> Iterator[str]:
    """Every such fault, a sentence each. `data`: the edition's whole tables."""
    for table in sorted(printed_data()):
        yield from _numbers(table, data[table], _least(printed_data()[table]))
    for table in BY_NAME:
        yield from _lacking(table, data[table], printed_data()[table])
    ours, theirs = standard().printed, book.printed
    for what, wanted, found in (
        ("by_players", _of(ours.by_players, "players"), _of(theirs.by_players, "players")),
        ("engine_prices", _of(ours.engine_prices, "engine"), _of(theirs.engine_prices, "engine")),
        ("personalities", _of(ours.personalities, "name"), _of(theirs.personalities, "name")),
        ("line_colours", sorted(book.colours), _of(theirs.line_colours, "colour")),
    ):
        if wanted != found:
            yield f"Table {what} has rows for {_listed(found)} in place of {_listed(wanted)}."
    yield from _gaps("prestige_zones", theirs.prestige_zones, ours.prestige_zones)
    yield from _gaps("petition_mission", theirs.petition_mission, ours.petition_mission)
    yield from _gaps("petition_station", theirs.petition_station, ours.petition_station)


def _of(rows: Sequence[object], field: str) -> list[Any]:
    return sorted(getattr(row, field) for row in rows)


def _listed(things: Sequence[object]) -> str:
    return ", ".join(map(str, things)) or "nothing"


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields within a table, at whatever depth, with their names."""
    rows = value.items() if isinstance(value, dict) else enumerate(value, 1)
    for name, part in rows:
        if isinstance(part, dict | list):
            yield from _inside(part)
        else:
            yield str(name), part


def _least(table: object) -> dict[str, float]:
    """The least number of each field of a printed table, 0 where none is less."""
    found: dict[str, float] = {}
    for name, value in _inside(table) if isinstance(table, dict | list) else ():
        if isinstance(value, int | float):
            found[name] = min(value, found.get(name, 0))
    return found


def _numbers(table: str, told: object, least: Mapping[str, float]) -> Iterator[str]:
    if table == "provenance" or not isinstance(told, dict | list):
        return
    for name, value in _inside(told):
        if isinstance(value, int | float) and not least.get(name, 0) <= value <= MOST:
            low = int(least.get(name, 0))
            yield f"Table {table}: {name} is {value:.6g}; it is {low} to {MOST:,}."


def _lacking(
    table: str, told: Mapping[str, object], printed: Mapping[str, object]
) -> Iterator[str]:
    for name, value in printed.items():
        if name not in told:
            yield f"Table {table} lacks {name}."
        elif type(told[name]) is not type(value):
            yield f"Table {table}: {name} is written like {value!r}."


def _gaps(
    table: str, rows: Sequence[Zone | PetitionRow], printed: Sequence[Zone | PetitionRow]
) -> Iterator[str]:
    """Rows that do not follow one another from the least to the most that play looks up."""
    ends = [(row.low, row.high) for row in rows]
    covered = [number for low, high in ends if high - low <= MOST for number in (low, high + 1)]
    joined = covered[1:-1:2] == covered[2::2] and all(low <= high for low, high in ends)
    whole = (printed[0].low, printed[-1].high)
    if not ends or not joined or (ends[0][0], ends[-1][1]) != whole:
        yield f"Table {table}: its rows follow one another from {whole[0]} to {whole[1]}."
