"""Letters of a season: to one who takes part, to a division, to the organizers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from traders.club.seasons.locked_season import named
from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters, seatless_questions
from traders.domain.people import club_roles
from traders.models import Division, Entrant, Letter, LetterKind, Player, Season, SeasonPhase
from traders.models.players import is_bots

TOPIC = "season"
"""Of the letters that ask whether one plays."""


def page_of(season: Season) -> str:
    """The web address of the season's page."""
    return settings.SITE_URL + reverse("season", args=[season.club.slug, season.slug])


def found_by(player: Player) -> str:
    """Where a player finds seasons that are not over, in a sentence."""
    rows = Season.objects.filter(club__closed=None, club__memberships__player=player)
    going_on = rows.exclude(phase__in=(SeasonPhase.DRAFT, SeasonPhase.OVER))
    there = [f"{one} of {one.club}: {page_of(one)}" for one in going_on]
    return "\n".join(there) or "No club of yours has a season now."


def tell(
    players: Iterable[Player | None],
    season: Season,
    key: str,
    subject: str,
    told: Sequence[str],
    due: datetime | None = None,
    answers: Sequence[tuple[str, str]] = (),
) -> int:
    """Write to each of these players, once for each key; returns how many letters are new. Bots
    get none. `due`: by when they should act; `answers`: what they may answer, each with what it
    does.
    """
    page, at, name = page_of(season), clock.whole(clock.now()), f"{named(season)}.{key}"
    there = {player.pk: player for player in players if player is not None and player.is_active}
    told_before = Letter.objects.filter(game=None, key=name, player__in=there)
    before = set(told_before.values_list("player", flat=True))
    new = [one for one in there.values() if one.pk not in before and not is_bots(one.email)]
    about = {"season": season.pk}
    for player in new:
        if answers:
            seatless_questions.ask(
                player, TOPIC, name, subject, told,
                at=at, about=about, answers=answers, page=page, due=due,
            )  # fmt: skip
        else:
            seatless_letters.write(player, None, name, subject, told, at=at, page=page, due=due)
    return len(new)


def is_asked(season: Season, player: Player | None, since: datetime) -> bool:
    """Whether a letter of the season has asked the player something since then."""
    rows = Letter.objects.filter(player=player, game=None, asks=True, written__gte=since)
    return rows.filter(kind=LetterKind.ASKED, key__startswith=f"{named(season)}.").exists()


def tell_division(division: Division, key: str, subject: str, told: Sequence[str]) -> int:
    """Write to all who take part in a division, and to the organizers; whoever was told with the
    same key before, in words of their own, is not told again.
    """
    season = division.season
    entrants = Entrant.objects.filter(division=division, withdrawn=None).select_related("player")
    people = [entrant.player for entrant in entrants]
    return tell([*people, *club_roles.organizers(season.club)], season, key, subject, told)


def tell_organizers(
    season: Season, key: str, subject: str, told: Sequence[str], but: Player | None = None
) -> int:
    """Write to the club's organizers, except the one who did it."""
    organizers = [one for one in club_roles.organizers(season.club) if one != but]
    return tell(organizers, season, key, subject, told)
