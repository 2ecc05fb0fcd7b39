"""Changes of a position by a scenario's facts: for faults (`slip`) and for corrections by a referee
(`to`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from traders.engines.kernel.contract.contract import Engine
from traders.engines.kernel.seats import Seat

Facts = dict[str, Any]
"""Facts of a position, by the keys of a scenario's `start` and `then`."""


def position_with(
    rules: Engine[object, object],
    state: object,
    seats: Sequence[Seat],
    options: Mapping[str, object],
    start: Facts,
    facts: Facts,
) -> Any:
    """The position with these facts (keys of `start`) and everything else unchanged.

    Two positions are set up, one with the facts as they are and one with the facts wanted; their
    differences are applied to `state`.
    """
    now = _current(rules.written(state), facts)
    before = json.loads(rules.encode(rules.position(seats, options, _overlaid(start, now))))
    after = json.loads(rules.encode(rules.position(seats, options, _overlaid(start, facts))))
    return rules.decode(
        json.dumps(_with_changes(json.loads(rules.encode(state)), before, after)).encode()
    )


def _current(written: Facts, facts: Facts) -> Facts:
    """The current values of the keys that `facts` names."""
    return {
        key: _current(written[key], value)
        if isinstance(value, dict) and isinstance(written[key], dict)
        else written[key]
        for key, value in facts.items()
        if key in written
    }


def _overlaid(start: Facts, facts: Facts) -> Facts:
    """`start` with the values of `facts` in place of its own."""
    return {
        **start,
        **{
            key: _overlaid(start[key], value)
            if isinstance(value, dict) and isinstance(start.get(key), dict)
            else value
            for key, value in facts.items()
        },
    }


def _with_changes(now: object, before: object, after: object) -> Any:
    """`now` with every change from `before` to `after` applied."""
    if before == after:
        return now
    if isinstance(now, dict) and isinstance(before, dict) and isinstance(after, dict):
        unchanged = {
            key: _with_changes(value, before.get(key), after.get(key))
            for key, value in now.items()
            if key in after or key not in before
        }
        return {
            **unchanged,
            **{key: value for key, value in after.items() if key not in now and key not in before},
        }
    if (
        isinstance(now, list)
        and isinstance(before, list)
        and isinstance(after, list)
        and len(now) == len(before) == len(after)
    ):
        return [_with_changes(*triple) for triple in zip(now, before, after, strict=True)]
    return after
