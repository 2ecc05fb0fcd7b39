"""Which seats and options simulated games are played with: those said, or all that there are, one
after another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any

from traders.engines.kernel.contract import Engine
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.setting import Setting

MOST_WAYS = 500
"""Ways to agree on the options that are gone through one by one."""


def read(engine: Engine[Any, Any], said: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value`; `ValueError` for what is no option, no value of it, or no pair."""
    found: dict[str, Any] = {}
    known = {setting.name: setting for setting in engine.options}
    for pair in said:
        name, equals, value = pair.partition("=")
        if not equals or name not in known:
            raise ValueError(
                f"{pair}: options of {engine.name} are {', '.join(known) or 'none'}, each as "
                "name=value"
            )
        found[name] = _value(known[name], value)
    return found


def _value(setting: Setting, value: str) -> Any:
    for one in setting.among:
        if str(one).casefold() == value.casefold():
            return one
    if setting.of:
        return _several(setting, value)
    if setting.among or not value.lstrip("-").isdigit():
        raise ValueError(
            f"{setting.name} may be {', '.join(map(str, setting.among)) or 'a number'}, not {value}"
        )
    return int(value)


def _several(setting: Setting, value: str) -> tuple[Any, ...]:
    """Several values, apart by commas; none where nothing is said."""
    known = {str(one).casefold(): one for one in setting.of}
    said = [part.strip().casefold() for part in value.split(",") if part.strip()]
    if strange := [part for part in said if part not in known]:
        raise ValueError(f"{setting.name} may be several of {', '.join(known)}, not {strange[0]}")
    return tuple(known[part] for part in said)


def seatings(engine: Engine[Any, Any], colours: Sequence[Seat]) -> list[int]:
    """For how many players the game is."""
    return [
        count for count in range(1, len(colours) + 1) if _is_set_up(engine, colours[:count], {})
    ]


def _is_set_up(engine: Engine[Any, Any], seats: Sequence[Seat], options: Mapping[str, Any]) -> bool:
    try:
        engine.setup(seats, options)
    except Refusal:
        return False
    return True


def agreements(engine: Engine[Any, Any], box: Random) -> list[dict[str, Any]]:
    """Ways to agree on the options that have a few values each, in an order of chance: every one,
    where they are not too many, else some in which each value comes as often as another.
    """
    named = [setting for setting in engine.options if len(setting.among) > 1]
    if prod(len(setting.among) for setting in named) > MOST_WAYS:
        return [
            {setting.name: box.choice(setting.among) for setting in named} for _ in range(MOST_WAYS)
        ]
    ways = [
        dict(zip((one.name for one in named), values, strict=True))
        for values in product(*(one.among for one in named))
    ]
    return box.sample(ways, len(ways))


def tables(
    engine: Engine[Any, Any], colours: Sequence[Seat], games: int, seed: int
) -> list[tuple[int, dict[str, Any]]]:
    """Seats and options for so many games: every number of seats in turn, and for each of them
    every way to agree on the options before one comes again; numbers at their default as often as
    at any other, small ones more often than large.
    """
    box = Random(seed)
    counts = seatings(engine, colours)
    coming: dict[int, list[dict[str, Any]]] = {seats: [] for seats in counts}
    found = []
    for number in range(games):
        seats = counts[number % len(counts)]
        coming[seats] = coming[seats] or agreements(engine, box)
        options = coming[seats].pop() | {
            setting.name: _drawn(setting, box) for setting in engine.options if _varies(setting)
        }
        found.append((seats, options if _is_set_up(engine, colours[:seats], options) else {}))
    return found


def _varies(setting: Setting) -> bool:
    return bool(setting.of) or (setting.low is not None and setting.high is not None)


def _drawn(setting: Setting, box: Random) -> Any:
    """A value that the option may have."""
    if setting.of:
        return tuple(box.sample(setting.of, box.choice((0, 1, 3, len(setting.of)))))
    if setting.low is None or setting.high is None or box.random() < 0.5:
        return setting.default
    return setting.low + round((setting.high - setting.low + 1) ** box.random()) - 1
