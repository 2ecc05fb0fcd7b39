"""What the letters about a claim say, and to whom."""

from __future__ import annotations

import pytest

from tests.arbitration import disputed
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import Game, Letter

pytestmark = pytest.mark.django_db
CLAIM = "claim missed about quarantine: play quarantine at kluge"


def told(game: Game, seat: str) -> tuple[str, ...]:
    """The notices of the seat's latest letter."""
    return decode(Letter.objects.filter(game=game, seat=seat).latest("pk").facts).notices


def test_the_claimant_is_told_how_to_take_the_claim_back_and_the_others_of_the_claim(
    game: Game,
) -> None:
    door.orders(game.pk, "blue", CLAIM, at=disputed.CLAIMED)
    assert told(game, "red")[0].startswith("Blue makes a claim.")
    assert "To take it back: `withdraw claim 1`." in told(game, "blue")
    assert "makes a claim" not in " ".join(told(game, "blue"))


def test_the_claimants_own_letter_is_about_the_claim(game: Game) -> None:
    """(PR-CLAIM-04) Who claims by the API or a page has no receipt by mail."""
    door.orders(game.pk, "blue", CLAIM, at=disputed.CLAIMED, on_the_spot=True)
    letters = Letter.objects.filter(game=game, seat="blue")
    delivery.prepare([letters.latest("pk").pk])
    assert letters.latest("pk").subject.startswith("Claim 1 waits for a ruling")


def test_that_there_is_a_claim_comes_before_why_play_goes_on(game: Game) -> None:
    door.orders(game.pk, "blue", "claim rule: the die was read wrongly", at=disputed.CLAIMED)
    said, stands = told(game, "red")[:2]
    assert said.startswith("Blue makes a claim.")
    assert stands.startswith("I played all moves again and found the same position")


def test_an_answer_and_a_withdrawal_are_told_to_the_others_alone(game: Game) -> None:
    door.orders(game.pk, "blue", CLAIM, at=disputed.CLAIMED)
    door.orders(game.pk, "red", "answer 1: I was first", at=disputed.CLAIMED)
    assert told(game, "blue") == ('Red has answered claim 1: "I was first"',)
    assert told(game, "red") == ()
    door.orders(game.pk, "blue", "withdraw claim 1", at=disputed.CLAIMED)
    assert told(game, "red")[0] == "Blue has withdrawn claim 1."
    assert "Blue has withdrawn claim 1." not in told(game, "blue")
