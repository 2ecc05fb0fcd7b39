"""Atom feeds for whoever watches: a game's turns as the gallery is told them, and a club's news.

An item's id is a tag: URI (RFC 4151) of the game and of what never changes of the item; a turn that
goes on is the same item, updated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import Min, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import conditional_page, require_safe

from traders.club.news import News, lasting
from traders.domain.history import watching_delay
from traders.domain.people import visibility
from traders.engines.kernel.words import harmless
from traders.engines.registry import engine as engine_of
from traders.models import Club, Game, Phase
from traders.web.history_by_turns import Chronicle, ToldTurn, halts
from traders.web.slug_lookup import club_called, game_called

MOST = 40
"""Items in a club's feed."""


@dataclass(frozen=True)
class Item:
    """One item of a feed."""

    tag: str
    """Its id."""
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
        return item.tag

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


SINCE = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in the ids of clubs, whose feeds had none."""


def _tag_of_club(club: Club) -> str:
    return _tag(SINCE, f"clubs/{club.slug}")


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
            obj, None, engine_of(obj.system).telling(), last=watching_delay.last_seen(obj)
        ).told
        return [_of_turn(obj, turn) for turn in told if turn.headline]


def _of_turn(game: Game, turn: ToldTurn) -> Item:
    said = [text for step in turn.steps if halts(step) for text, _ in step.sentences]
    first = turn.turn.first
    return Item(
        tag=f"{_tag_of(game)}/move/{first}",
        title=turn.headline,
        sentences=said or [turn.headline],
        page=f"{reverse('history', args=[game.slug])}?at={first}",
        published=turn.steps[0].at,
        updated=turn.steps[-1].at,
    )


class ClubFeed(_Feed):
    """A club's news: announcements, seasons, and games, of those that everybody may see."""

    def get_object(self, request: HttpRequest, slug: str) -> Club:
        return club_called(slug, None)

    def since(self, obj: Club) -> datetime:
        first = public_games(obj).aggregate(first=Min("created"))["first"]
        return first or SINCE

    def title(self, obj: Club) -> str:
        return harmless(f"{obj.name} · Traders by Post")

    def subtitle(self, obj: Club) -> str:
        return "Games that begin and end, seasons, announcements"

    def link(self, obj: Club) -> str:
        return _full(f"/clubs/{obj.slug}/")

    def feed_guid(self, obj: Club) -> str:
        return _tag_of_club(obj)

    def feed_url(self, obj: Club) -> str:
        return _full(reverse("club-feed", args=[obj.slug]))

    def items(self, obj: Club) -> list[Item]:
        return [_of_news(obj, news) for news in lasting(obj, public_games(obj), MOST)]


def public_games(club: Club) -> QuerySet[Game]:
    """The club's games that everybody may see."""
    begun = Game.objects.filter(club=club).exclude(phase=Phase.GATHERING)
    return visibility.games_listed(begun, None)


def _of_news(club: Club, news: News) -> Item:
    return Item(
        tag=f"{_tag_of(news.game) if news.game else _tag_of_club(club)}/{news.key}",
        title=news.title,
        sentences=[news.words],
        page=news.page,
        published=news.at,
        updated=news.at,
    )


game_feed = require_safe(conditional_page(GameFeed()))
"""The feed of a game; the same for every reader."""
club_feed = require_safe(conditional_page(ClubFeed()))
"""The feed of a club; the same for every reader."""
