"""The first page and the list of games: what waits for the reader first, then what runs, what has a
free seat, what is over.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import conditional_page

from traders.domain.people import visibility
from traders.domain.read_models.game_list_lines import (
    OfOthers,
    line_of,
    most_urgent,
    own_lines,
    waiting,
)
from traders.domain.read_models.game_search import MOST, SPEEDS, GameSearch
from traders.models import Game, Phase, Seat
from traders.web import game_systems, home_page
from traders.web.slug_lookup import reader_of, signed_in
from traders.web.uncounted_pagination import page_of

PAGE = 50
"""Games of others that a page of the list shows."""


@conditional_page
def games(request: HttpRequest) -> HttpResponse:
    """All games, in the order in which a reader wants them; `q`, `system`, `speed` and `free` show
    those that are meant (`GameSearch`), `page` further games of others.

    The reader's own games are on every page, however many others there are.
    """
    search = GameSearch.asked(request.GET)
    reader = reader_of(request)
    front = request.path == "/" and reader is None
    playing = (
        Q(pk__in=Seat.objects.filter(player=reader, left=None).values("game"))
        & ~Q(phase=Phase.OVER)
        if reader
        else Q(pk__in=[])
    )
    own = own_lines(search.among(Game.objects.filter(playing)), reader) if reader else []
    others = visibility.games_listed(Game.objects.exclude(playing), reader)
    page = page_of(
        OfOthers(search.among(others), free=search.free), request.GET.get("page", ""), PAGE
    )
    lines = [line_of(game, None) for game in page]
    return render(
        request,
        "web/games.html",
        {
            "waiting": most_urgent(own),
            "mine": [line for line in own if not line.asks_me],
            "running": [line for line in lines if line.game.phase != Phase.OVER and not line.free],
            "free": [line for line in lines if line.free],
            "over": [line for line in lines if line.game.phase == Phase.OVER],
            "page": page,
            "any": bool(own or lines),
            "systems": game_systems.titled(),
            "cards": home_page.cards() if front else [],
            "playing": home_page.playing() if front else None,
            "search": search,
            "most": MOST,
            "speeds": [(name, words) for name, (words, *_) in SPEEDS.items()],
            "kept": search.query,
            "unknown": "" if search.system else request.GET.get("system", ""),
            "front": front,
            "embedded": settings.EMBEDDED,
        },
    )


@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """To the reader's next game that waits for an answer, in the order of the list, round and round
    from `?after=`; to the list where none does, or back where none other does.
    """
    slugs = [line.game.slug for line in waiting(signed_in(request))]
    after = request.GET.get("after", "")
    place = slugs.index(after) + 1 if after in slugs else 0
    if [slug for slug in slugs if slug != after]:
        return redirect("game", slugs[place % len(slugs)])
    messages.info(request, f"No {'other ' if slugs else ''}game waits for you.")
    return redirect("game", after) if slugs else redirect("games")
