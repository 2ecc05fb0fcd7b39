"""What players wrote is told without marks that nobody sees; the first letter explains reaction
windows where a game has any.
"""

from __future__ import annotations

import pytest

from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import bare, text_of
from traders.domain.letters.game_play_letters import facts_for
from traders.domain.letters.letter_facts import Facts
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.letters.render import render
from traders.domain.table.change_set import ChangeSet, SaidMessage
from traders.engines.kernel.contract.contract import Over
from traders.engines.registry import engine

pytestmark = pytest.mark.django_db


def test_press_is_told_without_marks_that_nobody_sees_and_with_those_that_join(game, seats):
    rocket = "\U0001f469\u200d\U0001f680"
    persian = "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    words = f"pay \u202eevif\u202c, \u2066no\u2069 \u200b{rocket} {persian}\ufeff"
    press = [SaidMessage("red", "", words, "red")]
    told = text_of(bare(game, seats, press=press)["blue"])
    assert f"pay evif, no {rocket} {persian}" in " ".join(told.split())
    assert not set("\u202e\u202c\u2066\u2069\u200b\ufeff") & set(told)


@pytest.mark.parametrize("ended", [True, False])
def test_a_bot_that_wins_praises_nobody_in_the_letter_of_its_victory(ended: bool) -> None:
    over = Over(("blue",), "Blue has won.", "IT-WIN-01", "credits")
    said = [SaidMessage("blue", "", "Well done.", "blue"), SaidMessage("green", "", "Hm.", "green")]
    change_set = ChangeSet(1, 5, 6, NOON, after=over, ended=ended, press=said)
    facts = facts_for("red", change_set, happened=(), asked=None, bots=("blue",))
    assert [one.words for one in facts.press] == (["Hm."] if ended else ["Well done.", "Hm."])


@pytest.mark.parametrize(
    ("system", "windows"),
    [("traders-luck", False), ("imperial-trader", False), ("stratastar", True)],
)
def test_a_first_letter_explains_windows_where_there_are_any(system: str, windows: bool) -> None:
    rules = engine(system)
    state = rules.setup(("red", "blue"), {})
    facts = Facts(at=NOON, number=1, view=rules.view(state, "red"), extra={"timing": "stops"})
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First game", "first-game", system)
    letter = render("welcome", facts, reader)
    told = ["A reaction window is" in " ".join(one.split()) for one in (letter.text, letter.html)]
    assert told == [windows, windows]


def test_with_the_expansion_the_first_letter_explains_windows() -> None:
    rules = engine("traders-luck")
    state = rules.setup(("red", "blue"), {"bounty_hunters": True})
    facts = Facts(at=NOON, number=1, view=rules.view(state, "red"), extra={"timing": "stops"})
    reader = Reader("Ann", zone_of("UTC"), "every", "red", "First game", "first-game", rules.name)
    assert "WHEN PLAY WAITS FOR YOU" in render("welcome", facts, reader).text
