"""Quotas hold where everything comes at once: what is counted and what is written are of one
transaction, so that no two are the last that counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.core import mail
from django.db import close_old_connections, connections

from tests.api.program import Program
from tests.services.invitations import until_invitations_left
from traders.club.membership import founding, invitations, seat_invitations
from traders.domain.accounts import api_tokens
from traders.domain.accounts.sign_in_limits import OF_INVITED
from traders.domain.people import club_roles
from traders.domain.post.notifications import subscriptions, web_push
from traders.domain.post.notifications.public_address_check import NotAllowed
from traders.domain.timeline import game_making_and_seat_taking
from traders.engines import registry
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Invitation, Phase, Player, Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
AT_ONCE = 5


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch) -> Player:
    monkeypatch.setitem(registry.ENGINES, "toll", "tests.toll")
    return Player.objects.create_user("ann@example.org", display_name="Ann")


def at_once(deed: Callable[[int], Any]) -> Counter[Any]:
    """What comes of so many at the same instant; a refusal as "refused"."""
    together = Barrier(AT_ONCE)

    def done(number: int) -> Any:
        close_old_connections()
        try:
            together.wait()
            return deed(number)
        except Refusal:
            return "refused"
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return Counter(threads.map(done, range(AT_ONCE)))


def test_games(ann: Player, settings: Any) -> None:
    settings.QUOTA_GAMES = 2

    def make(number: int) -> str:
        game_making_and_seat_taking.make_game("toll", 2, {}, {}, maker=ann, title=f"Game {number}")
        return "made"

    assert at_once(make) == {"made": 2, "refused": AT_ONCE - 2}
    assert Game.objects.filter(maker=ann).count() == 2


def test_clubs(ann: Player, settings: Any) -> None:
    settings.QUOTA_CLUBS = 2

    def found(number: int) -> str:
        founding.found(ann, f"Club {number}", f"club-{number}")
        return "made"

    assert at_once(found) == {"made": 2, "refused": AT_ONCE - 2}


def test_invitations_out_of_several_clubs(ann: Player, settings: Any) -> None:
    settings.QUOTA_INVITATIONS = 2
    clubs = [club_roles.found(f"Club {n}", f"club-{n}", ann) for n in range(AT_ONCE)]

    def invite(number: int) -> str:
        invitations.by_letter(clubs[number].pk, ann, Role.PLAYER, f"{number}@example.org")
        return "sent"

    assert at_once(invite) == {"sent": 2, "refused": AT_ONCE - 2}
    assert Invitation.objects.count() == 2


def test_invitations_to_one_mailbox_by_several_players_at_once(ann: Player) -> None:
    makers = [ann] + [
        Player.objects.create_user(f"{n}@example.org", display_name=f"Player {n}")
        for n in range(1, AT_ONCE)
    ]
    games = [
        game_making_and_seat_taking.make_game("toll", 2, {}, {}, maker=maker, title="Spiral")
        for maker in makers
    ]

    def invite(number: int) -> str:
        seat_invitations.invite(games[number].pk, makers[number], "kim@example.org")
        return "sent"

    assert at_once(invite) == {"sent": AT_ONCE}
    until_invitations_left()
    assert len(mail.outbox) == OF_INVITED.most


def test_a_seat_invitation_is_accepted_once(ann: Player) -> None:
    """By the same person in several windows."""
    game = game_making_and_seat_taking.make_game("toll", 4, {}, {}, maker=ann, title="Spiral")
    seat_invitations.invite(game.pk, ann, "kim@example.org")
    until_invitations_left()
    secret = str(mail.outbox[0].body).partition("/invitations/")[2].split()[0]
    kim = Player.objects.create_user("kim@example.org", display_name="Kim")

    def accept(number: int) -> str:
        return seat_invitations.accept(secret, kim).colour

    assert at_once(accept) == {"blue": 1, "refused": AT_ONCE - 1}


def test_the_last_seats_go_to_as_many_of_those_invited_as_there_are(ann: Player) -> None:
    game = game_making_and_seat_taking.make_game("toll", 3, {}, {}, maker=ann, title="Spiral")
    friends = []
    for n in range(AT_ONCE):
        seat_invitations.invite(game.pk, ann, f"{n}@example.org")
        until_invitations_left()
        secret = str(mail.outbox[-1].body).partition("/invitations/")[2].split()[0]
        friend = Player.objects.create_user(f"{n}@example.org", display_name=f"Friend {n}")
        friends.append((secret, friend))

    def accept(number: int) -> str:
        return seat_invitations.accept(*friends[number]).colour

    assert at_once(accept) == {"blue": 1, "green": 1, "refused": AT_ONCE - 2}
    game.refresh_from_db()
    assert game.phase == Phase.PLAYING
    assert Invitation.objects.filter(uses_left=0, address="").count() == 2


def test_tokens(ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_tokens, "MOST", 2)

    def make(number: int) -> str:
        api_tokens.make(ann, f"Token {number}", ["read"], 30)
        return "made"

    assert at_once(make) == {"made": 2, "refused": AT_ONCE - 2}
    assert api_tokens.held_by(ann).count() == 2


def test_a_browser_is_added_once(ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "target", lambda url: url)

    def add(number: int) -> str:
        try:
            keys = web_push.application_key(), web_push.to_text(bytes(web_push.AUTH))
            subscriptions.save_browser(ann, "https://push.example.org/1", *keys)
        except NotAllowed:
            return "there"
        return "added"

    for _ in range(5):
        assert set(at_once(add)) <= {"added", "there"}
    assert ann.browsers.count() == 1


def test_invitations_to_one_mailbox_however_it_is_spelled(ann: Player) -> None:
    """A plus and capitals make no other mailbox."""
    names = ("x+{}@example.org", "X+{}@Example.org")
    bea = Player.objects.create_user("bea@example.org", display_name="Bea")
    clubs = [
        club_roles.found(f"Club {n}", f"club-{n}", by) for n, by in enumerate([ann] * 3 + [bea])
    ]
    mailed = [
        invitations.by_letter(club.pk, bea if n == 3 else ann, Role.PLAYER, names[n % 2].format(n))[
            1
        ]
        for n, club in enumerate(clubs)
    ]
    assert mailed == [True, True, True, False]
    with pytest.raises(Refusal, match="invited already"):
        invitations.by_letter(clubs[0].pk, ann, Role.PLAYER, "x@example.org")


def test_posts_of_a_program(ann: Player, settings: Any) -> None:
    """Each makes a game; none of them fails."""
    settings.QUOTA_LETTERS = 2
    programs = [Program(ann) for _ in range(AT_ONCE)]
    game = {"system": "toll", "seats": 2, "title": "Spiral"}

    def post(number: int) -> int:
        answer = programs[number].post("games", game, Idempotency_Key=str(number))
        return int(answer.status_code)

    assert at_once(post) == {201: 2, 429: AT_ONCE - 2}
    assert Game.objects.filter(maker=ann).count() == 2


def test_games_by_programs(ann: Player, settings: Any) -> None:
    settings.QUOTA_GAMES = 2
    programs = [Program(ann) for _ in range(AT_ONCE)]
    game = {"system": "toll", "seats": 2, "title": "Spiral"}
    answers = at_once(lambda number: programs[number].post("games", game).status_code)
    assert answers == {201: 2, 409: AT_ONCE - 2}
