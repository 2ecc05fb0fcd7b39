"""Carrying out reminders: who has not answered at half time is told, and nobody else. Hundreds of
games at once, since nothing is played.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from datetime import datetime, time, timedelta
from typing import NamedTuple

import msgspec
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, TextField
from django.db.models.functions import Cast

from traders.domain import letters
from traders.domain.letters import Reminder
from traders.domain.letters.plain_text_layout import zone_of
from traders.models import Deadline, DeadlineKind, Game, Letter, LetterKind, LetterStatus, Seat
from traders.models.deadlines import OF_PLAY
from traders.models.games import mail_name

PUT_OFF = timedelta(minutes=10)
"""After this time it is looked at again whether the letter to be reminded of has left."""

LEAST_LEFT = timedelta(hours=1)
"""What a reminder at an hour of the player's own leaves of the time, at least."""

Thing = tuple[int, str, str, str]
"""What is reminded of: game, kind, key and seat of a turn's, interval's or choice's row."""

Due = tuple[datetime, int, int, str, str]
"""A reminder that is due: when, its row, its game, what it is about, and the seat of that."""


class Silence(msgspec.Struct):
    """Of a row's terms what tells who has not answered."""

    clocks: dict[str, object] = {}
    answered: dict[str, object] = {}
    knew: list[str] = []
    unasked: dict[str, object] = {}

    def seats(self) -> list[str]:
        return [
            colour
            for colour in self.clocks
            if colour not in {*self.answered, *self.knew, *self.unasked}
        ]


def remind_all(ids: Sequence[int], game_ids: Iterable[int], now: datetime) -> int:
    """Carry out these reminders of these games, in one transaction; returns how many were. What
    another holds is left for the next sweep.
    """
    wanted = set(ids)
    with transaction.atomic():
        games = _locked(set(game_ids))
        due, mains = _open(games, wanted, now)
        players = _players(games, {colour for _, silent in mains.values() for colour in silent})
        unsent = _unsent(games)
        reminders: list[Reminder] = []
        put_off: dict[int, datetime] = {}
        for at, pk, game_id, about, seat in due:
            kind, _, key = about.partition(":")
            ends, silent = mains.get((game_id, kind, key, seat), (None, []))
            for colour in silent:
                if (game_id, colour, f"{kind[0]}{key}") in unsent:
                    put_off[pk] = min(put_off.get(pk, now + PUT_OFF), now + PUT_OFF)
                    continue
                player = players.get((game_id, colour))
                if player is None or ends is None:
                    continue
                wanted_at = player.hour_from(at, ends)
                if wanted_at > now:
                    put_off[pk] = min(put_off.get(pk, wanted_at), wanted_at)
                    continue
                reminders.append(
                    Reminder(
                        game_id, *games[game_id], colour, player.pk, f"{kind[0]}{key}", ends, at
                    )
                )
        letters.remind_all(reminders)
        Deadline.objects.filter(pk__among=[pk for _, pk, *_ in due if pk not in put_off]).update(
            done_at=now
        )
        for then in set(put_off.values()):
            those = [pk for pk, at in put_off.items() if at == then]
            Deadline.objects.filter(pk__among=those).update(due=then)
    return len(due)


def _unsent(games: Iterable[int]) -> set[tuple[int, str, str]]:
    """Game, seat and moment of what a letter asks that was tried and did not leave, where no other
    letter of it did: nobody is reminded of a time that was never told (PR-MAIL-01).
    """
    asking = Letter.objects.filter(game_id__among=list(games), asks=True)
    left = asking.filter(
        game_id=OuterRef("game_id"),
        seat=OuterRef("seat"),
        moment=OuterRef("moment"),
        accepted__isnull=False,
    )
    waiting = asking.filter(status=LetterStatus.PREPARED, attempts__gt=0)
    waiting = waiting.exclude(kind=LetterKind.REMINDER).exclude(Exists(left))
    return set(waiting.order_by().values_list("game_id", "seat", "moment"))


def of_grace(game: Game, row: Deadline, seats: Collection[str], at: datetime) -> None:
    """The turn's or round's own time and time in hand are over: these seats are told that the grace
    time runs (PR-TURN-04).
    """
    if row.due is not None:
        letters.remind(game, seats, f"{row.kind[0]}{row.key}", row.due, at)


def _locked(ids: set[int]) -> dict[int, tuple[str, int]]:
    """Names in Message-IDs and last entries of the games that nobody else holds, locked in one
    order, so that two sweepers never wait for each other.
    """
    skip = connection.features.has_select_for_update_skip_locked
    rows = (
        Game.objects.select_for_update(skip_locked=skip)
        .filter(pk__among=ids, frozen=False)
        .order_by("pk")
    )
    return {
        pk: (mail_name(slug, restored), number)
        for pk, slug, restored, number in rows.values_list("pk", "slug", "restored", "number")
    }


def _open(
    games: Iterable[int], wanted: Container[int], now: datetime
) -> tuple[list[Due], dict[Thing, tuple[datetime, list[str]]]]:
    """Of these games the wanted reminders that are due, the earliest first; and the open turns,
    intervals and choices: when each falls due, and who has not answered.
    """
    rows = Deadline.objects.filter(
        game_id__among=games,
        done_at=None,
        kind__in=[*OF_PLAY, DeadlineKind.REMINDER],
        due__isnull=False,
    )
    # read by msgspec, which takes of them what is looked for: most of it would be thrown away
    terms = Cast("data", TextField())
    reminders: list[Due] = []
    mains: dict[Thing, tuple[datetime, list[str]]] = {}
    for pk, game_id, kind, key, seat, due, data in rows.values_list(
        "pk", "game_id", "kind", "key", "seat", "due", terms
    ):
        if due is None:
            continue
        if kind != DeadlineKind.REMINDER:
            mains[game_id, kind, key, seat] = due, msgspec.json.decode(data, type=Silence).seats()
        elif pk in wanted and due <= now:
            reminders.append((due, pk, game_id, key, seat))
    return sorted(reminders), mains


class Reminded(NamedTuple):
    """A player as far as reminders go."""

    pk: int
    zone: str
    hours: str
    """Hours of the day at which they are reminded; "" for none of their own."""

    def hour_from(self, at: datetime, ends: datetime) -> datetime:
        """The first of the player's hours from `at` on that leaves `LEAST_LEFT` before the end;
        `at` itself where there is none.
        """
        there = at.astimezone(zone_of(self.zone))
        days = (there.date() + timedelta(days=n) for n in (0, 1))
        hours = [int(hour) for hour in self.hours.split(", ") if hour]
        coming = (datetime.combine(day, time(hour), there.tzinfo) for day in days for hour in hours)
        first = min((one for one in coming if one >= there), default=there)
        return first if first <= ends - LEAST_LEFT else at


def _players(games: Iterable[int], colours: Iterable[str]) -> dict[tuple[int, str], Reminded]:
    """Who sits in the seats of these colours."""
    rows = Seat.objects.filter(
        game_id__among=games, colour__in=colours, player__isnull=False, dropped=False
    )
    return {
        (game_id, colour): Reminded(player or 0, zone, hours)
        for game_id, colour, player, zone, hours in rows.values_list(
            "game_id", "colour", "player_id", "player__zone", "player__reminder_hours"
        )
    }
