"""The way to a seat and away from it: an invitation to who is signed out, leaving and cancelling
before the start.
"""

from __future__ import annotations

import re
import time

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.services.smtp import Sink
from traders.domain.play import door, gathering_and_start
from traders.domain.post import delivery
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, Phase, Player, Seat, Sitting
from traders.web.action_after_sign_in import HOLDS, WISH


def take(game: Game, colour: str = "blue") -> str:
    return reverse("take-seat", args=[game.slug, colour])


def code() -> str:
    found = re.search(r"^ +(\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found is not None
    return found[1]


def of_blue(game: Game) -> Player | None:
    return Seat.objects.get(game=game, colour="blue").player


def test_taking_the_last_seat_begins_the_game(
    client: Client, gathering: Game, blue: Player
) -> None:
    client.force_login(blue)
    assert client.post(take(gathering)).status_code == 302
    gathering.refresh_from_db()
    assert gathering.phase == "playing"


def test_a_taken_seat_is_refused_by_its_rule(client: Client, gathering: Game, blue: Player) -> None:
    client.force_login(blue)
    answer = client.post(take(gathering, "red"))
    assert answer.status_code == 409
    assert "PR-SEAT-01" in answer.content.decode()


class TestAnInvitation:
    def test_a_stranger_joins_and_is_seated_on_the_games_page(
        self, client: Client, gathering: Game
    ) -> None:
        sent = client.post(take(gathering))
        assert sent.status_code == 302
        way = sent["Location"]
        client.get(way)
        joining = {"email": "jo@example.org", "display_name": "Jo Sailor", "next": take(gathering)}
        client.post("/accounts/signup/", joining, follow=True)
        confirming = client.post(
            "/accounts/confirm-email/", {"code": code(), "next": take(gathering)}, follow=True
        )
        assert confirming.redirect_chain[-1][0] == reverse("game", args=[gathering.slug])
        player = Player.objects.get(email="jo@example.org")
        assert of_blue(gathering) == player
        gathering.refresh_from_db()
        assert gathering.phase == Phase.PLAYING

    def test_a_player_signs_in_and_is_seated_on_the_games_page(
        self, client: Client, gathering: Game, blue: Player
    ) -> None:
        client.get(client.post(take(gathering))["Location"])
        client.post("/accounts/login/", {"login": blue.email, "next": take(gathering)}, follow=True)
        answer = client.post(
            "/accounts/login/code/confirm/", {"code": code(), "next": take(gathering)}, follow=True
        )
        assert answer.redirect_chain[-1][0] == reverse("game", args=[gathering.slug])
        assert of_blue(gathering) == blue

    @pytest.mark.parametrize("signed_in", [False, True])
    def test_its_address_shows_a_button_and_seats_nobody(
        self, gathering: Game, blue: Player, signed_in: bool
    ) -> None:
        client = Client()
        if signed_in:
            client.force_login(blue)
        answer = client.get(take(gathering))
        assert answer.status_code == 200
        assert "Take this seat" in answer.content.decode()
        assert of_blue(gathering) is None

    def test_a_wish_is_granted_once_for_its_seat_and_for_an_hour(
        self, gathering: Game, blue: Player
    ) -> None:
        for colour, at in (("red", time.time()), ("blue", time.time() - HOLDS - 1)):
            client = Client()
            client.force_login(blue)
            session = client.session
            session[WISH] = [take(gathering, colour), at, True]
            session.save()
            assert client.get(take(gathering)).status_code == 200
            assert WISH not in client.session
        assert of_blue(gathering) is None

    def test_a_seat_taken_meanwhile_is_said(self, client: Client, game: Game) -> None:
        client.force_login(Player.objects.create_user("late@example.org", display_name="Late"))
        session = client.session
        session[WISH] = [take(game), time.time(), True]
        session.save()
        answer = client.get(take(game))
        assert answer.status_code == 409
        assert "not free" in answer.content.decode()
        assert "not free" in client.get(take(game)).content.decode()

    def test_other_verbs_and_other_seats_are_refused(self, client: Client, gathering: Game) -> None:
        assert client.put(take(gathering)).status_code == 405
        assert client.get(take(gathering, "mauve")).status_code == 404


class TestBeforeTheStart:
    def test_a_seat_is_given_back_and_may_be_taken_again(
        self, red_client: Client, gathering: Game, red: Player, blue: Player
    ) -> None:
        red_client.post(reverse("leave-seat", args=[gathering.slug]))
        assert Seat.objects.get(game=gathering, colour="red").player is None
        sit_down(gathering, "red", blue)
        sit_down(gathering, "blue", red)  # nobody has seen anything of a game that had not begun
        gathering.refresh_from_db()
        assert gathering.phase == Phase.PLAYING
        assert (
            not Sitting.objects.filter(seat__game=gathering, until=None)
            .exclude(player__in=[red, blue])
            .exists()
        )

    def test_a_game_that_has_begun_is_left_by_resigning_alone(
        self, red_client: Client, game: Game, red: Player
    ) -> None:
        assert red_client.post(reverse("leave-seat", args=[game.slug])).status_code == 409
        assert red_client.post(reverse("cancel-game", args=[game.slug])).status_code == 409
        assert Seat.objects.get(game=game, colour="red").player == red
        assert (
            'value="resign"' in red_client.get(reverse("game", args=[game.slug])).content.decode()
        )

    def test_its_maker_cancels_a_game_and_the_others_are_told(
        self, red: Player, blue: Player, smtp_sink: Sink
    ) -> None:
        made = door.create("toll", ["red", "blue", "green"], title="The old road", maker=red)
        sit_down(made, "blue", blue)
        client = Client()
        client.force_login(red)
        page = reverse("game", args=[made.slug])
        html = client.get(page).content.decode()
        assert "Cancel this game" in html
        assert (
            f'href="{reverse("take-seat", args=[made.slug, "red"])}">Address of this seat' in html
        )
        assert "Address of this seat" not in Client().get(page).content.decode()
        client.post(reverse("cancel-game", args=[made.slug]))
        assert "was cancelled" in client.get(page).content.decode()
        delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
        [letter] = Letter.objects.filter(game=made)
        assert (letter.player, letter.status) == (blue, "sent")
        assert letter.subject == "The game is cancelled · The old road"
        assert "The old road" not in Client().get("/games/").content.decode()
        made.refresh_from_db()
        assert made.phase == Phase.OVER

    def test_nobody_else_cancels_it_and_nothing_can_be_done_in_it_then(
        self, red: Player, blue: Player
    ) -> None:
        made = door.create("toll", ["red", "blue"], title="The old road", maker=red)
        sit_down(made, "blue", blue)
        with pytest.raises(Refusal):
            gathering_and_start.cancel(made.pk, blue)
        gathering_and_start.cancel(made.pk, red)
        client = Client()
        client.force_login(blue)
        assert client.post(take(made, "red")).status_code == 409
        shown = Client().get(take(made, "red")).text
        assert "This game was cancelled before it began." in shown and "Take this seat" not in shown
        assert client.post(reverse("leave-seat", args=[made.slug])).status_code == 409
        for name in ("game", "history", "history-json", "proof", "claims"):
            assert client.get(reverse(name, args=[made.slug])).status_code < 500
        assert (
            client.post(
                reverse("order", args=[made.slug]), {"orders": "roll\nsay: hello\nresign\nundo"}
            ).status_code
            < 500
        )
