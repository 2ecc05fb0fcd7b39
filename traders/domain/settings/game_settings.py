"""A game's settings: the postal rules' defaults, then the club's, then the game's own. A game takes
all of them with it when it begins.

Values are stored as people write them (`turn_time = "72h"`); here they are parsed, and impossible
ones refused with an explanation.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from traders.domain.calendar import clock, durations
from traders.domain.settings import value_parsers
from traders.domain.settings.postal_rules import PostalSetting, postal_rules, postal_settings
from traders.engines.kernel.words import sentence
from traders.models import Entry, Game, Kind, Prepared

HOUR = timedelta(hours=1)
OutOfTime = Literal["end-turn", "substitute", "referee"]
Timing = Literal["stops", "table", "sealed"]
Gather = Literal["interval", "arrival"]
Watched = Literal["everyone", "club", "seats"]
DiceMade = Literal["promised", "mixed"]
Press = Literal["free", "anonymous", "closed-windows", "none"]
BotsSay = Literal["offers", "words", "nothing"]
VacantSeats = Literal["drop-out", "bots", "learner-bots", "master-bots"]
"""Forms of settings, as the postal rules list them."""


class BadSettings(ValueError):
    """Impossible settings. `faults`: the fault of each setting; `words`: the same as sentences;
    `rules`: the rules that define them.
    """

    def __init__(self, faults: Mapping[str, str]) -> None:
        self.faults = dict(faults)
        self.words = [
            sentence(f"{name} ({RULES[name]}): {wrong}" if name in RULES else wrong)
            for name, wrong in faults.items()
        ]
        self.rules = tuple(dict.fromkeys(RULES[name] for name in faults if name in RULES))
        super().__init__(" ".join(self.words))


# --- the settings ---------------------------------------------------------------------------------

_POSTAL = postal_settings()


@dataclass(frozen=True, kw_only=True)
class GameSettings:
    """All that the postal rules leave to the club. Durations count playing hours, except those of
    claims and rulings.
    """

    turn_time: timedelta
    grace: timedelta
    out_of_time: OutOfTime
    bank_limit: timedelta
    vacation_days: int
    interval_time: timedelta
    interval_floor: timedelta
    timing: Timing
    holding_time: timedelta
    purse: timedelta
    purse_filling: timedelta
    gather: Gather
    claim_time: timedelta
    freeze_time: timedelta
    answering_time: timedelta
    groundless_claims: int
    ruling_time: timedelta
    appeal_time: timedelta
    least_reliability: int
    """Of 100 turns, those that whoever takes a seat has to answer; 0: nobody asks."""
    substitution_time: timedelta
    vacant_seats: VacantSeats
    asked_after: int
    """Consecutive turns ended by the clock after which a seat is asked, and absent (PR-SEAT-05)."""
    absent_limit: int
    """Consecutive turns ended by the clock after which a seat is offered to a substitute
    (PR-SEAT-05).
    """
    confirming_time: timedelta
    watched: Watched
    dice: DiceMade
    press: Press
    bots_say: BotsSay
    watch_delay: timedelta
    weekends: bool
    holidays: tuple[frozenset[date], str]
    """Days, and a country by its two letters."""
    night: tuple[time, time] | None
    zones: Mapping[str, str]
    """Zones by seat, where they differ from their players' own."""
    house_rules: str
    """What the table has agreed on, in its own words."""

    @property
    def bots_talk(self) -> bool:
        """Whether bots say a few words. Under masks they do not: a bot's words would tell what is
        behind the mask.
        """
        return self.bots_say == "words" and self.press in ("free", "closed-windows")


_LEAST = {
    "turn_time": HOUR,
    "interval_time": timedelta(minutes=1),
    "ruling_time": HOUR,
    "confirming_time": HOUR,
}
"""The shortest values of these durations."""
_FEWEST = {"absent_limit": 1, "asked_after": 1}
"""The least values of these numbers."""
_MOST = {"least_reliability": 100}
"""The greatest values of these numbers."""


def _reader(known: PostalSetting) -> Callable[[object], Any]:
    """The parser of a setting of the postal rules, by its forms or its default."""
    if known.among:
        return value_parsers.among(*known.among)
    return (
        value_parsers.count(_FEWEST.get(known.name, 0), _MOST.get(known.name, value_parsers.YEAR))
        if isinstance(known.default, int)
        else value_parsers.length(_LEAST.get(known.name, timedelta(0)))
    )


READERS: dict[str, Callable[[object], Any]] = {
    **{name: _reader(known) for name, known in _POSTAL.items()},
    "weekends": value_parsers.flag,
    "holidays": value_parsers.holidays,
    "night": value_parsers.night,
    "zones": value_parsers.zones,
    "house_rules": value_parsers.prose(1_000),
}
"""The parser of each setting."""

HOURS: dict[str, Any] = {"weekends": True, "holidays": [], "night": [], "zones": {}}
"""Settings of the playing hours, which PR-TURN-07 leaves to the club, with their defaults."""
TALK: dict[str, Any] = {"house_rules": ""}
"""What a table says about itself, and its default."""
DEFAULTS: dict[str, Any] = (
    {name: setting.default for name, setting in _POSTAL.items()} | HOURS | TALK
)
"""Every setting's default, as it is written."""
RULES: dict[str, str] = (
    {name: setting.rule for name, setting in _POSTAL.items()}
    | dict.fromkeys(HOURS, "PR-TURN-07")
    | dict.fromkeys(TALK, "PR-SEAT-08")
)


def read(*layers: Mapping[str, Any]) -> GameSettings:
    """Parse the settings of several layers, each overriding those before it; raises `BadSettings`
    for impossible ones.
    """
    found: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for name, value in {
        name: value for layer in (DEFAULTS, *layers) for name, value in layer.items()
    }.items():
        if name not in READERS:
            near = difflib.get_close_matches(name, READERS, 1)
            faults[name] = f"There is no setting “{name}”" + (
                f"; did you mean “{near[0]}”?" if near else ""
            )
            continue
        try:
            found[name] = READERS[name](value)
        except ValueError as wrong:
            faults[name] = str(wrong)
    if not faults and found["interval_floor"] > found["interval_time"]:
        faults["interval_floor"] = (
            "the shortest time of a reaction window is longer than the time to react"
        )
    if "holidays" not in faults and (fault := _too_far(found["holidays"][0])):
        faults["holidays"] = fault
    if faults:
        raise BadSettings(faults)
    return GameSettings(**found)


def _too_far(days: frozenset[date]) -> str:
    """What is wrong with dates that are far ahead, "" if none is. Stored ones come nearer, so that
    they are looked at where they are entered alone.
    """
    if not days:
        return ""
    last, most = max(days), clock.now().date() + durations.TWO_YEARS
    return f"{last} is more than two years ahead: write days until {most}" if last > most else ""


STANDARD = read()
"""The postal rules' defaults."""


# --- a game's -------------------------------------------------------------------------------------


def whole(game: Game, number: int | None = None) -> dict[str, Any]:
    """All settings of a game as they are written. Once begun: those that it took with it, as
    changed since; before: its own over its club's over the defaults. `number`: those in force after
    that entry, whatever was undone since.
    """
    if not game.number:
        return {**DEFAULTS, **(game.club.settings if game.club else {}), **game.settings}
    if number is None:
        return {**DEFAULTS, **game.settings}
    return DEFAULTS | {
        name: value
        for entry in _ENTERED.rows(game.pk, max(number, 1))
        for name, value in _in(entry.public, entry.secret)
    }


_ENTERED: Prepared[Entry] = Prepared(
    Entry,
    lambda game, upto: Entry.objects.filter(
        game=game, kind__in=(Kind.START, Kind.SETTINGS), number__lte=upto
    ).order_by("number"),
)
"""The entries of a game in which settings stand."""


def _in(public: str, secret: str) -> Iterator[tuple[str, Any]]:
    """The settings in an entry's parts."""
    for part in filter(None, (public, secret)):
        yield from json.loads(part).get("settings", {}).items()


def parts(settings: Mapping[str, object]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The public and the secret part of settings in an entry: players' zones are not public."""
    secret = {name: value for name, value in settings.items() if name == "zones" and value}
    public = {name: value for name, value in settings.items() if name != "zones"}
    return {"settings": public}, {"settings": secret} if secret else {}


def of(game: Game, number: int | None = None) -> GameSettings:
    """The settings of a game, now or after an entry. A value that cannot be parsed falls back to
    the default, so that the game goes on.
    """
    return _tolerant(json.dumps(whole(game, number), sort_keys=True, default=str))


def then(game: Game, moment: datetime) -> GameSettings:
    """The settings of a game as they were at a moment: what ran from then has the time that it was
    given, whatever was changed since.
    """
    later = Entry.objects.filter(game=game, kind=Kind.SETTINGS, at__gt=moment).order_by("number")
    changed = later.values_list("number", flat=True).first()
    return of(game, None if changed is None else changed - 1)


@lru_cache(maxsize=256)
def _tolerant(written: str) -> GameSettings:
    """Parse all settings, with the default for each that cannot be parsed."""
    values = json.loads(written)
    found: dict[str, Any] = {}
    for name, reader in READERS.items():
        try:
            found[name] = reader(values[name])
        except ValueError:
            found[name] = reader(DEFAULTS[name])
    return GameSettings(**found)


def differs(name: str, value: object, other: object) -> bool:
    """Whether two possible values of a setting differ in meaning: `3d` and `72h` do not."""
    return bool(READERS[name](value) != READERS[name](other))


def running_clocks(changed: Iterable[str]) -> str:
    """The effect of a change of these settings on running clocks, in words; "" if no clock runs by
    them (PR-TURN-07).
    """
    names = set(changed)
    hours = (
        "Clocks that run go on in the new hours, and their deadlines move with them."
        if names & HOURS.keys()
        else ""
    )
    lengths = (
        "A turn or window that is running keeps the time it was given."
        if any(map(_is_length, names))
        else ""
    )
    return " ".join(filter(None, (hours, lengths)))


def _is_length(name: str) -> bool:
    """Whether the setting is a duration."""
    known = _POSTAL.get(name)
    if known is None or name == "watch_delay":
        return False
    return not known.among and isinstance(known.default, str)


# --- in words -------------------------------------------------------------------------------------


class _Words(msgspec.Struct):
    """The texts of settings and of their forms."""

    setting: dict[str, tuple[str, str]]
    form: dict[str, str]


@cache
def _words() -> _Words:
    return msgspec.toml.decode(
        files("traders.domain.settings").joinpath("words.toml").read_bytes(), type=_Words
    )


def names() -> list[str]:
    """All settings, in the order of the forms."""
    worded = [name for name in _words().setting if name in READERS]
    return [*worded, *(name for name in READERS if name not in worded)]


def label(name: str) -> str:
    """A setting's name on pages and in letters."""
    return _words().setting.get(name, (name.replace("_", " ").capitalize(), ""))[0]


def help_of(name: str) -> str:
    """A sentence that explains a setting."""
    return (
        _words().setting[name][1]
        if name in _words().setting
        else f"{postal_rules()[RULES[name]].title}."
    )


def forms_of(name: str) -> dict[str, str]:
    """A setting's possible forms with their explanations; empty for an amount."""
    return (
        {form: _words().form.get(form, form) for form in _POSTAL[name].among}
        if name in _POSTAL
        else {}
    )


def in_words(name: str, value: object) -> str:
    """A setting's value as players read it: `3 days`, `yes`, `for everyone (table)`."""
    if name in _POSTAL and _POSTAL[name].among:
        return forms_of(name).get(str(value), str(value))
    if isinstance(value, str) and name in _POSTAL:
        return durations.words(durations.read(value))
    return typed(name, value) or "none"


def typed(name: str, value: object) -> str:
    """A setting's value as it is typed: `3d`, `22:00 to 08:00`, `2026-12-25, DE`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in (None, "", [], (), {}):
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{seat} = {zone}" for seat, zone in value.items())
    if isinstance(value, list | tuple):
        return (" to " if name == "night" else ", ").join(map(str, value))
    return str(value)


def from_typed(name: str, text: str) -> Any:
    """Parse typed text into the value that `read` takes, or refuses."""
    text = text.strip()
    default = DEFAULTS[name]
    if isinstance(default, dict):
        pieces = [piece.partition("=") for piece in re.split(r"[,;\n]", text) if piece.strip()]
        return {seat.strip().lower(): zone.strip() for seat, _, zone in pieces}
    if isinstance(default, list):
        return [
            piece
            for piece in re.split(
                r"\s+to\s+|[,;\s]+|(?<=\d)[-–](?=\d\d:)" if name == "night" else r"[,;\s]+", text
            )
            if piece
        ]
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(text.lower(), text)
    if isinstance(default, int):
        return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text
    return text
