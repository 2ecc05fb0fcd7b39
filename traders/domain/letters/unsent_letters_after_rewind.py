"""Revising unsent letters after a back-up: they no longer report undone moves, and ask nothing that
play no longer waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Q

from traders.domain.letters.letter_facts import (
    OF_PLAY,
    EarlierLetter,
    Facts,
    Happening,
    decode,
    encode,
)
from traders.engines.kernel.contract.contract import View
from traders.models import Cadence, Game, Letter, LetterKind, LetterStatus, Seat, write_fields

WAITING = (LetterStatus.WRITTEN, LetterStatus.HELD, LetterStatus.PREPARED)
TELLING = (*OF_PLAY, LetterKind.HAPPENED, LetterKind.RECEIPT)
"""Kinds with news and a question. A receipt keeps the outcome of its lines, since it answers a
letter (PR-RECEIPT-06).
"""
KEPT = (LetterKind.WELCOME, LetterKind.RECEIPT)
"""Kinds that keep their kind, whatever is left out of them."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A back-up: the entry to which play went back, and each seat's view there."""

    game: Game
    to: int
    seats: Sequence[Seat]
    view: Callable[[str], View]


def take_back(backed: BackedUp) -> None:
    """Remove from unsent letters all news of entries after the back-up's; letters without other
    news become stale.

    A letter whose bytes were made already is made again.
    """
    told_since = Q(entry__gt=backed.to, kind__in=[*TELLING, LetterKind.REMINDER])
    made_before = Q(
        entry__lte=backed.to,
        kind=LetterKind.REMINDER,
        status=LetterStatus.PREPARED,
        next_try__isnull=False,
    )
    waiting = Letter.objects.filter(
        told_since | made_before,
        game=backed.game,
        seat__in=[seat.colour for seat in backed.seats],
        status__in=WAITING,
    )
    changes = [(letter, _changes(letter, backed)) for letter in waiting.order_by("pk")]
    players = [
        seat.player_id
        for seat in backed.seats
        if seat.player is not None and seat.letters == Cadence.DAILY
    ]
    if players:
        summaries = Letter.objects.filter(
            kind=LetterKind.DIGEST, player__in=players, game=None, status__in=WAITING
        )
        changes += [(one, _summary_without(one, backed)) for one in summaries.order_by("pk")]
    _change(changes)


def _changes(letter: Letter, backed: BackedUp) -> dict[str, Any]:
    if letter.kind != LetterKind.REMINDER:
        return _without(letter, backed)
    # one made before shows the board as it stood when it was made
    return _stale() if letter.entry > backed.to else {"facts": letter.facts}


def _change(changed: Iterable[tuple[Letter, dict[str, Any]]]) -> None:
    """Change letters that nobody has begun to send since they were looked at; bytes made of what
    they were are thrown away.
    """
    alike: dict[tuple[Any, ...], list[Letter]] = {}
    for letter, changes in changed:
        before = letter.status
        if "facts" in changes and before == LetterStatus.PREPARED:
            changes |= {
                "status": LetterStatus.WRITTEN,
                "raw": None,
                "picture": None,
                "next_try": letter.written,
            }
        for name, value in changes.items():
            setattr(letter, name, value)
        if changes:
            alike.setdefault((before, *changes), []).append(letter)
    for (before, *names), letters in alike.items():
        write_fields(letters, names, only={"status": before})


def _stale() -> dict[str, Any]:
    return {"status": LetterStatus.STALE, "problem": "play backed up", "next_try": None}


def _without(letter: Letter, backed: BackedUp) -> dict[str, Any]:
    """The changes that remove undone moves and questions from a letter's facts."""
    facts = decode(letter.facts)
    facts.events, facts.earlier = _kept(facts.events, backed.to), _earlier(facts.earlier, backed.to)
    besides = facts.notices or facts.press or facts.home or facts.plans or facts.lines
    if letter.kind not in KEPT and not (facts.events or facts.earlier or besides):
        return _stale()
    without_question(facts)
    facts.number = backed.to
    if facts.view:
        facts.view = backed.view(letter.seat)
    facts.notices = (
        *facts.notices,
        f"Since this letter was written play has gone back to move {backed.to}.",
    )
    kind = kind_without_question(letter.kind, facts)
    return {"facts": encode(facts), "kind": kind, "moment": "", "due": None, "asks": False}


def without_question(facts: Facts) -> None:
    """Remove from a letter's facts what is asked, and what belongs to it."""
    facts.asked, facts.moment, facts.due, facts.offers, facts.waits, facts.ended = (
        None,
        "",
        None,
        (),
        "",
        "",
    )


def kind_without_question(kind: str, facts: Facts) -> str:
    """The kind of a letter that asks nothing any more."""
    if kind in KEPT:
        return kind
    return LetterKind.RECEIPT if facts.lines else LetterKind.HAPPENED


def _kept(events: tuple[Happening, ...], to: int) -> tuple[Happening, ...]:
    """Events up to entry `to`."""
    return tuple(event for event in events if event.number <= to)


def _earlier(parts: tuple[EarlierLetter, ...], to: int) -> tuple[EarlierLetter, ...]:
    """Earlier letters without undone events; empty ones are dropped."""
    kept = [
        EarlierLetter(part.at, _kept(part.events, to), part.notices, part.press) for part in parts
    ]
    return tuple(part for part in kept if part.events or part.notices or part.press)


def _summary_without(letter: Letter, backed: BackedUp) -> dict[str, Any]:
    """The changes that remove undone moves from a daily summary."""
    facts = decode(letter.facts)
    parts = []
    for part in facts.extra.get("parts", []):
        news = msgspec.convert(part["facts"], Facts)
        if part["game"] == backed.game.pk and news.number > backed.to:
            news.events, news.waits = _kept(news.events, backed.to), ""
        parts.append({**part, "facts": msgspec.to_builtins(news)})
    if parts == facts.extra.get("parts"):
        return {}
    facts.extra = {**facts.extra, "parts": parts}
    return {"facts": encode(facts)}
