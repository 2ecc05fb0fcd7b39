"""Invitations to a club: by a link for whoever has it, and by a letter to one address. The secret
is told once; its digest is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac

from traders.club.membership.joining import not_banned
from traders.club.membership.locked_club import is_open, locked
from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.domain.people.mailbox_identity import canonical, same
from traders.domain.people.quotas import DAY
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Invitation, Membership, NotInvited, Player, Role, Standing

LASTS = timedelta(days=30)
"""How long an invitation by letter can be accepted."""
MOST_USES, MOST_DAYS = 200, 90
MOST_OPEN = 50
"""Invitations of one club that can be accepted at the same time."""
MOST_A_DAY = 3
"""Invitations that are mailed to one address in a day, whoever sends them."""
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
    return _made(club_id, by, role, uses, timedelta(days=days))[1]


def by_letter(club_id: int, by: Player, role: str, address: str) -> str:
    """Make an invitation for the owner of a mailbox; returns the secret to be mailed, "" for a
    mailbox that is mailed none. The caller tells the organizer the same either way.
    """
    with locked(club_id, by):
        seating.held(by)  # two at once count one another
        sent = Invitation.objects.filter(by=by, made__gt=clock.now() - DAY).exclude(address="")
        if sent.count() >= settings.QUOTA_INVITATIONS:
            raise Refusal(
                f"You have sent {settings.QUOTA_INVITATIONS} invitations within a day, which is "
                "the most.",
                "PR-CLUB-03",
            )
        if _to(address, open_ones(club_id)):
            raise Refusal(
                "This address is invited already, and the invitation still holds.", "PR-CLUB-03"
            )
        lately = Invitation.objects.filter(made__gt=clock.now() - DAY)
        often = _to(address, lately) >= MOST_A_DAY
        _, secret = _made(club_id, by, role, 1, LASTS, address)
    return "" if often or is_refused(address) else secret


def _to(address: str, sent: QuerySet[Invitation]) -> int:
    """How many of these went to the mailbox, however its address is spelled."""
    addresses = sent.exclude(address="").values_list("address", flat=True)
    return sum(same(one, address) for one in addresses)


def _made(
    club_id: int, by: Player, role: str, uses: int, lasts: timedelta, address: str = ""
) -> tuple[Invitation, str]:
    with locked(club_id, by) as club:
        is_open(club)
        if role not in ROLES:
            raise Refusal("Nobody is invited to that role.", kind="unreadable")
        if open_ones(club_id).count() >= MOST_OPEN:
            raise Refusal(
                f"{MOST_OPEN} invitations are open, which is the most. Take one back first.",
                "PR-CLUB-03",
            )
        secret, now = secrets.token_urlsafe(24), clock.whole(clock.now())
        made = Invitation.objects.create(
            club=club,
            digest=_digest(secret),
            role=role,
            address=address,
            by=by,
            made=now,
            expires=now + lasts,
            uses_left=uses,
        )
        return made, secret


def take_back(club_id: int, by: Player, number: int) -> None:
    """Make an invitation void."""
    with locked(club_id, by):
        taken = open_ones(club_id).filter(pk=number).update(taken_back=clock.now())
        if not taken:
            raise Refusal("This invitation is used up, or was taken back.", kind="stale")


def open_ones(club_id: int) -> QuerySet[Invitation]:
    """The club's invitations that can be accepted."""
    return Invitation.objects.filter(
        club=club_id, taken_back=None, uses_left__gt=0, expires__gt=clock.now()
    )


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
    one = Invitation.objects.select_related("club", "by").filter(digest=_digest(secret)).first()
    if one is None:
        raise Refusal(
            "There is no such invitation. Perhaps its address was cut off: copy all of it.",
            "PR-CLUB-03",
        )
    if one.taken_back is not None:
        raise Refusal("This invitation was taken back.", kind="stale")
    if one.uses_left == 0:
        raise Refusal("This invitation is used up. Ask for another one.", kind="stale")
    if one.expires <= clock.now():
        raise Refusal("This invitation has expired. Ask for another one.", kind="stale")
    is_open(one.club)
    return one


def club_of_member(secret: str, player: Player | None) -> Club | None:
    """The club that the invitation is to, where the player is a member already."""
    one = Invitation.objects.select_related("club").filter(digest=_digest(secret)).first()
    if one is None or player is None:
        return None
    there = club_roles.members(one.club).filter(player=player).exists()
    return one.club if there else None


def accept(secret: str, player: Player) -> Membership:
    """Become a member by an invitation. A member whose role is as high already keeps it, and uses
    nothing up.
    """
    with locked(found(secret).club_id) as club:
        invitation = found(secret)  # somebody else may have been quicker
        before = club_roles.membership(player, club)
        if invitation.address and not same(invitation.address, player.email):
            raise Refusal(
                "This invitation was mailed to another mailbox, and is for its owner alone. Sign "
                "in with that address, or ask for an invitation to yours.",
                "PR-CLUB-03",
            )
        not_banned(before)
        if before is not None and before.standing == Standing.MEMBER:
            if _RANK.index(before.role) <= _RANK.index(invitation.role):
                raise Refusal(f"You are a member of {club} already.", kind="stale")
        # whoever accepted is found among the members: the address has done its work
        Invitation.objects.filter(pk=invitation.pk).update(uses_left=F("uses_left") - 1, address="")
        return club_roles.admit(club, player, Role(invitation.role))


# --- wanting none ---------------------------------------------------------------------------------


def refusing_page(address: str) -> str:
    """The address of the page on which the owner of a mailbox says that they want no invitations:
    it stands in each one.
    """
    token = signing.dumps(canonical(address), salt=_REFUSING)
    return settings.SITE_URL + reverse("no-invitations", args=[token])


def address_in(token: str) -> str:
    """The mailbox that a token names; "" for a token that is not ours."""
    try:
        return str(signing.loads(token, salt=_REFUSING))
    except signing.BadSignature:
        return ""


def refuse_all(address: str) -> None:
    """Mail no further invitation to that mailbox."""
    NotInvited.objects.get_or_create(digest=_kept(address), defaults={"since": clock.now()})


def is_refused(address: str) -> bool:
    """Whether the owner of the mailbox wants no invitations."""
    return NotInvited.objects.filter(digest=_kept(address)).exists()


def _kept(address: str) -> str:
    return salted_hmac(_REFUSING, canonical(address), algorithm="sha256").hexdigest()
