"""What is done on a season's page by a button: by who takes part, and by an organizer."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from traders.club.seasons import closing, drawing, entering, following, rounds, settling
from traders.club.seasons.entries import entries
from traders.club.seasons.kinds import kind_of
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.models import Player, Season
from traders.web.game import number_in, reader_of
from traders.web.seasons.reading import organizer, season_called

Run = Callable[[Season, Player, int], str]


def refused(request: HttpRequest, refusal: Refusal) -> None:
    """Say on the next page why something was not done."""
    messages.error(request, " ".join([refusal.text, *refusal.rules]))


@login_required
@require_POST
def entry(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Register, confirm, withdraw."""
    season, reader = season_called(request, club, slug), reader_of(request)
    assert reader is not None
    try:
        messages.success(request, _own(request.POST.get("do", ""), season, reader))
    except Refusal as refusal:
        refused(request, refusal)
    return redirect("season", club, slug)


def _own(deed: str, season: Season, reader: Player) -> str:
    if deed == "register":
        entrant = entering.register(season.pk, reader)
        place = entries(season).place_of(entrant)
        return f"You are number {place} on the waiting list." if place else "You are registered."
    if deed == "confirm":
        entering.confirm(season.pk, reader)
        return "Confirmed: you play."
    if deed == "withdraw":
        entering.withdraw(season.pk, reader)
        return "You have withdrawn."
    raise BadRequest("There is no such button.")


def _open(season: Season, by: Player, number: int) -> str:
    entering.open_registration(season.pk, by)
    return "Registration is open."


def _close(season: Season, by: Player, number: int) -> str:
    entering.close_again(season.pk, by)
    return "Registration is closed; who has registered stays registered."


def _ask(season: Season, by: Player, number: int) -> str:
    written = entering.ask_to_confirm(season.pk, by)
    return f"{count(written, 'letter')} written. Nobody is asked twice on one day."


def _silent(season: Season, by: Player, number: int) -> str:
    return f"{count(entering.leave_out_unconfirmed(season.pk, by), 'person', 'people')} left out."


def _undraw(season: Season, by: Player, number: int) -> str:
    drawing.undo(season.pk, by)
    return "The draw was taken back, and all are told."


def _begin(season: Season, by: Player, number: int) -> str:
    begun = rounds.begin(season.pk, by, number or None).number
    return f"{kind_of(season).title(season, begun)} has begun: the first letters go out."


def _approve(season: Season, by: Player, number: int) -> str:
    title = kind_of(season).title(season, number)
    settling.approve(season.pk, number, by)
    return f"{title} is approved."


def _reopen(season: Season, by: Player, number: int) -> str:
    settling.reopen(season.pk, number, by)
    return f"{kind_of(season).title(season, number)} is provisional again."


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
}


@login_required
@require_POST
def run(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """A step of the organizer's checklist."""
    season = season_called(request, club, slug)
    by, deed = organizer(request, season.club), request.POST.get("do", "")
    try:
        if deed == "next":
            prepared = following.next_season(season.pk, by)
            messages.success(request, "The next season is prepared: look at it before you open it.")
            return redirect("season", club, prepared.slug)
        if deed not in RUN:
            raise BadRequest("There is no such button.")
        number = number_in(request.POST.get("round")) or 0
        messages.success(request, RUN[deed](season, by, number))
    except Refusal as refusal:
        refused(request, refusal)
    return redirect("season", club, slug)
