"""An organizer's pages of a season: prepare it, its people, its draw, a table's result."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from traders.club.seasons import registration, result_approval, season_draw, setting_up
from traders.club.seasons.draft_draw import Draft, draft_of, quality
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.organizer_checklist import under_way
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.table_results import result_of
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.models import Division, Entrant, Player, Season, SeasonKind, SeasonPhase, SeasonTable
from traders.web.button_press_outcome import made, pressed, refused
from traders.web.game_page import number_in
from traders.web.seasons.forms import SeasonForm
from traders.web.seasons.season_kind_pages import PAGES, pages_of
from traders.web.slug_lookup import club_run, organizer, season_called

GET_AND_POST = require_http_methods(["GET", "HEAD", "POST"])


@login_required
@GET_AND_POST
def new_season(request: HttpRequest, club: str) -> HttpResponse:
    """The form of a new season, and its making."""
    there, by = club_run(request, club)
    kind = _kind(request, SeasonKind.LEAGUE)
    form = SeasonForm(there, request.POST or None, kind=kind)
    if request.method == "POST":
        season = made(form, lambda: setting_up.make(there, by, form.plan()))
        if season is not None:
            return redirect("season", club, season.slug)
    context = {"club": there, "form": form, "kinds": PAGES, "kind": kind}
    return render(request, "web/seasons/form.html", context)


def _kind(request: HttpRequest, now: SeasonKind) -> SeasonKind:
    """The kind of season that the form is for, by the address."""
    asked = request.GET.get("kind", now)
    if asked not in PAGES:
        raise Http404("There is no such kind of season.")
    return SeasonKind(asked)


@login_required
@GET_AND_POST
def change_season(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The same form for a season that is not drawn yet."""
    season = season_called(request, club, slug)
    by = organizer(request, season.club)
    kind = _kind(request, SeasonKind(season.kind))
    form = SeasonForm(season.club, request.POST or None, season=season, kind=kind)
    if request.method == "POST":
        if made(form, lambda: setting_up.change(season.pk, by, form.plan())):
            messages.success(request, "Saved.")
            return redirect("season", club, slug)
    context = {
        "club": season.club, "form": form, "season": season, "kinds": PAGES, "kind": kind,
    }  # fmt: skip
    return render(request, "web/seasons/form.html", context)


@login_required
@GET_AND_POST
def people(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Who takes part: divisions, late entries, withdrawals, and who is kept apart."""
    season = season_called(request, club, slug)
    by = organizer(request, season.club)
    if request.method == "POST":
        then = redirect("season-people", club, slug)
        return pressed(request, then, lambda: _done(request, season, by))
    there = entries(season)
    entered = [one.player_id for one in [*there.taking_part, *there.waiting]]
    context = {
        "season": season,
        "club": season.club,
        "entries": there,
        "divisions": season.divisions.all(),
        "movable": season.phase in (SeasonPhase.REGISTERING, SeasonPhase.DRAWN),
        "others": club_roles.members(season.club).exclude(player__in=entered),
        "apart": season.kept_apart.select_related("one__player", "other__player"),
    }
    return render(request, "web/seasons/people.html", context)


def _done(request: HttpRequest, season: Season, by: Player) -> str:
    deed, asked = request.POST.get("do", ""), request.POST
    if deed == "enter":
        player = Player.objects.filter(pk=_number(asked, "player")).first()
        if player is None:
            raise Refusal("Choose a member.")
        place = entries(season).place_of(registration.enter(season.pk, player, by))
        said = f"waits for a place: number {place}" if place else "takes part"
        return f"{player.display_name} {said}."
    if deed == "out":
        registration.take_out(season.pk, _number(asked, "entrant"), by)
        return "Withdrawn."
    if deed == "assign":
        for entrant in Entrant.objects.filter(season=season, withdrawn=None):
            if (name := f"division.{entrant.pk}") in asked:
                chosen = _number(asked, name) or None
                if chosen != entrant.division_id:
                    registration.assign(season.pk, entrant.pk, None, by)
        for entrant in Entrant.objects.filter(season=season, withdrawn=None, division=None):
            if chosen := _number(asked, f"division.{entrant.pk}"):
                registration.assign(season.pk, entrant.pk, chosen, by)
        return "Saved."
    if deed == "apart":
        registration.keep_apart(season.pk, _number(asked, "one"), _number(asked, "other"), by)
        return "They are kept apart."
    if deed == "meet":
        registration.let_meet(season.pk, _number(asked, "pair"), by)
        return "They may meet."
    raise BadRequest("There is no such button.")


def _number(asked: Any, name: str) -> int:
    return number_in(asked.get(name)) or 0


@login_required
@GET_AND_POST
def draw(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The draw: asked for, how far it is, how it looks, made anew, bound."""
    season = season_called(request, club, slug)
    by = organizer(request, season.club)
    if request.method == "POST":
        deed = request.POST.get("do", "")
        try:
            if deed == "bind":
                season_draw.bind(season.pk, by, _number(request.POST, "seed"))
                messages.success(request, "The draw holds, and all are told.")
                return redirect("season", club, slug)
            if deed == "drop":
                season_draw.drop(season.pk, by)
                return redirect("season", club, slug)
            if deed != "ask":
                raise BadRequest("There is no such button.")
            season_draw.ask(
                season.pk,
                by,
                seed=number_in(request.POST.get("seed")),
                by_rating="by_rating" in request.POST,
            )
        except Refusal as refusal:
            refused(request, refusal)
        return redirect("season-draw", club, slug)
    draft = draft_of(season)
    context = {
        "season": season,
        "club": season.club,
        "draft": draft,
        "waits": under_way(season),
        "too_few": draft is not None
        and draft.state == "impossible"
        and season_draw.too_few(season, draft),
        "drawn": _shown(draft) if draft else [],
        "kind_draft": pages_of(season).draft,
        "seeded": kind_of(season).seeded,
    }
    return render(request, "web/seasons/draw.html", context)


def _shown(draft: Draft) -> list[dict[str, object]]:
    """Each division with its rounds, and how good they are."""
    divisions = Division.objects.in_bulk([int(one) for one in draft.drawn])
    return [
        {
            "division": divisions.get(int(division)),
            "quality": quality(one),
            "rounds": list(enumerate(one.rounds, draft.first)),
            "seeding": draft.seeding,
        }
        for division, one in draft.drawn.items()
    ]


@login_required
@GET_AND_POST
def correct(request: HttpRequest, club: str, slug: str, table: int) -> HttpResponse:
    """State or correct the result of a table, with a reason."""
    season = season_called(request, club, slug)
    by = organizer(request, season.club)
    if not SeasonTable.objects.filter(pk=table, round__season=season).exists():
        raise Http404("There is no such table.")
    found = result_of(table)
    if request.method == "POST":
        entrants = [one.place.entrant_id for one in found.places]
        typed = {one: _number(request.POST, f"rank.{one}") for one in entrants}
        ranks = {one: rank for one, rank in typed.items() if rank}
        forfeits = [one for one in entrants if f"forfeit.{one}" in request.POST]
        try:
            result_approval.correct(
                season.pk, table, ranks, request.POST.get("why", ""), by, forfeits
            )
        except Refusal as refusal:
            refused(request, refusal)
            return redirect("season-table", club, slug, table)
        messages.success(request, "The result stands, and the division is told.")
        return redirect("season", club, slug)
    context = {
        "season": season,
        "club": season.club,
        "table": found,
    }
    return render(request, "web/seasons/table.html", context)
