"""Seats and options of simulated games: as given, or all possible ones in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.contract.option_declaration import Setting
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat

MOST_WAYS = 500
"""Up to how many combinations of options each one is played."""


def read(engine: Engine[Any, Any], pairs: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value` pairs. Raises `ValueError` for an unknown option or value."""
    found: dict[str, Any] = {}
    known = {setting.name: setting for setting in engine.options}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name not in known:
            raise ValueError(
                f"{pair}: options of {engine.name} are {', '.join(known) or 'none'}, each as "
                "name=value"
            )
        found[name] = _value(known[name], value)
    return found


def _value(setting: Setting, value: str) -> Any:
    for allowed in setting.among:
        if str(allowed).casefold() == value.casefold():
            return allowed
    if setting.of:
        return _several(setting, value)
    if setting.among or not value.lstrip("-").isdigit():
        raise ValueError(
            f"{setting.name} may be {', '.join(map(str, setting.among)) or 'a number'}, not {value}"
        )
    return int(value)


def _several(setting: Setting, value: str) -> tuple[Any, ...]:
    """Several values, separated by commas; () for an empty text."""
    known = {str(allowed).casefold(): allowed for allowed in setting.of}
    parts = [part.strip().casefold() for part in value.split(",") if part.strip()]
    if unknown := [part for part in parts if part not in known]:
        raise ValueError(f"{setting.name} may be several of {', '.join(known)}, not {unknown[0]}")
    return tuple(known[part] for part in parts)


def seat_counts(engine: Engine[Any, Any], colours: Sequence[Seat]) -> list[int]:
    """The numbers of players that the game allows."""
    return [
        count for count in range(1, len(colours) + 1) if _is_set_up(engine, colours[:count], {})
    ]


def _is_set_up(engine: Engine[Any, Any], seats: Sequence[Seat], options: Mapping[str, Any]) -> bool:
    try:
        engine.setup(seats, options)
    except Refusal:
        return False
    return True


def option_sets(engine: Engine[Any, Any], random: Random) -> list[dict[str, Any]]:
    """Combinations of the options with few values, in random order: all of them, or, if these are
    too many, random ones.
    """
    settings = [setting for setting in engine.options if len(setting.among) > 1]
    if prod(len(setting.among) for setting in settings) > MOST_WAYS:
        return [
            {setting.name: random.choice(setting.among) for setting in settings}
            for _ in range(MOST_WAYS)
        ]
    sets = [
        dict(zip((setting.name for setting in settings), values, strict=True))
        for values in product(*(setting.among for setting in settings))
    ]
    return random.sample(sets, len(sets))


def tables(
    engine: Engine[Any, Any], colours: Sequence[Seat], games: int, seed: int
) -> list[tuple[int, dict[str, Any]]]:
    """Seats and options for so many games: all numbers of seats in turn, and for each all
    combinations of options before one is repeated. Numeric options have their default half of the
    time, and small values more often than large ones.
    """
    random = Random(seed)
    seat_numbers = seat_counts(engine, colours)
    remaining: dict[int, list[dict[str, Any]]] = {seats: [] for seats in seat_numbers}
    result = []
    for number in range(games):
        seats = seat_numbers[number % len(seat_numbers)]
        remaining[seats] = remaining[seats] or option_sets(engine, random)
        options = remaining[seats].pop() | {
            setting.name: _random_value(setting, random)
            for setting in engine.options
            if _varies(setting)
        }
        result.append((seats, options if _is_set_up(engine, colours[:seats], options) else {}))
    return result


def _varies(setting: Setting) -> bool:
    return bool(setting.of) or (setting.low is not None and setting.high is not None)


def _random_value(setting: Setting, random: Random) -> Any:
    """A random value that the option allows."""
    if setting.of:
        return tuple(random.sample(setting.of, random.choice((0, 1, 3, len(setting.of)))))
    if setting.low is None or setting.high is None or random.random() < 0.5:
        return setting.default
    return setting.low + round((setting.high - setting.low + 1) ** random.random()) - 1
