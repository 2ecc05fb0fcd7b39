"""The way out: letters are prepared (bytes frozen), sent, completed, each step a short transaction
of its own, and all of it again at any time.

A worker claims letters by changing their rows, so that two never send the same. It sends in the
order of ids and completes each at once: of a claim whose worker died, only the first that is not
completed can have reached the mail server. That one is `unknown`: it waits for a report, and
without one is sent again, the same bytes under the same Message-ID
(docs/decisions/0005-letters-out.md). The others never left.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.deadlines import delivery_report_effects
from traders.domain.post import due_letter_selection
from traders.domain.post.blocked_outgoing_mail import OPEN_AGAIN, found_blocked, hand_over, wait
from traders.domain.post.delivery_reports import OWN_RELAY, apply_to_clock, arrival_report, record
from traders.domain.post.handover_outcome import Outcome
from traders.domain.post.mail_transport import Outbox
from traders.domain.post.overtaken_letters import WAITED, overtaken
from traders.domain.post.preparing import pause, prepare
from traders.domain.post.unsendable_letter_check import lost, outdated
from traders.domain.post.worker_letter_claims import (
    BATCH,
    CLAIM,
    CLAIMED,
    SEATS,
    STUCK,
    TAKE_THEM,
    of_the_dead,
    of_worker,
)
from traders.models import (
    Letter,
    LetterKind,
    LetterStatus,
    ReportKind,
    liveness_locks,
    together,
    write_fields,
)
from traders.models.database_outage_retries import again_while_away
from traders.models.evidence_chain import linking

log = logging.getLogger(__name__)

READY = 5
"""Letters that are made ready, and sent, before the next ones are."""
RENEWED = 30
"""Seconds after which a living worker renews its claim."""
UNKNOWN_WAIT = timedelta(minutes=10)
"""How long a report is waited for, where nobody can say whether the server took a letter."""
GIVE_UP = timedelta(days=4)
"""A letter that the server defers so long is given up, as mail servers do."""

# --- send -----------------------------------------------------------------------------------------


def send(ids: Sequence[int], now: Callable[[], datetime] | None = None) -> int:
    """Send what is prepared among these letters, through one connection; the number that the server
    took. `now`: the time as it runs, where it is known.

    A server that is away or hangs costs its timeout once: the rest wait for another try. One that
    is slow gives the rest to another sweep.
    """
    with closing(Outbox()) as outbox:
        return _send(ids, now or again_while_away(clock.running)(), outbox)


def _send(ids: Sequence[int], now: Callable[[], datetime], outbox: Outbox) -> int:
    worker = uuid.uuid4().hex
    left: set[int] | None = None
    with liveness_locks.holding(worker, liveness_locks.SENDERS) as hold:
        claimed_at = now()
        claimed, problems = _claim(ids, worker, claimed_at)
        taken: list[Letter] = []
        put_off, called_off, count = False, False, 0
        renewed = time.monotonic()
        for place, letter in enumerate(claimed):
            if outbox.shut:
                _release(claimed[place:], worker, outbox.problem)
                break
            if time.monotonic() - renewed > RENEWED:
                renewed = time.monotonic()
                _renew(worker, now())
                taken = _account(taken)
            if hold.was_lost():
                left = _still_held(worker, hold)
            if left is not None and letter.pk not in left:
                continue
            why = problems[letter.pk]
            if letter.kind == LetterKind.REMINDER and not why:
                why = _outdated(letter)
            if why:
                _complete(letter, Outcome("stale", why), now())
            if why or (claimed_at - letter.written > WAITED and _set_back(letter, claimed_at)):
                called_off |= letter.blocked
                continue
            begun = time.monotonic()
            outcome = outbox.send(letter)
            outbox.heed(outcome, time.monotonic() - begun)
            put_off |= outcome.kind == "deferred"
            if _complete(letter, outcome, now()) and outcome.kind == "taken":
                taken.append(letter)
                count += 1
        _account(taken)
    if put_off:
        again_while_away(found_blocked)(now())
    if called_off:
        again_while_away(hand_over)(now())
    return count


@again_while_away
def _claim(ids: Sequence[int], worker: str, now: datetime) -> tuple[list[Letter], dict[int, str]]:
    """Up to a batch of prepared letters, now this worker's alone, and why each must not be sent any
    more, if it must not. `worker`: a name never used again.
    """
    asked = list(ids)
    with transaction.atomic():
        _, letters, seats = together(
            (TAKE_THEM, asked, worker, now, now + CLAIM),
            (CLAIMED, asked, worker),
            (SEATS, asked, worker),
        )
    places = {(seat.game_id, seat.colour): seat for seat in seats}
    return letters, {one.pk: lost(one, places.get((one.game_id or 0, one.seat))) for one in letters}


@again_while_away
def _still_held(worker: str, hold: liveness_locks.Hold) -> set[int]:
    """The letters that are still this worker's, whose connection was lost: others may have taken
    some meanwhile.
    """
    hold.take_again()
    return set(of_worker(worker).values_list("pk", flat=True))


_outdated = again_while_away(outdated)


@again_while_away
def _set_back(letter: Letter, now: datetime) -> bool:
    """Change a letter of this worker's that must not go as it is; whether it was changed."""
    changes = overtaken(letter, now)
    for name, value in changes.items():
        setattr(letter, name, value)
    claim = {"status": LetterStatus.SENDING, "worker": letter.worker}
    if changes:
        write_fields([letter], tuple(changes), only=claim)
    return bool(changes)


@again_while_away
def _renew(worker: str, now: datetime) -> None:
    of_worker(worker).update(next_try=now + CLAIM)


@again_while_away
def _complete(letter: Letter, outcome: Outcome, now: datetime) -> bool:
    """Record how it went, if the claim is still this worker's; whether it was.

    Of a letter that was taken it is said at once, without the game: `_account` does the rest.
    """
    changes = _become(letter, outcome, now)
    for name, value in changes.items():
        setattr(letter, name, value)
    # of a worker whose connection was lost it was thought that nobody knows
    thought = (LetterStatus.SENDING, LetterStatus.UNKNOWN)
    if not any(
        write_fields([letter], tuple(changes), only={"status": one, "worker": letter.worker})
        for one in thought
    ):
        log.warning(
            "letter %s was no longer claimed when it was completed: %s", letter.pk, outcome.kind
        )
        return False
    if outcome.kind == "closed":
        apply_to_clock(delivery_report_effects.held_up, letter, now)
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
    return True


def _become(letter: Letter, outcome: Outcome, now: datetime) -> dict[str, Any]:
    """The letter's fields after an attempt."""
    changes: dict[str, Any] = {"problem": outcome.words[:300], "next_try": None}
    changes["blocked"] = outcome.blocked
    match outcome.kind:
        case "taken":
            changes |= {
                "status": LetterStatus.SENT,
                "claimed_at": now,
                "next_try": now + CLAIM,
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
                "next_try": None if late else now + wait(letter.attempts, outcome.blocked),
            }
    return changes


@again_while_away
def _account(letters: Sequence[Letter]) -> list[Letter]:
    """Letters that were taken become evidence, one link a game, and clocks are told; none are left.
    What a worker that died did not account for, `recover` does.
    """
    by_game: dict[int, list[Letter]] = {}
    for letter in letters:
        by_game.setdefault(letter.game_id or 0, []).append(letter)
    for game_id, sent in sorted(by_game.items()):
        with linking(game_id) if game_id else transaction.atomic():
            for letter in sent:
                letter.accepted, letter.next_try = letter.claimed_at, None
            Letter.objects.write(sent, ["accepted", "next_try"])
            for letter in sent:
                if letter.accepted is not None:
                    _tell_when_taken(letter, letter.accepted)
    return []


def _tell_when_taken(letter: Letter, now: datetime) -> None:
    """A turn's clock counts from when its letter was accepted (PR-TURN-01); a notice that was held
    up here is so no longer (PR-MAIL-01).
    """
    if (
        letter.moment.startswith("t")
        and letter.kind in {LetterKind.TURN, LetterKind.WELCOME}
        and now > letter.written
    ):
        apply_to_clock(delivery_report_effects.accepted, letter, now)
    if letter.attempts > 1 or now - letter.written > WAITED:  # one that was dated anew is new
        apply_to_clock(delivery_report_effects.delivered, letter, now)


@again_while_away
def _release(letters: Iterable[Letter], worker: str, problem: str) -> None:
    """Give back letters that did not leave: to go at once where there is no problem, else after a
    pause, held up by the server.
    """
    for letter in letters:
        now = clock.now()
        next_try = now + pause(letter.attempts) if problem else now
        of_worker(worker).filter(pk=letter.pk).update(
            status=LetterStatus.PREPARED,
            next_try=next_try,
            problem=problem[:300],
            blocked=bool(problem),
        )
        if problem:
            apply_to_clock(delivery_report_effects.held_up, letter, now)


# --- sweep ----------------------------------------------------------------------------------------


def prepare_and_send(ids: Sequence[int], now: Callable[[], datetime] | None = None) -> int:
    """Both steps, of a few letters at a time: each is sent when it is ready, not when all are. The
    number that the server took.
    """
    now = now or again_while_away(clock.running)()
    count = 0
    with closing(Outbox()) as outbox:
        for place in range(0, len(ids), READY):
            prepare(ids[place : place + READY])
            count += _send(ids[place : place + READY], now, outbox)
    return count


def sweep(limit: int = BATCH) -> int:
    """What is due now: recover what dead workers left, then prepare and send. Any number may run at
    once; returns letters looked at.
    """
    now = clock.running()
    ids = due(limit, now())
    prepare_and_send(ids, now)
    return len(ids)


def due(limit: int = BATCH, now: datetime | None = None) -> list[int]:
    """Letters that are due now, what dead workers left among them, for this sweep alone: others
    that run at once get others.
    """
    now = now or clock.now()
    recover(now)
    return due_letter_selection.first(limit, now)


def recover(now: datetime) -> None:
    """Letters of dead workers, those of which nobody knew whether the server took them, and those
    that waited for the way out to be open again.
    """
    _, found = together((OPEN_AGAIN, now), (STUCK,))
    unknown = [letter for letter in found if letter.status == LetterStatus.UNKNOWN]
    in_hand = [letter for letter in found if letter.status != LetterStatus.UNKNOWN]
    if in_hand:
        with of_the_dead(in_hand, now) as dead:
            unknown += _given_up([letter for letter in in_hand if letter.worker in dead], now)
    for letter in unknown:
        _found_out(letter, now)


def _given_up(letters: Sequence[Letter], now: datetime) -> list[Letter]:
    """Take letters from dead workers; those of which nobody knows whether they left."""
    _account([letter for letter in letters if letter.status == LetterStatus.SENT])
    first: dict[str, Letter] = {}
    for letter in letters:
        if letter.status != LetterStatus.SENDING:
            continue
        dead = of_worker(letter.worker).filter(pk=letter.pk)
        if first.setdefault(letter.worker, letter) is letter:
            letter.status, letter.next_try = LetterStatus.UNKNOWN, now + UNKNOWN_WAIT
            dead.update(
                status=LetterStatus.UNKNOWN,
                next_try=now + UNKNOWN_WAIT,
                blocked=False,
                problem="its worker died; the server may have it",
            )
        else:
            dead.update(
                status=LetterStatus.PREPARED, next_try=now, problem="its worker died before it left"
            )
    return list(first.values())


def _found_out(letter: Letter, now: datetime) -> None:
    """Of a letter of which nobody knew whether it left: it did, by a report, or goes again."""
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
            status=LetterStatus.PREPARED, next_try=now, problem="sent again: no report came of it"
        )


__all__ = ["due", "prepare", "prepare_and_send", "recover", "send", "sweep"]
