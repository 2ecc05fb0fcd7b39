"""A mask is answered without its wearer being known, and an account that is erased in mid-game does
not tell whose mask it wore (PR-SEAT-08).
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest
from django.db import transaction

from tests.domain.play.commands.test_press_settings import booth, everything, read, seat
from tests.domain.tollbooth import SEATS, Booth
from traders.domain.accounts import account_erasure, data_export, masked_message_erasure
from traders.domain.calendar import clock
from traders.domain.history import anonymous_masks, audit, seed_encryption
from traders.domain.letters.letter_facts import decode
from traders.domain.play import messages_for_reader
from traders.models import Letter, Press

pytestmark = pytest.mark.usefixtures("toll")


def masked() -> tuple[Booth, dict[str, int]]:
    game = booth(press="anonymous")
    return game, anonymous_masks.numbers(game.game)


def test_who_read_a_mask_answers_it_and_its_wearer_alone_is_told():  # PR-SEAT-08
    game, mask = masked()
    game.says("red", "say: beware of the road")
    line = game.line("blue", f"to mask {mask['red']}: who are you?")
    assert (line.answer, line.words) == ("noted", f"Sent to mask {mask['red']}, under your mask.")
    assert read(game, "red")[0] == (f"mask {mask['blue']}", "who are you?")
    for other in ("green", ""):
        assert "who are you?" not in everything(game, other)
    letter = Letter.objects.filter(game=game.id, seat="red").order_by("-pk").first()
    (message,) = decode(letter.facts).press
    assert (message.seat, message.privately) == (f"mask {mask['blue']}", True)


def answered(writer: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What Blue gets hold of in a game in which it answered that seat's mask, without the number.
    The game is undone afterwards.
    """
    monkeypatch.setattr(seed_encryption, "new_secret", lambda: b"\7" * 32)
    with transaction.atomic(), clock.at(datetime(2026, 3, 2, 9, tzinfo=UTC)):
        game, mask = masked()
        game.says(writer, "to blue: between us")
        said = game.line("blue", f"to mask {mask[writer]}: gladly").words
        player = seat(game, "blue").player
        assert player is not None
        copy = json.dumps(data_export.export(player)["messages"])
        assert f"mask {mask[writer]}" in copy
        shown = said + copy + everything(game, "blue")
        assert "gladly" in shown
        found = messages_for_reader.read_by(game.game, seat(game, "blue"), 9)[0]
        assert (found.to, found.to_mask) == ("", mask[writer])
        transaction.set_rollback(True)
    return messages_without_numbers(shown)


def messages_without_numbers(shown: str) -> str:
    return re.sub(r"mask \d|[0-9a-f]{64}", "", shown, flags=re.IGNORECASE)


def test_who_answers_does_not_learn_whose_mask_it_is(monkeypatch):  # PR-SEAT-08
    assert answered("red", monkeypatch) == answered("green", monkeypatch)


@pytest.mark.parametrize("number", [0, 4, 9, 999])
def test_a_mask_that_nobody_wears_and_one_that_wrote_nothing_are_refused_alike(number):
    game, mask = masked()
    game.says("red", "to green: between us")
    silent = game.line("blue", f"to mask {mask['green']}: hello")
    unread = game.line("blue", f"to mask {mask['red']}: hello")
    nobody = game.line("blue", f"to mask {number}: hello")
    for line in (silent, unread, nobody):
        assert (line.answer, line.rules) == ("refused", ("PR-SEAT-08",))
    words = {
        line.words.replace(str(which), "N")
        for line, which in (
            (silent, mask["green"]),
            (unread, mask["red"]),
            (nobody, number),
        )
    }
    assert len(words) == 1
    assert Press.objects.count() == 1


def test_ones_own_mask_is_not_written_to():
    game, mask = masked()
    game.says("red", "say: hello")
    assert "own mask" in game.line("red", f"to mask {mask['red']}: me").words


def test_without_masks_a_seat_is_named():
    line = booth().line("blue", "to mask 1: hello")
    assert line.answer == "refused"
    assert line.instead == ("to red: ...", "to green: ...")


def test_an_answer_beside_a_move_comes_back():
    game, mask = masked()
    who = game.game.turn
    other = next(colour for colour in SEATS if colour != who)
    game.says(other, "say: hello")
    lines = game.says(who, f"to mask {mask[other]}: aha\nend").lines
    assert [line.answer for line in lines if line.text.startswith("to mask")] == ["refused"]
    assert Press.objects.count() == 1


def test_an_account_erased_in_mid_game_does_not_tell_whose_mask_it_wore():
    game, mask = masked()
    game.says("red", "say: mine is the third")
    game.says("green", "say: mine is not")
    before = read(game, "blue")
    red = seat(game, "red").player
    assert red is not None
    account_erasure.erase(red)
    masked_message_erasure.erase()
    assert read(game, "blue") == before
    assert "erased" not in everything(game, "blue").lower()
    game.says("green", f"to mask {mask['red']}: are you there?")
    assert Press.objects.filter(to="red", to_mask=mask["red"]).exists()


def test_when_the_game_is_over_it_is_erased():
    game, _ = masked()
    game.says("red", "say: mine is the third")
    game.says("green", "say: mine is not")
    red = seat(game, "red").player
    assert red is not None
    account_erasure.erase(red)
    for colour in ("blue", "green"):
        game.says(colour, "propose end" if colour == "blue" else "vote yes")
        game.says(colour, "yes")
    assert game.game.phase == "over"
    assert masked_message_erasure.erase() == 1
    assert masked_message_erasure.erase() == 0
    assert sorted(Press.objects.values_list("words", flat=True)) == ["(erased)", "mine is not"]
    assert audit.audit(game.game) is None
