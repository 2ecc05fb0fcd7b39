"""What is done on a season's page by a button: by who takes part, and by an organizer."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from traders.club.seasons import (
    closing,
    next_season,
    registration,
    result_approval,
    round_start,
    season_draw,
)
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.participants_and_waiting_list import entries
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.models import Player, Season
from traders.web.button_press_outcome import Deed, deed_of, plainly, pressed, refused
from traders.web.game_page import number_in
from traders.web.slug_lookup import organizer, season_called, signed_in


@login_required
@require_POST
def entry(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Register, confirm, withdraw."""
    season, reader = season_called(request, club, slug), signed_in(request)
    deed, then = deed_of(request, OWN), redirect("season", club, slug)
    return pressed(request, then, lambda: deed(season, reader, 0))


def _register(season: Season, reader: Player, number: int) -> str:
    place = entries(season).place_of(registration.register(season.pk, reader))
    return f"You are number {place} on the waiting list." if place else "You are registered."


OWN: dict[str, Deed] = {
    "register": _register,
    "confirm": plainly(registration.confirm, "Confirmed: you play."),
    "withdraw": plainly(registration.withdraw, "You have withdrawn."),
}


def _ask(season: Season, by: Player, number: int) -> str:
    written = registration.ask_to_confirm(season.pk, by)
    return f"{count(written, 'letter')} written. Nobody is asked twice on one day."


def _silent(season: Season, by: Player, number: int) -> str:
    return (
        f"{count(registration.leave_out_unconfirmed(season.pk, by), 'person', 'people')} left out."
    )


def _begin(season: Season, by: Player, number: int) -> str:
    begun = round_start.begin(season.pk, by, number or None).number
    return f"{kind_of(season).title(season, begun)} has begun: the first letters go out."


def _approve(season: Season, by: Player, number: int) -> str:
    title = kind_of(season).title(season, number)
    result_approval.approve(season.pk, number, by)
    return f"{title} is approved."


def _reopen(season: Season, by: Player, number: int) -> str:
    result_approval.reopen(season.pk, number, by)
    return f"{kind_of(season).title(season, number)} is provisional again."


def _finish(season: Season, by: Player, number: int) -> str:
    ended, left = closing.end_games(season.pk, by)
    told = f"{count(ended, 'game was', 'games were')} ended, and their players are told."
    if not left:
        return told
    on = count(left, "game goes", "games go")
    return f"{told} {on} on: a claim holds them, or you have or had a seat there."


RUN: dict[str, Deed] = {
    "open": plainly(registration.open_registration, "Registration is open."),
    "close": plainly(
        registration.close_again, "Registration is closed; who has registered stays registered."
    ),
    "ask": _ask,
    "silent": _silent,
    "undraw": plainly(season_draw.undo, "The draw was taken back, and all are told."),
    "begin": _begin,
    "approve": _approve,
    "reopen": _reopen,
    "end": plainly(closing.end, "The season is over, and all are told."),
    "finish": _finish,
}


@login_required
@require_POST
def run(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """A step of the organizer's checklist."""
    season = season_called(request, club, slug)
    by = organizer(request, season.club)
    if request.POST.get("do") == "next":
        return _next(request, season, by)
    deed, number = deed_of(request, RUN), number_in(request.POST.get("round")) or 0
    return pressed(request, redirect("season", club, slug), lambda: deed(season, by, number))


def _next(request: HttpRequest, season: Season, by: Player) -> HttpResponse:
    """Prepare the next season, and lead to it."""
    try:
        season = next_season.next_season(season.pk, by)
    except Refusal as refusal:
        refused(request, refusal)
    else:
        messages.success(request, "The next season is prepared: look at it before you open it.")
    return redirect("season", season.club.slug, season.slug)
