"""The answer that a letter shows for an example can be sent as it is, and brings play on."""

from __future__ import annotations

import msgspec
import pytest
from django.template.loader import render_to_string

from tests.domain.letters.table import NOON
from tools.specimens.play_letters import specimen
from traders.domain.letters.letter_facts import AwaitedAnswer, Facts, Happening
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import advice, reply_head, reply_lines, silence
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.letters.render import render
from traders.domain.letters.subjects import can_win, subject_of
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import Blank, Offer
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.traders_luck.bounty_hunters.day_without_trip import STAYS
from traders.models import LetterKind

READER = Reader("Ann", zone_of("UTC"), "every", "red", "First galaxy", "first-galaxy", "stratastar")
BATTLE = AwaitedAnswer(
    "interval", "commit", "Forces face each other at G3", silence="pass", question=True
)
ORDERS = ("fight at g3", "commit 5 attack at g3")
BID = Blank("n", 1, 20)
OFFERS = (Offer("fight at g3", "", "SS-BAT-02"), Offer("peace at g3", "", "SS-BAT-02"))


def test_to_what_is_asked_back_nothing_but_no_is_suggested() -> None:
    turn = AwaitedAnswer("turn", "travel", silence="travel small")
    asked = Facts(
        at=NOON,
        number=6,
        asked=turn,
        lines=(Line("finish", "asked"),),
        suggestion=Suggestion(("finish",), "No trade here gains."),
    )
    assert reply_lines(asked) == ["no"]
    assert advice(asked) == ""
    assert reply_head(asked, LetterKind.RECEIPT, turn=True, window=False) == "To take it back"


@pytest.mark.parametrize("question", [True, False])
def test_a_battle_is_aimed_at_nobody(question: bool) -> None:
    """Whoever moved there is asked as the other side is; a raid has a victim."""
    asked = msgspec.structs.replace(BATTLE, question=question, attacked=True)
    for end in ("txt", "html"):
        told = render_to_string(f"letters/interval/head.{end}", {"asked": asked, "question": "?"})
        assert ("It is aimed at you." in told) != question


def test_an_answer_that_was_kept_is_not_suggested_once_more() -> None:
    lines = (Line("Fight at G3", "kept"),)
    facts = Facts(
        at=NOON, number=6, asked=BATTLE, lines=lines, suggestion=Suggestion(ORDERS, "Both.")
    )
    assert reply_lines(facts) == ["commit 5 attack at g3"]
    otherwise = Facts(
        at=NOON,
        number=6,
        asked=BATTLE,
        lines=(Line("peace at g3", "kept"),),
        suggestion=Suggestion(ORDERS, "Both."),
    )
    assert reply_lines(otherwise) == []
    plain = Facts(at=NOON, number=6, asked=BATTLE, lines=lines, offers=OFFERS)
    assert reply_lines(plain) == []


def test_the_advised_answer_to_a_question_stands_above_its_menu() -> None:
    bid = AwaitedAnswer(
        "interval", "auction", "For sale: 5 of wine", silence="bid 0", question=True
    )
    offers = (Offer("bid 0", "no bid", ""), Offer("bid {n}", "your bid", "", False, (BID,)))
    facts = Facts(at=NOON, number=6, asked=bid, offers=offers, suggestion=Suggestion(("bid 5",)))
    text = render("interval", facts, READER).text
    assert "A GOOD ANSWER\n  bid 5\n\nOR\n  bid 0\n" in text
    again = render("interval", msgspec.structs.replace(facts, suggestion=None), READER).text
    assert "YOU MAY\n  bid 0\n" in again


def test_silence_that_is_no_order_is_told_in_words() -> None:
    """No player could send it (TL-PBM-05)."""
    order, words = (
        Facts(at=NOON, number=6, asked=AwaitedAnswer("turn", "travel", silence=one))
        for one in ("travel small", STAYS)
    )
    assert silence(order, READER) == "If you do nothing, I send `travel small` for you."
    assert silence(words, READER) == "If you do nothing, a day passes without a trip."


def test_after_an_answer_that_was_kept_silence_is_no_pass() -> None:
    asked = Facts(at=NOON, number=6, asked=BATTLE)
    assert silence(asked, READER) == "If you do nothing, you pass."
    kept = Facts(at=NOON, number=6, asked=BATTLE, lines=(Line("fight at g3", "kept"),))
    assert silence(kept, READER) == "If you send nothing more, what you sent counts."


def test_who_can_win_is_said_first() -> None:
    about = Happening(0, "Blue jumps", data={"seat": "blue"})
    stakes = "Arriving there with the Imperial Cargo wins the game."
    window = AwaitedAnswer(
        "interval", "lost", "Blue jumps", stakes=stakes, about=about, wins="blue"
    )
    for seat, told in (("red", "Blue can win now"), ("blue", "You can win now")):
        reader = Reader("Ann", zone_of("UTC"), "every", seat, "T", "t", "star-traders")
        assert can_win(window, reader) == told
        facts = Facts(at=NOON, number=6, due=NOON, asked=window)
        assert subject_of("interval", facts, reader).startswith(told)
    assert can_win(msgspec.structs.replace(window, wins=""), reader) == "", "words decide nothing"


def test_a_window_has_a_good_answer_with_its_reason() -> None:
    letter = specimen("interval-stop", "star-traders")
    good = letter.text.partition("A GOOD ANSWER\n")[2].partition("\nOR\n")[0]
    assert good.splitlines()[0].strip() and len(good.splitlines()) >= 2
