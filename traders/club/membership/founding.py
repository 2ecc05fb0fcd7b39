"""Making a club, which any player can do a few times."""

from __future__ import annotations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import OuterRef, QuerySet, Subquery

from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.domain.people.confusables import looks
from traders.domain.people.quotas import DAY
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Membership, Player, slugs

MOST = 20
"""Clubs of one founder that are open at the same time."""
DEMONSTRATION, DEMONSTRATION_NAME = "demonstration", "Demonstration club"
"""The club that the house makes and nobody runs: newcomers' games are in it."""
NO_NAMES = ("new", DEMONSTRATION)
"""Names in addresses that are pages of their own, or the house's."""


def made_by(player: Player) -> QuerySet[Club]:
    """The clubs that the player has made: in which they were the first."""
    first = Membership.objects.filter(club=OuterRef("pk")).order_by("pk").values("player")[:1]
    return Club.objects.alias(founder=Subquery(first)).filter(founder=player.pk)


def found(maker: Player, name: str, slug: str, **fields: object) -> Club:
    """Make a club; its maker runs it. Raises `Refusal` beyond the quota, and where the name or
    address is taken.
    """
    with transaction.atomic():
        seating.held(maker)  # two at once count one another
        made = made_by(maker)
        if made.filter(made__gt=clock.now() - DAY).count() >= settings.QUOTA_CLUBS:
            raise Refusal(
                f"You have made {settings.QUOTA_CLUBS} clubs within a day, which is the most.",
                "PR-CLUB-04",
            )
        if made.filter(closed=None).count() >= MOST:
            raise Refusal(
                f"You have made {MOST} clubs, which is the most. Close one first.", "PR-CLUB-04"
            )
        if is_kept(name):
            raise Refusal(
                "The server keeps this name for its own club. Choose another.", "PR-CLUB-04"
            )
        try:
            with transaction.atomic():
                return club_roles.found(name, slug, maker, **fields)
        except IntegrityError:
            raise Refusal("A club of this name or address was made just now.", kind="stale")


def is_kept(name: str) -> bool:
    """Whether the house keeps this name, or one that looks like it, for its own club."""
    return _alike(name, DEMONSTRATION_NAME)


def is_taken(name: str, but: int | None = None) -> bool:
    """Whether a public club other than that one has this name, or one that looks like it; private
    ones are not told of.
    """
    others = Club.objects.filter(public=True).values_list("pk", "name")
    return any(_alike(name, other) for pk, other in others if pk != but)


def _alike(name: str, other: str) -> bool:
    """Whether names are the same to the eye; of one without letters, as it is written."""
    seen, known = looks(name) - {""}, looks(other) - {""}
    return bool(seen & known) if seen or known else name.split() == other.split()


def hidden(slug: str) -> str:
    """A private club's name in addresses, by which whoever makes one, or a public one, learns of
    none.
    """
    return slugs.unguessable(slug[:41].rstrip("-"))


def slug_of(name: str) -> str:
    """The club's name as it stands in addresses; "" where nothing of it can."""
    slug = slugs.slug_of(name, 50)
    return "" if slug in NO_NAMES else slug
