"""Strict reading of tables, in which every key must be used, and of the facts of a position."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn

from traders.domain.calendar import durations
from traders.proof.scenarios import vocabulary
from traders.proof.scenarios.position_changes import Facts
from traders.proof.scenarios.scenario_types import ScenarioError


class Keys:
    """The unread keys of one table of a scenario. `place` names the table in errors."""

    def __init__(self, file: Path, scenario: str, data: Mapping[str, Any], place: str = "") -> None:
        self.file = file
        self.scenario = scenario
        self.data = dict(data)
        self.place = place

    def fail(self, key: str, why: str) -> NoReturn:
        """Raise `ScenarioError` about a key."""
        raise ScenarioError(self.file, self.scenario, f"{self.place} {key}".strip(), why)

    def take(self, key: str, kinds: tuple[type, ...]) -> Any:
        """Remove a key and return its value; None if it is not there."""
        if key not in self.data:
            return None
        value = self.data.pop(key)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            self.fail(key, f"{value!r} is of the wrong kind")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text; required unless there is a default."""
        value = self.take(key, (str,))
        if value is None:
            if default is None:
                self.fail(key, "a text is needed")
            return default
        return str(value)

    def word(self, key: str, among: Collection[str], default: str | None = None) -> str:
        """A text out of a closed set."""
        value = self.text(key, default)
        if value not in among and value != default:
            self.fail(key, f"{value!r} is none of {', '.join(sorted(among))}")
        return value

    def flag(self, key: str) -> bool:
        """A truth; False if the key is not there."""
        return bool(self.take(key, (bool,)))

    def table(self, key: str) -> dict[str, Any]:
        """An inner table; empty if the key is not there."""
        return dict(self.take(key, (dict,)) or {})

    def texts(self, key: str, among: Collection[str] | None = None) -> list[str]:
        """A list of texts, out of a closed set if one is given."""
        value = self.take(key, (list,)) or []
        for text in value:
            if not isinstance(text, str):
                self.fail(key, f"{text!r} is no text")
            if among is not None and text not in among:
                self.fail(key, f"{text!r} is none of {', '.join(among)}")
        return list(value)

    def rules(self, key: str) -> tuple[str, ...] | None:
        """One rule id or several; `""` stands for a refusal that cites none. () for `""` alone,
        None if the key is not there.
        """
        value = self.take(key, (str, list))
        if value is None:
            return None
        ids = [value] if isinstance(value, str) else value
        for one in ids:
            if not isinstance(one, str) or (one and len(one.split("-")) != 3):
                self.fail(key, f"{one!r} is no rule's id")
        return tuple(ids) if isinstance(value, list) else tuple(one for one in ids if one)

    def span(self, key: str, sign: str = "") -> timedelta | None:
        """A length of time, after `sign` if it counts from the clock."""
        text = self.take(key, (str,))
        if text is None:
            return None
        try:
            if not text.startswith(sign):
                raise ValueError(f"{text!r} does not begin with {sign}")
            return durations.read(text.removeprefix(sign))
        except ValueError as error:
            self.fail(key, str(error))

    def inner(self, data: Mapping[str, object], place: str) -> Keys:
        """The keys of a table within this one."""
        return Keys(self.file, self.scenario, data, f"{self.place} {place}".strip())

    def end(self) -> None:
        """Fail if a key was not read."""
        for key in self.data:
            self.fail(key, "not a key that is known here")


def facts(
    keys: Keys,
    place: str,
    data: Mapping[str, object],
    system: str,
    seats: Sequence[str],
    *,
    beginning: bool = False,
    setup: bool = False,
) -> Facts:
    """The facts of a position, each checked. `beginning`: of `start`, which has more keys for the
    board and fewer for the play.
    """
    known = vocabulary.of(system)
    general = vocabulary.START if beginning else vocabulary.THEN
    for key, value in data.items():
        where = f"{place}.{key}"
        if key in vocabulary.COLOURS:
            _seat_facts(keys, where, key, value, known, seats, beginning=beginning)
        elif key in general:
            _general(keys, where, key, value, known, seats)
        elif key not in known.whole and not (beginning and key in known.start):
            keys.fail(where, f"not a key that is known in `{place}`")
        elif key == "stars" and not setup:
            keys.fail(where, "only before set-up (`setup = true`)")
    return dict(data)


def _seat_facts(
    keys: Keys,
    where: str,
    seat: str,
    value: object,
    known: vocabulary.Vocabulary,
    seats: Sequence[str],
    *,
    beginning: bool,
) -> None:
    if seat not in seats:
        keys.fail(where, "not a seat of this scenario")
    if not isinstance(value, dict):
        keys.fail(where, "a table of what holds for the seat")
    for key in value:
        if key not in known.seat:
            keys.fail(f"{where}.{key}", "not a key that is known of a seat")
        if beginning and key in known.derived:
            keys.fail(f"{where}.{key}", "follows from the rest: only what must hold names it")


def _general(
    keys: Keys,
    where: str,
    key: str,
    value: object,
    known: vocabulary.Vocabulary,
    seats: Sequence[str],
) -> None:
    ok = True
    match key:
        case "turn":
            ok = value in seats
        case "waiting":
            ok = isinstance(value, list) and all(seat in seats for seat in value)
        case "winner":
            ok = value == "none" or (
                value in seats
                if isinstance(value, str)
                else isinstance(value, list) and all(s in seats for s in value)
            )
        case "over" | "frozen":
            ok = isinstance(value, bool)
        case "round":
            ok = isinstance(value, int)
        case "stage":
            ok = isinstance(value, str) and value in known.stages
        case "interval":
            ok = isinstance(value, str) and value in {"none", *known.intervals}
        case "deadline":
            ok = value == "stopped" or (
                isinstance(value, str) and value.startswith("+") and _is_span(value[1:])
            )
    if not ok:
        keys.fail(where, f"{value!r} is not a word that is known here")


def _is_span(text: str) -> bool:
    try:
        durations.read(text)
    except ValueError:
        return False
    return True
