"""Joining a club, asking to join it, and leaving it."""

from __future__ import annotations

from traders.club.membership import membership_letters
from traders.club.membership.locked_club import is_open, locked
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.people.quotas import DAY
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import in_quotes
from traders.models import Club, Joining, Membership, Player, Role, Seat, Standing

LAST = (
    "You are the last organizer of {}. Make another member an organizer first, or close the club."
)


def join(club_id: int, player: Player) -> Membership:
    """Join a public club, or ask to, as the club has it. Raises `Refusal` where neither can be."""
    with locked(club_id) as club:
        is_open(club)
        before = club_roles.membership(player, club)
        not_banned(before)
        if before is not None and before.standing == Standing.MEMBER:
            raise Refusal(f"You are a member of {club} already.", kind="stale")
        if not club.public or club.joining == Joining.INVITED:
            raise Refusal(
                f"{club} is joined by invitation only. Ask an organizer for one.", "PR-CLUB-02"
            )
        if club.joining == Joining.OPEN:
            return club_roles.admit(club, player)
        if before is not None and before.standing == Standing.ASKED:
            raise Refusal("You have asked already. An organizer decides.", kind="stale")
        lately = before is not None and before.since > clock.now() - DAY
        asked = club_roles.stand(club, player, Standing.ASKED, role=Role.PLAYER)
        if not lately:  # who asks, and asks no longer, and asks again, fills nobody's mailbox
            words = f"{player.display_name} asks to join {club}. Let them in, or not, on this page:"
            membership_letters.tell_organizers(club, f"{player.display_name} asks to join", words)
        return asked


def not_banned(member: Membership | None) -> None:
    """Raise `Refusal` for somebody who may not come back."""
    if member is not None and member.standing == Standing.BANNED:
        why = f": {in_quotes(member.why)}" if member.why else ""
        raise Refusal(f"An organizer has shut you out of this club{why}.", "PR-CLUB-02")


def leave(club_id: int, player: Player) -> int:
    """Leave the club, or no longer ask to join it; returns how many seats of its games the player
    keeps. The last organizer cannot leave a club that is open.
    """
    with locked(club_id) as club:
        member = club_roles.membership(player, club)
        if member is None or member.standing not in (Standing.MEMBER, Standing.ASKED):
            raise Refusal(f"You are not a member of {club}.", kind="stale")
        not_the_last(club, member)
        club_roles.stand(club, player, Standing.LEFT)
        return seats_kept(club, player)


def not_the_last(club: Club, member: Membership) -> None:
    """Raise `Refusal` where nobody would run an open club without this member."""
    others = club_roles.organizers(club).exclude(pk=member.player_id)
    if club_roles.runs(member) and club.closed is None and not others.exists():
        raise Refusal(LAST.format(club), "PR-CLUB-01")


def seats_kept(club: Club, player: Player) -> int:
    """The player's seats in games of the club that are not over: they stay with the player."""
    return (
        Seat.objects.filter(game__club=club, player=player, left=None)
        .exclude(game__phase="over")
        .count()
    )
