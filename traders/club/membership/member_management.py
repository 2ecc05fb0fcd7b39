"""What an organizer does with members: letting in, giving roles, removing, shutting out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from traders.club.membership import membership_letters
from traders.club.membership.joining_and_leaving import not_the_last, seats_kept
from traders.club.membership.locked_club import is_open, locked
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import harmless, in_quotes, sentence
from traders.models import Club, Membership, Player, Role, Standing

MOST_WORDS = 300


def let_in(club_id: int, by: Player, member_id: int) -> Membership:
    """Make somebody who asked a member."""
    with _one(club_id, by, member_id, Standing.ASKED) as (club, member):
        is_open(club)
        words = f"You are a member of {club} now. Its games, and what you can do, are on its page:"
        membership_letters.tell(member.player, club, f"Welcome to {club}", words)
        return club_roles.admit(club, member.player)


def turn_down(club_id: int, by: Player, member_id: int) -> Membership:
    """Do not let in somebody who asked; they may ask again."""
    with _one(club_id, by, member_id, Standing.ASKED) as (club, member):
        return club_roles.stand(club, member.player, Standing.LEFT)


def appoint(club_id: int, by: Player, member_id: int, role: str) -> Membership:
    """Give a member another role. The last organizer keeps theirs."""
    with _one(club_id, by, member_id, Standing.MEMBER) as (club, member):
        if role not in Role.values:
            raise Refusal("There is no such role.", kind="unreadable")
        if role != Role.ORGANIZER:
            not_the_last(club, member)
        if role == member.role:
            raise Refusal(f"{member.player} is {_a(role)} already.", kind="stale")
        if member.player != by:
            words = f"{by.display_name} has made you {_a(role)} of {club}."
            membership_letters.tell(member.player, club, f"{club}: you are {_a(role)}", words)
        return club_roles.admit(club, member.player, Role(role))


def remove(club_id: int, by: Player, member_id: int, why: str, *, ban: bool = False) -> int:
    """Remove a member, and with `ban` shut them out; returns how many seats of the club's games
    they keep, in which they play on. They are told, with the reason.
    """
    why = " ".join(harmless(why).split())[:MOST_WORDS]
    with _one(club_id, by, member_id, Standing.MEMBER, Standing.ASKED) as (club, member):
        if ban and not why:
            raise Refusal(
                "Say why: the player reads it, and so does every organizer.", "PR-CLUB-01"
            )
        if member.player == by:
            raise Refusal("To go yourself, leave the club on its page.", "PR-CLUB-02")
        not_the_last(club, member)
        asked = member.standing == Standing.ASKED
        club_roles.stand(club, member.player, Standing.BANNED if ban else Standing.LEFT, why=why)
        kept = seats_kept(club, member.player)
        deed = "shut you out of" if ban else "removed you from"
        reason = f" The reason: {sentence(in_quotes(why))}" if why else ""
        membership_letters.tell(
            member.player,
            club,
            f"You are no member of {club}{'' if asked else ' any more'}",
            f"An organizer has {deed} {club}.{reason}",
            *([f"You keep {_seats(kept)} in its games, and play on there."] if kept else []),
            page=membership_letters.page_of(club) if club.public else settings.SITE_URL,
        )
        return kept


def allow_again(club_id: int, by: Player, member_id: int) -> Membership:
    """Let somebody who was shut out join again, if they want to."""
    with _one(club_id, by, member_id, Standing.BANNED) as (club, member):
        return club_roles.stand(club, member.player, Standing.LEFT)


@contextmanager
def _one(
    club_id: int, by: Player, member_id: int, *standings: Standing
) -> Iterator[tuple[Club, Membership]]:
    """The club, locked, and one of its members who stands so to it. Raises `Refusal` where somebody
    else was quicker.
    """
    with locked(club_id, by) as club:
        rows = Membership.objects.filter(club=club, pk=member_id).select_related("player")
        member = rows.first()
        if member is None:
            raise Refusal("There is no such member.", kind="stale")
        if member.standing not in standings:
            raise Refusal(
                f"{member.player} {member.get_standing_display()} by now: look at the list again.",
                kind="stale",
            )
        yield club, member


def _a(role: str) -> str:
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def _seats(count: int) -> str:
    return "your seat" if count == 1 else f"your {count} seats"
