"""Reminders: stored in bulk when half of the time has passed, and filled when they are prepared,
outside every lock.

Nothing has happened when a reminder is due, so its content is looked up when it is sent: the
question and the reader's menu. If the moment has passed by then, it is stale and not sent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.db import connection

from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines, interval_answer_status
from traders.domain.letters.addresses import message_id
from traders.domain.letters.letter_facts import Facts, asked_of, decode, encode
from traders.domain.table.answer_completeness import offers_beside
from traders.domain.table.waits_in_words import waits_in_words
from traders.engines import registry
from traders.models import Game, Letter, LetterKind, LetterStatus


class Reminder(NamedTuple):
    """A reminder to one seat: its moment, its deadline and its date. `number`: the game's last
    entry; `game`: its name in Message-IDs.
    """

    game_id: int
    game: str
    number: int
    colour: str
    player_id: int
    moment: str
    due: datetime
    at: datetime


def remind(
    game: Game, seats: Collection[str], moment: str, due: datetime, at: datetime
) -> list[int]:
    """Store a reminder for each of these seats of one game. Returns the new letters' ids."""
    places = game.seats.filter(colour__in=list(seats), player__isnull=False).values_list(
        "colour", "player_id"
    )
    reminders = [
        Reminder(game.pk, game.mail_name, game.number, colour, player, moment, due, at)
        for colour, player in places
        if player
    ]
    names = [message_id(game.mail_name, reminder.colour, _key(reminder)) for reminder in reminders]
    there = set(Letter.objects.filter(message_id__in=names).values_list("pk", flat=True))
    remind_all(reminders)
    return [
        pk
        for pk in Letter.objects.filter(message_id__in=names)
        .order_by("pk")
        .values_list("pk", flat=True)
        if pk not in there
    ]


def remind_all(reminders: Sequence[Reminder]) -> None:
    """Store reminders, for the next sweep of letters to send. A seat is reminded once of a moment
    and deadline.

    In bulk and without model objects: a sweep may find thousands due in one second.
    """
    if not reminders:
        return
    plain = Letter(kind=LetterKind.REMINDER, asks=True, status=LetterStatus.WRITTEN)
    fields = {
        field.attname: field for field in Letter._meta.concrete_fields if not field.primary_key
    }
    same = {
        name: field.get_db_prep_save(getattr(plain, name), connection)
        for name, field in fields.items()
        if name not in Own._fields
    }
    columns = ", ".join(
        connection.ops.quote_name(str(fields[name].column)) for name in (*Own._fields, *same)
    )
    places = ", ".join(["%s"] * len(fields))
    # cached: many of a sweep's reminders have the same time
    moment = cache(connection.ops.adapt_datetimefield_value)
    owned = [_own(reminder, moment) for reminder in reminders]
    rows = [(*own, *same.values(), own.message_id) for own in owned]
    table = Letter._meta.db_table
    new = f"SELECT {places} WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE message_id = %s)"  # noqa: S608 - our columns
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {table} ({columns}) {new} ON CONFLICT DO NOTHING", rows)


class Own(NamedTuple):
    """The columns in which reminders differ; times as the database takes them."""

    game_id: int
    seat: str
    player_id: int
    entry: int
    key: str
    moment: str
    due: object
    facts: str
    written: object
    message_id: str
    next_try: object


def _own(reminder: Reminder, moment: Callable[[datetime], object]) -> Own:
    """The reminder's own columns. `moment` converts a time for the database."""
    at, key = moment(reminder.at), _key(reminder)
    facts = encode(
        Facts(at=reminder.at, number=reminder.number, moment=reminder.moment, due=reminder.due)
    )
    name = message_id(reminder.game, reminder.colour, key)
    due = moment(reminder.due)
    return Own(
        reminder.game_id,
        reminder.colour,
        reminder.player_id,
        reminder.number,
        key,
        reminder.moment,
        due,
        facts,
        at,
        name,
        at,
    )


def _key(reminder: Reminder) -> str:
    return f"r{reminder.moment}.{reminder.due:%y%m%d%H%M%S}"


def filled(letter: Letter) -> Facts:
    """A reminder's facts when it is prepared: the present question, and the reader's menu."""
    facts, game = decode(letter.facts), letter.game
    assert game is not None, "a reminder is of a game"
    engine = registry.engine(game.system)
    state = engine.decode(bytes(game.position or b""))
    pending = engine.pending(state)
    facts.asked = asked_of(letter.seat, pending)
    facts.waits = waits_in_words(pending, brief=True)
    if facts.asked and facts.asked.is_turn:
        facts.ends = deadlines.ends_of_seats(game, pending, clock.now()).get(letter.seat)
    facts.offers = offers_beside(
        engine,
        state,
        letter.seat,
        interval_answer_status.sealed(game, letter.seat, getattr(pending, "key", 0)),
    )
    facts.view = engine.view(state, letter.seat)
    return facts
