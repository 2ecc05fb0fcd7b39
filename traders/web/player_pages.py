"""The list of players, and a player's page: ratings, results, games."""

from __future__ import annotations

from urllib.parse import urlencode

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from traders.club import friendly_ratings
from traders.club.seasons import season_ratings
from traders.club.seasons.table_results import ranks_of, results_of
from traders.domain.deadlines import player_reliability
from traders.domain.people import seating, visibility
from traders.domain.read_models.game_search import MOST, words_of
from traders.models import Game, Membership, Phase, Player, SeasonPhase, Standing
from traders.web.slug_lookup import reader_of
from traders.web.uncounted_pagination import page_of

MOST_GAMES = 60
PAGE = 50
"""Players on a page of the list."""


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """The players whom the reader finds, by name; `q`: those with these words in it."""
    reader, words = reader_of(request), words_of(request.GET.get("q", ""))
    clubs = Membership.objects.filter(
        standing=Standing.MEMBER, club__in=visibility.clubs_seen(reader)
    ).select_related("club")
    listed = visibility.players_listed(reader).filter(display_name__icontains=words)
    rows = listed.prefetch_related(Prefetch("memberships", clubs, to_attr="in_clubs"))
    page = page_of(rows.order_by("display_name", "pk"), request.GET.get("page", ""), PAGE)
    kept = urlencode({"q": words}) if words else ""
    context = {"page": page, "words": words, "most": MOST, "kept": kept, "reader": reader}
    return render(request, "web/seasons/players.html", context)


@require_safe
def player(request: HttpRequest, number: int) -> HttpResponse:
    """One player, as far as the reader may see the clubs and games that they are in."""
    reader = reader_of(request)
    shown = get_object_or_404(visibility.players_seen(reader), pk=number)
    seen = visibility.clubs_seen(reader)
    clubs = seen.filter(memberships__player=shown, memberships__standing=Standing.MEMBER)
    context: dict[str, object] = {
        "player": shown,
        "clubs": clubs.order_by("name"),
        # it counts games that a reader from outside may not see
        "reliability": player_reliability.of(shown) if clubs or shown == reader else None,
        "ratings": season_ratings.ratings_of(shown, seen),
        "friendly": friendly_ratings.ratings_of(shown, seen),
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


def _games(shown: Player, reader: Player | None) -> list[tuple[Game, str]]:
    """The player's games that the reader may see, the latest first, each with how it ended for
    the player, "" where that is not known.
    """
    begun = seating.games_of(shown.pk).filter(number__gt=0)
    listed = visibility.games_listed(begun, reader)
    rows = listed.order_by("phase", "-moved", "-pk")
    some = rows.select_related("club").defer("course", "secret", "start")
    found = [(game, _ended(game, shown)) for game in some.prefetch_related("seats")[:MOST_GAMES]]
    return sorted(found, key=lambda one: one[0].phase == Phase.OVER)


def _ended(game: Game, shown: Player) -> str:
    """`place 2 of 4`."""
    ranks = ranks_of(game)
    own = [seat for seat in game.seats.all() if seat.player_id == shown.pk and not seat.bot]
    places = [ranks[seat.place] for seat in own if seat.place in ranks]
    return f"place {places[0]} of {len(ranks)}" if places else ""
