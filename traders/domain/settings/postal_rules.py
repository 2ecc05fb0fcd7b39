"""The postal rules: how rules written for players round one table are applied in play by mail, and
the settings they define.
"""

from __future__ import annotations

from functools import cache

import msgspec

from traders.engines.kernel.book.rulebook import Rule, Rulebook, rulebook


class PostalSetting(msgspec.Struct, frozen=True):
    """A setting of a club or game: the name that scenarios and organizers use, and the rule that
    defines it.
    """

    name: str
    default: object
    rule: str
    among: tuple[str, ...] = ()
    """The forms it can have, the default first; empty for an amount (`72h`, `21`)."""


def postal_rules() -> Rulebook:
    """The rulebook with the prefix PR."""
    return rulebook("traders.domain.settings", "postal.toml")


@cache
def postal_settings() -> dict[str, PostalSetting]:
    """Every setting of the postal rules, by name."""
    return {setting.name: setting for rule in postal_rules() for setting in _settings_of(rule)}


def _settings_of(rule: Rule) -> list[PostalSetting]:
    """The settings that a rule defines."""
    defaults = rule.defaults()
    return [
        PostalSetting(name, defaults[name], rule.id, _forms(value))
        for name, value in rule.setting.items()
    ]


def _forms(value: object) -> tuple[str, ...]:
    """The forms of a value like `a | b`."""
    return (
        tuple(form.strip() for form in value.split("|"))
        if isinstance(value, str) and "|" in value
        else ()
    )
