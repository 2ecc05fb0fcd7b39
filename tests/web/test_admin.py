"""The operator's pages: they answer, show nothing hidden, and cannot change a history."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.services.smtp import Sink
from traders.admin import HIDDEN, Deadlines
from traders.domain.calendar import clock
from traders.domain.deadlines.game_clocks import DeadlineState
from traders.domain.deadlines.seat_clock import SeatClock
from traders.domain.history import seed_encryption
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.addresses import reply_address
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import (
    Arrival,
    ArrivalOutcome,
    Deadline,
    DeadlineKind,
    Entry,
    Game,
    Letter,
    LetterKind,
    Player,
    Seat,
)


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    client.force_login(
        Player.objects.create_superuser("operator@example.org", display_name="Operator")
    )
    return client


def rows(game: Game) -> list[Any]:
    return [
        game,
        game.seats.first(),
        Entry.objects.filter(game=game).order_by("number").first(),
        Letter.objects.filter(game=game).first(),
    ]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "model",
    [
        model
        for model in admin.site._registry
        if model._meta.app_label in ("traders", "arbitration")
    ],
)
def test_every_list_answers(operator: Client, game: Game, model: type[Model]) -> None:
    assert (
        operator.get(
            reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        ).status_code
        == 200
    )


def test_the_first_page_answers(operator: Client) -> None:
    assert operator.get("/admin/").status_code == 200


def test_no_list_of_people_offers_a_bot(operator: Client, red: Player) -> None:
    bot = Player.objects.bot("Ash")
    Player.objects.create_user("never@example.org", display_name="")
    Player.objects.create_user("gone@example.org", display_name="Gone", is_active=False)
    assert "Ash" not in operator.get(reverse("admin:traders_player_changelist")).content.decode()
    assert operator.get(reverse("admin:traders_player_change", args=[bot.pk])).status_code == 302
    organizers = (
        operator.get(reverse("admin:traders_club_add"))
        .context["adminform"]
        .form.fields["organizer"]
        .queryset
    )
    assert [str(one) for one in organizers] == ["First", "Operator"]


def test_nothing_hidden_is_shown(operator: Client, game: Game, smtp_sink: Sink) -> None:
    door.orders(game.pk, "blue", "stop at shove")
    delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
    hidden = [
        seed_encryption.unlock(game.secret).hex(),
        bytes(game.secret).decode(),
        "Shove",
        "stop at shove",
    ]
    hidden += [entry.salt for entry in Entry.objects.filter(game=game) if entry.salt]
    for row in rows(game):
        html = operator.get(
            reverse(f"admin:traders_{row._meta.model_name}_change", args=[row.pk])
        ).content.decode()
        assert not [one for one in hidden if one in html]


@pytest.mark.sampled
@pytest.mark.parametrize("asked", [
    "entry/?secret__contains=Shove", "entry/?salt__startswith=a", "game/?position__isnull=False",
    "game/?secret__startswith=g", "game/?start__isnull=False", "game/?asked__gt=0",
    "seat/?purse__gt=0",
    "seat/?bank__gt=0", "deadline/?data__icontains=red", "letter/?facts__isnull=True",
    "letter/?moment__exact=t1", "arrival/?taken__gt=2020-01-01",
    "arrival/?envelope_to__contains=play", "arrival/?raw__isnull=False",
    "player/?password__startswith=!", "letter/?game__secret__startswith=g",
    "report/?letter__facts__isnull=True",
])  # fmt: skip
def test_no_list_is_picked_by_what_it_does_not_show(
    operator: Client, game: Game, asked: str
) -> None:
    """(the rows that are left would tell what stands in a hidden field)"""
    assert operator.get(f"/admin/traders/{asked}").status_code == 400


@pytest.mark.parametrize(
    "asked",
    [
        "traders/game/?phase__exact=playing",
        "traders/report/?letter__isempty=1",
    ],
)
def test_lists_that_operators_ask_for_answer(operator: Client, game: Game, asked: str) -> None:
    assert operator.get(f"/admin/{asked}").status_code == 200


def test_no_page_gives_a_player_a_second_address(operator: Client, red: Player) -> None:
    """(by which another could sign in as that player, and no record of it would be kept:
    PR-RULING-02)
    """
    assert operator.get("/admin/account/emailaddress/add/").status_code == 404


def test_a_history_cannot_be_edited(operator: Client, game: Game) -> None:
    for row in rows(game):
        name = row._meta.model_name
        assert (
            operator.post(
                reverse(f"admin:traders_{name}_change", args=[row.pk]), {"kind": "order"}
            ).status_code
            == 403
        )
        assert (
            operator.post(
                reverse(f"admin:traders_{name}_delete", args=[row.pk]), {"post": "yes"}
            ).status_code
            == 403
        )
        assert operator.get(reverse(f"admin:traders_{name}_add")).status_code == 403


def test_letters_set_aside_are_read_again(operator: Client, game: Game) -> None:
    arrival = intake.take(
        b"From: red@example.org\r\nSubject: x\r\n\r\nroll\r\n",
        envelope_to="nobody@post.test",
        envelope_from="red@example.org",
        channel="smtp",
    )
    Arrival.objects.update(status="set-aside", outcome="set-aside", attempts=3)
    told = {"action": "read_again", "_selected_action": [Arrival.objects.get().pk]}
    assert operator.post(reverse("admin:traders_arrival_changelist"), told).status_code == 302
    assert Arrival.objects.get().status == "read"
    assert arrival is not None


@pytest.mark.parametrize("row", ["", "x", "-1", "9" * 40, "9" * 5_000, "\0", "null", "１"])
@pytest.mark.parametrize(
    ("page", "action"),
    [("arrival", "read_again"), ("letter", "try_again"), ("club", "delete_selected")],
)
def test_what_is_no_rows_number_selects_nothing(
    operator: Client, page: str, action: str, row: str
) -> None:
    told = {"action": action, "_selected_action": [row]}
    assert operator.post(reverse(f"admin:traders_{page}_changelist"), told).status_code == 400


def test_a_player_is_no_operator(red_client: Client) -> None:
    assert red_client.get("/admin/").status_code == 302


class TestWhatIsSealed:
    """An operator who plays learns from these pages nothing of an open window: not who has reacted,
    when, or in how many words.
    """

    @pytest.fixture
    def window(self, game: Game, smtp_sink: Sink) -> Game:
        """Red has rolled; a window is open in which blue may react."""
        door.orders(game.pk, "blue", "stop at shove")
        door.orders(game.pk, "red", "roll")
        self.send()
        game.refresh_from_db()
        assert game.waiting_for.startswith("Red and Blue may react in the Shove window.")
        return game

    def send(self) -> None:
        delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))

    def writes(self, game: Game, colour: str, text: str) -> Arrival:
        seat = Seat.objects.get(game=game, colour=colour)
        raw = (
            f"From: {colour}@example.org\r\nMessage-ID: "
            f"<{len(text)}@example.org>\r\n\r\n{text}\r\n".encode()
        )
        moment = label_of(
            Letter.objects.filter(game=game, seat=colour).exclude(moment="").latest("pk")
        )
        arrival = intake.take(
            raw,
            envelope_to=reply_address(seat.pk, moment),
            envelope_from=f"{colour}@example.org",
            channel="smtp",
        )
        clock.set_to(clock.now() + timedelta(minutes=1))
        assert timeline.read(arrival.pk) == ArrivalOutcome.ORDERS
        self.send()
        return arrival

    def pages(self, operator: Client) -> list[str]:
        """What the lists show, and the pages of what they list, without the page's own tokens."""
        found = []
        names = ("letter", "arrival", "report", "deadline", "seat", "game", "player", "entry")
        todo = [reverse(f"admin:traders_{name}_changelist") for name in names]
        for page in todo:
            html = operator.get(page).content.decode()
            listed = re.findall(r'href="(/admin/traders/\w+/\d+/change/)', html)
            todo += [one for one in dict.fromkeys(listed) if one not in todo]
            found.append(
                re.sub(
                    r'(csrfmiddlewaretoken" value|nonce|name="csrf-token" content)="[^"]*"',
                    "",
                    html,
                )
            )
        return found

    def test_a_reaction_changes_no_page(self, operator: Client, window: Game) -> None:
        clock.set_to(clock.now() + timedelta(minutes=1))
        before = self.pages(operator)
        arrival = self.writes(window, "blue", "shove")
        assert self.pages(operator) == before
        hidden = [Letter.objects.latest("pk"), arrival]
        for row in hidden:
            page = reverse(f"admin:traders_{row._meta.model_name}_change", args=[row.pk])
            assert operator.get(page).status_code == 302  # there is no such row
        clock.set_to(None)

    def test_nothing_tells_whom_the_window_asks(self, operator: Client, window: Game) -> None:
        """(PR-INTERVAL-10)"""
        before = self.pages(operator)
        terms = DeadlineState(opened=clock.now(), clocks={"blue": SeatClock(60, clock.now())})
        row = Deadline(game=window, kind=DeadlineKind.PASS, key="1", seat="blue")
        row.set_at, row.due, row.data = clock.now(), clock.now(), terms.write()
        row.save()
        asking = Letter.objects.filter(game=window, moment__startswith="i", asks=True)
        assert asking.exists()
        asking.update(kind=LetterKind.HAPPENED, asks=False)
        Game.objects.filter(pk=window.pk).update(asked=0)
        assert self.pages(operator) == before
        Deadline.objects.filter(pk=row.pk).update(failures=1)
        assert Deadlines(Deadline, admin.site).whose(Deadline.objects.get(pk=row.pk)) == ""

    def test_when_the_window_has_closed_they_are_shown_and_no_address_that_could_answer(
        self, operator: Client, window: Game
    ) -> None:
        clock.set_to(clock.now() + timedelta(minutes=1))
        arrival = self.writes(window, "blue", "shove")
        self.writes(window, "blue", "pass")
        door.orders(window.pk, "red", "pass")
        window.refresh_from_db()
        html = operator.get(reverse("admin:traders_arrival_changelist")).content.decode()
        assert "blue@example.org" in html
        assert f">{arrival.size}<" in html
        page = operator.get(
            reverse("admin:traders_arrival_change", args=[arrival.pk])
        ).content.decode()
        key = arrival.envelope_to.partition("@")[0]
        assert key
        assert key not in html + page
        assert arrival.pk not in [row.pk for row in self.found(operator, key[:12])]
        clock.set_to(None)

    def found(self, operator: Client, asked: str) -> list[Arrival]:
        return list(
            operator.get(reverse("admin:traders_arrival_changelist"), {"q": asked})
            .context["cl"]
            .queryset
        )

    def test_what_was_set_aside_is_shown_without_what_it_tells(
        self, operator: Client, window: Game
    ) -> None:
        clock.set_to(clock.now() + timedelta(minutes=1))
        arrival = self.writes(window, "blue", "shove")
        Arrival.objects.filter(pk=arrival.pk).update(status="set-aside", outcome="set-aside")
        html = operator.get(reverse("admin:traders_arrival_changelist")).content.decode()
        assert HIDDEN in html
        assert "blue@example.org" not in html
        assert f">{arrival.size}<" not in html
        assert not self.found(operator, "blue@")
        clock.set_to(None)
