"""What texts say of times, lengths and words is what holds."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path

import pytest
from django.conf import settings
from django.forms import BaseForm, BoundField

from traders.domain.calendar import durations
from traders.domain.play.commands import registry
from traders.domain.settings import game_settings
from traders.models import Club, SeasonKind
from traders.web.clubs.founding import NewClub
from traders.web.clubs.settings import ClubSettings
from traders.web.seasons.forms import SeasonForm

TREE = Path(__file__).resolve().parents[2]


def test_a_code_works_as_long_as_its_page_says() -> None:
    page = (TREE / "templates/account/base_confirm_code.html").read_text("utf-8")
    assert f"counts for {settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60} minutes" in page


def test_organizers_read_the_least_lengths() -> None:
    page = " ".join((TREE / "docs/organizers.md").read_text("utf-8").split())
    least = {name: durations.words(length) for name, length in game_settings._LEAST.items()}
    assert least == {
        "turn_time": "1 hour",
        "interval_time": "1 minute",
        "ruling_time": "1 hour",
        "confirming_time": "1 hour",
    }
    assert (
        "`turn_time`, `ruling_time` and `confirming_time` are at least an hour, `interval_time` is "
        "at least a minute"
    ) in page


def tables(heading: str) -> dict[str, list[str]]:
    """The rows of all tables in a part of the organizers' guide, by their first cells."""
    page = (TREE / "docs/organizers.md").read_text("utf-8")
    part = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1:-1] for line in part.splitlines() if line.startswith("| ")]
    return {first.strip(): [cell.strip() for cell in rest] for first, *rest in rows}


def test_organizers_find_every_setting_of_a_game_with_its_default() -> None:
    told: dict[str, str] = {}
    for first, rest in tables("Settings").items():
        if names := re.findall(r"`([a-z_]+)`", first):
            told |= zip_longest(names, re.findall(r"`([^`]+)`", rest[0]), fillvalue="")
    defaults = game_settings.DEFAULTS
    assert told == {name: game_settings.typed(name, defaults[name]) for name in told}
    assert set(told) == set(game_settings.READERS)


def test_organizers_find_every_field_of_a_club() -> None:
    labels = {field.label for form in (NewClub(), ClubSettings()) for field in own_fields(form)}
    assert labels <= set(tables("Settings"))


@pytest.mark.parametrize("kind", SeasonKind)
def test_organizers_find_every_field_of_a_season_with_its_preset(kind: SeasonKind) -> None:
    told = tables("A season")
    for field in own_fields(SeasonForm(Club(), kind=kind)):
        label = field.label
        if label in told:
            preset = told[label][0].strip("`")
            assert not isinstance(field.initial, int) or preset == str(field.initial), label
        else:  # what a knock-out calls otherwise stands with the league's
            assert any(f"*{label}*, of a knock-out" in " ".join(row) for row in told.values())


def own_fields(form: BaseForm) -> list[BoundField]:
    """The fields that are no options of a game nor settings of the post."""
    return [form[name] for name in form.fields if "." not in name]


def test_help_tells_of_claims() -> None:
    claim = registry.by_prefix("claim")
    assert (claim.example, bool(claim.brief)) == ("claim late", True)


def test_letters_that_ask_say_how_to_get_all_orders() -> None:
    frame = (TREE / "templates/letters/frame.txt").read_text("utf-8")
    assert "All orders: reply `orders`." in frame


def test_pages_letters_and_guides_have_one_word_for_one_thing() -> None:
    texts = [*TREE.glob("templates/**/*.html"), *TREE.glob("templates/**/*.txt")]
    for path in [*texts, *TREE.glob("docs/*.md")]:
        text = " ".join(path.read_text("utf-8").lower().split())
        for other, word in (("stand-in", "substitute"), ("let it stand", "the move stands")):
            assert other not in text, f"{path}: write {word}"
        if "docs" not in path.parts or path.stem in ("players", "orders"):
            found = re.search(r"\b(?:unplayed|the deed|says? nothing)\b", text)
            assert found is None, f"{path}: say it plainly, {found and found[0]!r}"
        # a rulebook's cards and cargo are thrown away, and `throw` is a word of an order
        found = re.search(r"\b(?:just thrown|thrown? again|di[ec]e? (?:is |are )?thrown)\b", text)
        assert found is None, f"{path}: dice are rolled, {found and found[0]!r}"
