"""The postal rules as a book, and their settings."""

from __future__ import annotations

from typing import get_args

import pytest

from traders.domain.settings.game_settings import BotsSay, Gather, OutOfTime, Timing, VacantSeats
from traders.domain.settings.postal_rules import postal_rules, postal_settings


def test_every_section_of_the_postal_rules_is_there() -> None:
    book = postal_rules()
    assert book.prefix == "PR"
    assert {
        "RECORD",
        "RECEIPT",
        "TURN",
        "INTERVAL",
        "PRIORITY",
        "STANDING",
        "BACKUP",
        "SEALED",
        "CHANCE",
        "MAIL",
    } <= set(book.sections)
    assert book.sections["STANDING"] == "Standing orders, stops and plans"
    assert book["PR-BACKUP-03"].title == "Taking back your own order"


def test_settings_carry_default_forms_and_rule() -> None:
    settings = postal_settings()
    assert settings["turn_time"].default == "72h" and settings["turn_time"].rule == "PR-TURN-01"
    assert settings["timing"].default == "stops" and settings["timing"].among == (
        "stops",
        "table",
        "sealed",
    )
    assert settings["vacation_days"].default == 21
    assert settings["grace"].among == ()


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("out_of_time", OutOfTime),
        ("timing", Timing),
        ("gather", Gather),
        ("vacant_seats", VacantSeats),
        ("bots_say", BotsSay),
    ],
)
def test_the_code_knows_the_forms_that_the_rules_list(name: str, forms: object) -> None:
    assert get_args(forms) == postal_settings()[name].among
