"""Inviting somebody by letter to a game that waits for its players. Whoever accepts has the first
seat that is free; in a club that somebody runs they become a member of it, too.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from traders.club.membership import invitation_letter, invitations
from traders.club.membership.locked_club import locked
from traders.domain.accounts.account_erasure import one_at_a_time
from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.domain.people.mailbox_identity import is_registered
from traders.domain.play import locked_game
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Invitation, Phase, Player, Role, Seat

MOST_TO_A_GAME = 2
"""Invitations of one mailbox to one game: the second where the first was taken back."""


def may_invite(game: Game, player: Player | None) -> bool:
    """Whether the player invites to the game: its maker, and in a club that somebody runs its
    organizers alone, since they say who belongs to it.
    """
    if player is None or game.phase != Phase.GATHERING:
        return False
    if club_roles.seats_everybody(game.club):
        return game.maker_id == player.pk
    return club_roles.organizes(player, game)


def invite(game_id: int, by: Player, address: str) -> None:
    """Invite the owner of a mailbox. Raises `Refusal` where `by` may not; whether a letter goes,
    and whether the mailbox has an account, is told to nobody.
    """
    with one_at_a_time():
        game = locked_game.locked(game_id)
        if not may_invite(game, by):
            raise Refusal("Nobody is invited to this game any more.", "PR-CLUB-03", kind="stale")
        if is_registered(by, address):
            raise Refusal("This is your own address.", kind="unreadable")
        _asked_once(game, address)
        mailed = invitations.is_mailed(by, address)
        club = None if club_roles.seats_everybody(game.club) else game.club
        secret = invitations.made(by, club=club, game=game, address=address)
        transaction.on_commit(
            lambda: invitation_letter.to_a_seat(game, by, address, secret, mailed)
        )


def _asked_once(game: Game, address: str) -> None:
    """Refuse to invite a mailbox to a game a second time, unless the first was taken back, or a
    third time.
    """
    there = Invitation.objects.filter(game=game)
    held = invitations.of_mailbox(address, there.filter(taken_back=None))
    if held or len(invitations.of_mailbox(address, there)) >= MOST_TO_A_GAME:
        raise Refusal(
            "This address was invited to this game already, and is asked once; once more after "
            "that was taken back.",
            "PR-CLUB-03",
        )


def sent(game: Game, by: Player) -> QuerySet[Invitation]:
    """The player's invitations to the game that are open or accepted; nobody else reads them."""
    return Invitation.objects.filter(game=game, by=by, taken_back=None, expires__gt=clock.now())


def take_back(game_id: int, by: Player, number: int) -> None:
    """Make an invitation of one's own void."""
    with transaction.atomic():
        game = locked_game.locked(game_id)
        invitations.void(invitations.open_ones(game=game, by=by), number)


@transaction.atomic
def accept(secret: str, player: Player) -> Seat:
    """Take the first free seat by an invitation; the last one begins the game. Raises `Refusal`
    where it does not hold, and where the player may not sit there.
    """
    one = invitations.found(secret)
    assert one.game_id is not None
    game = locked_game.locked(one.game_id)
    one = invitations.found(secret)  # somebody else may have been quicker
    invitations.is_for(one, player)
    if one.club_id is not None:
        with locked(one.club_id) as club:
            invitations.admitted(club, player, Role(one.role))
    seats = Seat.objects.filter(game=game).order_by("place")
    free = next(filter(seating.is_vacant, seats), None)
    if free is None:
        raise Refusal("All seats of this game were taken meanwhile.", "PR-SEAT-01", kind="stale")
    sit_down(game, free.colour, player)
    invitations.use(one)
    return free
