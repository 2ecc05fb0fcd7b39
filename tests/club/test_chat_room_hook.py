"""A club's chat room is told what happens in the club, once, and nothing that its members may not
watch; its web hook is switched off like a player's.
"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core import mail

from tests import seated
from tests.club.seasons.league import called, club_of, drawn_by_hand, olga, registered
from tests.services.listener import Listener
from traders.club import chat_room_hook
from traders.club.chat_room_hook import LINES, LONGEST
from traders.club.desk import organizer_lines
from traders.club.seasons import closing, round_start
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.post.notifications import sending, subscriptions
from traders.domain.post.notifications.public_address_check import NotAllowed
from traders.engines.registry import ENGINES
from traders.models import Club, Game, HookShape, Player, Role, Season, Seat, Telling, WebHook

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _toll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")


@pytest.fixture
def club() -> Club:
    return club_of(["Ann", "Bob"])


@pytest.fixture
def hook(club: Club, listener: Listener) -> WebHook:
    """The club's web hook; its trial is done."""
    made = chat_room_hook.save(club, f"{listener.origin}/room", HookShape.JSON)
    sending.sweep()
    listener.posted.clear()
    return made


def heard(listener: Listener) -> list[str]:
    """The lines that the room is told now."""
    listener.posted.clear()
    chat_room_hook.sweep()
    sending.sweep()
    return [
        line for one in listener.posted for line in json.loads(one.body)["subject"].splitlines()
    ]


def made(club: Club, title: str = "First voyage", **settings: str) -> Game:
    return door.create("toll", ["red", "blue"], {}, settings, title=title, club=club)


def begun(game: Game) -> Game:
    for seat, name in zip(game.seats.all(), ("Ann", "Bob"), strict=True):
        Seat.objects.filter(pk=seat.pk).update(player=called(name))
    seated.begin(game.pk)
    game.refresh_from_db()
    return game


def ended(game: Game) -> None:
    door.orders(game.pk, "blue", "propose concession to red")
    door.orders(game.pk, "red", "vote yes")


def test_a_game_is_told_as_it_is_made_begins_and_ends_each_once(
    club: Club, hook: WebHook, listener: Listener
) -> None:
    game = made(club)
    assert heard(listener) == ["First voyage waits for players: 2 seats free"]
    assert json.loads(listener.posted[0].body)["url"].endswith(f"/games/{game.slug}/")
    assert heard(listener) == []
    begun(game)
    assert heard(listener) == ["First voyage has begun"]
    ended(game)
    assert heard(listener) == ["First voyage is over: Red won (Ann)."]
    assert heard(listener) == []


def test_what_happened_before_the_hook_was_saved_is_not_told(
    club: Club, listener: Listener
) -> None:
    begun(made(club))
    organizer_lines.speak(club, olga(club), "tell club: Hello.")
    chat_room_hook.save(club, f"{listener.origin}/room", HookShape.JSON)
    assert [line for line in heard(listener) if "trial" not in line] == []


def test_what_was_written_late_under_an_earlier_hour_is_told(
    club: Club, hook: WebHook, listener: Listener
) -> None:
    """A transaction is seen after its time."""
    assert heard(listener) == []
    game = begun(made(club))
    Game.objects.filter(pk=game.pk).update(started=clock.now() - timedelta(minutes=2))
    assert heard(listener) == ["First voyage has begun"]


def test_words_to_all_members_are_told_and_those_to_a_table_are_not(
    club: Club, hook: WebHook, listener: Listener
) -> None:
    game = begun(made(club))
    heard(listener)
    organizer_lines.speak(club, olga(club), f"tell {game.slug}: only you")
    organizer_lines.speak(club, olga(club), "tell club: We meet on Monday.")
    assert heard(listener) == ["From Olga: “We meet on Monday.”"]


@pytest.mark.sampled
@pytest.mark.parametrize("public", [True, False])
def test_of_a_game_watched_by_its_seats_alone_nothing_is_told(
    club: Club, hook: WebHook, listener: Listener, public: bool
) -> None:
    """(PR-RECORD-05)"""
    Club.objects.update(public=public)
    secret = made(club, "Behind doors", watched="seats")
    assert heard(listener) == []
    begun(secret)
    assert heard(listener) == []
    door.orders(secret.pk, "blue", "resign\nyes")
    assert heard(listener) == []
    ended(begun(made(club, "Shut", watched="seats")))
    assert heard(listener) == []
    begun(made(club, "Ours", watched="club"))
    assert heard(listener) == ["Ours has begun"]


def test_a_free_seat_of_a_game_seen_late_is_told_as_late(
    club: Club, hook: WebHook, listener: Listener
) -> None:
    """(PR-RECORD-05)"""
    game = begun(made(club, watch_delay="48h"))
    heard(listener)
    door.orders(game.pk, "blue", "resign")
    door.orders(game.pk, "blue", "yes")
    left = Seat.objects.get(game=game, colour="blue").left
    assert left is not None
    assert heard(listener) == []
    with clock.at(left + timedelta(hours=47)):
        assert heard(listener) == []
    with clock.at(left + timedelta(hours=48, minutes=1)):
        assert heard(listener) == ["Blue in First voyage needs a player"]
        assert heard(listener) == []


def test_a_season_is_told_from_registration_to_its_end(listener: Listener) -> None:
    season = registered(["Ann", "Bob", "Cat"], 3)
    hook = chat_room_hook.save(season.club, f"{listener.origin}/room", HookShape.JSON)
    before = clock.now() - timedelta(hours=1)
    WebHook.objects.filter(pk=hook.pk).update(heard=[], heard_until=before)
    assert "Spring is open" in heard(listener)
    drawn_by_hand(season, d1=[[["Ann", "Bob", "Cat"]]])
    assert heard(listener) == ["Spring: who plays whom"]
    round_start.begin(season.pk, olga(season.club))
    assert heard(listener) == ["Round 1 of Spring has begun", "Round 1, Spring has begun"]
    now = clock.now()
    season.drawn_rounds.update(approved=now)
    assert heard(listener) == ["Round 1 of Spring: the results are final"]
    closing.end(season.pk, olga(season.club))
    assert heard(listener) == ["Spring is over"]


def test_a_season_that_is_prepared_is_nobodys_news(
    club: Club, hook: WebHook, listener: Listener
) -> None:
    Season.objects.create(club=club, name="Later", slug="later", made=clock.now())
    assert heard(listener) == []


def test_much_news_is_one_message_that_a_room_shows(
    club: Club, hook: WebHook, listener: Listener
) -> None:
    for number in range(12):
        made(club, f"{number} *@everyone* " + "x" * 60)
    WebHook.objects.update(shape=HookShape.DISCORD)
    chat_room_hook.sweep()
    sending.sweep()
    (posted,) = listener.posted
    said = json.loads(posted.body)
    assert "… and 4 more" in said["content"]
    assert len(said["content"]) <= 2000
    assert said["allowed_mentions"] == {"parse": []}
    assert "@everyone" not in said["content"].replace("\\@", "")
    assert len(chat_room_hook.in_words([])) == 0
    assert LINES * LONGEST * 2 < 1900


def test_two_sweeps_tell_nothing_twice(club: Club, hook: WebHook, listener: Listener) -> None:
    made(club)
    chat_room_hook.sweep()
    chat_room_hook.sweep()
    assert Telling.objects.count() == 1


def test_each_organizer_is_told_when_it_is_switched_off_and_saving_tells_what_comes(
    club: Club, hook: WebHook, listener: Listener
) -> None:
    club_roles.admit(club, called("Ann"), Role.ORGANIZER)
    listener.status = 410
    made(club)
    assert heard(listener) != []
    hook.refresh_from_db()
    assert hook.off is not None
    assert {letter.to[0] for letter in mail.outbox} == {"olga@example.org", "ann@example.org"}
    assert "/clubs/star/settings" in mail.outbox[0].body
    assert "Star Club" in mail.outbox[0].subject
    listener.status = 200
    made(club, "While it was off")
    assert chat_room_hook.sweep() == 0
    chat_room_hook.save(club, hook.url, hook.shape)
    assert [line for line in heard(listener) if "trial" not in line] == []


def test_it_goes_with_the_club_and_not_with_who_saved_it(club: Club, hook: WebHook) -> None:
    Player.objects.filter(pk=olga(club).pk).update(is_active=False)
    assert subscriptions.remove_hook(club)
    assert not subscriptions.remove_hook(club)
    assert not WebHook.objects.exists()


def test_an_address_that_is_not_allowed_changes_nothing(club: Club, hook: WebHook) -> None:
    for url in ("http://10.0.0.1/", "https://user@rooms.example/", "https://rooms.example:22/"):
        with pytest.raises(NotAllowed):
            chat_room_hook.save(club, url, HookShape.JSON)
    assert WebHook.objects.get().url == hook.url
