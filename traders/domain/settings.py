"""The settings of a game: the postal rules' own defaults, then the club's, then the game's.

Values are as people write them (`turn_time = "72h"`); here they become lengths of time, and what cannot be is refused in words.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from holidays import list_supported_countries

from traders.domain import durations
from traders.domain.postal import postal_settings
from traders.domain.zones import known_zones
from traders.models import Game

HOUR = timedelta(hours=1)


class BadSettings(ValueError):
    """Settings that cannot be; `words` has a sentence for each, `rules` the ids of the rules that know them."""

    def __init__(self, words: list[str], rules: tuple[str, ...]) -> None:
        super().__init__(" ".join(words))
        self.words, self.rules = words, rules


# --- how values are read ----------------------------------------------------------------------------------------------------------


def _length(least: timedelta = timedelta(0)) -> Callable[[object], timedelta]:
    def read(value: object) -> timedelta:
        if not isinstance(value, str):
            raise ValueError("write a length of time like “72h”")
        length = durations.read(value)
        if length < least:
            raise ValueError(f"it must be at least {durations.words(least)}")
        return length

    return read


def _among(*names: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value not in names:
            raise ValueError(f"it is one of {', '.join(names)}")
        return str(value)

    return read


def _count(least: int = 0) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= 366:
            raise ValueError(f"it is a number from {least} to 366")
        return value

    return read


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("it is true or false")
    return value


def _holidays(value: object) -> tuple[frozenset[date], str]:
    """Days by their dates, or a country by its two letters, or both in a list."""
    if not isinstance(value, str | list | tuple):
        raise ValueError("write a list of dates like [“2026-12-25”], or a country's two letters")
    days: set[date] = set()
    country = ""
    for item in [value] if isinstance(value, str) else value:
        if isinstance(item, str) and item.upper() in list_supported_countries():
            country = item.upper()
            continue
        try:
            days.add(item if isinstance(item, date) else date.fromisoformat(str(item)))
        except ValueError:
            raise ValueError(f"“{item}” is neither a date like 2026-12-25 nor a country's two letters") from None
    return frozenset(days), country


def _night(value: object) -> tuple[time, time] | None:
    if value in (None, [], ()):
        return None
    try:
        begin, end = (time.fromisoformat(str(hour)) for hour in value)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise ValueError("write from when to when, like [“22:00”, “08:00”]") from None
    if begin.tzinfo or end.tzinfo:
        raise ValueError("its hours are by each player's own clock: leave the zone out")
    away = timedelta(hours=end.hour - begin.hour, minutes=end.minute - begin.minute) % timedelta(days=1)
    if not away or away > 20 * HOUR:
        raise ValueError("it must leave at least four hours of the day")
    return begin, end


def _zones(value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError("write a zone for each seat, like { blue = “Europe/Berlin” }")
    for seat, zone in value.items():
        check_zone(str(zone), f"{seat}'s zone")
    return {str(seat): str(zone) for seat, zone in value.items()}


def check_zone(zone: str, whose: str = "the zone") -> None:
    """`ValueError`, in words with the nearest names, where a zone's name is none."""
    if zone not in known_zones():
        near = difflib.get_close_matches(zone, sorted(known_zones()), 3)
        raise ValueError(f"{whose} “{zone}” is not known" + (f"; did you mean {' or '.join(near)}?" if near else ""))
    ZoneInfo(zone)


# --- the settings -----------------------------------------------------------------------------------------------------------------

_POSTAL = postal_settings()


def _form(name: str) -> Callable[[object], str]:
    """A setting that has one of the forms that the postal rules list."""
    return _among(*_POSTAL[name].among)


@dataclass(frozen=True, kw_only=True)
class GameSettings:
    """All that the postal rules leave to the club. Lengths of time count playing hours, save those of claims and rulings."""

    turn_time: timedelta
    grace: timedelta
    out_of_time: str
    bank_limit: timedelta
    vacation_days: int
    interval_time: timedelta
    interval_floor: timedelta
    timing: str
    holding_time: timedelta
    purse: timedelta
    purse_filling: timedelta
    gather: str
    claim_time: timedelta
    freeze_time: timedelta
    answering_time: timedelta
    groundless_claims: int
    ruling_time: timedelta
    appeal_time: timedelta
    substitution_time: timedelta
    absent_limit: int
    """Turns in a row, ended by the clock, after which a seat is offered to a substitute (PR-SEAT-05)."""
    confirming_time: timedelta
    weekends: bool
    holidays: tuple[frozenset[date], str]
    """Days, and a country by its two letters."""
    night: tuple[time, time] | None
    zones: Mapping[str, str]
    """Zones by seat, where they are not their players' own."""


READERS: dict[str, Callable[[object], Any]] = {
    "turn_time": _length(HOUR),
    "grace": _length(),
    "out_of_time": _form("out_of_time"),
    "bank_limit": _length(),
    "vacation_days": _count(),
    "interval_time": _length(timedelta(minutes=1)),
    "interval_floor": _length(),
    "timing": _form("timing"),
    "holding_time": _length(),
    "purse": _length(),
    "purse_filling": _length(),
    "gather": _form("gather"),
    "claim_time": _length(),
    "freeze_time": _length(),
    "answering_time": _length(),
    "groundless_claims": _count(),
    "ruling_time": _length(HOUR),
    "appeal_time": _length(),
    "substitution_time": _length(),
    "absent_limit": _count(1),
    "confirming_time": _length(),
    "weekends": _flag,
    "holidays": _holidays,
    "night": _night,
    "zones": _zones,
}
"""How each setting is read."""

HOURS: dict[str, Any] = {"weekends": True, "holidays": [], "night": [], "zones": {}}
"""Settings of the playing hours, which PR-TURN-07 leaves to the club, with their defaults."""
DEFAULTS: dict[str, Any] = {name: setting.default for name, setting in _POSTAL.items()} | HOURS
"""Every setting's default, as it is written."""
RULES: dict[str, str] = {name: setting.rule for name, setting in _POSTAL.items()} | dict.fromkeys(HOURS, "PR-TURN-07")


def read(*layers: Mapping[str, Any]) -> GameSettings:
    """The settings that the layers make, a later one outweighing those before it; `BadSettings` for what cannot be."""
    found: dict[str, Any] = {}
    words: list[str] = []
    rules: dict[str, None] = {}
    for name, value in {name: value for layer in (DEFAULTS, *layers) for name, value in layer.items()}.items():
        if name not in READERS:
            near = difflib.get_close_matches(name, READERS, 1)
            words.append(f"There is no setting “{name}”" + (f"; did you mean “{near[0]}”?" if near else "."))
            continue
        try:
            found[name] = READERS[name](value)
        except ValueError as wrong:
            words.append(f"{name} ({RULES[name]}): {wrong}.")
            rules[RULES[name]] = None
    if words:
        raise BadSettings(words, tuple(rules))
    made = GameSettings(**found)
    if made.interval_floor > made.interval_time:
        raise BadSettings(
            ["interval_floor (PR-INTERVAL-05): the shortest time of an interval is longer than the interval time."], ("PR-INTERVAL-05",)
        )
    return made


def check(values: Mapping[str, Any]) -> list[str]:
    """What is wrong with settings, a sentence each; an empty list if nothing is."""
    try:
        read(values)
    except BadSettings as bad:
        return bad.words
    return []


def of(game: Game) -> GameSettings:
    """The settings of a game: its own, over its club's, over the postal rules' defaults."""
    if not game.settings and (game.club is None or not game.club.settings):
        return STANDARD
    return read(game.club.settings if game.club else {}, game.settings)


STANDARD = read()
"""The postal rules' defaults, all of them."""
