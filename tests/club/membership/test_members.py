"""Making a club, joining and leaving it, and what organizers do with its members."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core import mail
from pytest_django import Settings

from tests import seated
from tests.club.membership.conftest import person
from traders.club import demonstration_club
from traders.club.membership import (
    founding,
    joining_and_leaving,
    member_management,
    membership_letters,
)
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.post import delivery
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Game, Joining, Letter, Membership, Player, Role, Seat, Standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ann: Player) -> Club:
    return club_roles.found("Lantern", "lantern", ann)


def row(club: Club, player: Player) -> Membership:
    return Membership.objects.get(club=club, player=player)


def refused(act: Callable[..., Any], *given: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as found:
        act(*given, **named)
    return found.value.text


def letters(player: Player) -> list[str]:
    return [one.subject or one.key for one in Letter.objects.filter(player=player)]


# --- joining and leaving --------------------------------------------------------------------------


def test_anybody_joins_an_open_club_once(club: Club, bob: Player) -> None:
    """(PR-CLUB-02)"""
    assert joining_and_leaving.join(club.pk, bob).standing == Standing.MEMBER
    assert "already" in refused(joining_and_leaving.join, club.pk, bob)
    assert joining_and_leaving.leave(club.pk, bob) == 0
    assert "not a member" in refused(joining_and_leaving.leave, club.pk, bob)
    assert joining_and_leaving.join(club.pk, bob).role == Role.PLAYER


def test_an_organizer_lets_in_who_asks(club: Club, ann: Player, bob: Player) -> None:
    """(PR-CLUB-02)"""
    Club.objects.update(joining=Joining.ASKING)
    asked = joining_and_leaving.join(club.pk, bob)
    assert (asked.standing, len(letters(ann))) == (Standing.ASKED, 1)
    assert "asked already" in refused(joining_and_leaving.join, club.pk, bob)
    assert not club_roles.members(club).filter(player=bob).exists()
    member_management.turn_down(club.pk, ann, asked.pk)
    asked = joining_and_leaving.join(club.pk, bob)
    assert len(letters(ann)) == 1  # who asks again and again fills nobody's mailbox
    member_management.let_in(club.pk, ann, asked.pk)
    assert (row(club, bob).standing, len(letters(bob))) == (Standing.MEMBER, 1)
    assert "by now" in refused(member_management.let_in, club.pk, ann, asked.pk)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"joining": Joining.INVITED}, "by invitation only"),
        ({"public": False}, "by invitation only"),
        ({"closed": datetime(2026, 11, 1, tzinfo=UTC)}, "closed"),
    ],
)
def test_where_nobody_joins_nobody_does(club: Club, bob: Player, fields: Any, told: str) -> None:
    """(PR-CLUB-02)"""
    Club.objects.update(**fields)
    assert told in refused(joining_and_leaving.join, club.pk, bob)
    assert not Membership.objects.filter(player=bob).exists()


def test_the_last_organizer_stays_until_there_is_another(
    club: Club, ann: Player, bob: Player
) -> None:
    """(PR-CLUB-01)"""
    own = row(club, ann)
    assert "last organizer" in refused(joining_and_leaving.leave, club.pk, ann)
    assert "last organizer" in refused(member_management.appoint, club.pk, ann, own.pk, Role.PLAYER)
    other = club_roles.admit(club, bob)
    member_management.appoint(club.pk, ann, other.pk, Role.ORGANIZER)
    member_management.appoint(club.pk, bob, own.pk, Role.PLAYER)
    assert row(club, ann).organized is not None  # it is known that Ann ran it (PR-RULING-02)
    assert "last organizer" in refused(joining_and_leaving.leave, club.pk, bob)
    Club.objects.update(closed=clock.now())
    joining_and_leaving.leave(club.pk, bob)
    assert not club_roles.organizers(club).exists()


# --- organizers -----------------------------------------------------------------------------------


def test_who_is_shut_out_does_not_come_back_before_an_organizer_says_so(
    club: Club, ann: Player, bob: Player
) -> None:
    """(PR-CLUB-02)"""
    member = club_roles.admit(club, bob)
    assert "Say why" in refused(member_management.remove, club.pk, ann, member.pk, " ", ban=True)
    member_management.remove(club.pk, ann, member.pk, "Shouts\u202e at\nall", ban=True)
    assert "Shouts at all" in refused(joining_and_leaving.join, club.pk, bob)
    assert len(letters(bob)) == 1
    member_management.allow_again(club.pk, ann, member.pk)
    assert joining_and_leaving.join(club.pk, bob).standing == Standing.MEMBER


def test_a_member_who_is_removed_in_mid_game_plays_on(club: Club, ann: Player, bob: Player) -> None:
    member = club_roles.admit(club, bob)
    game = door.create("star-traders", ["red", "blue"], title="Cup", club=club)
    leaving_and_taking_seats.take(game.pk, "red", bob)
    leaving_and_taking_seats.take(game.pk, "blue", ann)
    seated.begin(game.pk)
    assert member_management.remove(club.pk, ann, member.pk, "") == 1
    assert Seat.objects.get(game=game, colour="red").player == bob
    lines = door.orders(game.pk, "red", "status").lines
    assert [line.answer for line in lines] != ["refused"]


def test_who_is_removed_from_a_private_club_is_sent_to_no_page_of_it(
    club: Club, ann: Player, bob: Player
) -> None:
    for public in (True, False):
        Club.objects.update(public=public)
        member_management.remove(club.pk, ann, club_roles.admit(club, bob).pk, "quarrels")
        told = Letter.objects.filter(player=bob).latest("pk").facts
        assert (membership_letters.page_of(club) in told) == public


def test_who_was_shut_out_stays_out_when_nobody_runs_the_club_any_more(
    club: Club, ann: Player, bob: Player
) -> None:
    made = door.create("traders-luck", ["red", "blue"], club=club)
    Club.objects.update(public=True)
    member_management.remove(club.pk, ann, club_roles.admit(club, bob).pk, "quarrels", ban=True)
    Player.objects.filter(pk=ann.pk).update(is_active=False)
    Membership.objects.filter(player=ann).update(standing=Standing.LEFT)
    with pytest.raises(Refusal, match="shut you out"):
        leaving_and_taking_seats.take(made.pk, "red", bob)
    assert list(club_roles.to_make_games_in(bob)) == []
    assert list(club_roles.to_make_games_in(person("Cid"))) == [club]


def test_in_a_closed_club_no_game_is_made_filled_or_begun(club: Club, ann: Player) -> None:
    """(PR-CLUB-04)"""
    made = door.create("traders-luck", ["red", "blue"], club=club)
    leaving_and_taking_seats.give_to_bots(made, ["red"])
    Club.objects.update(closed=clock.now())
    club.refresh_from_db()
    for deed in (
        lambda: leaving_and_taking_seats.take(made.pk, "blue", ann),
        lambda: door.begin(made.pk),
        lambda: door.create("traders-luck", ["red", "blue"], club=club),
    ):
        with pytest.raises(Refusal, match="closed: no game begins"):
            deed()
    Club.objects.update(closed=None)
    leaving_and_taking_seats.take(made.pk, "blue", ann)
    door.begin(made.pk)


def test_of_two_organizers_at_once_the_second_is_looked_at_again(
    club: Club, ann: Player, bob: Player
) -> None:
    """One removes the other, who at the same time makes a third an organizer: both pages were open
    before.
    """
    second, third = (
        club_roles.admit(club, bob, Role.ORGANIZER),
        club_roles.admit(club, person("Cat")),
    )
    member_management.remove(club.pk, ann, second.pk, "")
    told = refused(member_management.appoint, club.pk, bob, third.pk, Role.ORGANIZER)
    assert "not an organizer" in told
    assert list(club_roles.organizers(club)) == [ann]
    # and of two who remove one another the first is right
    club_roles.admit(club, bob, Role.ORGANIZER)
    member_management.remove(club.pk, bob, row(club, ann).pk, "")
    assert "not an organizer" in refused(member_management.remove, club.pk, ann, second.pk, "")
    assert list(club_roles.organizers(club)) == [bob]


@pytest.mark.parametrize("role", [Role.REFEREE, Role.PLAYER, Role.GUEST])
def test_nobody_else_does_what_organizers_do(club: Club, ann: Player, role: Role) -> None:
    """(PR-CLUB-01)"""
    other = club_roles.admit(club, person("Cat"), role).player
    own = row(club, ann)
    for act in (
        lambda: member_management.appoint(club.pk, other, own.pk, Role.GUEST),
        lambda: member_management.remove(club.pk, other, own.pk, "mine", ban=True),
        lambda: member_management.let_in(club.pk, other, own.pk),
        lambda: member_management.allow_again(club.pk, other, own.pk),
    ):
        assert "not an organizer" in refused(act)


def test_a_member_of_another_club_is_none_of_this_one(club: Club, ann: Player) -> None:
    there = row(
        club_roles.found("Spiral", "spiral", person("Cat")), Player.objects.get(display_name="Cat")
    )
    assert "no such member" in refused(member_management.remove, club.pk, ann, there.pk, "")
    there.refresh_from_db()
    assert there.standing == Standing.MEMBER


def test_a_member_is_told_by_letters_that_are_read_as_they_stand(
    club: Club, ann: Player, bob: Player
) -> None:
    member = club_roles.admit(club, bob, Role.GUEST)
    member_management.appoint(club.pk, ann, member.pk, Role.REFEREE)
    member_management.remove(club.pk, ann, member.pk, "Was asked to go")
    delivery.prepare_and_send(list(Letter.objects.values_list("pk", flat=True)))
    told = [str(letter.body) for letter in mail.outbox]
    assert [letter.subject for letter in mail.outbox] == [
        "Lantern: you are a referee",
        "You are no member of Lantern any more",
    ]
    assert "Ann has made you a referee of Lantern." in " ".join(told[0].split())
    assert "The reason: “Was asked to go”." in " ".join(told[1].split())
    for text in told:
        assert f"{django_settings.SITE_URL}/clubs/lantern/" in text and "None" not in text
        assert text.rstrip().endswith("Traders by Post")


# --- making one -----------------------------------------------------------------------------------


def test_a_player_makes_a_few_clubs_a_day(ann: Player, settings: Settings) -> None:
    """(PR-CLUB-04)"""
    settings.QUOTA_CLUBS = 2
    for name in ("One", "Two"):
        founding.found(ann, name, name.lower())
    assert "within a day" in refused(founding.found, ann, "Three", "three")
    assert founding.made_by(ann).count() == 2 == Club.objects.count()
    # clubs that others made do not count, whoever runs them now
    club_roles.admit(club_roles.found("Spiral", "spiral", person("Cat")), ann, Role.ORGANIZER)
    assert founding.made_by(ann).count() == 2


def test_the_name_of_the_houses_own_club_is_kept_for_it(ann: Player) -> None:
    assert founding.slug_of("Demonstration") == ""
    with pytest.raises(Refusal, match="The server keeps this name"):
        founding.found(ann, "demonstration club", "ours")
    assert demonstration_club.make().name == founding.DEMONSTRATION_NAME


def test_no_name_passes_for_that_of_another_public_club(ann: Player, club: Club) -> None:
    """(PR-CLUB-04)"""
    club_roles.found("🚀 🚀", "rockets", ann)
    for name in (
        "lantern",
        "L\u0430ntern",
        "Lan-tern",
        "\u24c1antern",
        "🚀 🚀",
        "Dem\u043enstration Club",
    ):
        assert founding.is_taken(name) or founding.is_kept(name), name
    for name in ("Lanterns", "Фонарь", "🚀", "", "…"):
        assert not founding.is_taken(name) and not founding.is_kept(name), name
    assert not founding.is_taken("lantern", club.pk)


def test_a_name_that_was_just_taken_is_told(ann: Player, club: Club) -> None:
    """(PR-CLUB-04)"""
    assert "just now" in refused(founding.found, ann, "Lantern", "other")
    assert not Game.objects.exists() and Club.objects.count() == 1
