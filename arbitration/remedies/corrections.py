"""The position as it should be, written by a referee in the words of scenarios: `red.stellors = 77`
(PR-REMEDY-05).
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

import msgspec

from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Game
from traders.proof.scenarios.slips import position_with

RULE = "PR-REMEDY-05"
MOST_WORDS = 4_000


def corrected(game: Game, state: Any, text: str) -> Any:
    """The position in which what is written holds and all else is as it was; refused where it
    cannot be read, or cannot be.
    """
    rules: Any = engine_of(game.system)
    facts = _read(text)
    written = rules.written(state)
    unknown = sorted(set(facts) - set(written))
    if unknown:
        raise Refusal(
            f"A position of this game says nothing of '{unknown[0]}'.",
            RULE,
            instead=sorted(written),
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
        msgspec.MsgspecError,
    ) as fault:
        raise Refusal(
            f"The position cannot be put so: {type(fault).__name__} {fault}", RULE
        ) from fault
    wrong = _differs(_plain(rules.written(position)), facts)
    if wrong:
        raise Refusal(
            f"The position cannot be put so: {wrong} would not be as it is written.", RULE
        )
    if rules.encode(position) == rules.encode(state):
        raise Refusal("The position is so already.", RULE)
    flaws = [fault for fault in rules.flaws(position) if fault not in rules.flaws(state)]
    if flaws:
        raise Refusal(f"There cannot be such a position: {flaws[0]}", RULE)
    return position


def _read(text: str) -> dict[str, Any]:
    try:
        facts = tomllib.loads(text[:MOST_WORDS])
    except tomllib.TOMLDecodeError as fault:
        raise Refusal(
            f"Write lines as in: red.stellors = 77 ({fault})", RULE, kind="unreadable"
        ) from fault
    if not facts:
        raise Refusal("Nothing is written of how the position should be.", RULE, kind="unreadable")
    return facts


def _plain(written: Any) -> Any:
    return json.loads(json.dumps(written, default=list))


def _differs(written: Any, wanted: Any, path: str = "") -> str:
    """The first thing that is not as wanted, by name; "" where all is."""
    if isinstance(wanted, dict) and isinstance(written, dict):
        return next(
            (
                found
                for key, value in wanted.items()
                if (found := _differs(written.get(key), value, f"{path}.{key}".strip(".")))
            ),
            "",
        )
    return "" if written == _plain(wanted) else path or "it"
