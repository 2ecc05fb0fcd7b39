"""Rounds that begin on a date, in the calendars of those who play in them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse

from traders.domain.feeds.calendar_entry import SHOWN, CalendarEntry
from traders.models import Player, Round, Season, SeasonPhase, Starting


def rounds(player: Player, now: datetime) -> Iterator[CalendarEntry]:
    """The dates of a player's rounds; one that an organizer began earlier has its own hour."""
    dated = Round.objects.filter(
        season__starting=Starting.ON_DATE,
        season__phase__in=(SeasonPhase.DRAWN, SeasonPhase.RUNNING),
        tables__places__entrant__player=player,
        tables__places__entrant__withdrawn=None,
        begins__gte=now - SHOWN,
    )
    for one in dated.select_related("season__club").distinct():
        assert one.begins is not None
        yield CalendarEntry(
            key=f"{player.pk}/round/{one.pk}",
            title=f"Round {one.number} · {one.season.name}",
            words="Your games begin. The first letters tell what to do.",
            page=_page(one.season),
            begins=min(one.begun or one.begins, one.begins),
            changes=int(one.begun is not None and one.begun < one.begins),
            changed=one.begun or one.drawn,
        )


def _page(season: Season) -> str:
    return reverse("season", args=[season.club.slug, season.slug])
