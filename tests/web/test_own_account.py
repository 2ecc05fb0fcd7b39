"""The own account as a whole: another address, a copy of what is kept, removal, and fewer letters
by one click.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.db.models import F
from django.test import Client
from django.urls import reverse

from arbitration.models import Opening
from tests.services.smtp import Sink
from traders.domain.accounts import account_erasure, data_export
from traders.domain.calendar import clock
from traders.domain.history import audit
from traders.domain.letters.addresses import reply_address
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.models import (
    Absence,
    Arrival,
    ArrivalOutcome,
    Entry,
    Game,
    Letter,
    Player,
    Press,
    Seat,
)


@pytest.fixture
def game(red: Player, blue: Player) -> Game:
    """A game whose players have sat down by themselves."""
    made = door.create("toll", ["red", "blue"], title="The old road")
    sit_down(made, "red", red)
    sit_down(made, "blue", blue)
    made.refresh_from_db()
    return made


def code() -> str:
    found = re.search(r"^ +(\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found is not None
    return found[1]


class TestAnotherAddress:
    def test_it_counts_when_its_code_is_typed_in_and_the_old_mailbox_is_told(
        self, red_client: Client, red: Player, django_capture_on_commit_callbacks
    ) -> None:
        assert reverse("account_email") in red_client.get("/account").content.decode()
        html = red_client.get(reverse("account_email")).content.decode()
        assert "assword" not in html
        red_client.post(reverse("account_email"), {"action_add": "1", "email": "new@example.org"})
        red.refresh_from_db()
        assert red.email == "red@example.org"
        with django_capture_on_commit_callbacks(execute=True):
            red_client.post(reverse("account_email_verification_sent"), {"code": code()})
        red.refresh_from_db()
        assert red.email == "new@example.org"
        told = [message for message in mail.outbox if message.to == ["red@example.org"]]
        assert ["your address was changed" in message.subject for message in told] == [True]
        assert told[0].message()["Message-ID"].endswith("@post.test>")
        assert not Opening.objects.exists()

    def test_given_by_the_operator_it_is_told_to_the_old_mailbox_and_on_record(
        self, client: Client, game: Game, red: Player, django_capture_on_commit_callbacks
    ) -> None:
        Client().post("/accounts/login/", {"login": red.email})  # red's address is a proven one
        operator = Player.objects.create_superuser("operator@example.org", display_name="Operator")
        client.force_login(operator)
        page = reverse("admin:traders_player_change", args=[red.pk])
        told = {
            "display_name": red.display_name,
            "zone": red.zone,
            "cadence": red.cadence,
            "is_active": "on",
        }
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(page, {**told, "email": "Mine@example.org"}).status_code == 302
        red.refresh_from_db()
        assert red.email == "mine@example.org"
        assert mail.outbox[-1].to == ["red@example.org"]
        opening = Opening.objects.get()
        assert (opening.game, opening.player) == (game, operator)
        mail.outbox.clear()
        Client().post("/accounts/login/", {"login": "red@example.org"})
        assert not [
            message for message in mail.outbox if "code" in str(message.body).lower() and code()
        ]

    def test_other_changes_by_the_operator_are_no_opening(
        self, client: Client, game: Game, red: Player
    ) -> None:
        client.force_login(
            Player.objects.create_superuser("operator@example.org", display_name="Operator")
        )
        told = {
            "display_name": "Redbeard",
            "zone": "Asia/Tokyo",
            "cadence": red.cadence,
            "email": red.email,
            "is_active": "on",
        }
        client.post(reverse("admin:traders_player_change", args=[red.pk]), told)
        red.refresh_from_db()
        assert red.zone == "Asia/Tokyo"
        told["zone"] = "Mars/Olympus"
        assert (
            client.post(reverse("admin:traders_player_change", args=[red.pk]), told).status_code
            == 200
        )
        assert not Opening.objects.exists()
        assert not mail.outbox


@pytest.fixture
def wrote(game: Game, red: Player) -> Arrival:
    """Red has written a letter with a message in it."""
    seat = Seat.objects.get(game=game, colour="red")
    raw = (
        b"From: red@example.org\r\nSubject: secret plans\r\nMessage-ID: <1@example.org>\r\n\r\n"
        b"say: my words\r\n"
    )
    arrival = intake.take(
        raw, envelope_to=reply_address(seat.pk, ""), envelope_from="red@example.org", channel="smtp"
    )
    timeline.read(arrival.pk)
    arrival.refresh_from_db()
    assert Press.objects.get().words == "my words"
    return arrival


def test_a_copy_holds_what_is_ones_own_and_nothing_of_others(
    red_client: Client, game: Game, wrote: Arrival, blue: Player
) -> None:
    door.orders(game.pk, "blue", "to red: for your eyes\nsay: blue's words")
    answer = red_client.get(reverse("export-account"))
    kept = json.loads(answer.content)
    assert kept["account"]["address"] == "red@example.org"
    assert kept["account"]["hints"] is True
    assert [(one["game"], one["seat"]) for one in kept["seats"]] == [(game.slug, "red")]
    assert [one["words"] for one in kept["messages"]] == ["my words"]
    assert "secret plans" in kept["letters from you"][0]["letter"]
    assert kept["letters to you"]
    assert blue.email not in answer.content.decode()
    assert "blue's words" not in answer.content.decode()
    assert Client().get(reverse("export-account")).status_code == 302


class TestRemoval:
    def test_it_asks_for_the_own_address(self, red_client: Client, game: Game, red: Player) -> None:
        page = reverse("remove-account")
        assert game.title in red_client.get(page).content.decode()
        assert (
            "not the address"
            in red_client.post(page, {"address": "blue@example.org"}).content.decode()
        )
        red.refresh_from_db()
        assert red.is_active

    def test_bytes_addresses_and_messages_go_and_digests_and_moves_stay(
        self, red_client: Client, game: Game, red: Player, wrote: Arrival, smtp_sink: Sink
    ) -> None:
        """PR-RECORD-04"""
        door.orders(game.pk, "red", "end")
        delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
        entries = list(Entry.objects.values_list("digest", flat=True))
        answer = red_client.post(
            reverse("remove-account"), {"address": "Red@example.org"}, follow=True
        )
        assert "Your account is removed." in answer.content.decode()
        red.refresh_from_db()
        wrote.refresh_from_db()
        assert not red.is_active
        assert (bytes(wrote.raw), wrote.envelope_from, wrote.message_id, wrote.notes) == (
            b"",
            "",
            "",
            {},
        )
        assert wrote.sha256
        assert Press.objects.get().words == "(erased)"
        for letter in Letter.objects.filter(player=red):
            assert not letter.raw
            assert "red@example.org" not in f"{letter.recipient} {letter.facts}"
        assert list(Entry.objects.values_list("digest", flat=True)[: len(entries)]) == entries
        assert audit.audit(game) is None
        place = Seat.objects.get(game=game, colour="red")
        assert place.left is not None
        for page in ("game", "history", "history-json", "proof"):
            html = Client().get(reverse(page, args=[game.slug])).content.decode()
            assert "First" not in html
            assert "red@example.org" not in html
        assert red_client.get("/account").status_code == 302
        mail.outbox.clear()
        Client().post("/accounts/login/", {"login": "red@example.org"})
        assert "code" not in " ".join(str(message.subject) for message in mail.outbox).lower()

    def test_a_seat_of_a_game_that_has_not_begun_is_as_free_as_before(
        self, red: Player, gathering: Game
    ) -> None:
        account_erasure.erase(red)
        assert Seat.objects.get(game=gathering, colour="red").player is None

    def test_letters_of_others_stay_whoever_they_say_that_they_are_from(
        self, red: Player, blue: Player, game: Game
    ) -> None:
        """Who wrote stands on an envelope as the sender likes."""
        seat = Seat.objects.get(game=game, colour="blue")
        raw = b"From: blue@example.org\r\nMessage-ID: <2@example.org>\r\n\r\nsay: mine\r\n"
        to = reply_address(seat.pk, "")
        blues = intake.take(raw, envelope_to=to, envelope_from=red.email, channel="smtp")
        stray = intake.take(
            raw, envelope_to="x@post.test", envelope_from="Red+x@example.org", channel="smtp"
        )
        assert "letters from you" in (kept := data_export.export(red))
        assert len(kept["letters from you"]) == 1
        account_erasure.erase(red)
        assert timeline.read(blues.pk) == ArrivalOutcome.ORDERS
        stray.refresh_from_db()
        assert (bytes(stray.raw), stray.envelope_from) == (b"", "")

    def test_what_was_sent_before_counts_and_what_is_unread_then_is_nobodys(
        self, red_client: Client, red: Player, game: Game
    ) -> None:
        seat = Seat.objects.get(game=game, colour="red")
        head = b"From: red@example.org\r\nMessage-ID: <3@example.org>\r\n\r\n"
        to = reply_address(seat.pk, "")
        intake.take(head + b"end\r\n", envelope_to=to, envelope_from=red.email, channel="smtp")
        red_client.post(reverse("remove-account"), {"address": red.email})
        assert Entry.objects.filter(game=game, seat="red", kind="order").exists()
        assert not Arrival.objects.exclude(status="read").exists()
        assert audit.audit(game) is None

    def test_nothing_is_sent_to_a_mailbox_that_is_no_more(
        self, red: Player, game: Game, smtp_sink: Sink
    ) -> None:
        account_erasure.erase(red)
        door.orders(game.pk, "blue", "to red: where are you?")
        delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
        said = Letter.objects.filter(player=red).latest("pk")
        assert (said.status, said.problem) == ("stale", "its reader's account was removed")
        assert not Letter.objects.filter(status="failed").exists()

    def test_a_substitute_takes_over_and_play_goes_on(self, red: Player, game: Game) -> None:
        account_erasure.erase(red)
        client, kim = Client(), Player.objects.create_user("kim@example.org", display_name="Kim")
        client.force_login(kim)
        assert client.post(reverse("take-seat", args=[game.slug, "red"])).status_code == 302
        assert door.orders(game.pk, "red", "end").lines[0].answer == "done"


class TestFewerLetters:
    @pytest.fixture
    def address(self, game: Game, blue: Player, smtp_sink: Sink) -> str:
        """The address in a letter to blue that asks nothing."""
        Player.objects.filter(pk=blue.pk).update(cadence="every")
        door.orders(game.pk, "red", "to blue: hello")
        delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
        raws = [
            bytes(letter.raw).decode()
            for letter in Letter.objects.filter(player=blue)
            if letter.raw
        ]
        found = [raw for raw in raws if "List-Unsubscribe:" in raw]
        assert found
        assert "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in found[0]
        match = re.search(r"List-Unsubscribe: <https?://[^/]+(/[^>]+)>", found[0])
        assert match is not None
        return match[1]

    def test_one_click_without_signing_in_is_enough(self, address: str, blue: Player) -> None:
        client = Client(enforce_csrf_checks=True)
        assert "Only what waits for me" in client.get(address).content.decode()
        blue.refresh_from_db()
        assert blue.cadence == "every"
        assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
        blue.refresh_from_db()
        assert blue.cadence == "waiting"

    @pytest.mark.parametrize("token", ["x", "é", "AAAA", "a" * 3000, "..%2F.."])
    def test_a_forged_address_is_none(
        self, client: Client, address: str, token: str, blue: Player
    ) -> None:
        assert client.post(f"/unsubscribe/{token}").status_code == 404
        assert client.post(address[:-2] + "zz").status_code == 404
        blue.refresh_from_db()
        assert blue.cadence == "every"


class TestDaysAway:
    """In all games at once, from the account's page (PR-TURN-06)."""

    def test_all_games_are_named_in_the_answer_and_back_takes_it_back(
        self, red_client: Client, red: Player, game: Game
    ) -> None:
        other = door.create("toll", ["red", "blue"], title="The new road")
        sit_down(other, "red", red)
        assert 'action="/account/away"' in red_client.get("/account").content.decode()
        first = clock.now().date() + timedelta(days=3)
        days = {"first": str(first), "last": str(first + timedelta(days=2))}
        html = red_client.post("/account/away", days, follow=True).content.decode()
        assert "That is so in The old road and The new road." in html
        assert Absence.objects.filter(seat__player=red).count() == 2
        red_client.post("/account/away", {"back": "1"})
        assert not Absence.objects.filter(ends__gt=F("begins")).exists()

    def test_what_cannot_be_is_said(self, red_client: Client, red: Player, game: Game) -> None:
        html = red_client.post("/account/away", {"first": "", "last": "x"}, follow=True)
        assert "Say from which day to which day you are away." in html.content.decode()
        days = {"first": "2020-01-01", "last": "2020-01-02"}
        html = red_client.post("/account/away", days, follow=True)
        assert "is past: announce an absence" in html.content.decode()
        assert not Absence.objects.exists()

    def test_who_plays_in_no_game_has_no_form(self, red_client: Client, red: Player) -> None:
        assert "/account/away" not in red_client.get("/account").content.decode()
        html = red_client.post("/account/away", {"back": "1"}, follow=True).content.decode()
        assert "You play in no game now" in html
