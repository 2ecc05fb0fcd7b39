"""Atom feeds for whoever watches: a game's turns as the gallery is told them, and what begins and
ends in a club.

An item's id is a tag: URI (RFC 4151) of the game and of what never changes of the item; a turn that
goes on is the same item, updated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import Min, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import conditional_page, require_safe

from traders.domain.history import watching
from traders.domain.people import visibility
from traders.engines.kernel.words import harmless, seats_listed
from traders.engines.registry import engine as engine_of
from traders.models import Club, Game, Phase, Seat
from traders.web.called import club_called, game_called
from traders.web.turns import Chronicle, ToldTurn, halts

MOST = 40
"""Items in a club's feed."""


@dataclass(frozen=True)
class Item:
    """One item of a feed."""

    key: str
    """The end of its id, after the game's."""
    game: Game
    title: str
    sentences: Sequence[str]
    page: str
    published: datetime
    updated: datetime


class _Atom(Atom1Feed):
    """A feed without items is as old as what it is about, so that it stays the same until there is
    one.
    """

    def latest_post_date(self) -> datetime:
        if self.items:
            latest: datetime = super().latest_post_date()
            return latest
        since: datetime = self.feed["since"]
        return since


class _Feed(ABC, Feed):
    """What feeds of games and clubs share."""

    feed_type = _Atom
    author_name = "Traders by Post"
    language = "en"

    def feed_extra_kwargs(self, obj: Game | Club) -> dict[str, Any]:
        return {"since": self.since(obj)}

    @abstractmethod
    def since(self, obj: Any) -> datetime:
        """When what the feed is about came to be."""

    def item_title(self, item: Item) -> str:
        return harmless(item.title)

    def item_description(self, item: Item) -> str:
        return "".join(f"<p>{escape(harmless(text))}</p>" for text in item.sentences)

    def item_link(self, item: Item) -> str:
        return _full(item.page)

    def item_guid(self, item: Item) -> str:
        return f"{_tag_of(item.game)}/{item.key}"

    def item_pubdate(self, item: Item) -> datetime:
        return item.published

    def item_updateddate(self, item: Item) -> datetime:
        return item.updated


def _full(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def _tag(since: datetime, name: str) -> str:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"tag:{host},{since:%Y-%m-%d}:{name}"


def _tag_of(game: Game) -> str:
    return _tag(game.created, f"games/{game.slug}")


class GameFeed(_Feed):
    """The latest turns of a game, as somebody without a seat was told them."""

    def get_object(self, request: HttpRequest, slug: str) -> Game:
        return game_called(slug, None)

    def since(self, obj: Game) -> datetime:
        return obj.created

    def title(self, obj: Game) -> str:
        return harmless(f"{obj.title} · Traders by Post")

    def subtitle(self, obj: Game) -> str:
        return f"The turns of a game of {engine_of(obj.system).title}"

    def link(self, obj: Game) -> str:
        return _full(reverse("game", args=[obj.slug]))

    def feed_guid(self, obj: Game) -> str:
        return _tag_of(obj)

    def feed_url(self, obj: Game) -> str:
        return _full(reverse("game-feed", args=[obj.slug]))

    def items(self, obj: Game) -> list[Item]:
        if not obj.number:
            return []
        told = Chronicle(
            obj, None, engine_of(obj.system).telling(), last=watching.last_seen(obj)
        ).told
        return [_of_turn(obj, turn) for turn in told if turn.headline]


def _of_turn(game: Game, turn: ToldTurn) -> Item:
    said = [text for step in turn.steps if halts(step) for text, _ in step.sentences]
    first = turn.turn.first
    return Item(
        key=f"move/{first}",
        game=game,
        title=turn.headline,
        sentences=said or [turn.headline],
        page=f"{reverse('history', args=[game.slug])}?at={first}",
        published=turn.steps[0].at,
        updated=turn.steps[-1].at,
    )


class ClubFeed(_Feed):
    """Games that began and ended in a club, of those that everybody may see."""

    def get_object(self, request: HttpRequest, slug: str) -> Club:
        return club_called(slug, None)

    def since(self, obj: Club) -> datetime:
        first = public_games(obj).aggregate(first=Min("created"))["first"]
        return first or datetime.fromisoformat("2026-01-01T00:00:00+00:00")

    def title(self, obj: Club) -> str:
        return harmless(f"{obj.name} · Traders by Post")

    def subtitle(self, obj: Club) -> str:
        return "Games that begin and end"

    def link(self, obj: Club) -> str:
        return _full(f"/clubs/{obj.slug}/")

    def feed_guid(self, obj: Club) -> str:
        return _tag(datetime.fromisoformat("2026-01-01T00:00:00+00:00"), f"clubs/{obj.slug}")

    def feed_url(self, obj: Club) -> str:
        return _full(reverse("club-feed", args=[obj.slug]))

    def items(self, obj: Club) -> list[Item]:
        games = public_games(obj)
        begun = games.filter(started__isnull=False).order_by("-started")[:MOST]
        ended = games.filter(ended__isnull=False, number__gt=0).order_by("-ended")[:MOST]
        found = [*map(_ended, ended.prefetch_related("seats")), *map(_begun, begun)]
        return sorted(found, key=lambda item: item.published, reverse=True)[:MOST]


def public_games(club: Club) -> QuerySet[Game]:
    """The club's games that everybody may see."""
    begun = Game.objects.filter(club=club).exclude(phase=Phase.GATHERING)
    return visibility.games_listed(begun, None)


def _begun(game: Game) -> Item:
    assert game.started is not None
    title = f"{game.title} has begun"
    told = f"A game of {engine_of(game.system).title}."
    page = reverse("game", args=[game.slug])
    return Item("begun", game, title, [told], page, game.started, game.started)


def _ended(game: Game) -> Item:
    assert game.ended is not None
    winners = [seat for seat in game.seats.all() if seat.colour in game.winners]
    won = f"{seats_listed(game.winners)} won{_names(winners)}." if game.winners else "Nobody won."
    page = reverse("end", args=[game.slug])
    return Item("over", game, f"{game.title} is over", [won], page, game.ended, game.ended)


def _names(seats: Sequence[Seat]) -> str:
    called = [seat.name for seat in seats if seat.name]
    return f" ({', '.join(called)})" if called else ""


@require_safe
@conditional_page
def game_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The feed of a game; the same for every reader."""
    return GameFeed()(request, slug=slug)


@require_safe
@conditional_page
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The feed of a club; the same for every reader."""
    return ClubFeed()(request, slug=slug)
