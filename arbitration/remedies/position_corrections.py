"""Corrections of a position, written by a referee in the vocabulary of scenarios: `red.stellors =
77` (PR-REMEDY-05).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Game
from traders.proof.scenarios.position_changes import position_with

RULE = "PR-REMEDY-05"
MOST_WORDS = 4_000
MOST = 1_000_000
"""What no number of a position exceeds."""


def corrected(game: Game, state: object, text: str) -> Any:
    """The position with the written facts and everything else unchanged. Raises `Refusal` if the
    text cannot be read, changes nothing, or describes an impossible position.
    """
    rules: Any = engine_of(game.system)
    facts = _read(text)
    current = rules.written(state)
    unknown = sorted(set(facts) - set(current))
    if unknown:
        raise Refusal(
            f"A position of this game says nothing of '{unknown[0]}'.",
            RULE,
            instead=sorted(current),
        )
    seats = list(game.seats.order_by("place").values_list("colour", flat=True))
    try:
        position = position_with(rules, state, seats, game.options, game.start or {}, facts)
    except Refusal as refusal:
        raise Refusal(
            f"The position cannot be put so: {refusal.text}", RULE, *refusal.rules
        ) from refusal
    except (
        KeyError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        ArithmeticError,
        RecursionError,
        msgspec.MsgspecError,
    ) as fault:
        raise Refusal(
            f"The position cannot be put so: {type(fault).__name__} {fault}", RULE
        ) from fault
    difference = _first_difference(_as_json(rules.written(position)), facts)
    if difference:
        raise Refusal(
            f"The position cannot be put so: {difference} would not be as it is written.", RULE
        )
    if rules.encode(position) == rules.encode(state):
        raise Refusal("The position is so already.", RULE)
    violations = [fault for fault in rules.flaws(position) if fault not in rules.flaws(state)]
    if violations:
        raise Refusal(f"There cannot be such a position: {violations[0]}", RULE)
    return position


def _read(text: str) -> dict[str, Any]:
    try:
        facts = tomllib.loads(text[:MOST_WORDS])
    except tomllib.TOMLDecodeError as fault:
        raise Refusal(
            f"Write lines as in: red.stellors = 77 ({fault})", RULE, kind="unreadable"
        ) from fault
    except RecursionError:
        raise Refusal("Write lines as in: red.stellors = 77", RULE, kind="unreadable") from None
    if not facts:
        raise Refusal("Nothing is written of how the position should be.", RULE, kind="unreadable")
    if any(abs(number) > MOST for number in _numbers(facts)):
        raise Refusal(f"No number of a position exceeds {MOST:,}.", RULE)
    return facts


def _numbers(facts: object) -> Iterator[float]:
    """All numbers that are written, at whatever depth."""
    open_ones = [facts]
    while open_ones:
        fact = open_ones.pop()
        if isinstance(fact, dict | list):
            open_ones += fact.values() if isinstance(fact, dict) else fact
        elif isinstance(fact, int | float):
            yield fact


def _as_json(written: object) -> Any:
    return json.loads(json.dumps(written, default=list))


def _first_difference(actual: object, wanted: object, path: str = "") -> str:
    """The path of the first value that is not as wanted; "" if all are."""
    if isinstance(wanted, dict) and isinstance(actual, dict):
        return next(
            (
                found
                for key, value in wanted.items()
                if (found := _first_difference(actual.get(key), value, f"{path}.{key}".strip(".")))
            ),
            "",
        )
    return "" if actual == _as_json(wanted) else path or "it"
