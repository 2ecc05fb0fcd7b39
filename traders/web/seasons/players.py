"""A player's page: ratings, results of seasons, games; seen where a club is that they are in."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from traders.club.seasons import season_ratings
from traders.club.seasons.results import results_of
from traders.domain.deadlines import reliability
from traders.domain.people import seating, visibility
from traders.models import Game, Phase, Player, SeasonPhase, Standing
from traders.models.players import PEOPLE
from traders.web.game_page import reader_of

MOST_GAMES = 60


@require_safe
def player(request: HttpRequest, number: int) -> HttpResponse:
    """One player, as far as the reader may see the clubs that they are in."""
    reader = reader_of(request)
    shown = get_object_or_404(Player.objects.filter(PEOPLE, is_active=True), pk=number)
    seen = visibility.clubs_seen(reader)
    clubs = seen.filter(memberships__player=shown, memberships__standing=Standing.MEMBER)
    if shown != reader and not clubs.exists():
        raise Http404("There is no such player.")
    context: dict[str, Any] = {
        "player": shown,
        "clubs": clubs.order_by("name"),
        "reliability": reliability.of(shown),
        "ratings": season_ratings.ratings_of(shown, seen),
        "results": [
            one
            for one in results_of(shown)
            if one.table.round.season.club in seen and one.table.round.begun
        ],
        "games": _games(shown, reader),
        "entries": shown.entrants.filter(season__club__in=seen, withdrawn=None)
        .exclude(season__phase__in=[SeasonPhase.DRAFT])
        .select_related("season__club", "division"),
    }
    return render(request, "web/seasons/player.html", context)


def _games(shown: Player, reader: Player | None) -> list[Game]:
    """The player's games that the reader may see, the latest first."""
    pks = seating.games_of(shown.pk).filter(number__gt=0).values("pk")
    listed = visibility.games_listed(Game.objects.filter(pk__in=pks), reader)
    rows = listed.order_by("phase", "-moved", "-pk")
    some = rows.select_related("club").defer("position", "course", "secret", "start")
    return sorted(some[:MOST_GAMES], key=lambda game: game.phase == Phase.OVER)
