"""What two people do to the seats of one game in the same instant is done by one of them after the
other: no game begins with an empty seat, nobody sits twice, and who came second is told what to do
(PR-SEAT-01, PR-SEAT-04, PR-SEAT-13).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice
from random import Random
from threading import Barrier
from time import sleep

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import close_old_connections, connections
from django.test import Client
from django.urls import reverse

from tests import seated
from traders.domain.history import audit
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.play.organizer import seat_orders
from traders.domain.timeline import timeline
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines import registry
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Game, Membership, Phase, Player, Role, Seat, Sitting

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@dataclass
class Round:
    """A game of a club in which Red and Blue are taken and Green is free, and who is about."""

    game: Game
    people: dict[str, Player]
    organizers: list[Player]
    sessions: dict[int, str]
    """By account, so that none signs in twice."""

    def posts(self, who: Player, name: str, *args: str, **data: str) -> int:
        client = Client(raise_request_exception=False)
        client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who.pk]
        return client.post(reverse(name, args=args), data).status_code

    def seat(self, colour: str) -> Seat:
        return Seat.objects.get(game=self.game, colour=colour)

    # what is done; `second`: by the other of two who do the same
    def take(self, second: bool) -> int:
        who = self.people["dee" if second else "cy"]
        return self.posts(who, "take-seat", self.game.slug, "green")

    def leave(self, second: bool) -> int:
        return self.posts(self.people["bea"], "leave-seat", self.game.slug)

    def free(self, second: bool) -> int:
        who = self.organizers[second]
        return self.posts(who, "give-seat", self.game.slug, "blue", free="1")

    def give(self, second: bool) -> int:
        member = Membership.objects.get(player=self.people["eve"])
        who, to = self.organizers[second], str(member.pk)
        return self.posts(who, "give-seat", self.game.slug, "green", member=to)

    def fill(self, second: bool) -> int:
        return self.posts(self.organizers[second], "fill-game", self.game.slug)

    def begin(self, second: bool) -> str:
        return _told(lambda: door.begin(self.game.pk))

    def cancel(self, second: bool) -> int:
        return self.posts(self.organizers[second], "cancel-game", self.game.slug)

    def remove_who_sits(self, second: bool) -> int:
        who = self.people["bea"]
        return self.posts(who, "remove-account", address=who.email)

    def remove_who_comes(self, second: bool) -> int:
        who = self.people["cy"]
        return self.posts(who, "remove-account", address=who.email)

    # the same once the game has begun, and Blue was left
    def take_over(self, second: bool) -> int:
        who = self.people["dee" if second else "cy"]
        return self.posts(who, "take-seat", self.game.slug, "blue")

    def come_back(self, second: bool) -> str:
        bea = self.people["bea"]
        return _told(lambda: timeline.orders(self.game.pk, "blue", "back", player=bea).lines)

    def give_to_member(self, second: bool) -> str:
        by, eve = self.organizers[second], self.people["eve"]
        return _told(lambda: seat_orders.seat(self.game.pk, by, "blue", eve, "nobody plays"))

    def give_to_bot(self, second: bool) -> str:
        by = self.organizers[second]
        return _told(
            lambda: seat_orders.to_bot(self.game.pk, by, "blue", Level.PLAYER, "nobody plays")
        )

    def drop(self, second: bool) -> str:
        return _told(lambda: door.leave(self.game.pk, "blue"))


def _told(deed: Callable[[], object]) -> str:
    try:
        return str(deed())
    except Refusal as refusal:
        return refusal.text


DEEDS: list[Callable[[Round, bool], int | str]] = [
    Round.take, Round.leave, Round.free, Round.give, Round.fill, Round.begin, Round.cancel,
    Round.remove_who_sits, Round.remove_who_comes,
]  # fmt: skip
Pairs = list[tuple[Callable[[Round, bool], int | str], Callable[[Round, bool], int | str]]]
PAIRS: Pairs = list(combinations_with_replacement(DEEDS, 2))
IN_PLAY: list[Callable[[Round, bool], int | str]] = [
    Round.take_over, Round.come_back, Round.give_to_member, Round.give_to_bot, Round.drop,
    Round.remove_who_sits, Round.remove_who_comes,
]  # fmt: skip
PAIRS_IN_PLAY: Pairs = list(combinations_with_replacement(IN_PLAY, 2))


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[Round]:
    """Games of one club, as many as are wanted."""
    monkeypatch.setitem(registry.ENGINES, "toll", "tests.toll")
    return _rounds()


def _rounds() -> Iterator[Round]:
    organizers = [_person(name) for name in ("olga", "otto")]
    club = club_roles.found("Spiral", "spiral", organizers[0])
    club_roles.admit(club, organizers[1], Role.ORGANIZER)
    number, people, sessions = 0, dict[str, Player](), dict[int, str]()
    while True:
        number += 1
        people = {
            name: before
            if (before := people.get(name)) and Player.objects.filter(email=before.email).exists()
            else _member(club, name, number)
            for name in ("ann", "bea", "cy", "dee", "eve")
        }
        game = door.create("toll", ["red", "blue", "green"], title=f"Race {number}", club=club)
        for colour, name in (("red", "ann"), ("blue", "bea")):
            sit_down(game, colour, people[name])
        for player in (*people.values(), *organizers):
            if player.pk not in sessions:
                sessions[player.pk] = _session(player)
        yield Round(game, people, organizers, sessions)


def _session(player: Player) -> str:
    """A session that was opened just now, as the pages note it: what removes an account asks."""
    client = Client()
    reverse("home")  # pages are known from then on
    client.force_login(player)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _person(name: str) -> Player:
    return Player.objects.create_user(f"{name}@example.org", display_name=name.title())


def _member(club: Club, name: str, number: int) -> Player:
    player = _person(f"{name}{number}")
    club_roles.admit(club, player)
    return player


def _at_once(
    one: Callable[[bool], int | str], other: Callable[[bool], int | str], pause: float
) -> list[int | str]:
    """What both are answered; the second begins a little later."""
    together = Barrier(2)

    def done(deed: Callable[[bool], int | str], second: bool) -> int | str:
        close_old_connections()
        try:
            together.wait()
            sleep(pause if second else 0)
            return deed(second)
        except PermissionDenied:
            return 403
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(done, one, False), threads.submit(done, other, True)]
        return [future.result() for future in asked]


@pytest.mark.examples("rounds-at-one-game")
def test_of_any_two_deeds_at_once_before_a_game_each_is_whole(
    rounds: Iterator[Round], examples: int, lots: Random
) -> None:
    """Pairs of taking, leaving, freeing, giving, filling, beginning, cancelling and removing an
    account, dealt evenly.
    """
    _dealt(PAIRS, rounds, examples, lots)


@pytest.mark.examples("rounds-at-one-seat")
def test_of_any_two_deeds_at_once_at_a_seat_that_was_left_each_is_whole(
    rounds: Iterator[Round], examples: int, lots: Random
) -> None:
    """Pairs of taking over, coming back, giving to a member or a bot, dropping out, and removing an
    account, dealt evenly.
    """

    def left() -> Iterator[Round]:
        for round_ in rounds:
            seated.begin(round_.game.pk)
            door.orders(round_.game.pk, "blue", "resign\nyes")
            yield round_

    _dealt(PAIRS_IN_PLAY, left(), examples, lots)


def _dealt(pairs: Pairs, rounds: Iterator[Round], examples: int, lots: Random) -> None:
    dealt = [pair for _ in range(1 + examples // len(pairs)) for pair in pairs]
    lots.shuffle(dealt)
    for (one, other), round_ in zip(islice(dealt, examples), rounds, strict=False):
        pause = lots.choice((0, 0, 0.002, 0.01))
        said = _at_once(one.__get__(round_), other.__get__(round_), pause)
        of = f"{one.__name__} and {other.__name__}: {said}"
        assert not {500, 503} & set(said), of
        _is_whole(Game.objects.get(pk=round_.game.pk), of)


def _is_whole(game: Game, of: str) -> None:
    places = list(Seat.objects.filter(game=game).select_related("player"))
    sits = [seat.player_id for seat in places if seat.player_id]
    assert len(set(sits)) == len(sits), of
    for seat in places:
        open_ = Sitting.objects.filter(seat=seat, until=None)
        holds = seat.player_id is not None and seat.left is None
        assert [sitting.player_id for sitting in open_] == [seat.player_id] * holds, of
        gone = seat.player is not None and not seat.player.is_active
        assert not (gone and seat.left is None and game.phase != Phase.OVER), (
            f"{of}: a removed account sits"
        )
    if game.phase == Phase.PLAYING:
        # a game keeps the names of those who sit when it begins
        assert all(seat.name for seat in places), f"{of}: it began with an empty seat"
        empty = [seat.colour for seat in places if seating.is_vacant(seat)]
        waits = game.deadlines.filter(kind="seat", done_at=None).values_list("seat", flat=True)
        assert sorted(waits) == sorted(empty), of
        assert audit.audit(game) is None, of


def test_who_comes_second_reads_what_to_do(rounds: Iterator[Round]) -> None:
    round_ = next(rounds)
    assert round_.take(False) == 302
    client = Client()
    client.force_login(round_.people["dee"])
    page = client.post(reverse("take-seat", args=[round_.game.slug, "green"]))
    assert (page.status_code, "The seat Green is not free" in page.content.decode()) == (409, True)
    client.force_login(round_.people["bea"])
    page = client.post(reverse("leave-seat", args=[round_.game.slug]))
    assert page.status_code == 409
    assert "To give up your seat now, write" in page.content.decode()


def test_no_game_begins_with_an_empty_seat(rounds: Iterator[Round]) -> None:  # PR-SEAT-13
    round_ = next(rounds)
    with pytest.raises(Refusal, match="Green has no player yet") as refused:
        door.begin(round_.game.pk)
    assert refused.value.rules == ("PR-SEAT-13",)
    assert Game.objects.get(pk=round_.game.pk).phase == Phase.GATHERING
    assert seated.begin(round_.game.pk).started
