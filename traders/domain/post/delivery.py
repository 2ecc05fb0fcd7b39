"""Sending letters: prepare them (freeze the bytes), send them, record the outcome. Each step is a
short transaction of its own and can be repeated at any time.

A worker claims letters by changing their rows, so two workers never send the same one. It sends in
the order of ids and records each outcome at once: of a dead worker's claim, only the first letter
without an outcome can have reached the mail server. That one is `unknown`: it waits for a report,
and without one is sent again, the same bytes under the same Message-ID
(docs/decisions/0005-letters-out.md). The others never left.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet

from traders.domain.calendar import clock
from traders.domain.deadlines import delivery_effects
from traders.domain.history import evidence_chain
from traders.domain.history.vault import unlock
from traders.domain.letters.daily_summary import without_lost_seats
from traders.domain.letters.envelope import cid_of, freeze
from traders.domain.letters.facts import decode, encode
from traders.domain.letters.picture import picture_of
from traders.domain.letters.reader import reader_of
from traders.domain.letters.reminders import filled
from traders.domain.letters.render import render
from traders.domain.post.delivery_reports import OWN_RELAY, apply_to_clock, arrival_report, record
from traders.domain.post.stale import seats_of, stale
from traders.domain.post.transport import Outbox, Outcome, OutcomeKind
from traders.models import Letter, LetterKind, LetterStatus, ReportKind, Seat
from traders.models.patience import again_while_away
from traders.models.people import is_bots
from traders.models.portion import portion

log = logging.getLogger(__name__)

BATCH = 50
"""Letters that one task sends through one connection."""
CLAIM = timedelta(minutes=4)
"""Age after which a claim is a dead worker's. Living workers renew theirs. Longer than a server can
hang over one letter.
"""
RENEWED = 30
"""Seconds after which a worker renews its claim."""
PREPARE_TIME = timedelta(minutes=1)
"""How long a sweep keeps a letter for itself before it is prepared."""
UNKNOWN_WAIT = timedelta(minutes=10)
"""How long to wait for a report when nobody knows whether the server took a letter."""
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30, 60, 120, 240))
"""Pauses before the first try again, the second, and so on; the last repeats."""
GIVE_UP = timedelta(days=4)
"""Time of being deferred after which a letter is given up, as mail servers do."""
SERVER_FAULTS: tuple[OutcomeKind, ...] = ("closed", "deferred", "unknown")
"""Outcomes that may be the mail server's fault: the rest of a batch waits. Others concern one
letter.
"""
MOST_FAULTS = 5
"""Failed preparations after which a letter is given up and shown to the operator."""


# --- prepare --------------------------------------------------------------------------------------


def prepare(ids: Sequence[int]) -> None:
    """Freeze the bytes of these letters. Two workers that prepare the same letter make the same
    bytes; the first one's are stored.
    """
    letters = list(
        Letter.objects.filter(pk__in=ids, status=LetterStatus.WRITTEN)
        .select_related("game", "player")
        .order_by("pk")
    )
    seats = seats_of(letters)
    prepared = [
        _prepared(letter, seats.get((letter.game_id or 0, letter.seat))) for letter in letters
    ]
    with transaction.atomic():
        for pk, changes in prepared:
            Letter.objects.filter(pk=pk, status=LetterStatus.WRITTEN).update(**changes)


def _prepared(letter: Letter, seat: Seat | None) -> tuple[int, dict[str, object]]:
    """The letter's number and the changes of its row: prepared, no longer to be sent, or failed."""
    if is_bots(letter.player.email):
        return letter.pk, {"status": LetterStatus.INSIDE, "next_try": None}
    if why := stale(letter, seat) or without_lost_seats(letter):
        return letter.pk, {"status": LetterStatus.STALE, "problem": why, "next_try": None}
    if not letter.player.is_active:
        return letter.pk, {
            "status": LetterStatus.FAILED,
            "problem": "the player is not here any more",
            "next_try": None,
        }
    try:
        return letter.pk, _frozen(letter, seat)
    except Exception as fault:  # no fault in one letter may stop the others
        log.exception("letter %s cannot be made", letter.pk)
        attempts = letter.attempts + 1
        over = attempts >= MOST_FAULTS
        return letter.pk, {
            "attempts": attempts,
            "problem": f"cannot be made: {fault!r}"[:300],
            "status": LetterStatus.FAILED if over else LetterStatus.WRITTEN,
            "next_try": None if over else clock.now() + _pause(attempts),
        }


def _frozen(letter: Letter, seat: Seat | None) -> dict[str, object]:
    """The row changes of a letter that is prepared; a reminder with nothing left to ask becomes
    stale.
    """
    facts = filled(letter) if letter.kind == LetterKind.REMINDER else decode(letter.facts)
    if letter.kind == LetterKind.REMINDER:
        if facts.asked is None:
            return {
                "status": LetterStatus.STALE,
                "problem": "nothing is asked of its reader any more",
                "next_try": None,
            }
        letter.facts = encode(facts)
    if letter.kind == LetterKind.OVER and letter.game and letter.game.secret:
        facts.extra = {**facts.extra, "secret": unlock(letter.game.secret).hex()}
        letter.facts = encode(facts)
    # prepared again, a letter keeps its bytes
    if letter.game_id and letter.raw is None:
        facts.history, facts.evidence = evidence_chain.heads(letter.game_id)
        letter.facts = encode(facts)
    letter.recipient = letter.player.email
    reader = reader_of(letter, seat)
    rendered = render(letter.kind, facts, reader, cid_of(letter))
    return {
        "status": LetterStatus.PREPARED,
        "subject": rendered.subject,
        "recipient": letter.recipient,
        "raw": freeze(letter, rendered, reader),
        "picture": picture_of(rendered.svg) if rendered.svg else None,
        "facts": letter.facts,
        "attempts": 0,
        "problem": "",
        "next_try": letter.written,
    }


# --- send -----------------------------------------------------------------------------------------


def send(ids: Sequence[int]) -> int:
    """Send the prepared ones of these letters through one connection. Returns how many the server
    took.

    A server that is away or hangs costs its timeout once: the rest wait for another try. A slow one
    leaves the rest to another sweep.
    """
    worker = uuid.uuid4().hex
    claimed = _claim(ids, worker)
    if not claimed:
        return 0
    seats = again_while_away(seats_of)(claimed)
    taken = 0
    begun = renewed = time.monotonic()
    with Outbox() as outbox:
        for place, letter in enumerate(claimed):
            if time.monotonic() - renewed > RENEWED:
                renewed = time.monotonic()
                _renew(worker)
            if why := _stale(letter, seats.get((letter.game_id or 0, letter.seat))):
                _complete(letter, Outcome("stale", why))
                continue
            outcome = outbox.send(letter)
            _complete(letter, outcome)
            taken += outcome.kind == "taken"
            if outcome.kind == "closed" or time.monotonic() - begun >= settings.EMAIL_TIMEOUT:
                _release(
                    claimed[place + 1 :],
                    worker,
                    outcome.words if outcome.kind in SERVER_FAULTS else "",
                )
                break
    return taken


@again_while_away
def _claim(ids: Sequence[int], worker: str) -> list[Letter]:
    """Claim up to a batch of prepared letters. `worker` is a name that is never used again."""
    now = clock.now()
    with transaction.atomic():
        free = (
            Letter.objects.filter(pk__in=ids, status=LetterStatus.PREPARED)
            .filter(Q(next_try=None) | Q(next_try__lte=now))
            .order_by("pk")
        )
        if connection.features.has_select_for_update_skip_locked:
            free = free.select_for_update(skip_locked=True)
        chosen = list(free.values_list("pk", flat=True)[:BATCH])
        Letter.objects.filter(pk__in=chosen, status=LetterStatus.PREPARED).update(
            status=LetterStatus.SENDING,
            worker=worker,
            claimed_at=now,
            next_try=now + CLAIM,
            attempts=F("attempts") + 1,
        )
    return list(_mine(worker).select_related("picture", "game").order_by("pk"))


_stale = again_while_away(stale)


@again_while_away
def _renew(worker: str) -> None:
    """Extend the worker's claim."""
    _mine(worker).update(next_try=clock.now() + CLAIM)


def _mine(worker: str) -> QuerySet[Letter]:
    """The letters that the worker has claimed."""
    return Letter.objects.filter(worker=worker, status=LetterStatus.SENDING)


@again_while_away
def _complete(letter: Letter, outcome: Outcome) -> None:
    """Record the outcome, if the claim is still this worker's."""
    now = clock.now()
    changes: dict[str, object] = {"problem": outcome.words[:300], "next_try": None}
    match outcome.kind:
        case "taken":
            changes |= {
                "status": LetterStatus.SENT,
                "accepted": now,
                "provider": outcome.provider,
                "provider_id": outcome.provider_id,
            }
        case "stale":
            changes |= {"status": LetterStatus.STALE}
        case "refused":
            changes |= {"status": LetterStatus.FAILED}
        case "unknown":
            changes |= {"status": LetterStatus.UNKNOWN, "next_try": now + UNKNOWN_WAIT}
        case _:
            late = now - letter.written > GIVE_UP
            changes |= {
                "status": LetterStatus.FAILED if late else LetterStatus.PREPARED,
                "next_try": None if late else now + _pause(letter.attempts),
            }
    if not _mine(letter.worker).filter(pk=letter.pk).update(**changes):
        log.warning(
            "letter %s was no longer claimed when it was completed: %s", letter.pk, outcome.kind
        )
        return
    if outcome.kind == "taken":
        _tell_when_taken(letter, now)
    elif outcome.kind == "closed":
        apply_to_clock(delivery_effects.held_up, letter, now)
    if outcome.kind in {"refused", "deferred"}:
        record(
            letter,
            ReportKind.BOUNCED if outcome.kind == "refused" else ReportKind.DEFERRED,
            at=now,
            source=OWN_RELAY,
            words=outcome.words,
            for_good=outcome.for_good,
            recipient=letter.recipient,
        )


def _tell_when_taken(letter: Letter, now: datetime) -> None:
    """Move the clocks for a letter that the server took: a turn's clock counts from the acceptance
    of its letter (PR-TURN-01), and a letter that was held up here no longer is (PR-MAIL-01).
    """
    if (
        letter.moment.startswith("t")
        and letter.kind in {LetterKind.TURN, LetterKind.WELCOME}
        and now > letter.written
    ):
        apply_to_clock(delivery_effects.accepted, letter, now)
    if letter.attempts > 1:
        apply_to_clock(delivery_effects.delivered, letter, now)


@again_while_away
def _release(letters: Iterable[Letter], worker: str, problem: str) -> None:
    """Give back letters that did not leave: without a problem they go at once, otherwise after a
    pause and counted as held up.
    """
    for letter in letters:
        now = clock.now()
        next_try = now + _pause(letter.attempts) if problem else now
        _mine(worker).filter(pk=letter.pk).update(
            status=LetterStatus.PREPARED, next_try=next_try, problem=problem[:300]
        )
        if problem:
            apply_to_clock(delivery_effects.held_up, letter, now)


def _pause(attempts: int) -> timedelta:
    """The pause after so many attempts."""
    return PAUSES[min(max(attempts, 1), len(PAUSES)) - 1]


# --- sweep ----------------------------------------------------------------------------------------


def prepare_and_send(ids: Sequence[int]) -> int:
    """Prepare and send a batch. Returns how many the server took."""
    prepare(ids)
    return send(ids)


def sweep(limit: int = BATCH) -> int:
    """Recover the letters of dead workers, then prepare and send those that are due. Any number may
    run at once. Returns how many letters were due.
    """
    ids = due(limit)
    prepare_and_send(ids)
    return len(ids)


def due(limit: int = BATCH) -> list[int]:
    """Letters that are due, dead workers' letters included, reserved for this sweep: sweeps that
    run at once get others.
    """
    now = clock.now()
    recover(now)
    to_go = Letter.objects.filter(
        next_try__lte=now, status__in=[LetterStatus.WRITTEN, LetterStatus.PREPARED]
    )
    if connection.features.has_select_for_update_skip_locked:
        to_go = to_go.select_for_update(skip_locked=True)
    with transaction.atomic():
        ids = [letter.pk for letter in portion(to_go.only("next_try"), "next_try", limit)]
        Letter.objects.filter(pk__in=ids, status=LetterStatus.WRITTEN).update(
            next_try=now + PREPARE_TIME
        )
    return ids


def recover(now: datetime) -> None:
    """Free the letters of dead workers, and settle those of which nobody knew whether the server
    took them.
    """
    dead = (
        Letter.objects.filter(status=LetterStatus.SENDING, next_try__lte=now)
        .order_by("worker", "pk")
        .values_list("worker", "pk")
    )
    first: dict[str, int] = {}
    for worker, pk in dead:
        if first.setdefault(worker, pk) == pk:
            _mine(worker).filter(pk=pk).update(
                status=LetterStatus.UNKNOWN,
                next_try=now + UNKNOWN_WAIT,
                problem="its worker died; the server may have it",
            )
        else:
            _mine(worker).filter(pk=pk).update(
                status=LetterStatus.PREPARED, next_try=now, problem="its worker died before it left"
            )
    for letter in Letter.objects.filter(status=LetterStatus.UNKNOWN):
        unknown = Letter.objects.filter(pk=letter.pk, status=LetterStatus.UNKNOWN)
        if report := arrival_report(letter):
            unknown.update(
                status=LetterStatus.SENT,
                accepted=report.at,
                next_try=None,
                problem="known by a report alone",
            )
        elif letter.next_try and letter.next_try <= now:
            unknown.update(
                status=LetterStatus.PREPARED,
                next_try=now,
                problem="sent again: no report came of it",
            )
