"""Invitations: a wrong, used-up, expired or withdrawn one lets nobody in; of a right one nothing is
kept that would let somebody in.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from pytest_django import Settings
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from tests.club.membership.conftest import person
from tests.club.membership.test_members import refused, row
from tests.services.invitations import until_invitations_left
from traders.club.membership import invitation_letter, invitations, member_management
from traders.domain.accounts.sign_in_limits import OF_INVITED
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.models import Club, Invitation, Membership, NotInvited, Player, Role, Standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ann: Player) -> Club:
    return club_roles.found("Lantern", "lantern", ann, public=False)


def link(club: Club, by: Player, role: str = Role.PLAYER, uses: int = 1) -> str:
    return invitations.by_link(club.pk, by, role, uses, 7)


def test_a_link_lets_in_as_many_as_it_says(club: Club, ann: Player, bob: Player) -> None:
    """(PR-CLUB-03)"""
    secret = link(club, ann, uses=2)
    assert invitations.accept(secret, bob).role == Role.PLAYER
    assert "already" in refused(invitations.accept, secret, bob)  # and uses nothing up
    invitations.accept(secret, person("Cat"))
    assert "used up" in refused(invitations.accept, secret, person("Dan"))
    assert [one.player.display_name for one in club_roles.members(club)] == ["Ann", "Bob", "Cat"]


@pytest.mark.parametrize("what", ["wrong", "cut", "expired", "back", "closed", "odd"])
def test_what_does_not_hold_lets_nobody_in(club: Club, ann: Player, bob: Player, what: str) -> None:
    """(PR-CLUB-03)"""
    secret = link(club, ann)
    told = {"wrong": "no such", "cut": "cut off", "expired": "expired", "back": "taken back"} | {
        "closed": "is closed", "odd": "no such",
    }  # fmt: skip
    if what in ("wrong", "odd"):
        secret = "A" * 32 if what == "wrong" else "\ud800é\0"
    elif what == "cut":
        secret = secret[:-1]
    elif what == "expired":
        Invitation.objects.update(expires=clock.now() - timedelta(seconds=1))
    elif what == "back":
        invitations.take_back(club.pk, ann, Invitation.objects.get().pk)
        assert "taken back" in refused(
            invitations.take_back, club.pk, ann, Invitation.objects.get().pk
        )
    else:
        Club.objects.update(closed=clock.now())
    assert told[what] in refused(invitations.accept, secret, bob)
    assert not Membership.objects.filter(player=bob).exists()


def test_who_is_shut_out_follows_a_link_in_vain(club: Club, ann: Player, bob: Player) -> None:
    member = club_roles.admit(club, bob)
    member_management.remove(club.pk, ann, member.pk, "Cheats", ban=True)
    secret = link(club, ann)
    assert "Cheats" in refused(invitations.accept, secret, bob)
    assert row(club, bob).standing == Standing.BANNED
    assert Invitation.objects.get().uses_left == 1


def test_an_invitation_lifts_a_role_and_never_lowers_one(
    club: Club, ann: Player, bob: Player
) -> None:
    """(PR-CLUB-03)"""
    club_roles.admit(club, bob, Role.GUEST)
    assert invitations.accept(link(club, ann), bob).role == Role.PLAYER
    assert "already" in refused(invitations.accept, link(club, ann, Role.GUEST), bob)
    assert "already" in refused(invitations.accept, link(club, ann, Role.REFEREE), ann)
    assert "to that role" in refused(link, club, ann, Role.ORGANIZER)
    assert (row(club, ann).role, row(club, bob).role) == (Role.ORGANIZER, Role.PLAYER)


def test_only_a_digest_is_kept(club: Club, ann: Player) -> None:
    secret = link(club, ann)
    assert len(secret) >= 32
    kept = "".join(str(value) for value in Invitation.objects.values_list().get())
    assert secret not in kept


# --- by letter ------------------------------------------------------------------------------------


def test_a_letter_says_the_same_to_whoever_has_an_account(
    club: Club, ann: Player, bob: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    texts = []
    for address in (bob.email, "nobody.here@example.org"):
        with django_capture_on_commit_callbacks(execute=True):
            invitation_letter.invite(club, ann, Role.PLAYER, address)
        until_invitations_left()
        letter = mail.outbox[-1]
        assert letter.to == [address]
        lines = str(letter.body).splitlines()
        texts.append([line for line in lines if "/invitations/" not in line])
        assert sum("/invitations/" in line for line in lines) == 2
    assert texts[0] == texts[1]
    secret = next(
        line.rpartition("/")[2] for line in str(mail.outbox[0].body).splitlines()
        if "/invitations/" in line
    )  # fmt: skip
    for other in (person("Cat"), person("Boby")):
        assert "another mailbox" in refused(invitations.accept, secret, other)
    assert not club_roles.members(club).filter(player__display_name__in=("Cat", "Boby")).exists()
    Player.objects.filter(pk=bob.pk).update(email="bob+games@example.org")  # the same mailbox
    bob.refresh_from_db()
    invitations.accept(secret, bob)
    accepted = Invitation.objects.order_by("pk").first()
    assert accepted is not None and accepted.address == ""  # the address has done its work


def test_who_wants_no_invitations_gets_none_and_nobody_is_told(
    club: Club, ann: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    token = invitations.refusing_page("Kim+a@Example.org", ann).rpartition("/")[2]
    assert invitations.refused_in("x" + token) == ("", None)
    assert invitations.refused_in(token) == ("kim@example.org", ann)
    invitations.refuse(invitations.refused_in(token)[0])
    with django_capture_on_commit_callbacks(execute=True):
        invitation_letter.invite(club, ann, Role.PLAYER, "kim@example.org")
    until_invitations_left()
    assert mail.outbox == []
    assert "kim" not in str(NotInvited.objects.values_list("digest").get())


def test_one_address_is_mailed_a_few_a_day_whoever_sends_them(
    ann: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """(PR-CLUB-03)"""
    for number, by in enumerate([person("Bea"), *[ann] * OF_INVITED.most]):
        club = club_roles.found(f"Club {number}", f"club-{number}", by)
        with django_capture_on_commit_callbacks(execute=True):
            invitation_letter.invite(club, by, Role.PLAYER, "kim@example.org")
    until_invitations_left()
    assert len(mail.outbox) == OF_INVITED.most


def test_an_organizer_asks_one_mailbox_three_times_a_month_whatever_was_taken_back(
    club: Club, ann: Player
) -> None:
    """(PR-CLUB-03)"""
    for _ in range(invitations.MOST_UNANSWERED):
        invitation_letter.invite(club, ann, Role.PLAYER, "kim@example.org")
        Invitation.objects.update(taken_back=clock.now())
    told = refused(invitation_letter.invite, club, ann, Role.PLAYER, "Kim@example.org")
    assert "nobody has answered" in told


def test_an_organizer_sends_so_many_a_day_and_one_to_an_address(
    club: Club, ann: Player, settings: Settings
) -> None:
    """(PR-CLUB-03)"""
    settings.QUOTA_INVITATIONS = 2
    invitation_letter.invite(club, ann, Role.PLAYER, "one@example.org")
    told = refused(invitation_letter.invite, club, ann, Role.PLAYER, "One@example.org")
    assert "invited already" in told
    invitation_letter.invite(club, ann, Role.GUEST, "two@example.org")
    told = refused(invitation_letter.invite, club, ann, Role.PLAYER, "three@example.org")
    assert "within a day" in told
    member = club_roles.admit(club, person("Bob")).player
    told = refused(invitation_letter.invite, club, member, Role.PLAYER, "four@example.org")
    assert "not an organizer" in told
