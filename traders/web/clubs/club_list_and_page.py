"""The list of clubs, and a club's own page: what it is, its members, its games."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from traders.club.membership import joining_and_leaving
from traders.domain.people import club_roles as belonging
from traders.domain.people import visibility
from traders.domain.people.seating import had_by
from traders.domain.read_models.game_list_lines import OfOthers, line_of
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, Joining, Membership, Phase, Role, Standing
from traders.web import action_after_sign_in
from traders.web.slug_lookup import club_called, reader_of, signed_in

PAGE = 50
"""Clubs on a page of the list."""
MOST_GAMES = 60
"""Games that a club's page shows; the list of games has all."""

MOST_ANNOUNCEMENTS = 3
"""Announcements that a club's page shows, the latest first."""


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The reader's own clubs, then the public ones."""
    reader = reader_of(request)
    own = Membership.objects.filter(
        player=reader, standing__in=(Standing.MEMBER, Standing.ASKED), player__isnull=False
    )
    mine = _counted(visibility.clubs_seen(reader).filter(pk__in=own.values("club")))
    others = _counted(Club.objects.filter(public=True)).exclude(pk__in=own.values("club"))
    page = Paginator(others, PAGE).get_page(request.GET.get("page"))
    asked = set(own.filter(standing=Standing.ASKED).values_list("club", flat=True))
    context = {"mine": mine, "page": page, "asked": asked}
    return render(request, "web/clubs/clubs.html", context)


def _counted(rows: QuerySet[Club]) -> QuerySet[Club]:
    """Clubs with how many members they have, those that are open first."""
    member = Q(memberships__standing=Standing.MEMBER)
    return rows.annotate(people=Count("memberships", filter=member)).order_by("closed", "name")


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One club."""
    reader = reader_of(request)
    club = club_called(slug, reader)
    me = belonging.membership(reader, club)
    games = OfOthers(visibility.games_listed(club.games.all(), reader))[:MOST_GAMES]
    lines = [line_of(game, None) for game in games]
    role = me.role if me is not None and me.standing == Standing.MEMBER else ""
    rows = list(belonging.members(club))
    organizers = sum(row.role == Role.ORGANIZER for row in rows)
    last = role == Role.ORGANIZER and club.closed is None and organizers == 1
    context = {
        "club": club,
        "me": me,
        "role": role,
        "organizes": role == Role.ORGANIZER,
        "alone": last and len(rows) == 1,
        "last": last,
        "may_sit": role not in ("", Role.GUEST),
        "seated": {line.game.pk for line in lines if had_by(reader, line.seats)},
        "may_make": role not in ("", Role.GUEST) and club.closed is None,
        "may_join": club.public and club.closed is None and club.joining != Joining.INVITED,
        "members": sorted(rows, key=lambda row: Role.values.index(row.role)),
        "free": [line for line in lines if line.free],
        "running": [one for one in lines if not one.free and one.game.phase == Phase.PLAYING],
        "over": [line for line in lines if line.game.phase == Phase.OVER],
        "announcements": club.announcements.select_related("by")[:MOST_ANNOUNCEMENTS],
        "asking": club.memberships.filter(standing=Standing.ASKED).count(),
    }
    return render(request, "web/clubs/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Join the club, or ask to. Whoever is signed out is sent to sign in or to join this server,
    comes back here and is a member. Any other GET leads to the club's page.
    """
    reader = reader_of(request)
    club = club_called(slug, reader)
    if reader is None and request.method == "POST":
        return action_after_sign_in.sign_in_first(request)
    if not action_after_sign_in.is_asked(request) or reader is None:
        return redirect("club", slug=slug)
    try:
        member = joining_and_leaving.join(club.pk, reader)
    except Refusal as refusal:
        return refused(request, club, refusal)
    messages.success(
        request,
        f"You are a member of {club} now."
        if member.standing == Standing.MEMBER
        else "You have asked to join. An organizer is told, and you get a letter.",
    )
    return redirect("club", slug=slug)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave the club, or ask no longer to join it."""
    reader = signed_in(request)
    club = club_called(slug, reader)
    try:
        kept = joining_and_leaving.leave(club.pk, reader)
    except Refusal as refusal:
        return refused(request, club, refusal)
    seats = "your seat" if kept == 1 else f"your {kept} seats"
    stays = f" You keep {seats} in its games, and play on there." if kept else ""
    messages.success(request, f"You have left {club}.{stays}")
    return redirect("clubs")


def refused(request: HttpRequest, club: Club, refusal: Refusal) -> HttpResponse:
    """The page that says why something of a club cannot be."""
    context = {"club": club, "refusal": refusal}
    return render(request, "web/clubs/refused.html", context, status=409)
