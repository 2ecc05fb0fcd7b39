"""A position changed where a scenario's words say so, and nowhere else: for faults (`slip`) and for
what a referee puts right (`to`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract import Engine
from traders.engines.kernel.seats import Seat
from traders.proof.scenarios.script import Facts


def changed(
    rules: Engine[Any, Any],
    state: Any,
    seats: Sequence[Seat],
    options: Mapping[str, Any],
    start: Facts,
    facts: Facts,
) -> Any:
    """The position in which `facts` (keys of `start`) hold and all else is as it was.

    Two positions are laid, one with what those keys say now and one with what they are to say;
    where these differ `state` is changed.
    """
    now = _only(rules.written(state), facts)
    before = json.loads(rules.encode(rules.position(seats, options, _over(start, now))))
    after = json.loads(rules.encode(rules.position(seats, options, _over(start, facts))))
    return rules.decode(json.dumps(_moved(json.loads(rules.encode(state)), before, after)).encode())


def _only(written: Facts, facts: Facts) -> Facts:
    """What is written now of the keys that `facts` names."""
    return {
        key: _only(written[key], value)
        if isinstance(value, dict) and isinstance(written[key], dict)
        else written[key]
        for key, value in facts.items()
        if key in written
    }


def _over(start: Facts, facts: Facts) -> Facts:
    """`start` with `facts` in place of what it says."""
    return {
        **start,
        **{
            key: _over(start[key], value)
            if isinstance(value, dict) and isinstance(start.get(key), dict)
            else value
            for key, value in facts.items()
        },
    }


def _moved(now: Any, before: Any, after: Any) -> Any:
    """`now` with every difference between `before` and `after` made in it."""
    if before == after:
        return now
    if isinstance(now, dict) and isinstance(before, dict) and isinstance(after, dict):
        kept = {
            key: _moved(value, before.get(key), after.get(key))
            for key, value in now.items()
            if key in after or key not in before
        }
        return {
            **kept,
            **{key: value for key, value in after.items() if key not in now and key not in before},
        }
    if (
        isinstance(now, list)
        and isinstance(before, list)
        and isinstance(after, list)
        and len(now) == len(before) == len(after)
    ):
        return [_moved(*three) for three in zip(now, before, after, strict=True)]
    return after
