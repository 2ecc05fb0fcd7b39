"""Invitations: to a club, by a link for whoever has it or a letter to one address; what those to a
seat of a game share with them (`seat_invitations`). The secret is told once; its digest is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac

from traders.club.membership.joining_and_leaving import not_banned
from traders.club.membership.locked_club import is_open, locked
from traders.domain.accounts import sign_in_limits
from traders.domain.accounts.account_erasure import one_at_a_time
from traders.domain.calendar import clock
from traders.domain.history.declared_end import ANOTHER_GAME, why_not_waiting
from traders.domain.people import club_roles, seating
from traders.domain.people.mailbox_identity import canonical, same
from traders.domain.people.quotas import DAY
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Club,
    Game,
    Invitation,
    Membership,
    NotInvited,
    Phase,
    Player,
    Role,
    Seat,
    Standing,
)

LASTS = timedelta(days=30)
"""How long an invitation by letter can be accepted."""
MOST_UNANSWERED = 3
"""Invitations that one player sends one mailbox in that time while nobody accepts."""
MOST_USES, MOST_DAYS = 200, 90
MOST_OPEN = 50
"""Invitations to one club, or to one game, that can be accepted at the same time."""
ROLES = (Role.PLAYER, Role.GUEST, Role.REFEREE)
"""Roles to which somebody is invited; organizers are appointed from the members."""
_RANK = list(Role.values)
_REFUSING = "no invitations"


# --- making them ----------------------------------------------------------------------------------


def by_link(club_id: int, by: Player, role: str, uses: int, days: int) -> str:
    """Make an invitation for whoever has its link; returns the secret, which is kept nowhere."""
    if not (1 <= uses <= MOST_USES and 1 <= days <= MOST_DAYS):
        raise Refusal(
            f"A link is for 1 to {MOST_USES} people and for 1 to {MOST_DAYS} days.", "PR-CLUB-03"
        )
    with locked(club_id, by) as club:
        return made(by, club=club, role=role, uses=uses, lasts=timedelta(days=days))


def by_letter(club_id: int, by: Player, role: str, address: str) -> tuple[str, bool]:
    """Make an invitation for the owner of a mailbox; returns its secret, and whether it is mailed.
    The caller tells the organizer the same either way, and does the same.
    """
    with one_at_a_time(), locked(club_id, by) as club:
        if of_mailbox(address, open_ones(club=club_id)):
            raise Refusal(
                "This address is invited already, and the invitation still holds.", "PR-CLUB-03"
            )
        mailed = is_mailed(by, address)
        secret = made(by, club=club, role=role, address=address)
    return secret, mailed


def is_mailed(by: Player, address: str) -> bool:
    """Count an invitation to that mailbox; whether it is mailed. Raises `Refusal` where `by` has
    mailed as many as a day holds, or that mailbox as many as one player asks it. Call it where
    nobody else invites meanwhile (`one_at_a_time`).
    """
    seating.held(by)
    lately = Invitation.objects.filter(made__gt=clock.now() - DAY)
    if lately.filter(by=by).exclude(address="").count() >= settings.QUOTA_INVITATIONS:
        raise Refusal(
            f"You have sent {settings.QUOTA_INVITATIONS} invitations within a day, which is "
            "the most.",
            "PR-CLUB-03",
        )
    of_mine = Invitation.objects.filter(by=by, made__gt=clock.now() - LASTS)
    if len(of_mailbox(address, of_mine)) >= MOST_UNANSWERED:
        raise Refusal(
            f"You have sent this address {MOST_UNANSWERED} invitations within "
            f"{LASTS.days} days, and nobody has answered. Ask them in another way.",
            "PR-CLUB-03",
        )
    wanted, few = not is_refused(address, by), sign_in_limits.may_be_invited(address)
    return wanted and few


def of_mailbox(address: str, sent: QuerySet[Invitation]) -> list[int]:
    """The ids of those that went to the mailbox, however its address is spelled."""
    addresses = sent.exclude(address="").values_list("pk", "address")
    return [pk for pk, one in addresses if same(one, address)]


def made(
    by: Player,
    *,
    club: Club | None,
    game: Game | None = None,
    role: str = Role.PLAYER,
    uses: int = 1,
    lasts: timedelta = LASTS,
    address: str = "",
) -> str:
    """Store an invitation to a club or a game whose row is locked; returns its secret."""
    if club is not None:
        is_open(club)
    if role not in ROLES:
        raise Refusal("Nobody is invited to that role.", kind="unreadable")
    there = open_ones(game=game) if game else open_ones(club=club)
    if there.count() >= MOST_OPEN:
        raise Refusal(
            f"{MOST_OPEN} invitations are open, which is the most. Take one back first.",
            "PR-CLUB-03",
        )
    secret, now = secrets.token_urlsafe(24), clock.whole(clock.now())
    Invitation.objects.create(
        club=club,
        game=game,
        digest=_digest(secret),
        role=role,
        address=address,
        by=by,
        made=now,
        expires=now + lasts,
        uses_left=uses,
    )
    return secret


def take_back(club_id: int, by: Player, number: int) -> None:
    """Make an invitation to the club void."""
    with locked(club_id, by):
        void(open_ones(club=club_id), number)


def void(those: QuerySet[Invitation], number: int) -> None:
    """Take back the one with that number of those that can be accepted."""
    if not those.filter(pk=number).update(taken_back=clock.now()):
        raise Refusal("This invitation is used up, is over, or was taken back.", kind="stale")


def sent(**to: Any) -> QuerySet[Invitation]:
    """The invitations to a club, or to a game, whose time runs and that nobody used up, or took
    back. Of those to a seat some are `over`.
    """
    return Invitation.objects.filter(
        taken_back=None, uses_left__gt=0, expires__gt=clock.now(), **to
    )


def open_ones(**to: Any) -> QuerySet[Invitation]:
    """Those of them that can be accepted."""
    return sent(**to).filter(Q(game=None) | Q(game__phase=Phase.GATHERING))


def over(one: Invitation) -> str:
    """Why nobody takes a seat by it any more, in a sentence; "" where its game waits, or it is to a
    club alone.
    """
    return why_not_waiting(one.game) if one.game is not None else ""


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def address_of(secret: str) -> str:
    """The address of the page on which an invitation is accepted."""
    return settings.SITE_URL + reverse("invitation", args=[secret])


# --- accepting them -------------------------------------------------------------------------------


def found(secret: str) -> Invitation:
    """The invitation with that secret. Raises `Refusal` where it cannot be accepted, and says
    why.
    """
    one = _with(secret)
    if one is None:
        raise Refusal(
            "There is no such invitation. Perhaps its address was cut off: copy all of it.",
            "PR-CLUB-03",
        )
    if one.taken_back is not None:
        raise Refusal("This invitation was taken back. Ask for another one.", kind="stale")
    if one.uses_left == 0:
        raise Refusal("This invitation is used up. Ask for another one.", kind="stale")
    if one.expires <= clock.now():
        raise Refusal("This invitation has expired. Ask for another one.", kind="stale")
    if one.club is not None:
        is_open(one.club)
    if why := over(one):
        raise Refusal(f"{why} {ANOTHER_GAME}", kind="stale")
    return one


def _with(secret: str) -> Invitation | None:
    rows = Invitation.objects.select_related("club", "by", "game__club")
    return rows.filter(digest=_digest(secret)).first()


def already(secret: str, player: Player | None) -> Club | Game | None:
    """The club that the invitation is to, where the player is a member already; the game, where
    they have a seat.
    """
    one = _with(secret)
    if one is None or player is None:
        return None
    if one.game is not None:
        seated = Seat.objects.filter(game=one.game, player=player, left=None).exists()
        return one.game if seated else None
    there = club_roles.members(one.club).filter(player=player).exists() if one.club else False
    return one.club if there else None


def accept(secret: str, player: Player) -> Membership:
    """Become a member by an invitation. A member whose role is as high already keeps it, and uses
    nothing up.
    """
    one = found(secret)
    if one.club_id is None or one.game_id is not None:
        raise Refusal(
            "This invitation is to a seat of a game. Open its page, and press the button.",
            "PR-CLUB-03",
        )
    with locked(one.club_id) as club:
        invitation = found(secret)  # somebody else may have been quicker
        is_for(invitation, player)
        member = admitted(club, player, Role(invitation.role))
        if member is None:
            raise Refusal(f"You are a member of {club} already.", kind="stale")
        use(invitation)
        return member


def is_for(invitation: Invitation, player: Player) -> None:
    """Raise `Refusal` for who is not the owner of the mailbox that it was mailed to."""
    if invitation.address and not same(invitation.address, player.email):
        raise Refusal(
            "This invitation was mailed to another mailbox, and is for its owner alone. Sign "
            "in with that address, or ask for an invitation to yours.",
            "PR-CLUB-03",
        )


def admitted(club: Club, player: Player, role: Role) -> Membership | None:
    """Make the player a member of a club that is locked; None where they have a role as high
    already. Raises `Refusal` for who was shut out.
    """
    before = club_roles.membership(player, club)
    not_banned(before)
    if before is not None and before.standing == Standing.MEMBER:
        if _RANK.index(before.role) <= _RANK.index(role):
            return None
    return club_roles.admit(club, player, role)


def use(invitation: Invitation) -> None:
    """Use it once. Whoever accepted is found among the members, or in a seat: the address has done
    its work.
    """
    Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1, address="")


# --- wanting none ---------------------------------------------------------------------------------


def refusing_page(address: str, by: Player) -> str:
    """The address of the page on which the owner of a mailbox says that they want no invitations,
    of anybody or of `by`: it stands in each one.
    """
    token = signing.dumps([canonical(address), by.pk], salt=_REFUSING)
    return settings.SITE_URL + reverse("no-invitations", args=[token])


def refused_in(token: str) -> tuple[str, Player | None]:
    """The mailbox that a token names, and who invited it, None where nobody knows any more; "" for
    a token that is not ours.
    """
    try:
        told = signing.loads(token, salt=_REFUSING)
    except signing.BadSignature:
        return "", None
    if isinstance(told, str):  # of release 0.1, or before
        return told, None
    return str(told[0]), Player.objects.filter(pk=told[1], is_active=True).first()


def refuse(address: str, by: Player | None = None) -> None:
    """Mail no further invitation to that mailbox: none of `by`, none at all if left out."""
    NotInvited.objects.get_or_create(digest=_kept(address, by), defaults={"since": clock.now()})


def want_again(address: str, by: Player | None) -> None:
    """Mail invitations to that mailbox again, those of `by`, too."""
    NotInvited.objects.filter(digest__in=(_kept(address, None), _kept(address, by))).delete()


def is_refused(address: str, by: Player | None) -> bool:
    """Whether the owner of the mailbox wants no invitations, or none of `by`."""
    return NotInvited.objects.filter(digest__in=(_kept(address, None), _kept(address, by))).exists()


def _kept(address: str, by: Player | None) -> str:
    of = f" {by.pk}" if by else ""
    return salted_hmac(_REFUSING, canonical(address) + of, algorithm="sha256").hexdigest()
