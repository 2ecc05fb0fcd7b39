"""The front door: a board that plays itself, the games, what can be played and watched now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.gzip import gzip_page

from traders.club import demonstration_club
from traders.domain.history import recording_and_replay
from traders.domain.history.entries_in_words import tell
from traders.domain.people import visibility
from traders.engines.kernel.book.game_introduction import FirstSteps
from traders.engines.registry import engine
from traders.models import Game, Phase, Seat
from traders.models.game_queries import FREE
from traders.web import game_systems
from traders.web.board_animation import Shot, film
from traders.web.game_introduction import example_turn

STRETCH = 50
"""Moves of which a film tells: after so many more there is a new one."""
MOST_SHOTS = 14
KEPT_FOR = 86400
"""Seconds for which a browser keeps a film: its address names the moves that it shows, and the
game's number, since a later game of the same title has the same name.
"""


@dataclass(frozen=True)
class Playing:
    """The board that plays itself: the film's address, the title and system of what it shows, and
    the game, None for an example turn.
    """

    film: str
    title: str
    game: Game | None


@dataclass(frozen=True)
class Card:
    """A game's card: its name in addresses, its title, its first steps, its free seats."""

    name: str
    title: str
    steps: FirstSteps
    free: int


def playing() -> Playing | None:
    """What the front page shows: the latest moves of a game of bots, else an example turn; None
    where no game has one.
    """
    game = demonstration_club.to_watch(STRETCH)
    if game is not None:
        number = game.number - game.number % STRETCH
        address = f"{reverse('film', args=[game.slug, number])}?of={game.pk}"
        return Playing(address, game.title, game)
    for name, title, _ in game_systems.cards():
        return Playing(reverse("film", args=[name, 0]), title, None)
    return None


def cards() -> list[Card]:
    """The card of each game that has first steps."""
    listed = visibility.games_listed(Game.objects.exclude(phase=Phase.OVER), None)
    seats = Seat.objects.filter(FREE, game__in=listed)
    free = dict(seats.values_list("game__system").annotate(Count("pk")))
    return [
        Card(name, title, steps, free.get(name, 0)) for name, title, steps in game_systems.cards()
    ]


@gzip_page
def film_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The film that ends at move `number` of a demonstration game (`of`: its number); with 0, that
    of the example turn of the game so called.
    """
    if number:
        game = demonstration_club.watched().filter(slug=slug, number__gte=number).first()
        if game is None or number % STRETCH or request.GET.get("of") != str(game.pk):
            raise Http404("There is no such film.")
        svg = _of_moves(game.pk, number)
    else:
        if slug not in {name for name, *_ in game_systems.cards()}:
            raise Http404("There is no such film.")
        svg = _of_example(slug)
    headers = {"Cache-Control": f"public, max-age={KEPT_FOR}"}
    return HttpResponse(svg, content_type="image/svg+xml", headers=headers)


@lru_cache(maxsize=4)
def _of_moves(game_id: int, number: int) -> str:
    """The film of a stretch of a game, as the gallery sees it: a picture wherever the board
    changed.
    """
    game = Game.objects.get(pk=game_id)
    rules = engine(game.system)
    entries = recording_and_replay.line(game, number, number - STRETCH)
    position = (
        recording_and_replay.position_at(game, entries[0].parent) if entries[0].parent else None
    )
    shots: list[Shot] = []
    for entry in entries:
        if position is None:  # the first entry of all: what stands before the first move
            position = recording_and_replay.beginning(game, *entry.parts)
        else:
            position = recording_and_replay.carry_out(rules, position, entry)
        told = [text for one in tell([entry], None) for text, _ in one.sentences]
        if told and len(shots) < MOST_SHOTS:
            shots.append(Shot(rules.board_svg(rules.view(position, None)), told[-1]))
    if not shots:
        shots = [Shot(rules.board_svg(rules.view(position, None)), "")]
    return film(shots)


@lru_cache(maxsize=8)
def _of_example(name: str) -> str:
    """The film of a game's example turn."""
    played = example_turn(name)
    steps = [Shot(step.board, step.events[0]) for step in played.steps if step.events]
    return film([Shot(played.before, "Red's turn begins."), *steps])
