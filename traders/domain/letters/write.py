"""Storing letters: rows with their facts, in the transaction that they report. They are rendered
later, outside every lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings as server

from traders.domain.letters.addresses import message_id, thread_id
from traders.domain.letters.facts import EarlierLetter, Facts, SeatedPlayer, decode, encode
from traders.domain.letters.sections import asked_of, facts_for, goes_now, kind_of
from traders.domain.people import mutes
from traders.domain.settings import game_settings
from traders.domain.table.change_set import ChangeSet
from traders.engines.kernel.contract import Interval, View
from traders.engines.kernel.seats import Seat as Colour
from traders.models import (
    Game,
    Letter,
    LetterKind,
    LetterStatus,
    Prepared,
    Sealed,
    SealedKind,
    Seat,
)

MOST_FOLDED = 200
"""Held letters that are included in a reader's next one; older ones stay held for the daily
summary.
"""


def write(game: Game, seats: Sequence[Seat], change_set: ChangeSet) -> list[int]:
    """Store the letters of a session, at most one a seat. Returns the ids of those that go now.
    `seats`: with their players.

    Call it in the session's transaction, with the game's row locked. A session's letters cannot be
    written twice: their names derive from it.
    """
    if not _has_news(change_set):
        return []
    # a player who left is asked nothing (PR-SEAT-02)
    answered = change_set.answered | {seat.colour for seat in seats if seat.left}
    stops = _stops(game) if change_set.started or isinstance(change_set.after, Interval) else {}
    muted = mutes.muted(seats) if change_set.press else {}
    of_bots = {seat.colour for seat in seats if seat.bot}
    pace = _pace(seats)
    letters: list[Letter] = []
    for seat in seats:
        if seat.player is None or (seat.dropped and not change_set.ended):
            continue
        asked = asked_of(seat.colour, change_set.after, answered)
        facts = facts_for(
            seat.colour,
            change_set,
            answered=answered,
            offers=change_set.offers[seat.colour] if asked else (),
            muted=muted.get(seat.colour, ()),
        )
        facts.paused, facts.held = game.frozen, game.stayed
        facts.extra = _extra(game, seat.colour, change_set, stops.get(seat.colour, []))
        kind = kind_of(
            facts, seen=change_set.answered_on_the_spot and seat.colour == change_set.sender
        )
        if kind:
            facts.view = change_set.views[seat.colour]
            facts.table = (
                _seated_players(seats, facts.view) if change_set.started or change_set.ended else ()
            )
            letter = _letter(
                game,
                seat,
                kind,
                facts,
                _key(game, change_set, seat.colour),
                now=goes_now(seat.colour, seat.player.cadence, kind, facts, change_set, of_bots),
                pace=pace,
            )
            letter.in_reply_to = (
                change_set.in_reply_to[:998] if seat.colour == change_set.sender else ""
            )
            letters.append(letter)
    return _store(game, letters, change_set)


def _extra(game: Game, seat: Colour, change_set: ChangeSet, stops: Sequence[str]) -> dict[str, Any]:
    """What a letter says beside its moves: how play waits, in the first one; the stop of its own
    for which a window waits; what a substitute takes over.
    """
    found: dict[str, Any] = {}
    if change_set.started:
        held = game_settings.of(game)
        found = {"stops": list(stops), "timing": held.timing}
        found |= {"press": held.press} if held.press != "free" else {}
        found |= {"house_rules": held.house_rules} if held.house_rules else {}
    elif isinstance(change_set.after, Interval) and change_set.after.name in stops:
        found = {"stop": change_set.after.name}
    if seat in change_set.handed:
        found["handed"] = change_set.handed[seat]
    return found


def _has_news(change_set: ChangeSet) -> bool:
    """Whether the session changed anything that letters report."""
    happened = change_set.moved or change_set.lines or change_set.home or change_set.stopped_plans
    told = change_set.notices or change_set.own_notices
    return bool(happened or change_set.press or told or change_set.anew)


def _seated_players(seats: Sequence[Seat], view: View) -> tuple[SeatedPlayer, ...]:
    """The players in turn order, which a game's set-up may change."""
    order = [known["seat"] for known in view["seats"]]
    in_order = sorted(seats, key=lambda seat: order.index(seat.colour))
    return tuple(SeatedPlayer(seat.colour, seat.called, bot=seat.bot) for seat in in_order)


def _stops(game: Game) -> dict[Colour, list[str]]:
    """Each seat's stops, as it would order them."""
    found: dict[Colour, list[str]] = {}
    for seat, name, condition in Sealed.objects.filter(
        game=game, kind=SealedKind.STOP, used=None
    ).values_list("seat", "text", "condition"):
        found.setdefault(seat, []).append(f"{name} when {condition}" if condition else name)
    return found


def _key(game: Game, change_set: ChangeSet, seat: Colour) -> str:
    """The letter's key: the session's last entry; without new entries, a count of the seat's
    letters after that entry.
    """
    if change_set.moved:
        return f"e{change_set.last}"
    earlier = Letter.objects.filter(
        game=game, seat=seat, entry=change_set.last, key__startswith="n"
    ).count()
    return f"n{change_set.last}.{earlier + 1}"


def _letter(
    game: Game,
    seat: Seat,
    kind: LetterKind,
    facts: Facts,
    key: str,
    *,
    now: bool,
    pace: timedelta,
) -> Letter:
    """A seat's letter, unsaved: to be sent, held for later, or kept inside for a bot."""
    assert seat.player is not None
    status = LetterStatus.INSIDE if seat.bot else LetterStatus.WRITTEN if now else LetterStatus.HELD
    return Letter(
        game=game,
        seat=seat.colour,
        player=seat.player,
        kind=kind,
        entry=facts.number,
        key=key,
        moment=facts.moment,
        due=facts.due,
        asks=facts.asked is not None,
        facts=encode(facts),
        written=facts.at,
        message_id=thread_id(game.slug, seat.colour)
        if kind == LetterKind.WELCOME
        else message_id(game.mail_name, seat.colour, key),
        status=status,
        next_try=_bot_answers_at(game, facts, pace) if seat.bot else facts.at if now else None,
    )


def _pace(seats: Sequence[Seat]) -> timedelta:
    """How soon the game's bots answer: at once where one person plays with bots alone, whom only
    they keep waiting; else at a pace that people can watch.
    """
    people = [seat for seat in seats if seat.player_id and not (seat.bot or seat.left)]
    return timedelta(seconds=0 if len(people) == 1 else server.BOT_PACE)


def _bot_answers_at(game: Game, facts: Facts, pace: timedelta) -> datetime | None:
    """When a bot answers the letter, if it asks or offers something, or calls for words of bots
    that talk: after a pace that is the same for all answers of the game.
    """
    offered = any(not deal["mine"] for deal in facts.view.get("deals", ()))
    spoken_to = any(message.privately for message in facts.press) or facts.ended != ""
    answers = facts.asked is not None or offered
    if answers or (spoken_to and game_settings.of(game).bots_talk):
        return facts.at + pace
    return None


def _store(game: Game, letters: Sequence[Letter], change_set: ChangeSet) -> list[int]:
    """Insert them; letters held for the same seats are told in those that go."""
    folded = _fold(game, [letter for letter in letters if letter.status == LetterStatus.WRITTEN])
    Letter.objects.bulk_create(letters)
    change_set.letters = {letter.seat: letter.pk for letter in letters}
    for letter, held in folded:
        Letter.objects.filter(pk__in=held).update(status=LetterStatus.FOLDED, told_in=letter)
    return [letter.pk for letter in letters if letter.status == LetterStatus.WRITTEN]


_HELD = Prepared(
    Letter,
    lambda game, players=list: (
        Letter.objects.filter(game=game, player__among=players, status=LetterStatus.HELD)
        .only("seat", "player", "facts")
        .order_by("-id")[:MOST_FOLDED]
    ),
)


def _fold(game: Game, letters: list[Letter]) -> list[tuple[Letter, list[int]]]:
    """Include the news of each seat's held letters. Returns letters with the ids of those
    included.
    """
    if not letters:
        return []
    # without letters to a former player of the seat
    readers = {letter.seat: letter.player_id for letter in letters}
    waiting: dict[str, list[tuple[int, EarlierLetter]]] = {}
    for held in _HELD.rows(game.pk, list(readers.values())):
        if readers.get(held.seat) == held.player_id:
            facts = decode(held.facts)
            waiting.setdefault(held.seat, []).append(
                (held.pk, EarlierLetter(facts.at, facts.events, facts.notices, facts.press))
            )
    folded = []
    for letter in letters:
        if letter.seat in waiting:
            facts = decode(letter.facts)
            facts.earlier = tuple(before for _, before in reversed(waiting[letter.seat]))
            letter.facts = encode(facts)
            folded.append((letter, [pk for pk, _ in waiting[letter.seat]]))
    return folded
