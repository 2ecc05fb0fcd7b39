"""Clubs of one's own: the list, an invitation accepted, an organizer's orders."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import StringConstraints

from traders.api import seatless_answers
from traders.api.idempotency import Answer, Keep, once
from traders.api.orders_and_press import Key
from traders.api.schemas import OrdersIn, Told
from traders.api.token_authentication import ORGANIZE, PLAY, READ, access_of
from traders.club.desk.organizer_lines import TOPIC
from traders.club.membership import invitations
from traders.models import Membership, Standing

router = Router(tags=["clubs"])


class ClubOut(Schema):
    """A club of mine. `role`: mine in it; `stands_in`: free seats may be offered to me."""

    slug: str
    name: str
    role: str
    stands_in: bool


class ClubsOut(Schema):
    """My clubs, by name."""

    clubs: list[ClubOut]


class InvitationIn(Told):
    """The address in a letter that invites to a club, or the last part of it."""

    invitation: Annotated[str, StringConstraints(min_length=1, max_length=300)]


@router.get("/clubs", auth=READ, response=ClubsOut)
def clubs(request: HttpRequest) -> ClubsOut:
    """The clubs of which I am a member."""
    mine = Membership.objects.filter(
        player=access_of(request).holder().player, standing=Standing.MEMBER
    )
    rows = mine.select_related("club").order_by("club__name", "club__slug")
    return ClubsOut(clubs=[_club(one) for one in rows])


@router.post("/clubs", auth=PLAY, operation_id="join", response=ClubOut)
def join(request: HttpRequest, sent: InvitationIn, key: Key = None) -> HttpResponse:
    """Accept an invitation: I am a member of its club from now on."""
    player = access_of(request).holder().player
    secret = sent.invitation.strip().rstrip("/").rpartition("/")[2]

    def act(keep: Keep) -> None:
        member = invitations.accept(secret, player)
        keep(Answer(200, _club(member).model_dump()))

    return once(request, act)


@router.post("/clubs/{slug:club}/orders", auth=ORGANIZE, response=seatless_answers.AnsweredOut)
def organize(request: HttpRequest, club: str, sent: OrdersIn, key: Key = None) -> HttpResponse:
    """An organizer's orders for the club's games, as on the organizers' page and by letter:
    `more time first-voyage red 24h: the ferry is late`.
    """
    found = seatless_answers.club_of(request, club)
    return seatless_answers.speak(request, seatless_answers.about(TOPIC, club=found.pk), sent)


def _club(member: Membership) -> ClubOut:
    return ClubOut(
        slug=member.club.slug,
        name=member.club.name,
        role=member.role,
        stands_in=member.stands_in,
    )
