"""What texts say of times, lengths and words is what holds."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from traders.domain.calendar import durations
from traders.domain.play.commands import registry
from traders.domain.settings import game_settings

TREE = Path(__file__).resolve().parents[2]


def test_a_code_works_as_long_as_its_page_says() -> None:
    page = (TREE / "templates/account/base_confirm_code.html").read_text("utf-8")
    assert f"it works for {settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60} minutes" in page


def test_organizers_read_the_least_lengths() -> None:
    page = " ".join((TREE / "docs/organizers.md").read_text("utf-8").split())
    least = {name: durations.words(length) for name, length in game_settings._LEAST.items()}
    assert least == {"turn_time": "1 hour", "interval_time": "1 minute", "ruling_time": "1 hour"}
    assert (
        "`turn_time` and `ruling_time` are at least an hour, `interval_time` is at least a minute"
        in page
    )


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
