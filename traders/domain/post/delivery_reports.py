"""Delivery reports: each is stored once as evidence, moves the clocks it bears on, and a dead
mailbox is reported to the organizer (PR-MAIL-04).
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from anymail.signals import tracking
from django.db import transaction
from django.dispatch import receiver

from traders.domain.calendar import clock
from traders.domain.deadlines import delivery_report_effects
from traders.domain.letters.addresses import message_id
from traders.domain.letters.letter_facts import Facts, encode
from traders.domain.letters.plain_text_layout import plain
from traders.domain.people import club_roles
from traders.domain.post.provider_metadata import letter_of
from traders.domain.post.storable_text import storable
from traders.models import (
    Game,
    Letter,
    LetterKind,
    LetterStatus,
    Phase,
    Player,
    Report,
    ReportKind,
    Seat,
)

log = logging.getLogger(__name__)

BY_MAIL, OWN_RELAY, OWN_OFFICE = "mail", "smtp", "office"
"""Sources of reports: an incoming letter, which anybody could have written (PR-EVIDENCE-01); the
answer of the server's own relay; the mail server of the embedded set-up. Others are providers'
names.
"""

ARRIVED = (
    ReportKind.ACCEPTED,
    ReportKind.DELIVERED,
    ReportKind.DEFERRED,
    ReportKind.BOUNCED,
    ReportKind.COMPLAINED,
    ReportKind.AUTORESPONDED,
)
"""Kinds of reports that only somebody who has the letter can make."""

EVENTS: dict[str, ReportKind] = {
    "queued": ReportKind.ACCEPTED,
    "sent": ReportKind.ACCEPTED,
    "delivered": ReportKind.DELIVERED,
    "deferred": ReportKind.DEFERRED,
    "bounced": ReportKind.BOUNCED,
    "failed": ReportKind.BOUNCED,
    "rejected": ReportKind.REJECTED,
    "complained": ReportKind.COMPLAINED,
    "unsubscribed": ReportKind.OTHER,
    "autoresponded": ReportKind.AUTORESPONDED,
}
"""anymail's event names and the kinds they are stored as. Opens and clicks are not kept: when
somebody reads is private.
"""

HARD = {"hardbounce", "hard_bounce", "hard", "permanent", "bademailaddress"}
"""Providers' terms for a permanent bounce. anymail's own reason does not tell hard from soft."""
GONE = re.compile(r"\b5\.(1\.(1|2|3|6|10)|2\.1|4\.4)\b")
"""Enhanced status codes (RFC 3463) that concern the mailbox, not the letter."""


def record(
    letter: Letter | None,
    kind: str,
    *,
    at: datetime,
    source: str,
    words: str = "",
    event: str = "",
    recipient: str = "",
    for_good: bool = False,
    raw: Mapping[str, object] | None = None,
    proven: bool = True,
) -> Report | None:
    """Store a report, once however often it arrives; None if it was stored before.

    A report that is not `proven` (one by mail, which the letter's own reader can write) is evidence
    and moves no clock.
    """
    source, words, event, recipient, raw = storable([source, words, event, recipient, raw or {}])
    of = letter.message_id if letter else f"{source}:{event}:{recipient}"
    digest = hashlib.sha256(
        "\n".join([of, kind, at.isoformat(), recipient.lower(), words[:500]]).encode()
    ).hexdigest()
    with transaction.atomic():
        report, new = Report.objects.get_or_create(
            digest=digest,
            defaults={
                "letter": letter,
                "kind": kind,
                "at": at,
                "taken": clock.now(),
                "recipient": recipient[:254],
                "source": source[:40],
                "event": event[:200],
                "words": plain(words, 500),
                "for_good": for_good,
                "raw": raw,
            },
        )
        if new and letter and proven:
            _apply_report(letter, report)
            if for_good and letter.recipient.lower() == letter.player.email.lower():
                mailbox_dead(letter.player, words)
    return report if new else None


def take_event(event: Any, esp_name: str) -> Report | None:
    """Store an anymail tracking event. Never raises for what a provider sends; an event that
    matches none of our letters is stored without one.
    """
    kind = EVENTS.get(str(event.event_type))
    if kind is None:
        return None
    letter = letter_of(event)
    if letter is None:
        log.warning("a delivery report of %s speaks of no letter that is known", esp_name)
    at = event.timestamp or clock.now()
    words = event.mta_response or event.description or event.reject_reason or ""
    return record(
        letter,
        kind,
        at=at,
        source=esp_name.lower(),
        words=str(words),
        event=str(event.event_id or ""),
        recipient=str(event.recipient or ""),
        for_good=kind == ReportKind.BOUNCED and _is_permanent(event, str(words)),
        raw=event.esp_event if isinstance(event.esp_event, dict) else {},
    )


def _is_permanent(event: Any, words: str) -> bool:
    """Whether a bounce is permanent: the mailbox refuses all mail, by the provider's own term or by
    the status code. In doubt it is not.
    """
    fields = event.esp_event if isinstance(event.esp_event, dict) else {}
    hard = (
        any(isinstance(value, str) and value.lower() in HARD for value in fields.values())
        or fields.get("hard_bounce") is True
    )
    return event.reject_reason == "invalid" or hard or bool(GONE.search(words))


def arrival_report(letter: Letter) -> Report | None:
    """A report that proves that the mail server or provider has the letter."""
    return (
        Report.objects.filter(letter=letter, kind__in=ARRIVED)
        .exclude(source__in=[OWN_RELAY, BY_MAIL])
        .first()
    )


def _apply_report(letter: Letter, report: Report) -> None:
    """Move the clock of a seat that is waited for, as its letter's report demands (PR-MAIL-01). A
    delivery counts only after a delay.
    """
    match report.kind:
        case ReportKind.DEFERRED:
            apply_to_clock(delivery_report_effects.held_up, letter, report.at)
        case ReportKind.BOUNCED | ReportKind.REJECTED:
            apply_to_clock(delivery_report_effects.bounced, letter, report.at)
        case ReportKind.DELIVERED if Report.objects.filter(
            letter=letter, kind=ReportKind.DEFERRED
        ).exists():
            apply_to_clock(delivery_report_effects.delivered, letter, report.at)


def apply_to_clock(
    effect: Callable[[int, str, str, datetime, datetime], None], letter: Letter, at: datetime
) -> None:
    """Apply a delivery effect to the clock that a letter bears on: one that asks something of the
    player who still has its seat. Reminders and other letters move none.
    """
    if (
        not (letter.game_id and letter.seat and letter.asks and letter.moment)
        or letter.kind == LetterKind.REMINDER
    ):
        return
    if Seat.objects.filter(
        game=letter.game_id, colour=letter.seat, player=letter.player_id
    ).exists():
        effect(letter.game_id, letter.seat, letter.moment, clock.whole(at), letter.written)


def mailbox_dead(player: Player, words: str) -> None:
    """Mark the player's mailbox as dead and write to the organizers of the player's games
    (PR-MAIL-04).
    """
    now = clock.now()
    if not Player.objects.filter(pk=player.pk, mailbox_dead_since=None).update(
        mailbox_dead_since=now
    ):
        return
    for game in (
        Game.objects.filter(phase=Phase.PLAYING, seats__player=player)
        .select_related("club")
        .distinct()
    ):
        colours = list(game.seats.filter(player=player).values_list("colour", flat=True))
        for colour in colours:
            delivery_report_effects.mailbox_dead(game.pk, colour, now)
        for organizer in club_roles.organizers(game.club).exclude(pk=player.pk):
            _write_organizer(game, organizer, player, colours, now, plain(words, 300))


def _write_organizer(
    game: Game, organizer: Player, player: Player, colours: list[str], now: datetime, words: str
) -> None:
    """Store the letter that tells an organizer of a player's dead mailbox."""
    key = f"mailbox.{player.pk}.{now:%y%m%d%H%M%S}"
    extra = {"seat": " and ".join(colours), "who": player.display_name, "words": words}
    Letter.objects.create(
        game=game,
        player=organizer,
        kind=LetterKind.MAILBOX,
        entry=game.number,
        key=key,
        facts=encode(Facts(at=now, number=game.number, extra=extra)),
        written=now,
        message_id=message_id(game.mail_name, f"organizer{organizer.pk}", key),
        status=LetterStatus.WRITTEN,
        next_try=now,
    )


@receiver(tracking, dispatch_uid="delivery reports")
def _tracked(sender: object, event: object, esp_name: str, **kwargs: object) -> None:
    """Receiver of anymail's web hook events. A fault in one event is logged and does not stop its
    batch, which the provider would send again.
    """
    try:
        take_event(event, esp_name)
    except (TypeError, ValueError, AttributeError, LookupError):
        log.exception("a delivery report of %s could not be taken", esp_name)
