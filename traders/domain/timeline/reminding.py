"""Carrying out reminders: who has not answered at half time is told, and nobody else. Hundreds of
games at once, since nothing is played.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from traders.domain import letters
from traders.domain.deadlines.game_clocks import REMINDED
from traders.domain.letters import Reminder
from traders.models import Deadline, DeadlineKind, Game, Seat
from traders.models.games import mail_name

Thing = tuple[int, str, str, str]
"""What is reminded of: game, kind, key and seat of a turn's, interval's or choice's row."""

Due = tuple[datetime, int, int, str, str]
"""A reminder that is due: when, its row, its game, what it is about, and the seat of that."""


class Silence(msgspec.Struct):
    """Of a row's terms what tells who has not answered."""

    clocks: dict[str, Any] = {}
    answered: dict[str, Any] = {}
    knew: list[str] = []

    def seats(self) -> list[str]:
        return [
            colour
            for colour in self.clocks
            if colour not in self.answered and colour not in self.knew
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
        reminders: list[Reminder] = []
        for at, _, game_id, about, seat in due:
            kind, _, key = about.partition(":")
            ends, silent = mains.get((game_id, kind, key, seat), (None, []))
            for colour in silent:
                player = players.get((game_id, colour))
                if player is not None and ends is not None:
                    reminders.append(
                        Reminder(
                            game_id, *games[game_id], colour, player, f"{kind[0]}{key}", ends, at
                        )
                    )
        letters.remind_all(reminders)
        Deadline.objects.filter(pk__among=[pk for _, pk, *_ in due]).update(done_at=now)
    return len(due)


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
        kind__in=[*REMINDED, DeadlineKind.REMINDER],
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


def _players(games: Iterable[int], colours: Iterable[str]) -> dict[tuple[int, str], int | None]:
    """Who sits in the seats of these colours."""
    rows = Seat.objects.filter(
        game_id__among=games, colour__in=colours, player__isnull=False, dropped=False
    )
    return {
        (game_id, colour): player
        for game_id, colour, player in rows.values_list("game_id", "colour", "player_id")
    }
