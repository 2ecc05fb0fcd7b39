"""*Play now*: the games that a newcomer can begin with. In the embedded set-up, where no address is
proven, one click makes an account, takes the free seat and leads to the mailbox.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.auth import login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from traders.club import demonstration_club
from traders.domain.people import visibility
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.book.game_introduction import FirstSteps, first_steps_of
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.models import Game, Phase, Player, Seat
from traders.web import game_systems, reader_time_zone
from traders.web.slug_lookup import reader_of

NEWCOMERS = "newcomers.test"
"""The domain of newcomers' mailboxes: their letters are kept by this house, and shown on the
mailbox page.
"""


def begin(request: HttpRequest) -> HttpResponse:
    """Show what can be begun. Posted in the embedded set-up: make the newcomer an account, seat
    them in the system that they chose, show the mailbox.
    """
    if request.method != "POST":
        return render(
            request,
            "web/begin.html",
            {
                "choices": choices(),
                "chosen": request.GET.get("system", ""),
                "embedded": settings.EMBEDDED,
            },
        )
    if not settings.EMBEDDED:
        raise Http404("Accounts are made by signing in with your address.")
    system = request.POST.get("system", "")
    if system not in ENGINES:
        return game_systems.unknown(request, system)
    reader = reader_of(request)
    if reader is None:
        reader = newcomer(reader_time_zone.browser_zone(request))
        login(request, reader, backend="django.contrib.auth.backends.ModelBackend")
    if (
        not Seat.objects.filter(player=reader, left=None, game__system=system)
        .exclude(game__phase=Phase.OVER)
        .exists()
    ):
        try:
            if free_seat(system) is None:
                demonstration_club.another(system)
            seat = free_seat(system)
            if seat is not None:
                sit_down(seat.game, seat.colour, reader)
        except Refusal:  # another newcomer was quicker: the list of games shows what is left
            return redirect("games")
    return redirect("mailbox")


def choices() -> list[tuple[str, str, Seat | None, FirstSteps | None]]:
    """Every system, its title, the seat that is free in it, None where a game would be made, and
    its first steps.
    """
    return [
        (system, title, free_seat(system), first_steps_of(ENGINES[system]))
        for system, title in game_systems.titled()
    ]


def newcomer(zone: str) -> Player:
    """An account with a mailbox of its own in this house."""
    name = f"newcomer-{secrets.token_hex(3)}"
    player = Player.objects.create_user(
        f"{name}@{NEWCOMERS}", display_name=name.replace("-", " ").capitalize(), zone=zone
    )
    demonstration_club.welcome(player)
    return player


@require_POST
def begin_as_organizer(request: HttpRequest) -> HttpResponse:
    """Sign in as the demonstration club's organizer, and show the club. 404 outside the embedded
    set-up.
    """
    if not settings.EMBEDDED:
        raise Http404("A club is made on the page of clubs.")
    organizer = demonstration_club.organizer()
    login(request, organizer, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("club", slug=demonstration_club.CLUB)


def free_seat(system: str) -> Seat | None:
    """A free seat in a system, one in a game that still gathers its players first."""
    of_all = Q(club=None) | Q(club__slug=demonstration_club.CLUB)
    games = visibility.games_listed(
        Game.objects.filter(of_all, system=system, rematch_of=None), None
    )
    seats = (
        Seat.objects.filter(dropped=False, bot=False, game__in=games)
        .exclude(game__phase=Phase.OVER)
        .select_related("game")
        .order_by("-game__phase", "game_id", "place")
    )
    free = [seat for seat in seats[:200] if leaving_and_taking_seats.is_free(seat)]
    return min(free, key=lambda seat: seat.game.phase != Phase.GATHERING, default=None)
