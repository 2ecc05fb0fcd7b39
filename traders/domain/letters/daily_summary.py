"""The daily summary: one letter a day with the news of all of a reader's games, made of the letters
held for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from traders.domain.calendar import clock
from traders.domain.letters.addresses import message_id
from traders.domain.letters.letter_facts import Facts, decode, encode
from traders.domain.letters.letter_recipient import Reader, in_game
from traders.domain.letters.letter_sections import news
from traders.domain.letters.letter_storage_and_folding import with_earlier
from traders.domain.letters.plain_text_layout import plain, zone_of
from traders.domain.letters.subjects import day_of
from traders.domain.people.seating import NOT_THEIRS
from traders.models import Cadence, Game, Letter, LetterKind, LetterStatus, Player, Seat

SUMMARY_HOUR = 18
"""The hour of the reader's day from which the summary goes."""
MOST_SUMMARIZED = 500
"""Held letters in one summary; the rest go into the next."""


def daily_summary_context(facts: Facts, reader: Reader) -> dict[str, Any]:
    """The template's data: a section for each game, with its news and what play waits for."""
    held = [
        (part["game"], part["seat"], msgspec.convert(part["facts"], Facts))
        for part in facts.extra.get("parts", [])
    ]
    games = Game.objects.in_bulk({game for game, _, _ in held})
    sections: dict[tuple[int, str], dict[str, Any]] = {}
    for game, seat, one in held:
        if game not in games:
            continue
        there = in_game(reader, games[game], seat, plain(games[game].title, 60))
        section = sections.setdefault(
            (game, seat),
            {
                "title": there.title,
                "who": there.who,
                "page": there.page("game", there.slug),
                "reader": there,
                "held": [],
            },
        )
        section["held"].append(one)
        section["waits"] = one.waits
    for section in sections.values():
        *before, last = section.pop("held")
        whole = msgspec.structs.replace(
            last,
            earlier=(
                *(earlier for one in before for earlier in with_earlier(one)),
                *last.earlier,
            ),
        )
        section["lines"] = news(whole, section.pop("reader"))
    return {"day": day_of(facts, reader), "sections": list(sections.values())}


def daily_summaries(at: datetime | None = None) -> list[int]:
    """Store the summaries that are due: for each player who wants one and has letters held since
    before the latest such hour.

    Idempotent: a player gets one a day, by the calendar of their own zone. Returns the letters'
    ids.
    """
    now = at or clock.now()
    waiting = _summarizing(Letter.objects.all()).values_list("player_id", flat=True)
    ids: list[int] = []
    for player in Player.objects.filter(pk__in=set(waiting)):
        there = now.astimezone(zone_of(player.zone))
        day = there.date() if there.hour >= SUMMARY_HOUR else there.date() - timedelta(days=1)
        ids += _write(
            player, f"d{day}", datetime.combine(day, time(SUMMARY_HOUR), there.tzinfo), now
        )
    return ids


def _summarizing(letters: QuerySet[Letter]) -> QuerySet[Letter]:
    """Those held of games whose news their readers want in a summary, by the seat's own wish, else
    by the account's.
    """
    wish = Seat.objects.filter(game=OuterRef("game"), colour=OuterRef("seat")).exclude(cadence="")
    own = Coalesce(Subquery(wish.values("cadence")[:1]), F("player__cadence"))
    return letters.filter(status=LetterStatus.HELD).alias(wish=own).filter(wish=Cadence.DAILY)


def without_lost_seats(letter: Letter) -> str:
    """Remove news of seats that the reader no longer has from an unsent summary. Returns why it
    must not be sent if nothing is left, else "".
    """
    facts = decode(letter.facts)
    theirs = set(Seat.objects.filter(player=letter.player_id).values_list("game_id", "colour"))
    parts = facts.extra.get("parts", [])
    kept = [part for part in parts if (part["game"], part["seat"]) in theirs]
    if len(kept) < len(parts):
        facts.extra = {**facts.extra, "parts": kept}
        letter.facts = encode(facts)
    return "" if kept else NOT_THEIRS


def _write(player: Player, key: str, until: datetime, now: datetime) -> Iterable[int]:
    """Store a player's summary of the letters held before `until`, unless the day's is stored
    already.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if Letter.objects.filter(player=player, game=None, key=key).exists():
            return []
        held = list(
            _summarizing(Letter.objects.filter(player=player, written__lt=until)).order_by("id")[
                :MOST_SUMMARIZED
            ]
        )
        if not held:
            return []
        parts = [
            {
                "game": letter.game_id,
                "seat": letter.seat,
                "facts": msgspec.to_builtins(_summarized(decode(letter.facts))),
            }
            for letter in held
        ]
        letter = Letter.objects.create(
            player=player,
            kind=LetterKind.DIGEST,
            key=key,
            facts=encode(Facts(at=now, number=0, extra={"parts": parts})),
            written=now,
            message_id=message_id("digest", str(player.pk), key),
            next_try=now,
        )
        Letter.objects.filter(pk__in=[one.pk for one in held]).update(
            status=LetterStatus.FOLDED, told_in=letter
        )
        return [letter.pk]


def _summarized(facts: Facts) -> Facts:
    """A letter's facts in a summary: no board, no menu."""
    return Facts(
        at=facts.at,
        number=facts.number,
        events=facts.events,
        notices=facts.notices,
        press=facts.press,
        earlier=facts.earlier,
        waits=facts.waits,
    )
