"""After an outage: time for everybody in a club's games, once for each outage."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from traders.domain.calendar import clock, durations
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.deadlines.heartbeat_and_outages import Outage
from traders.domain.play.organizer import time_orders
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.models import Club, Game, Phase, Player

LATELY = timedelta(days=7)
"""For so long after an outage it is made good."""


def last_outage(now: datetime) -> Outage | None:
    """The last outage of late; None where there was none."""
    found = [one for one in heartbeat_and_outages.outages(now) if one.end > now - LATELY]
    return found[-1] if found else None


def to_make_good(club: Club, games: Iterable[str], now: datetime) -> Outage | None:
    """The last outage of late, where one of these games, by the ends of their addresses, was played
    then and has not had its time; else None.
    """
    outage = last_outage(now)
    if outage is None:
        return None
    ran = set(_played(club, outage).filter(slug__in=games).values_list("pk", flat=True))
    return outage if ran - time_orders.granted(ran, outage) else None


def _played(club: Club, outage: Outage) -> QuerySet[Game]:
    """The club's games that are on, and were when the server was down."""
    return club.games.filter(phase=Phase.PLAYING, started__lt=outage.end).order_by("pk")


def grant_all(club: Club, organizer: Player, length: timedelta) -> str:
    """Give each game that was played during the last outage so much time, unless it had it: games
    that a first call could not reach have it by the next. What was done, in words.
    """
    outage = last_outage(clock.taken())
    if outage is None:
        raise Refusal(
            f"The server was not down in the last {LATELY.days} days.", "PR-MAIL-03", kind="stale"
        )
    done, before, left = 0, 0, []
    for pk, title in _played(club, outage).values_list("pk", "title"):
        try:
            with timeline.in_order(pk, clock.taken_exactly()):
                new = time_orders.grant(pk, organizer, outage, length)
            done, before = done + new, before + (not new)
        except timeline.Busy:
            left.append(title)
        except Refusal as refusal:
            if refusal.rules == ("PR-REMEDY-06",):
                raise
            left.append(title)
    more = f"{durations.words(length)} more on each open clock."
    told = [f"{count(done, 'game')}: {more}" if done else "No game was given more time."]
    if before:
        told.append(f"{count(before, 'game')} had it already.")
    if left:
        told.append(f"Left out, since you sit in it or it is busy: {', '.join(left)}.")
    return " ".join(told)
