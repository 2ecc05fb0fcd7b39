"""What is done on a season's page by a button: by who takes part, and by an organizer."""

from __future__ import annotations

from collections.abc import Callable

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
from traders.web.button_press_outcome import deed_of, pressed, refused
from traders.web.game_page import number_in
from traders.web.slug_lookup import organizer, reader_of, season_called

Run = Callable[[Season, Player, int], str]


@login_required
@require_POST
def entry(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Register, confirm, withdraw."""
    season, reader = season_called(request, club, slug), reader_of(request)
    deed, then = deed_of(request, OWN), redirect("season", club, slug)
    assert reader is not None
    return pressed(request, then, lambda: deed(season, reader))


def _register(season: Season, reader: Player) -> str:
    place = entries(season).place_of(registration.register(season.pk, reader))
    return f"You are number {place} on the waiting list." if place else "You are registered."


def _confirm(season: Season, reader: Player) -> str:
    registration.confirm(season.pk, reader)
    return "Confirmed: you play."


def _withdraw(season: Season, reader: Player) -> str:
    registration.withdraw(season.pk, reader)
    return "You have withdrawn."


OWN = {"register": _register, "confirm": _confirm, "withdraw": _withdraw}


def _open(season: Season, by: Player, number: int) -> str:
    registration.open_registration(season.pk, by)
    return "Registration is open."


def _close(season: Season, by: Player, number: int) -> str:
    registration.close_again(season.pk, by)
    return "Registration is closed; who has registered stays registered."


def _ask(season: Season, by: Player, number: int) -> str:
    written = registration.ask_to_confirm(season.pk, by)
    return f"{count(written, 'letter')} written. Nobody is asked twice on one day."


def _silent(season: Season, by: Player, number: int) -> str:
    return (
        f"{count(registration.leave_out_unconfirmed(season.pk, by), 'person', 'people')} left out."
    )


def _undraw(season: Season, by: Player, number: int) -> str:
    season_draw.undo(season.pk, by)
    return "The draw was taken back, and all are told."


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


def _end(season: Season, by: Player, number: int) -> str:
    closing.end(season.pk, by)
    return "The season is over, and all are told."


RUN: dict[str, Run] = {
    "open": _open,
    "close": _close,
    "ask": _ask,
    "silent": _silent,
    "undraw": _undraw,
    "begin": _begin,
    "approve": _approve,
    "reopen": _reopen,
    "end": _end,
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
