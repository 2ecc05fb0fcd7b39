"""Strict reader of scenario files: an unknown key or word is an error, never ignored."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from traders.domain.calendar import durations
from traders.domain.settings.postal_rules import PostalSetting, postal_settings
from traders.domain.settings.value_parsers import check_zone
from traders.engines.registry import ENGINES
from traders.proof.scenarios import vocabulary
from traders.proof.scenarios.position_changes import Facts
from traders.proof.scenarios.scenario_types import (
    Finding,
    Precedent,
    Ruling,
    Scenario,
    ScenarioError,
)
from traders.proof.scenarios.step_reading import read_finding, read_ruling, read_steps
from traders.proof.scenarios.strict_table_reader import Keys, facts

REVERSED = "reversed"
"""What `shuffles` may say, beside the places of each shuffle in turn."""
_FILE_KEYS = frozenset({"system", "scenario"})


def raw(path: Path) -> list[dict[str, Any]]:
    """The tables of a file's scenarios, each with its `system`. Raises `ScenarioError`."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ScenarioError(path, "", "", "there is no such file") from error
    except OSError as error:
        raise ScenarioError(path, "", "", f"the file cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ScenarioError(path, "", "", f"this is no TOML: {error}") from error
    for key in data:
        if key not in _FILE_KEYS:
            raise ScenarioError(path, "", key, "no key of a scenario file")
    scenarios = data.get("scenario", [])
    if not isinstance(scenarios, list) or not all(isinstance(one, dict) for one in scenarios):
        raise ScenarioError(path, "", "scenario", "scenarios are tables `[[scenario]]`")
    ids = [one.get("id") for one in scenarios]
    for number, name in enumerate(ids):
        if name is not None and name in ids[:number]:
            raise ScenarioError(path, str(name), "id", "given twice")
    return [{"system": data.get("system"), **one} for one in scenarios]


def read(path: Path, data: Mapping[str, Any], number: int = 1) -> Scenario:
    """One scenario from its table. Raises `ScenarioError`."""
    name = data.get("id")
    if not isinstance(name, str) or not name:
        raise ScenarioError(path, f"scenario {number}", "id", "a text is needed")
    keys = Keys(path, name, {key: value for key, value in data.items() if key != "id"})
    system = keys.text("system")
    if system not in ENGINES:
        keys.fail("system", f"{system!r} is none of {', '.join(ENGINES)}")
    refused = keys.rules("refused")
    seats = _seats(keys, refused is not None)
    clock = _clock(keys)
    options, settings, zones = _options(keys, system, seats)
    setup = keys.flag("setup")
    start = facts(keys, "start", keys.table("start"), system, seats, beginning=True, setup=setup)
    steps = read_steps(keys, system, seats, clock is not None)
    if refused is None and not steps:
        keys.fail("play", "a scenario plays something")
    if refused is not None and steps:
        keys.fail("play", "a game that is not set up is not played")
    scenario = Scenario(
        file=path,
        id=name,
        title=keys.text("title"),
        system=system,
        rules=tuple(keys.texts("rules")),
        needs=tuple(keys.texts("needs", vocabulary.NEEDS)),
        seats=seats,
        options=options,
        settings=settings,
        zones=zones,
        start=start,
        setup=setup,
        chance=_chance(keys),
        steps=steps,
        bots=tuple(keys.texts("bots", seats)),
        shuffles=_shuffles(keys),
        reversing=keys.word("shuffles", (REVERSED,), "") == REVERSED,
        clock=clock,
        refused=refused,
        finding=_finding(keys),
        ruling=_ruling(keys, system, seats),
        after=_after(keys, system, seats),
        earlier=tuple(_earlier(keys)),
        empty=tuple(keys.texts("empty", seats)) if "empty" in keys.data else (),
        answers_after=_answers_after(keys),
    )
    keys.end()
    return scenario


def _seats(keys: Keys, refused: bool) -> tuple[str, ...]:
    seats = tuple(keys.texts("seats", vocabulary.COLOURS))
    if not refused and (not seats or len(set(seats)) != len(seats)):
        keys.fail("seats", "every seat has a colour of its own")
    return seats


def _clock(keys: Keys) -> datetime | None:
    value = keys.take("clock", (str, datetime))
    if value is None:
        return None
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    except ValueError as error:
        keys.fail("clock", str(error))
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _options(keys: Keys, system: str, seats: Sequence[str]) -> tuple[Facts, Facts, dict[str, str]]:
    """The options in three parts: the system's own, settings of the postal rules, and the seats'
    zones.
    """
    known, known_settings = vocabulary.of(system), postal_settings()
    options: Facts = {}
    settings: Facts = {"timing": "table"}
    zones: dict[str, str] = {}
    for name, value in keys.table("options").items():
        if name == "zones":
            if not isinstance(value, dict) or not all(
                seat in seats and isinstance(zone, str) for seat, zone in value.items()
            ):
                keys.fail("options.zones", "zones by seat")
            zones = dict(value)
            for seat, zone in zones.items():
                try:
                    check_zone(zone)
                except ValueError as error:
                    keys.fail(f"options.zones.{seat}", str(error))
        elif name in vocabulary.HOURS or name in known_settings:
            settings[name] = _setting(keys, name, value, known_settings.get(name))
        elif name not in known.options:
            keys.fail(
                f"options.{name}", f"no option of {system} and no setting of the postal rules"
            )
        else:
            among = known.options[name].among
            if among and value not in among:
                keys.fail(f"options.{name}", f"{value!r} is none of {', '.join(map(str, among))}")
            options[name] = value
    return options, settings, zones


def _setting(keys: Keys, name: str, value: object, setting: PostalSetting | None) -> Any:
    """The value of a postal setting, of the same type as its default."""
    kind = vocabulary.HOURS[name] if setting is None else type(setting.default)
    if type(value) is not kind:
        keys.fail(f"options.{name}", f"{value!r} is of the wrong kind")
    if setting is not None and setting.among and value not in setting.among:
        keys.fail(f"options.{name}", f"{value!r} is none of {', '.join(setting.among)}")
    if setting is not None and isinstance(value, str) and not setting.among:
        try:
            durations.read(value)
        except ValueError as error:
            keys.fail(f"options.{name}", str(error))
    return value


def _chance(keys: Keys) -> tuple[int | str, ...]:
    outcomes = keys.take("chance", (list,)) or []
    for outcome in outcomes:
        if isinstance(outcome, bool) or not isinstance(outcome, (int, str)):
            keys.fail("chance", f"{outcome!r} is no face and no place")
    return tuple(outcomes)


def _shuffles(keys: Keys) -> tuple[tuple[int, ...], ...]:
    """The places of each shuffle, as rulings that were exported have them; () for a word."""
    if not isinstance(keys.data.get("shuffles"), list):
        return ()
    shuffles = keys.take("shuffles", (list,))
    for places in shuffles:
        if not isinstance(places, list) or sorted(places) != list(range(1, len(places) + 1)):
            keys.fail("shuffles", f"{places!r} does not name each place of a pile once")
    return tuple(map(tuple, shuffles))


def _answers_after(keys: Keys) -> tuple[timedelta, ...]:
    try:
        return tuple(durations.read(text) for text in keys.texts("answers_after"))
    except ValueError as error:
        keys.fail("answers_after", str(error))


def _finding(keys: Keys) -> Finding | None:
    data = keys.take("finding", (dict,))
    return None if data is None else read_finding(keys.inner(data, "finding"))


def _ruling(keys: Keys, system: str, seats: Sequence[str]) -> Ruling | None:
    data = keys.take("ruling", (dict,))
    return None if data is None else read_ruling(keys.inner(data, "ruling"), system, seats)


def _after(keys: Keys, system: str, seats: Sequence[str]) -> Facts | None:
    data = keys.take("after", (dict,))
    return None if data is None else facts(keys, "after", data, system, seats)


def _earlier(keys: Keys) -> Iterator[Precedent]:
    for number, data in enumerate(keys.take("earlier", (list,)) or [], 1):
        if not isinstance(data, dict):
            keys.fail("earlier", "tables of title, rules and remedy")
        inner = keys.inner(data, f"earlier {number}")
        yield Precedent(
            inner.text("title"),
            tuple(inner.texts("rules")),
            inner.word("remedy", vocabulary.REMEDIES),
        )
        inner.end()
