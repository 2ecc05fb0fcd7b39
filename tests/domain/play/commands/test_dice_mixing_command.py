"""`luck`: words for the dice, in bounds, read as an order where these are mixed, and nowhere else
(PR-CHANCE-03).
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import seated
from tests.domain.history.test_player_dice_mixture import SEED, mixed_game
from traders.domain.calendar import clock
from traders.domain.history import player_dice_mixture
from traders.domain.history.player_dice_mixture import fingerprint, keyed_fingerprint
from traders.domain.letters.dice_mixture_footer import mixed_in
from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.letters.letter_storage_and_folding import with_earlier
from traders.domain.play import door
from traders.domain.play.game_dice import MOST
from traders.domain.post.incoming.order_recognition import (
    Reading,
    recognition,
    recognition_with_manners,
)
from traders.models import Letter, Seat
from traders.web import history_verifier

pytestmark = pytest.mark.django_db


def test_where_players_may_not_write_nobody_can_find_their_words_by_trying() -> None:
    game = mixed_game(press="none")
    line = door.orders(game.pk, "red", "luck: meet me at Verne").lines[0]
    door.orders(game.pk, "blue", "luck: meet me at Verne")
    game.refresh_from_db()
    (_, told), (_, other) = player_dice_mixture.read(game.mixture).came
    assert told == keyed_fingerprint(SEED, "red", "meet me at Verne") and told in line.words
    assert len({told, other, fingerprint("meet me at Verne")}) == 3
    named = [("red", told)]
    assert history_verifier.faults_of_luck(["meet me at Verne"], named, None)
    assert history_verifier.faults_of_luck(["meet me at  Verne"], named, SEED) == []
    assert history_verifier.faults_of_luck([told], named, None) == []


def test_no_words_read_as_those_of_another_or_as_a_fingerprint() -> None:
    game = mixed_game()
    door.orders(game.pk, "red", "luck: seven”, Blue “zero”; so far 0123456789abcdef")
    line = door.orders(game.pk, "red", "luck: sha256:0123456789abcdef; so far 00").lines[0]
    assert line.answer == "refused" and "fingerprint" in line.words
    game.refresh_from_db()
    facts = Facts(
        at=clock.now(), number=1, mixed=player_dice_mixture.read(game.mixture).came, mixture="ab"
    )
    assert mixed_in(facts) == ('Red “seven", Blue "zero"; so far 0123456789abcdef”; so far ab')


def test_words_of_a_seat_that_one_has_muted_are_not_read(client: Client) -> None:
    game = mixed_game()
    mover = game.turn
    other = "blue" if mover == "red" else "red"
    door.orders(game.pk, other, f"mute {mover}")
    door.orders(game.pk, mover, "luck: you fool\ntravel big")
    page = reverse("proof", args=[game.slug])
    assert "you fool" in client.get(page).content.decode()
    player = Seat.objects.get(game=game, colour=other).player
    assert player is not None
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert "you fool" not in client.get(page).content.decode()
    letters = Letter.objects.filter(game=game)
    told = {one.seat: decode(one.facts).mixed for one in letters if decode(one.facts).mixed}
    assert told == {
        mover: ((mover, "you fool"),),
        other: ((mover, fingerprint("you fool")),),
    }


def test_a_letter_that_tells_an_earlier_ones_news_tells_its_mixture() -> None:
    held = Facts(at=clock.now(), number=1, mixed=(("blue", "x"),), mixture="ab")
    assert mixed_in(Facts(at=clock.now(), number=2, earlier=with_earlier(held))) == (
        "Blue “x”; so far ab"
    )


def test_who_has_left_mixes_nothing_in() -> None:
    game = door.create("traders-luck", ["red", "blue", "green"], {}, {"dice": "mixed"})
    seated.begin(game.pk, stops=False)
    door.leave(game.pk, "green")
    door.orders(game.pk, "blue", "resign")
    door.orders(game.pk, "blue", "yes")
    for seat in ("green", "blue"):
        line = door.orders(game.pk, seat, "luck: seven").lines[0]
        assert (line.answer, line.rules) == ("refused", ("PR-CHANCE-03",))
    assert door.orders(game.pk, "blue", "back\nluck: seven").lines[1].answer == "noted"


def test_words_have_bounds() -> None:
    game = mixed_game()
    for words in ("x" * 61, " "):
        assert door.orders(game.pk, "red", f"luck: {words}").lines[0].answer == "refused"
    for number in range(MOST + 3):
        assert door.orders(game.pk, "red", f"luck: {number}").lines[0].answer == "noted"
    game.refresh_from_db()
    assert len(player_dice_mixture.read(game.mixture).came) == MOST


def test_letters_without_words_have_the_same_bound() -> None:
    game = door.create("star-traders", ["red", "blue"], {}, {"dice": "mixed"})
    seated.begin(game.pk, stops=False)
    for number in range(MOST + 3):
        order = ("permit", "forbid")[number % 2]
        line = door.orders(
            game.pk, "red", f"{order} blue", in_reply_to=f"<{number}@mail.test>"
        ).lines[0]
        assert line.answer == "done"
    game.refresh_from_db()
    assert len(player_dice_mixture.read(game.mixture).came) == MOST


@pytest.mark.parametrize(
    "line", ["luck be with me today, my dear friend", "Luck was on your side!", "luck: seven"]
)
def test_any_words_are_read_where_dice_are_mixed_and_prose_where_not(line: str) -> None:
    mixed = mixed_game()
    promised = door.create("traders-luck", ["red", "blue"])
    seated.begin(promised.pk)
    for game, known in ((mixed, True), (promised, False)):
        place = Seat.objects.select_related("game").get(game=game, colour="red")
        place.game.refresh_from_db()
        reads = recognition_with_manners(place, recognition(place))
        assert (reads(line) in (Reading.ORDER, Reading.WORDS)) == (known or ":" in line)
