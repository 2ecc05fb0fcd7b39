"""A club's news, reckoned from its rows: what its feed and its chat room tell. Whoever asks says of
which games; nothing of any other is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain

from django.db.models import QuerySet
from django.urls import reverse

from traders.club.seasons.kinds import kind_of
from traders.domain.calendar import clock
from traders.domain.settings import game_settings
from traders.engines.kernel.words import count, harmless, in_quotes, named, seats_listed
from traders.engines.registry import engine as engine_of
from traders.models import Announcement, Club, Game, Phase, Round, Season, SeasonPhase, Seat
from traders.models.game_queries import FREE

ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class News:
    """One piece of news."""

    key: str
    """Names it for good among all of the club."""
    title: str
    words: str
    page: str
    """The path where it is seen."""
    at: datetime
    """When those who are told may know of it."""
    game: Game | None = None


def lasting(club: Club, games: QuerySet[Game], most: int, since: datetime = ALWAYS) -> list[News]:
    """What stays true, the newest first: announcements, seasons and their rounds, and these games
    as they begin and end.
    """
    begun = games.filter(started__gt=since).order_by("-started", "-pk")[:most]
    ended = games.filter(ended__gt=since, number__gt=0).order_by("-ended", "-pk")[:most]
    found = chain(
        map(_announced, club.announcements.filter(at__gt=since).select_related("by")[:most]),
        _of_seasons(club, since),
        map(_ended, ended.prefetch_related("seats")),
        map(_begun, begun),
    )
    return sorted(found, key=lambda news: news.at, reverse=True)[:most]


def of_free_seats(games: QuerySet[Game], now: datetime) -> list[News]:
    """Seats of these games in which somebody can sit down now: all of one that waits for players
    are told at once. Of a game that is watched with a delay that a seat is free is told late
    (PR-RECORD-05).
    """
    free = Seat.objects.filter(FREE).exclude(game__phase=Phase.OVER)
    found: dict[int, list[Seat]] = {}
    for seat in free.filter(game__in=games).select_related("game"):
        found.setdefault(seat.game_id, []).append(seat)
    told = chain.from_iterable(_free(seats) for seats in found.values())
    return [news for news in told if news.at <= now]


def _announced(announcement: Announcement) -> News:
    by = announcement.by.display_name if announcement.by else "an organizer"
    page = reverse("club", args=[announcement.club.slug])
    key = f"announcements/{announcement.pk}"
    said = in_quotes(announcement.words)
    return News(key, f"From {by}: {said}", said, page, announcement.at)


def _of_seasons(club: Club, since: datetime) -> Iterator[News]:
    seasons = Season.objects.filter(club=club).exclude(phase=SeasonPhase.DRAFT)
    for season in seasons.prefetch_related("drawn_rounds"):
        page = reverse("season", args=[club.slug, season.slug])
        told = [
            (season.opened, "open", f"{season.name} is open", "You register on its page."),
            *chain.from_iterable(_of_round(season, one) for one in season.drawn_rounds.all()),
            (season.ended, "over", f"{season.name} is over", "Its table is final."),
        ]
        for at, key, title, words in told:
            if at is not None and at > since:
                yield News(f"seasons/{season.pk}/{key}", title, words, page, at)


_Told = tuple[datetime | None, str, str, str]


def _of_round(season: Season, round_: Round) -> Iterator[_Told]:
    name = f"{kind_of(season).title(season, round_.number)} of {season.name}"
    key = f"round/{round_.number}"
    if round_.number == 1:
        yield (
            round_.drawn,
            "drawn",
            f"{season.name}: who plays whom",
            "Its page shows who meets whom.",
        )
    yield round_.begun, f"{key}/begun", f"{name} has begun", "Its page shows the games."
    approved = f"{name}: the results are final"
    yield round_.approved, f"{key}/approved", approved, "Its page shows the table."


def _begun(game: Game) -> News:
    assert game.started is not None
    told = f"A game of {engine_of(game.system).title}."
    page = reverse("game", args=[game.slug])
    return News("begun", f"{game.title} has begun", told, page, game.started, game)


def _ended(game: Game) -> News:
    assert game.ended is not None
    winners = [seat for seat in game.seats.all() if seat.colour in game.winners]
    won = f"{seats_listed(game.winners)} won{_names(winners)}." if game.winners else "Nobody won."
    page = reverse("end", args=[game.slug])
    return News("over", f"{game.title} is over", won, page, game.ended, game)


def _names(seats: Sequence[Seat]) -> str:
    called = [seat.name for seat in seats if seat.name]
    return f" ({', '.join(called)})" if called else ""


def _free(seats: Sequence[Seat]) -> Iterator[News]:
    game = seats[0].game
    page = reverse("game", args=[game.slug])
    engine = engine_of(game.system).title
    if game.phase == Phase.GATHERING:
        title = f"{game.title} waits for players: {count(len(seats), 'seat')} free"
        made = clock.whole(game.created)
        yield News("made", title, f"A game of {engine}.", page, made, game)
        return
    delay = game_settings.of(game).watch_delay or timedelta(0)
    for seat in seats:
        since = seat.left or seat.offered
        if since is not None:
            title = f"{named(seat.colour)} in {game.title} needs a player"
            key = f"free/{seat.colour}/{since:%Y%m%d%H%M%S}"
            yield News(key, title, f"A game of {engine}.", page, since + delay, game)


def line(news: News) -> str:
    """The news in one line without signs that change how it is shown."""
    words = news.title if news.key != "over" else f"{news.title}: {news.words}"
    return " ".join(harmless(words).split())
