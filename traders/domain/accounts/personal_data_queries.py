"""Which rows are a player's that do not name the player: of the seats that the player had, while
the player had them.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from traders.domain.people.mailbox_identity import canonical, same
from traders.models import Arrival, Complaint, Invitation, Player, Press, Sitting


def while_seated(player: Player, game: str, seat: str, at: str) -> Q:
    """Filter for rows of the player's seats, from the times at which the player had them. The
    arguments are the rows' field names.
    """
    found = Q(pk__in=[])
    for sitting in Sitting.objects.filter(player=player).select_related("seat"):
        found |= Q(
            **{game: sitting.seat.game_id, seat: sitting.seat.colour, f"{at}__gte": sitting.since}
        ) & (Q(**{f"{at}__lte": sitting.until}) if sitting.until else Q())
    return found


def press_of(player: Player) -> QuerySet[Press]:
    """The player's messages to other seats."""
    return Press.objects.filter(while_seated(player, "game", "seat", "at")).order_by("pk")


def complaints_of(player: Player) -> QuerySet[Complaint]:
    """What the player reported of others' messages."""
    return Complaint.objects.filter(while_seated(player, "game", "seat", "at")).order_by("pk")


def invitations_to(player: Player) -> QuerySet[Invitation]:
    """Invitations to the player's mailbox that nobody has accepted, however it is spelled."""
    mailed = Invitation.objects.exclude(address="").values_list("pk", "address").iterator()
    return Invitation.objects.filter(pk__in=[pk for pk, one in mailed if same(one, player.email)])


def sent_by(player: Player) -> QuerySet[Arrival]:
    """Letters to the player's seats while the player had them, answers to letters that
    asked the player, and letters to no seat whose envelope names the player's mailbox, which
    anybody can write.
    """
    theirs = {canonical(player.email), *player.mailboxes.values_list("address", flat=True)}
    to_nobody = Arrival.objects.filter(seat=None).exclude(envelope_from="")
    claimed = [
        pk
        for pk, address in to_nobody.values_list("pk", "envelope_from").iterator()
        if canonical(address.strip("<> ")) in theirs
    ]
    return Arrival.objects.filter(
        Q(pk__in=claimed)
        | Q(asked_by__player=player)
        | while_seated(player, "seat__game", "seat__colour", "taken")
    ).order_by("pk")
