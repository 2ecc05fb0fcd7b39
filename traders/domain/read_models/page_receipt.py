"""The receipt of orders that were sent on the page, in the letters' words: each line's outcome, and
what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from traders.domain.letters.letter_facts import Happening
from traders.domain.letters.letter_sections import stopped
from traders.domain.letters.order_receipt import CARRIED_OUT, made_by, without_echo
from traders.domain.table.change_set import ChangeSet, Line
from traders.engines.kernel.telling.past_tense_telling import Happened
from traders.engines.kernel.telling.telling_by_game import retold
from traders.engines.registry import ENGINES


def receipt(lines: Sequence[Line], came: Sequence[Sequence[str]] = ()) -> list[dict[str, object]]:
    """The lines as the session keeps them, each with what came of it; those that follow one another
    with the same outcome, of which nothing came, as one. What came says that it was done, too.
    """
    told: list[dict[str, object]] = []
    for line, then in zip(lines, came or [()] * len(lines), strict=True):
        words = without_echo(line.words) if line.answer in CARRIED_OUT else line.words
        one = asdict(line) | {"words": words, "then": list(then)}
        if told and _outcome(told[-1]) == _outcome(one | {"then": []}) and line.text:
            told[-1] |= {"text": f"{told[-1]['text']}\n{line.text}", "then": one["then"]}
        else:
            told.append(one)
    for one in told:
        one["words"] = one["words"] or ("" if one["then"] else "Done.")
    return told


def _outcome(told: Mapping[str, object]) -> dict[str, object]:
    return {name: part for name, part in told.items() if name not in ("text", "entry")}


def _heard(changes: ChangeSet, seat: str) -> list[Happening]:
    told = (one for one in changes.told if one.event.heard_by(seat))
    return [Happening.of(one.number, one.event) for one in told]


def came_of(changes: ChangeSet, system: str, seat: str) -> list[str]:
    """What happened in a session, in sentences, as that seat is told it."""
    happened = [one.happened for one in _heard(changes, seat)]
    return retold(ENGINES.get(system, ""), happened, seat)


def came_of_each(changes: ChangeSet, system: str, seat: str) -> list[list[str]]:
    """The same by the line of which it came; of the last where none counts."""
    came = [list[Happened]() for _ in changes.lines]
    for one in _heard(changes, seat) if came else ():
        came[made_by(changes.lines, one.number)].append(one.happened)
    return [retold(ENGINES.get(system, ""), of_line, seat) for of_line in came]


def plan_stopped(changes: ChangeSet, system: str, seat: str) -> list[str]:
    """That the seat's plan stopped in a session, why, and what of it was not carried out; nothing
    where none did.
    """
    plans = changes.stopped_plans.get(seat, ())
    why, lines = stopped(system, seat, plans, _heard(changes, seat))
    left = f" Not carried out: {', '.join(lines)}." if lines else ""
    return [f"Your plan stopped. {why}{left}"] if why else []
