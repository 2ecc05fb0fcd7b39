"""A friend is invited by letter to a game that waits for its players: the letter gives its reader a
seat, once, and nothing else; nobody's mailbox is filled, and nobody learns whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from pytest_django import Settings
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from tests.club.membership.conftest import person
from tests.club.membership.test_members import refused
from tests.services.invitations import until_invitations_left
from traders.club.membership import (
    invitations,
    joining_and_leaving,
    member_management,
    seat_invitations,
)
from traders.domain.accounts import account_erasure
from traders.domain.accounts.data_export import export
from traders.domain.accounts.sign_in_limits import OF_INVITED
from traders.domain.calendar import clock
from traders.domain.operators import retention
from traders.domain.people import club_roles
from traders.domain.play import gathering_and_start
from traders.domain.timeline import game_making_and_seat_taking
from traders.engines import registry
from traders.models import (
    AttemptCount,
    Club,
    Game,
    Invitation,
    Membership,
    Phase,
    Player,
    Role,
    Seat,
)

pytestmark = pytest.mark.django_db
KIM = "kim@example.org"

Sends = Callable[..., str]


@pytest.fixture(autouse=True)
def _toll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.ENGINES, "toll", "tests.toll")


@pytest.fixture
def sends(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Sends:
    """Invites, and returns the secret that the letter has; "" where none went."""

    def send(game: Game, by: Player, address: str = KIM) -> str:
        before = len(mail.outbox)
        with django_capture_on_commit_callbacks(execute=True):
            seat_invitations.invite(game.pk, by, address)
        until_invitations_left()
        return secret_in(mail.outbox[-1].body) if len(mail.outbox) > before else ""

    return send


def secret_in(body: object) -> str:
    found = re.search(r"/invitations/([\w-]+)\n", str(body))
    assert found is not None
    return found[1]


def game_of(maker: Player, seats: int = 3, club: Club | None = None, **more: object) -> Game:
    title = str(more.pop("title", "Evil spam"))
    return game_making_and_seat_taking.make_game(
        "toll", seats, {}, more, maker=maker, title=title, club=club
    )


def taken_back(game: Game, by: Player) -> None:
    """Takes back the player's one invitation to the game that is open."""
    row = seat_invitations.sent(game, by).get(uses_left=1)
    seat_invitations.take_back(game.pk, by, row.pk)


def seat_of(game: Game, player: Player) -> Seat | None:
    return Seat.objects.filter(game=game, player=player).first()


# --- the letter, and the seat ---------------------------------------------------------------------


def test_the_letter_gives_its_reader_a_seat_and_holds_nothing_that_was_typed_but_a_name(
    ann: Player, sends: Sends
) -> None:
    game = game_of(ann)
    secret = sends(game, ann)
    (letter,) = mail.outbox
    assert letter.to == [KIM] and "Ann invites you" in str(letter.body)
    html = str(letter.alternatives[0][0])  # type: ignore[attr-defined]
    assert "Evil" not in letter.subject + str(letter.body) + html
    assert "2 of 3 seats are free" in " ".join(str(letter.body).split())
    kim = person("Kim")
    assert seat_invitations.accept(secret, kim).colour == "blue"
    assert seat_of(game, kim) is not None
    assert "used up" in refused(seat_invitations.accept, secret, kim)
    row = Invitation.objects.get()
    assert (row.address, row.uses_left) == ("", 0)  # the address has done its work


def test_the_last_seat_begins_the_game(ann: Player, sends: Sends) -> None:
    game = game_of(ann, 2)
    seat_invitations.accept(sends(game, ann), person("Kim"))
    game.refresh_from_db()
    assert game.phase == Phase.PLAYING


def test_the_letter_is_for_its_mailbox_alone_and_the_same_for_whoever_has_an_account(
    ann: Player, bob: Player, sends: Sends
) -> None:
    game = game_of(ann)
    secrets = [sends(game, ann, address) for address in (bob.email, KIM)]
    texts = [re.sub(r"/invitations/\S+", "", str(letter.body)) for letter in mail.outbox]
    assert texts[0] == texts[1]
    assert "another mailbox" in refused(seat_invitations.accept, secrets[1], bob)
    assert seat_of(game, bob) is None
    Player.objects.filter(pk=bob.pk).update(email="Bob+games@example.org")  # the same mailbox
    bob.refresh_from_db()
    seat_invitations.accept(secrets[0], bob)
    assert seat_of(game, bob) is not None


def test_what_happened_meanwhile_is_said(ann: Player, bob: Player, sends: Sends) -> None:
    """Another took the seat and it began; it was cancelled; it was taken back; it is too late."""
    kim = person("Kim")
    begun, cancelled, back = game_of(ann, 2), game_of(ann), game_of(ann)
    first, second, third = (sends(one, ann) for one in (begun, cancelled, back))
    game_making_and_seat_taking.sit_down(begun, "blue", bob)
    begun_told, cancelled_told = (
        "All seats of this game were taken meanwhile, and it has begun.",
        "This game was cancelled before it began.",
    )
    another = "Look for a free seat in another game."
    assert refused(seat_invitations.accept, first, kim) == f"{begun_told} {another}"
    gathering_and_start.cancel(cancelled.pk, ann)
    assert refused(seat_invitations.accept, second, kim) == f"{cancelled_told} {another}"
    told = {row.game: invitations.over(row) for row in invitations.sent(by=ann)}
    assert told == {begun: begun_told, cancelled: cancelled_told, back: ""}
    assert [row.game for row in invitations.open_ones(by=ann)] == [back]
    (row,) = seat_invitations.sent(back, ann)
    seat_invitations.take_back(back.pk, ann, row.pk)
    assert "taken back" in refused(seat_invitations.accept, third, kim)
    assert "taken back" in refused(seat_invitations.take_back, back.pk, ann, row.pk)
    Invitation.objects.update(taken_back=None, expires=clock.now() - timedelta(seconds=1))
    assert "expired" in refused(seat_invitations.accept, third, kim)
    assert not Seat.objects.filter(player=kim).exists()
    assert "any more" in refused(seat_invitations.invite, begun.pk, ann, "new@example.org")


def test_who_sits_there_already_uses_nothing_up(ann: Player, sends: Sends) -> None:
    game, kim = game_of(ann), person("Kim")
    secret = sends(game, ann)
    game_making_and_seat_taking.sit_down(game, "green", kim)
    assert "already" in refused(seat_invitations.accept, secret, kim)
    assert invitations.already(secret, kim) == game
    assert invitations.already(secret, ann) == game
    assert invitations.already(secret, person("Dan")) is None
    assert Invitation.objects.get().uses_left == 1


@pytest.mark.parametrize(
    "fault", [{"EMAIL_BACKEND": "no.such.Backend"}, {"EMAIL_PORT": 1}], ids=["backend", "server"]
)
def test_that_it_could_not_be_mailed_is_told_to_the_operator(
    ann: Player, sends: Sends, settings: Settings, caplog: pytest.LogCaptureFixture,
    fault: dict[str, object],
) -> None:  # fmt: skip
    """And to nobody else: it would tell something of the address."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    for name, value in fault.items():
        setattr(settings, name, value)
    assert sends(game_of(ann), ann) == ""
    assert "an invitation could not be mailed" in caplog.text


# --- who may --------------------------------------------------------------------------------------


def test_its_maker_invites_and_nobody_else(ann: Player, bob: Player, sends: Sends) -> None:
    game = game_of(ann)
    game_making_and_seat_taking.sit_down(game, "blue", bob)
    assert "any more" in refused(seat_invitations.invite, game.pk, bob, KIM)
    sends(game, ann)
    (row,) = seat_invitations.sent(game, ann)
    assert list(seat_invitations.sent(game, bob)) == []
    assert "used up" in refused(seat_invitations.take_back, game.pk, bob, row.pk)


def test_in_a_club_its_organizers_invite_and_who_accepts_is_a_member(
    ann: Player, bob: Player, sends: Sends
) -> None:
    """Of a private club neither name nor game is in the letter; who was shut out stays out."""
    club = club_roles.found("Lantern", "lantern", ann, public=False)
    club_roles.admit(club, bob)
    game = game_of(bob, club=club)
    assert not seat_invitations.may_invite(game, bob)
    secret = sends(game, ann)
    assert "Lantern" not in str(mail.outbox[0].body)
    kim = person("Kim")
    assert "seat of a game" in refused(invitations.accept, secret, kim)
    seat_invitations.accept(secret, kim)
    assert Membership.objects.get(player=kim).role == Role.PLAYER
    out = club_roles.admit(club, person("Dan"))
    member_management.remove(club.pk, ann, out.pk, "Cheats", ban=True)
    assert "Cheats" in refused(
        seat_invitations.accept, sends(game, ann, "dan@example.org"), out.player
    )
    assert seat_of(game, out.player) is None


@pytest.mark.parametrize("how", ["shut out", "left", "player", "erased"])
def test_who_runs_the_club_no_more_lets_nobody_in(
    ann: Player, bob: Player, sends: Sends, how: str
) -> None:
    """Neither by a letter, to a second mailbox of theirs for instance, nor by a link; those of who
    runs it still hold. (PR-CLUB-03)
    """
    club = club_roles.found("Lantern", "lantern", ann, public=False)
    one = club_roles.admit(club, bob, Role.ORGANIZER)
    game, kim = game_of(ann, club=club), person("Kim")
    letter, link = sends(game, bob), invitations.by_link(club.pk, bob, Role.PLAYER, 5, 7)
    anns = invitations.by_link(club.pk, ann, Role.GUEST, 5, 7)
    if how == "shut out":
        member_management.remove(club.pk, ann, one.pk, "Cheats", ban=True)
    elif how == "left":
        joining_and_leaving.leave(club.pk, bob)
    elif how == "player":
        member_management.appoint(club.pk, ann, one.pk, Role.PLAYER)
    else:
        account_erasure.erase(bob)
    void = "no such" if how == "erased" else "taken back"  # of who erased it no letter is kept
    assert void in refused(seat_invitations.accept, letter, kim)
    assert "taken back" in refused(invitations.accept, link, kim)
    assert invitations.accept(anns, kim).role == Role.GUEST


# --- nobody's mailbox is filled -------------------------------------------------------------------


def test_an_address_is_asked_once_however_it_is_spelled(ann: Player, sends: Sends) -> None:
    """(PR-CLUB-03)"""
    game = game_of(ann)
    sends(game, ann)
    assert "asked once" in refused(seat_invitations.invite, game.pk, ann, "KIM+a@Example.org")
    assert "your own" in refused(seat_invitations.invite, game.pk, ann, "ann+x@example.org")
    assert len(mail.outbox) == 1


def test_what_was_taken_back_by_mistake_is_sent_once_more(ann: Player, sends: Sends) -> None:
    """The second letter gives the seat, the first does not; and there is no third. (PR-CLUB-03)"""
    game, kim = game_of(ann), person("Kim")
    first = sends(game, ann)
    taken_back(game, ann)
    second = sends(game, ann, "KIM+a@example.org")
    assert "taken back" in refused(seat_invitations.accept, first, kim)
    assert "asked once" in refused(seat_invitations.invite, game.pk, ann, KIM)
    seat_invitations.accept(second, kim)
    assert seat_of(game, kim) is not None
    for _ in range(2):
        assert sends(game, ann, "bob@example.org")
        taken_back(game, ann)
    assert "asked once" in refused(seat_invitations.invite, game.pk, ann, "bob@example.org")


def test_sending_again_counts_among_the_letters_of_a_day_and_of_a_month(
    ann: Player, sends: Sends, settings: Settings
) -> None:
    """(PR-CLUB-03)"""
    games = [game_of(ann, title=f"Game {n}") for n in range(2)]
    for game in games:
        sends(game, ann)
        taken_back(game, ann)
    assert sends(games[0], ann)
    settings.QUOTA_INVITATIONS = 3
    assert "within a day" in refused(seat_invitations.invite, games[1].pk, ann, KIM)
    Invitation.objects.update(made=clock.now() - timedelta(days=2))
    assert "3 invitations" in refused(seat_invitations.invite, games[1].pk, ann, KIM)


def test_who_does_not_answer_is_left_alone_by_the_same_player(ann: Player, sends: Sends) -> None:
    """(PR-CLUB-03)"""
    secrets = [sends(game_of(ann, title=f"Game {n}"), ann) for n in range(3)]
    Invitation.objects.update(made=clock.now() - timedelta(days=2))
    AttemptCount.objects.update(ends=clock.now())
    fourth = game_of(ann, title="Game 4")
    assert "nobody has answered" in refused(seat_invitations.invite, fourth.pk, ann, KIM)
    seat_invitations.accept(secrets[0], person("Kim"))
    assert sends(fourth, ann)


def test_a_mailbox_gets_a_few_a_day_whoever_sends_them(sends: Sends) -> None:
    """The fourth is told the same. (PR-CLUB-03)"""
    makers = [person(f"Maker {'abcd'[n]}") for n in range(OF_INVITED.most + 1)]
    mailed = [bool(sends(game_of(one), one)) for one in makers]
    assert mailed == [True] * OF_INVITED.most + [False]


def test_who_removes_their_account_and_comes_back_fills_no_mailbox(sends: Sends) -> None:
    """(PR-CLUB-03)"""
    mailed = []
    for _ in range(OF_INVITED.most + 1):
        maker = person("Maker")
        mailed.append(bool(sends(game_of(maker), maker)))
        account_erasure.erase(maker)
    assert mailed == [True] * OF_INVITED.most + [False]


def test_a_player_sends_so_many_a_day(ann: Player, sends: Sends, settings: Settings) -> None:
    """(PR-CLUB-03)"""
    settings.QUOTA_INVITATIONS = 1
    game = game_of(ann)
    sends(game, ann)
    assert "within a day" in refused(seat_invitations.invite, game.pk, ann, "two@example.org")


def test_who_wants_none_of_one_player_gets_those_of_others(
    ann: Player, bob: Player, sends: Sends
) -> None:
    invitations.refuse(KIM, ann)
    assert sends(game_of(ann), ann) == ""
    assert sends(game_of(bob), bob)
    invitations.refuse(KIM)
    assert sends(game_of(bob), bob) == ""
    assert sends(game_of(bob), bob, '"k\\im"@example.org') == ""  # mail servers read it as KIM


# --- what is kept ---------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["kim", "ann"])
def test_an_address_goes_with_either_account(
    ann: Player, bob: Player, sends: Sends, who: str
) -> None:
    """(PR-RECORD-04)"""
    kim = person("Kim")
    sends(game_of(ann), ann, "Kim+games@example.org")
    sends(game_of(bob), bob, "other@example.org")
    account_erasure.erase(kim if who == "kim" else ann)
    assert [one.address for one in Invitation.objects.all()] == ["other@example.org"]


def test_an_invitation_is_in_the_export_of_both(ann: Player, bob: Player, sends: Sends) -> None:
    """(PR-RECORD-04)"""
    game, kim = game_of(ann), person("Kim")
    sends(game, ann, "Kim+games@example.org")
    (mine,), (theirs,) = (
        export(ann)["invitations of yours"],
        export(kim)["invitations to you"],
    )
    assert theirs == mine | {"by": "Ann"}
    assert (mine["game"], mine["address"]) == (game.slug, "Kim+games@example.org")
    assert not export(bob)["invitations of yours"] and not export(bob)["invitations to you"]


def test_it_is_pruned_when_it_is_long_over(ann: Player, sends: Sends) -> None:
    sends(game_of(ann), ann)
    Invitation.objects.update(expires=clock.now() - retention.LEAST - timedelta(days=1))
    retention.prune(retention.LEAST)
    assert not Invitation.objects.exists()
