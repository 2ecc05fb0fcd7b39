"""The receipt of orders that were sent on the page, in the letters' words: each line's outcome, and
what came of them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from traders.domain.letters.parts import retold_to, stopped
from traders.domain.table.change_set import ChangeSet, Line

COUNTING = ({"done", "opened"}, {"kept", "waits", "planned", "noted"})
"""Answers to lines of which something may have come; those of the first set sooner."""


def receipt(lines: Sequence[Line], came: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The lines as the session keeps them, those that follow one another with the same outcome as
    one; `came` stands with the last that was carried out, else with the last that is kept.
    """
    told: list[dict[str, Any]] = []
    for line in lines:
        one = asdict(line) | {"words": _without(line.text, line.words)}
        if told and {**told[-1], "text": ""} == {**one, "text": ""} and line.text:
            told[-1]["text"] += f"\n{line.text}"
        else:
            told.append(one)
    counting = [one for answers in COUNTING[::-1] for one in told if one["answer"] in answers]
    if counting:
        counting[-1]["then"] = list(came)
    return told


def _without(order: str, words: str) -> str:
    """The words of an outcome without the order, which stands above them."""
    return f"{words.removesuffix(f': {order}.')}." if words.endswith(f": {order}.") else words


def came_of(changes: ChangeSet, system: str, seat: str) -> list[str]:
    """What happened in a session, in sentences, as that seat is told it."""
    return retold_to(system, seat, [event.text for event in changes.heard(seat)])


def plan_stopped(changes: ChangeSet, system: str, seat: str) -> list[str]:
    """That the seat's plan stopped in a session, why, and what of it was not carried out; nothing
    where none did.
    """
    happened = [event.text for event in changes.heard(seat)]
    why, lines = stopped(system, seat, changes.stopped_plans.get(seat, ()), happened)
    return [f"Your plan stopped. {why} Not carried out: {', '.join(lines)}."] if why else []
