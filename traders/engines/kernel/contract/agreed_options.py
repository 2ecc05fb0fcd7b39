"""The options that players agree on, held against those that a system has. Names no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from traders.engines.kernel.book.rulebook import Rule, Rulebook
from traders.engines.kernel.contract.option_declaration import Setting
from traders.engines.kernel.refusal import Refusal

Agreed = TypeVar("Agreed")

REVISION = "revision"
"""Stands among the options of a position: the revision of the rules under which the game is played
(contract.Engine.revision).
"""


def must_be_had(
    options: Mapping[str, object], settings: Sequence[Setting], title: str, rule: str
) -> None:
    """Refuse an option that the system of this title does not have, by `rule`, and a value that is
    not to be had, by the option's own.
    """
    known = {setting.name: setting for setting in settings}
    for name, value in options.items():
        if name not in known:
            raise Refusal(f"{title} has no option {name}.", rule, instead=list(known))
        fault = _fault(known[name], value)
        if fault:
            raise Refusal(
                f"{name} {fault}, not {value}.",
                known[name].rule,
                instead=[str(one) for one in known[name].of],
            )


def chosen(told: Mapping[str, object], settings: Sequence[Setting], kind: type[Agreed]) -> Agreed:
    """What a game is played with, as a position of the system keeps it: the options that are told,
    and the default of each other. `told` is what `must_be_had` lets through, and the revision.
    """
    return msgspec.convert({one.name: one.default for one in settings} | dict(told), kind)


def suiting(told: Mapping[str, object], settings: Sequence[Setting], seats: int) -> dict[str, Any]:
    """The options of a new game of so many seats: what its maker tells, else what suits play by
    post; those of them that differ from the defaults. What no setting knows stays, to be refused.
    """
    best = {one.name: told.get(one.name, one.preset(seats)) for one in settings}
    defaults = {one.name: one.default for one in settings}
    differing = {name: value for name, value in best.items() if value != defaults[name]}
    return {**{name: told[name] for name in told if name not in defaults}, **differing}


def as_played(rule: Rule, told: Mapping[str, object], settings: Sequence[Setting]) -> str:
    """A rule's text for players of a game with the options that are told: with the game's own
    figures, and below them those that were agreed by this rule.
    """
    text, agreed = rule.text, list[str]()
    for one in settings:
        value = told.get(one.name, one.default)
        if one.name in rule.options:
            text = text.replace(f" {one.default} ", f" {value} ", 1)
        elif one.rule == rule.id and one.high is not None:
            agreed.append(f"{one.name.replace('_', ' ')} {value}")
    return " ".join([text, *([f"In this game: {', '.join(agreed)}."] if agreed else [])])


def not_played(
    book: Rulebook, told: Mapping[str, object], settings: Sequence[Setting]
) -> tuple[str, ...]:
    """How the ids begin of the rules of what is left out of a game: of a part of its book whose
    first rule an option cites, or of a book that is bound in.
    """
    off = [one.rule for one in settings if not told.get(one.name, one.default)]
    parts = [rule.removesuffix("01") for rule in off if rule.endswith("-01")]
    own = f"{book.prefix}-"
    return tuple(part if part.startswith(own) else f"{part.partition('-')[0]}-" for part in parts)


def _fault(setting: Setting, value: object) -> str:
    """What it is to be instead; "" where the value is to be had. True is no number here, and 1 no
    truth.
    """
    if setting.of:
        fits = isinstance(value, (list, tuple)) and all(one in setting.of for one in value)
        return "" if fits else f"is a list of {_either(setting.of)}"
    if setting.among:
        fits = any(
            value == one and isinstance(value, bool) == isinstance(one, bool)
            for one in setting.among
        )
        return "" if fits else f"is {_either(setting.among)}"
    if setting.low is not None and setting.high is not None:
        fits = (
            isinstance(value, int)
            and not isinstance(value, bool)
            and setting.low <= value <= setting.high
        )
        return "" if fits else f"is a number from {setting.low} to {setting.high}"
    return ""


def _either(things: Sequence[object]) -> str:
    """`true or false`, `a, b or c`."""
    if set(things) == {True, False}:
        return "true or false"
    return " or ".join([", ".join(map(str, things[:-1])), str(things[-1])])
