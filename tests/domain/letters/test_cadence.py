"""Which letters a player gets: by default only what waits for an answer, each telling all that
happened since that seat's last letter (models.Cadence).
"""

from __future__ import annotations

import pytest

from tests.domain.letters import real
from tests.domain.tollbooth import Booth
from traders.domain.letters import game_play_letters
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.models import Cadence, Letter, LetterKind, LetterStatus, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def booth(toll: None) -> Booth:
    made = Booth(seated=True, timing="stops")
    Letter.objects.all().delete()
    return made


def sent(booth: Booth, seat: str) -> list[str]:
    """Kinds of the letters that went to a seat."""
    letters = Letter.objects.filter(game=booth.id, seat=seat, status=LetterStatus.WRITTEN)
    return list(letters.order_by("pk").values_list("kind", flat=True))


def wants(booth: Booth, cadence: Cadence) -> None:
    Player.objects.filter(seats__game=booth.id).update(cadence=cadence)


def test_who_joins_gets_only_what_waits():
    assert Player.objects.create_user("a@example.org", display_name="A").cadence == Cadence.WAITING


def test_a_turn_of_several_steps_brings_the_others_nothing_before_their_own(booth):
    for _ in range(3):
        booth.says("red", "say: on we go")
    booth.says("red", "end")
    assert sent(booth, "green") == []
    assert sent(booth, "blue") == [LetterKind.TURN]
    turn = Letter.objects.get(game=booth.id, seat="blue", kind=LetterKind.TURN)
    told = [message.words for before in decode(turn.facts).earlier for message in before.press]
    assert told == ["on we go"] * 3


def test_a_notice_comes_once_a_turn_to_who_wants_one(booth):
    wants(booth, Cadence.EVERY)
    for _ in range(3):
        booth.says("red", "say: on we go")
    assert sent(booth, "green") == []
    booth.says("red", "end")
    assert sent(booth, "green") == [LetterKind.HAPPENED]
    (notice,) = Letter.objects.filter(seat="green", kind="happened", status="written")
    assert len(decode(notice.facts).earlier) == 3


def test_a_message_to_one_alone_comes_at_once(booth):
    booth.says("red", "to green: shall we?")
    assert sent(booth, "green") == [LetterKind.HAPPENED]
    assert sent(booth, "blue") == []


def test_nobody_fills_anothers_mailbox(booth, monkeypatch):
    monkeypatch.setattr(game_play_letters, "MOST_AN_HOUR", 3)
    for number in range(6):
        booth.says("red", f"to green: {number}")
    assert sent(booth, "green") == [LetterKind.HAPPENED] * 3
    booth.says("red", "propose pause")
    booth.says("red", "yes")  # what asks, and what is decided, comes all the same
    assert len(sent(booth, "green")) == 4
    last = Letter.objects.filter(seat="green", status="written").latest("pk")
    told = [message.words for before in decode(last.facts).earlier for message in before.press]
    assert told == ["3", "4", "5"]


def test_a_vote_is_asked_for_at_once(booth):
    booth.says("red", "propose pause")
    booth.says("red", "yes")
    assert sent(booth, "blue") == sent(booth, "green") == [LetterKind.HAPPENED]


def test_an_offer_comes_at_once_and_its_withdrawal_waits():
    game = real.begun()
    Letter.objects.all().delete()
    real.say(game, "red", "offer blue: 5 stellors for nothing", "", 1)
    real.say(game, "red", "withdraw 1", "", 2)
    letters = Letter.objects.filter(game=game, seat="blue").order_by("pk")
    assert [letter.status for letter in letters] == ["written", "held"]


def test_an_order_by_page_brings_its_sender_no_letter(booth):
    door.orders(booth.id, "red", "say: hello\ntest\nend", on_the_spot=True)
    door.orders(booth.id, "red", "end", on_the_spot=True)
    assert sent(booth, "red") == []
