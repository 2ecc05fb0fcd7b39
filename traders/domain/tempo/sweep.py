"""Which seats and options simulated games are played with: those said, or all that there are, one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from traders.engines.contract import Engine, Refusal, Seat, Setting


def read(engine: Engine[Any, Any], said: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value`; `ValueError` for what is no option, no value of it, or no pair."""
    found: dict[str, Any] = {}
    known = {setting.name: setting for setting in engine.options}
    for pair in said:
        name, equals, value = pair.partition("=")
        if not equals or name not in known:
            raise ValueError(f"{pair}: options of {engine.name} are {', '.join(known) or 'none'}, each as name=value")
        found[name] = _value(known[name], value)
    return found


def _value(setting: Setting, value: str) -> Any:
    for one in setting.among:
        if str(one).casefold() == value.casefold():
            return one
    if setting.among or not value.lstrip("-").isdigit():
        raise ValueError(f"{setting.name} may be {', '.join(map(str, setting.among)) or 'a number'}, not {value}")
    return int(value)


def seatings(engine: Engine[Any, Any], colours: Sequence[Seat]) -> list[int]:
    """For how many players the game is."""
    return [count for count in range(1, len(colours) + 1) if _is_set_up(engine, colours[:count], {})]


def _is_set_up(engine: Engine[Any, Any], seats: Sequence[Seat], options: Mapping[str, Any]) -> bool:
    try:
        engine.setup(seats, options)
    except Refusal:
        return False
    return True


def tables(engine: Engine[Any, Any], colours: Sequence[Seat], games: int, seed: int) -> list[tuple[int, dict[str, Any]]]:
    """Seats and options for so many games: every number of seats in turn, each option at each of its values as often as another."""
    box = Random(seed)
    counts = seatings(engine, colours)
    found = []
    for number in range(games):
        seats = counts[number % len(counts)]
        options = {setting.name: box.choice(setting.among) for setting in engine.options if len(setting.among) > 1}
        found.append((seats, options if _is_set_up(engine, colours[:seats], options) else {}))
    return found
