"""The pages of seasons that all members read: the list, and one season with its league table."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from traders.club.seasons import registration
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.organizer_checklist import steps
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.replaced_players import replaced_players
from traders.club.seasons.table_results import TableResult, results
from traders.domain.people import club_roles
from traders.models import Role, Round, Season, SeasonPhase
from traders.web import game_systems
from traders.web.seasons.season_kind_pages import pages_of
from traders.web.slug_lookup import club_called, reader_of, runs, season_called

PLAYERS = (Role.ORGANIZER, Role.REFEREE, Role.PLAYER)


@require_safe
def seasons(request: HttpRequest, club: str) -> HttpResponse:
    """All seasons of a club; drafts for its organizers alone."""
    there = club_called(club, reader_of(request))
    own = runs(request, there)
    found = there.seasons.all() if own else there.seasons.exclude(phase=SeasonPhase.DRAFT)
    lines = [(one, kind_of(one).words(one)) for one in found]
    return render(request, "web/seasons/list.html", {"club": there, "seasons": lines, "runs": own})


@require_safe
def season(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """One season: the reader's own part, the organizer's steps, the league tables, the rounds."""
    found = season_called(request, club, slug)
    reader, own = reader_of(request), runs(request, found.club)
    there = entries(found)
    entrant = there.of(reader)
    told, kind = shown(found), kind_of(found)
    context = told | {
        "runs": own,
        "steps": steps(found) if own else [],
        "replaced": replaced_players(found) if own else [],
        "drawable": found.phase in kind.drawn_in,
        "own_words": kind.own_words(found, entrant, told["tables"]) if entrant else "",
        "entries": there,
        "own": entrant,
        "place": there.place_of(entrant) if entrant else 0,
        "asked": entrant in there.unconfirmed and registration.is_asked(found, entrant),
        "member": reader
        and club_roles.members(found.club, *PLAYERS).filter(player=reader).exists(),
        "room": sum(division.size for division in found.divisions.all()),
    }
    return render(request, "web/seasons/season.html", context)


def shown(found: Season) -> dict[str, Any]:
    """What the season's page and its report show: tables, rounds, how points are counted."""
    tables = results(found)
    titles = dict(game_systems.titled())
    kind, pages = kind_of(found), pages_of(found)
    return {
        "season": found,
        "club": found.club,
        "titles": [titles.get(game["system"], game["system"]) for game in found.games],
        "tables": tables,
        "leagues": kind.tables(found, tables) if tables else [],
        "legend": kind.legend(found),
        "how": kind.words(found),
        "kind_page": pages.page,
        "heading": pages.heading,
        "lists_rounds": pages.lists_rounds,
        "rounds": _rounds(found, tables),
        "several": found.divisions.count() > 1,
        **pages.shown(found, tables),
    }


def _rounds(found: Season, tables: list[TableResult]) -> list[tuple[Round, list[TableResult]]]:
    """Each round with its tables, the latest that has begun first."""
    names = {str(division.pk): division.called for division in found.divisions.all()}
    by_round = []
    kind = kind_of(found)
    for round_, some in groupby(tables, key=lambda one: one.table.round):
        round_.title = kind.title(found, round_.number)
        round_.draws = [
            (names.get(division, ""), quality) for division, quality in round_.quality.items()
        ]
        by_round.append((round_, list(some)))
    begun = [one for one in by_round if one[0].begun]
    return [*reversed(begun), *(one for one in by_round if not one[0].begun)]
