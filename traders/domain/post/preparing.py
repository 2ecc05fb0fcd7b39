"""Letters made ready: their bytes frozen, a batch at a time, from what was read once for all."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import cache

from django.db import transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery

from traders.domain.calendar import clock
from traders.domain.history.moment_labels import back_ups, labels_among
from traders.domain.history.seed_encryption import unlock
from traders.domain.letters.board_name import TOLD
from traders.domain.letters.board_picture import draw, picture_of
from traders.domain.letters.daily_summary import without_lost_seats
from traders.domain.letters.letter_facts import (
    FINGERPRINTS_EVERY,
    AwaitedAnswer,
    Facts,
    decode,
    encode,
)
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.mime_message import HOLE, freeze
from traders.domain.letters.render import render
from traders.domain.letters.stored_reminders import filled
from traders.domain.post.guided_game_lessons import Guided
from traders.domain.post.notifications.queue import queue
from traders.domain.post.unsendable_letter_check import seats_of, stale
from traders.domain.table.advice import suggested
from traders.engines.registry import engine as engine_of
from traders.models import (
    Entry,
    EvidenceLink,
    Letter,
    LetterKind,
    LetterStatus,
    Prepared,
    Seat,
    together,
    write_fields,
)
from traders.models.evidence_chain import last_links
from traders.models.players import is_bots

log = logging.getLogger(__name__)

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240))
MOST_FAULTS = 5
"""Times that a letter may fail to be made before it is given up and shown to the operator."""


def _written(ids: object = list) -> QuerySet[Letter]:
    return Letter.objects.filter(pk__among=ids, status=LetterStatus.WRITTEN)


def _earlier() -> QuerySet[Letter]:
    """The letters that its player was sent in its seat before."""
    unsent = (LetterStatus.HELD, LetterStatus.FOLDED, LetterStatus.STALE, LetterStatus.FAILED)
    alike = {name: OuterRef(name) for name in ("game", "seat", "player")}
    return Letter.objects.filter(**alike, pk__lt=OuterRef("pk")).exclude(status__in=unsent)


def _before() -> Subquery:
    """How many those are."""
    counted = _earlier().order_by().values("game").annotate(n=Count("pk"))
    return Subquery(counted.values("n"))


def _shown() -> Subquery:
    """The name of the picture that its player was shown there last."""
    with_picture = _earlier().filter(picture__isnull=False).order_by("-pk")
    return Subquery(with_picture.values("picture__digest")[:1])


_WRITTEN = Prepared(
    Letter,
    lambda ids=list: (
        _written(ids)
        .annotate(before=_before(), shown=_shown())
        .select_related("game", "player")
        .defer("game__position", "game__course")
        .order_by("pk")
    ),
)
_SEATS = Prepared(Seat, lambda ids=list: seats_of(_written(ids)))
_BACKED_UP = Prepared(Entry, lambda ids=list: back_ups(_written(ids).values("game")))
_LINKS = Prepared(EvidenceLink, lambda ids=list: last_links(_written(ids).values("game")))


def prepare(ids: Sequence[int]) -> None:
    """Freeze the bytes of these letters. Two workers that prepare the same letter make the same
    bytes; the first one's stay, and are told of beside mail.
    """
    asked = list(ids)
    letters, *beside = together(
        (_WRITTEN, asked), (_SEATS, asked), (_BACKED_UP, asked), (_LINKS, asked)
    )
    known = _Known(letters, *beside)
    changed: dict[tuple[str, ...], list[Letter]] = {}
    for letter in letters:
        changes = _made(letter, known)
        for name, value in changes.items():
            setattr(letter, name, value)
        changed.setdefault(tuple(changes), []).append(letter)
    with transaction.atomic():
        for names, alike in changed.items():
            mine = write_fields(alike, names, only={"status": LetterStatus.WRITTEN})
            ready = [letter for letter in alike if letter.status == LetterStatus.PREPARED]
            queue([letter for letter in ready if letter.pk in mine])


class _Known:
    """What is known of the letters of a batch, read once for all of them."""

    def __init__(
        self,
        letters: Sequence[Letter],
        seats: Sequence[Seat],
        backed_up: Sequence[Entry],
        links: Sequence[EvidenceLink],
    ) -> None:
        places = {(seat.game_id, seat.colour): seat for seat in seats}
        self.seats = {one.pk: places.get((one.game_id or 0, one.seat)) for one in letters}
        """The seat to which each letter goes."""
        self.stale = {one.pk: stale(one, self.seats[one.pk]) for one in letters}
        self.labels = labels_among(letters, backed_up)
        self.guided = Guided(seats)
        self.heads = {link.game_id: link.digest for link in links}
        self.picture_of = cache(picture_of)


def _made(letter: Letter, known: _Known) -> dict[str, object]:
    if is_bots(letter.player.email):
        return {"status": LetterStatus.INSIDE, "next_try": None}
    why = known.stale[letter.pk]
    if letter.kind == LetterKind.DIGEST and not why:
        why = without_lost_seats(letter)
    if why:
        return {"status": LetterStatus.STALE, "problem": why, "next_try": None}
    if not letter.player.is_active:
        why = "the player is not here any more"
        return {"status": LetterStatus.FAILED, "problem": why, "next_try": None}
    try:
        return _frozen(letter, known)
    except Exception as fault:  # whatever is wrong with one letter, the others go
        log.exception("letter %s cannot be made", letter.pk)
        attempts = letter.attempts + 1
        over = attempts >= MOST_FAULTS
        return {
            "attempts": attempts,
            "problem": f"cannot be made: {fault!r}"[:300],
            "status": LetterStatus.FAILED if over else LetterStatus.WRITTEN,
            "next_try": None if over else clock.now() + pause(attempts),
        }


def _frozen(letter: Letter, known: _Known) -> dict[str, object]:
    facts = filled(letter) if letter.kind == LetterKind.REMINDER else decode(letter.facts)
    if letter.kind == LetterKind.REMINDER and facts.asked is None:
        why = "nothing is asked of its reader any more"
        return {"status": LetterStatus.STALE, "problem": why, "next_try": None}
    if letter.kind == LetterKind.OVER and letter.game and letter.game.secret:
        facts.extra = {**facts.extra, "secret": unlock(letter.game.secret).hex()}
    # made ready once more, a letter is the same to the byte
    if letter.game and letter.raw is None:
        if _carries_fingerprints(letter, facts):
            facts.history = letter.game.digest
            facts.evidence = known.heads.get(letter.game.pk, "")
        if facts.asked is not None and facts.view and letter.player.hints:
            _advise(letter, facts, facts.asked)
        hints = letter.player.hints and facts.view
        if hints and (letter.game.pk, letter.seat) in known.guided.alone:
            known.guided.explain(letter, facts)
    letter.recipient = letter.player.email
    reader = reader_of(letter, known.seats[letter.pk], known.labels[letter.pk])
    rendered = render(letter.kind, facts, reader, (getattr(letter, "shown", None) or "")[:TOLD])
    return {
        "status": LetterStatus.PREPARED,
        "subject": rendered.subject,
        "recipient": letter.recipient,
        "raw": freeze(letter, rendered, reader),
        "picture": (known.picture_of(rendered.svg, rendered.part) if rendered.svg else None),
        "facts": encode(facts) if letter.game_id else letter.facts,
        "attempts": 0,
        "problem": "",
        "next_try": letter.written,
    }


def picture_in(letter: Letter) -> bytes | None:
    """The picture that a letter shows: as it is kept, or drawn again from the letter's facts where
    it was taken away; None where it shows none.
    """
    if letter.picture is not None:
        return bytes(letter.picture.png)
    if HOLE.encode() not in bytes(letter.raw or b""):
        return None
    rendered = render(letter.kind, decode(letter.facts), reader_of(letter))
    return draw(rendered.svg, rendered.part) if rendered.svg else None


def _carries_fingerprints(letter: Letter, facts: Facts) -> bool:
    """Whether the letter tells the fingerprints of the game's record (PR-RECORD-03): a player's
    first letter, the last, and every tenth.
    """
    ends = letter.kind in (LetterKind.WELCOME, LetterKind.OVER) or "handed" in facts.extra
    return (
        ends
        or (getattr(letter, "before", None) or 0) % FINGERPRINTS_EVERY == FINGERPRINTS_EVERY - 1
    )


def _advise(letter: Letter, facts: Facts, asked: AwaitedAnswer) -> None:
    """Add what its reader is advised to order."""
    pending = asked.pending(letter.seat, facts.moment)
    engine = engine_of(facts.view["system"])
    facts.suggestion = suggested(engine, facts.view, pending, facts.offers)


def pause(attempts: int) -> timedelta:
    """How long a letter waits after so many tries."""
    return PAUSES[min(max(attempts, 1), len(PAUSES)) - 1]
